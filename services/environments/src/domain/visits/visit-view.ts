import { given } from '@assay/contract/given';
import { jsonObject } from '@assay/contract/json';
import type { PendingCall, TurnMessage } from '@assay/contract/areas/chat-sessions/turn-work';
import type { StudyVisit, VisitCall, VisitMessage, VisitTurn } from '@assay/contract/areas/visits/documents';
import type { VisitedStudy } from './visited-study.ts';

/** The newest conversation of a visitor. */
export interface VisitSession {
  id: string;
  endReason: string | undefined;
  openTurn: OpenTurn | undefined;
}

/** The turn that is under way or waits for the visitor. */
export interface OpenTurn {
  id: string;
  promptIndex: number;
  status: VisitTurn['status'];
  /** The ChatTurn document of a turn that waits. */
  reply: { pendingCalls?: PendingCall[] } | null;
}

/** A stored message of a conversation, with the rating of its turn. */
export interface StoredMessage {
  index: number;
  turnId: string;
  promptIndex: number;
  body: TurnMessage;
  rating: 'up' | 'down' | undefined;
}

const MAX_TOOL_CHARS = 4_000;

/** A pending call without the server that it is for. */
export const visitCallOf = ({ toolCallId, toolName, input }: PendingCall): VisitCall => ({
  toolCallId,
  toolName,
  input,
});

/** A study and the visit of a browser, without anything else of the project. */
export const studyVisitOf = (
  { name, description, guestExecution }: VisitedStudy,
  visit?: { session: VisitSession | undefined },
): StudyVisit => ({
  study: { name, description },
  isEnabled: guestExecution.enabled,
  hasConsented: visit !== undefined,
  ...(visit?.session?.openTurn && { openTurn: visitTurnOf(visit.session.openTurn) }),
  ...(visit?.session?.endReason !== undefined && { endReason: visit.session.endReason }),
});

/** A turn without what only the project may know. */
export const visitTurnOf = ({ id, promptIndex, status, reply }: OpenTurn): VisitTurn => ({
  turnId: id,
  promptIndex,
  status,
  ...(status === 'waiting' && { pendingCalls: (reply?.pendingCalls ?? []).map(visitCallOf) }),
});

/** A message as its visitor sees it. */
export function visitMessageOf({ index, turnId, promptIndex, body, rating }: StoredMessage): VisitMessage {
  const place = { index, turnId, promptIndex };
  if (body.role === 'user') return { ...place, role: 'visitor', text: body.text };
  if (body.role === 'assistant') return { ...place, role: 'assistant', text: body.text, ...given({ rating }) };
  const { id, name, input } = body.call;
  return {
    ...place,
    role: 'tool',
    text: body.text.slice(0, MAX_TOOL_CHARS),
    call: { toolCallId: id, toolName: name, input: jsonObject(input) ?? {} },
    isError: body.isError,
  };
}
