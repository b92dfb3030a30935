import * as vscode from 'vscode';
import { participantId } from '../ids.ts';
import { ChatTurn, type TurnPorts } from './chatTurn.ts';
import { followups } from './followups.ts';
import { threadOf } from './turnMetadata.ts';

export interface ParticipantPorts extends TurnPorts {
  readonly iconPath: vscode.IconPath;
}

export function registerParticipant(ports: ParticipantPorts): vscode.ChatParticipant {
  const participant = vscode.chat.createChatParticipant(participantId, (request, context, stream, token) =>
    new ChatTurn(ports, request, threadOf(context), stream, token).run(),
  );
  participant.iconPath = ports.iconPath;
  participant.followupProvider = { provideFollowups: followups };
  return participant;
}
