import type { TurnMessage } from '@assay/contract/areas/chat-sessions/turn-work';
import { BROWSER_LABEL } from '@assay/contract/areas/runner-tokens/browser-label';
import { notFound, Problem } from '@assay/contract/problem';
import { newId } from '@assay/kit/id';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { assertSameRequest } from '@assay/kit/requests/idempotency';
import { redactText } from '@assay/kit/security/redact';
import { maskedMessage } from '@assay/transcripts/masked-message';
import { enqueueWork } from '@assay/work/queue/work-queue';
import {
  assertMayContinue,
  previewOf,
  titleOf,
  turnInProgress,
  type NewSession,
  type OwnConversation,
  type StoredSession,
  type TurnCaller,
} from '../../domain/chat-sessions/chat-session.ts';
import type { NewTurn, Turn } from '../../domain/turns/turn.ts';
import { advanceSession, insertSession, lockSession } from '../../store/chat-sessions/chat-sessions.ts';
import { insertMessages } from '../../store/turns/chat-messages.ts';
import { appendEvent } from '../../store/turns/turn-events.ts';
import { findTurnByKey, insertTurn } from '../../store/turns/turns.ts';
import { useInTurn } from '../browsers/use-in-turn.ts';
import { tellSession } from '../chat-sessions/tell-session.ts';

/** The kind of the work items that are turns; an item has the id of its turn. */
export const TURN_KIND = 'turn';

/** Counts a turn against further limits, or throws the Problem that refuses it. */
export type AdmitTurn = (tx: Tx) => Promise<void>;

/** The task of a turn in the queue: the message unmasked, which is stored nowhere else. */
export interface QueuedTurn {
  message?: string;
}

class KeyInUse extends Error {}

/**
 * Begins a turn: makes the session if it is new, takes its lease, writes the turn with its message and gives it to runners.
 * A request whose key was used before is answered the turn of the first one.
 * @throws NOT_FOUND for an unknown session; CONFLICT when it does not take a turn now, or the key belongs to another request.
 */
export async function beginTurn(
  pool: Pool,
  conversation: OwnConversation,
  wanted: NewTurn,
  admit?: AdmitTurn,
): Promise<{ turn: Turn; replayed: boolean }> {
  try {
    return { turn: await transaction(pool, (tx) => writeTurn(tx, conversation, wanted, admit)), replayed: false };
  } catch (error) {
    if (!(error instanceof KeyInUse || error instanceof Problem)) throw error;
    // A simultaneous first request with the key may have caused the refusal: it took the session, or the rest of a limit.
    const turn = await findSameTurn(pool, conversation.caller, wanted);
    if (!turn) throw error;
    return { turn, replayed: true };
  }
}

/** The turn that an earlier request with the key began. @throws CONFLICT when the key belongs to another request. */
export async function findSameTurn(
  pool: Pool,
  caller: TurnCaller,
  { idempotencyKey, requestHash }: Pick<NewTurn, 'idempotencyKey' | 'requestHash'>,
): Promise<Turn | undefined> {
  const turn = await findTurnByKey(pool, caller.id, idempotencyKey);
  if (turn) assertSameRequest(turn, { requestHash }, { turnId: turn.id, sessionId: turn.sessionId });
  return turn;
}

async function writeTurn(tx: Tx, conversation: OwnConversation, wanted: NewTurn, admit?: AdmitTurn): Promise<Turn> {
  const { sessionId, caller, begins } = conversation;
  const { message, settings } = wanted;
  const session = begins ? await insertNew(tx, conversation, begins, message) : await lockSession(tx, sessionId);
  // Another first message has just begun the session that was made with a browser.
  if (begins && !session) throw turnInProgress(sessionId, null);
  if (session?.projectId !== caller.projectId) throw notFound('chat session');
  if (!begins) assertMayContinue(session, caller, wanted.expectedVersion);
  const id = newId('turn');
  await admit?.(tx);
  if (settings.browser) await useInTurn(tx, sessionId, id, settings.browser);
  const turn = await insertTurn(tx, session, { id, callerId: caller.id, ...wanted });
  if (!turn) throw new KeyInUse();
  await writeQuestion(tx, session, turn, message, begins?.history ?? []);
  await enqueueTurn(tx, session, turn, { message });
  return turn;
}

const insertNew = (
  tx: Tx,
  conversation: OwnConversation,
  begins: NewSession,
  message: string,
): Promise<StoredSession | undefined> => {
  const shown = redactText(message);
  return insertSession(tx, conversation, begins, { title: titleOf(shown), preview: previewOf(shown) });
};

async function writeQuestion(
  tx: Tx,
  session: StoredSession,
  turn: Turn,
  message: string,
  history: TurnMessage[],
): Promise<void> {
  const question = maskedMessage({ role: 'user', text: message });
  const messages = [...history.map((each) => maskedMessage(each)), question];
  await insertMessages(tx, { sessionId: session.id, turnId: turn.id }, session.messageCount, messages);
  const next = await advanceSession(tx, session, {
    turnCount: session.turnCount + 1,
    messageCount: session.messageCount + messages.length,
    openTurnId: turn.id,
  });
  await tellSession(tx, next, { target: { sessionId: session.id, turnId: turn.id, projectId: session.projectId } });
  await appendEvent(
    tx,
    turn,
    JSON.stringify({ type: 'turnStarted', turnId: turn.id, message: question.role === 'user' ? question.text : '' }),
  );
}

/** Gives a turn to runners. */
export const enqueueTurn = (
  tx: Tx,
  { projectId, organizationId, runnerLabels }: StoredSession,
  { id, settings }: Turn,
  task: QueuedTurn,
): Promise<void> =>
  enqueueWork(tx, {
    id,
    kind: TURN_KIND,
    projectId,
    organizationId,
    task: Buffer.from(JSON.stringify(task)),
    timeoutMs: settings.timeoutMs,
    labels: settings.browser ? [...new Set([...runnerLabels, BROWSER_LABEL])] : runnerLabels,
    runnerId: settings.browser?.runnerId,
    maxAttempts: 1,
  });
