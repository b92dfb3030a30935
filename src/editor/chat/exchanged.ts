import type * as vscode from 'vscode';
import type { Answer } from './ask.ts';
import type { TurnCapsule } from './capsule.ts';
import type { Exchange } from './exchange.ts';
import { elsewhereProblem, modelProblem, type Problem } from './problems.ts';
import { endOf } from './sessionOf.ts';
import { WentOnElsewhere, type TurnSession } from './turnSession.ts';

/** What came of an exchange. */
interface Exchanged {
  readonly answer: Answer;
  readonly isCancelled: boolean;
  readonly problem: Problem | undefined;
}

/** Asks the model until it has answered; then the session is kept as it ended. */
export async function exchanged(
  exchange: Exchange,
  session: TurnSession,
  model: vscode.LanguageModelChat,
  token: vscode.CancellationToken,
  from: TurnCapsule | undefined,
): Promise<Exchanged> {
  const answer = await exchange.run(token, from?.loop);
  const isCancelled = token.isCancellationRequested;
  const problem = answer.error === undefined || isCancelled ? undefined : problemOf(answer.error, model);
  await session.end(endOf(answer, isCancelled, problem));
  return { answer, isCancelled, problem };
}

const problemOf = (error: unknown, model: vscode.LanguageModelChat): Problem =>
  error instanceof WentOnElsewhere ? elsewhereProblem : modelProblem(error, model);
