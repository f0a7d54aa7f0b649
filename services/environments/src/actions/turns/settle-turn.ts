import type { TurnResult } from '@assay/contract/areas/chat-sessions/turn-work';
import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { TurnOutput } from '@assay/contract/gen/assay/v1/turns';
import type { Tx } from '@assay/kit/postgres/db';
import { maskedJson } from '@assay/transcripts/mask';
import { maskedMessage } from '@assay/transcripts/masked-message';
import { storedPart } from '@assay/transcripts/stored-part';
import type { WorkEnd } from '@assay/work/queue/queued-work';
import type { StoredSession } from '../../domain/chat-sessions/chat-session.ts';
import { cancelledEnd, chatTurnOf, endOfResult, endWithout, type TurnEnd } from '../../domain/turns/chat-turn.ts';
import { isCapacityRefusal, type Turn } from '../../domain/turns/turn.ts';
import { OPEN_TURN_MICROS } from '../../domain/visits/guest-limits.ts';
import { advanceSession, lockSessionsOf, type SessionProgress } from '../../store/chat-sessions/chat-sessions.ts';
import { deleteMessages, insertMessages, insertToolCalls } from '../../store/turns/chat-messages.ts';
import { appendEvent, notifySession } from '../../store/turns/turn-events.ts';
import { insertTurnParts, type TurnPart } from '../../store/turns/turn-parts.ts';
import { listTurns, settleTurnRow } from '../../store/turns/turns.ts';
import { addSpending } from '../../store/visits/guest-counts.ts';
import { tellSession } from '../chat-sessions/tell-session.ts';

const UNREADABLE = { code: 'INTERNAL_ERROR', message: 'The report of the runner could not be read.' };

/** A reported end, with the parts of the trace that came with it. */
interface ReportedEnd {
  end: TurnEnd;
  parts: TurnPart[];
}

/** Writes the ends of turns that runners report, or that no runner will report. */
export async function settleTurns(tx: Tx, ends: WorkEnd[]): Promise<void> {
  const ids = ends.map(({ id }) => id);
  const sessions = new Map((await lockSessionsOf(tx, ids)).map((session) => [session.id, session]));
  const turns = new Map((await listTurns(tx, ids)).map((turn) => [turn.id, turn]));
  for (const workEnd of ends) {
    const turn = turns.get(workEnd.id);
    const session = turn && sessions.get(turn.sessionId);
    if (!session || (turn.status !== 'running' && turn.status !== 'queued')) continue;
    const { end, parts } = await reportedEnd(workEnd);
    await insertTurnParts(tx, parts);
    await settleTurn(tx, session, turn, end);
  }
}

async function reportedEnd({ id, fence, result }: WorkEnd): Promise<ReportedEnd> {
  if ('error' in result) return { end: endWithout('failed', result.error), parts: [] };
  try {
    const { result: written, parts, secrets } = TurnOutput.decode(result.output);
    const stored: TurnPart[] = [];
    for (const { index, body } of parts) stored.push({ ownerId: id, fence, part: index, ...(await storedPart(body)) });
    return { end: maskedEnd(endOfResult(JSON.parse(written.toString()) as TurnResult), secrets), parts: stored };
  } catch {
    return { end: endWithout('failed', UNREADABLE), parts: [] };
  }
}

/** The end with every secret masked: what is stored and answered. */
function maskedEnd({ messages, toolCalls, ...end }: TurnEnd, secrets: string[]): TurnEnd {
  const masked = <T>(document: T): T => JSON.parse(maskedJson(document, secrets)) as T;
  return {
    ...masked(end),
    messages: messages.map((message) => maskedMessage(message, secrets)),
    toolCalls: masked<TranscriptToolCall[]>(toolCalls),
  };
}

/** Writes the end of a turn, or its wait for approvals, under the lock of its session; answers the session as it is then. */
export async function settleTurn(
  tx: Tx,
  session: StoredSession,
  turn: Turn,
  reported: TurnEnd,
): Promise<StoredSession> {
  const end = turn.isCancelled ? cancelledEnd(reported) : reported;
  const isReleased = isRefusedBeforehand(turn, end);
  const place = { sessionId: session.id, turnId: turn.id };
  if (isReleased) await deleteMessages(tx, session.id, turn.firstMessage);
  await insertMessages(tx, place, session.messageCount, end.messages);
  await insertToolCalls(tx, place, end.toolCalls);
  const progress: SessionProgress = {
    messageCount: isReleased ? turn.firstMessage : session.messageCount + end.messages.length,
    openTurnId: end.status === 'waiting' ? turn.id : null,
  };
  const next = await advanceSession(tx, session, progress);
  await tellSession(tx, next);
  const reply = chatTurnOf(session, turn, end, next.version);
  await settleTurnRow(tx, {
    id: turn.id,
    reply,
    error: end.error ?? null,
    inputTokens: reply.usage?.inputTokens ?? 0,
    outputTokens: reply.usage?.outputTokens ?? 0,
    costMicros: costOf(turn, end),
    isReleased,
  });
  if (session.studyId !== null && end.usage?.costMicros)
    await addSpending(tx, session.studyId, turn.id, end.usage.costMicros);
  await appendEvent(tx, turn, JSON.stringify({ type: 'turnEnded', turn: reply }));
  await notifySession(tx, session.id);
  return next;
}

/** Writes the end of a turn that no runner reports. What one has spent on it until then is never told. */
export async function endUnreported(tx: Tx, session: StoredSession, turn: Turn, end: TurnEnd): Promise<void> {
  await settleTurn(tx, session, turn, end);
  if (session.studyId !== null && turn.status === 'running')
    await addSpending(tx, session.studyId, turn.id, OPEN_TURN_MICROS);
}

/** Whether the turn was refused before a model or a server was asked for it, so that the same request may be made again. */
const isRefusedBeforehand = ({ reply }: Turn, { error, messages, toolCalls }: TurnEnd): boolean =>
  error !== undefined &&
  isCapacityRefusal(error.code) &&
  messages.length === 0 &&
  toolCalls.length === 0 &&
  reply === null;

/** Unknown once the price of one part is. */
const costOf = ({ costMicros, reply }: Turn, { usage }: TurnEnd): number | null => {
  if (usage === undefined) return costMicros;
  if (usage.costMicros === undefined || (reply !== null && costMicros === null)) return null;
  return (costMicros ?? 0) + usage.costMicros;
};
