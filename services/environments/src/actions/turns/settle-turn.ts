import type { TurnResult } from '@assay/contract/areas/chat-sessions/turn-work';
import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import type { Screenshot } from '@assay/mesh/gen/assay/v1/browsers';
import { TurnOutput } from '@assay/mesh/gen/assay/v1/turns';
import type { Tx } from '@assay/kit/postgres/db';
import { maskedJson } from '@assay/transcripts/mask';
import { maskedMessage } from '@assay/transcripts/masked-message';
import { storedPart } from '@assay/transcripts/stored-part';
import type { WorkEnd } from '@assay/work/queue/queued-work';
import type { StoredSession } from '../../domain/chat-sessions/chat-session.ts';
import { sessionBrowserOf } from '../../domain/browsers/stored-browser.ts';
import {
  cancelledEnd,
  chatTurnOf,
  endOfResult,
  endWithout,
  type TurnEnd,
  type UsedBrowser,
} from '../../domain/turns/chat-turn.ts';
import { isCapacityRefusal, type Turn } from '../../domain/turns/turn.ts';
import { OPEN_TURN_MICROS } from '../../domain/visits/guest-limits.ts';
import { insertScreenshots } from '../../store/browsers/browser-screenshots.ts';
import { advanceSession, lockSessionsOf, type SessionProgress } from '../../store/chat-sessions/chat-sessions.ts';
import { deleteMessages, insertMessages, insertToolCalls } from '../../store/turns/chat-messages.ts';
import { appendEvent } from '../../store/turns/turn-events.ts';
import { insertTurnParts, type TurnPart } from '../../store/turns/turn-parts.ts';
import { listTurns, settleTurnRow } from '../../store/turns/turns.ts';
import { addSpending } from '../../store/visits/guest-counts.ts';
import { releaseFromTurn } from '../browsers/use-in-turn.ts';
import { tellSession } from '../chat-sessions/tell-session.ts';

const UNREADABLE = { code: 'INTERNAL_ERROR', message: 'The report of the runner could not be read.' };

/** A reported end, with the parts of the trace that came with it. */
interface ReportedEnd {
  end: TurnEnd;
  parts: TurnPart[];
  screenshots: Screenshot[];
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
    const { end, parts, screenshots } = await reportedEnd(workEnd);
    await insertTurnParts(tx, parts);
    await settleTurn(tx, session, turn, end, screenshots);
  }
}

async function reportedEnd({ id, fence, result }: WorkEnd): Promise<ReportedEnd> {
  if ('error' in result) return { end: endWithout('failed', result.error), parts: [], screenshots: [] };
  try {
    const { result: written, parts, secrets, screenshots } = TurnOutput.decode(result.output);
    const stored: TurnPart[] = [];
    for (const { index, body } of parts) stored.push({ ownerId: id, fence, part: index, ...(await storedPart(body)) });
    const end = maskedEnd(endOfResult(JSON.parse(written.toString()) as TurnResult), secrets);
    return { end, parts: stored, screenshots };
  } catch {
    return { end: endWithout('failed', UNREADABLE), parts: [], screenshots: [] };
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
  screenshots: Screenshot[] = [],
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
  const used = turn.settings.browser && (await settleBrowserOf(tx, session, turn, end, screenshots));
  const reply = chatTurnOf(session, turn, end, next.version, used);
  await settleTurnRow(tx, {
    id: turn.id,
    reply,
    error: end.error ?? null,
    inputTokens: reply.usage?.inputTokens ?? 0,
    outputTokens: reply.usage?.outputTokens ?? 0,
    costMicros: costOf(turn, end),
    isReleased,
  });
  // A provider that does not report its usage is not free of the study's limit.
  const spent = end.usage?.isUnreported ? OPEN_TURN_MICROS : end.usage?.costMicros;
  if (session.studyId !== null && spent) await addSpending(tx, session.studyId, turn.id, spent);
  await appendEvent(tx, turn, JSON.stringify({ type: 'turnEnded', turn: reply }));
  return next;
}

/** Lets go of the browser that a turn used, and keeps the images that its calls took. */
async function settleBrowserOf(
  tx: Tx,
  session: StoredSession,
  turn: Turn,
  { error, toolCalls }: TurnEnd,
  screenshots: Screenshot[],
): Promise<UsedBrowser> {
  const browser = await releaseFromTurn(
    tx,
    session.id,
    turn.id,
    turn.status === 'running' && error?.code === 'RUNNER_LOST',
  );
  const ofCalls: UsedBrowser['screenshots'] = new Map();
  for (const { id } of toolCalls) {
    const taken = screenshots.filter((screenshot) => screenshot.id.startsWith(`${id}.`));
    if (taken.length > 0) ofCalls.set(id, await insertScreenshots(tx, session.id, id, taken));
  }
  return { browser: browser && sessionBrowserOf(browser, session.settings.toolMode), screenshots: ofCalls };
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
