import type { ChatEvent } from '@assay/contract/areas/chat-sessions/reading';
import type { ChatTurn } from '@assay/contract/areas/chat-sessions/turn';
import type { TurnEvent } from '@assay/contract/areas/chat-sessions/turn-work';
import type { VisitEvent, VisitTurn } from '@assay/contract/areas/visits/documents';
import { visitCallOf } from './visit-view.ts';

/** The place after which a visit is followed: the id of an event, with the conversation that it belongs to. */
export interface VisitPosition {
  sessionId: string;
  /** Empty for the beginning of the latest turn. */
  eventId: string;
}

/** The place that an event id of a visit names; the beginning for every other text. */
export function visitPositionOf(lastEventId: string): VisitPosition {
  const [, sessionId = '', eventId = ''] = /^([!-.0-~]+)\/([\w.]+)$/.exec(lastEventId) ?? [];
  return { sessionId, eventId };
}

/** An event as its visitor sees it, without the names of servers and what only the project may know; undefined for some. */
export function visitEventOf(sessionId: string, { id: eventId, type, data }: ChatEvent): VisitEvent | undefined {
  const id = `${sessionId}/${eventId}`;
  const event = { type, ...data } as unknown as StreamedEvent;
  switch (event.type) {
    case 'turnStarted':
      return { id, type: event.type, data: { turnId: event.turnId, message: event.message } };
    case 'text':
      return { id, type: event.type, data: { text: event.text } };
    case 'toolCall': {
      const { toolCallId, toolName, input } = event;
      return { id, type: event.type, data: { toolCallId, toolName, input } };
    }
    case 'toolResult': {
      const { toolCallId, status, text } = event;
      return { id, type: event.type, data: { toolCallId, status, text } };
    }
    case 'turnEnded':
      return { id, type: event.type, data: { turn: endedTurnOf(event.turn) } };
    default:
      return undefined;
  }
}

type StreamedEvent =
  | TurnEvent
  | { type: 'turnStarted'; turnId: string; message: string }
  | { type: 'turnEnded'; turn: ChatTurn };

const endedTurnOf = ({ turnId, promptIndex, status, pendingCalls = [], error }: ChatTurn): VisitTurn => ({
  turnId,
  promptIndex,
  status,
  ...(status === 'waiting' && { pendingCalls: pendingCalls.map(visitCallOf) }),
  ...(error && { error: visitFaultOf(error) }),
});

/** An error of a turn in words for a visitor: the platform's own words may name servers, models and settings. */
const visitFaultOf = ({ code }: { code: string }) => ({
  code,
  message:
    code === 'BUDGET_EXHAUSTED'
      ? 'The study has used up what it may spend. Come back later.'
      : 'Something went wrong on the way. You can send the message again.',
});
