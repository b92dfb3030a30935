import * as vscode from 'vscode';
import { participantId } from '../ids.ts';
import type { TurnPorts } from './turnPorts.ts';
import { followups } from './followups.ts';
import { threadOf } from './turnMetadata.ts';

export interface ParticipantPorts extends TurnPorts {
  /** Readable on any background: the chat does not draw it anew when the theme changes. */
  readonly iconPath: vscode.Uri;
}

export function registerParticipant(ports: ParticipantPorts): vscode.ChatParticipant {
  const participant = vscode.chat.createChatParticipant(participantId, async (request, context, stream, token) => {
    const { ChatTurn } = await import('../onDemand.ts');
    return new ChatTurn(ports, request, threadOf(context), stream, token).run();
  });
  participant.iconPath = ports.iconPath;
  participant.followupProvider = { provideFollowups: followups };
  return participant;
}
