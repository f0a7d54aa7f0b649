import type { WantedBrowser } from '@assay/contract/areas/browsers/policy';
import type { ChatTurn } from '@assay/contract/areas/chat-sessions/turn';
import { given } from '@assay/contract/given';
import { notFound, Problem, reasons, unavailable } from '@assay/contract/problem';
import { requestHash as hashOf } from '@assay/kit/requests/idempotency';
import { inFlight } from '@assay/kit/requests/in-flight';
import { openContents } from '@assay/transcripts/opened-parts';
import { discardBrowser } from '../../actions/browsers/remove-browsers.ts';
import { beginTurn, findSameTurn, type AdmitTurn } from '../../actions/turns/begin-turn.ts';
import type { Deps } from '../../deps.ts';
import { assertMayContinue, type NewSession, type OwnConversation } from '../../domain/chat-sessions/chat-session.ts';
import {
  isCapacityRefusal,
  isSettled,
  MAX_STEPS,
  TURN_MS,
  type NewTurn,
  type Turn,
  type TurnBrowser,
  type TurnSettings,
} from '../../domain/turns/turn.ts';
import { listPartsOf } from '../../store/turns/turn-parts.ts';
import { findTurn } from '../../store/turns/turns.ts';
import { browserForTurn } from '../browsers/turn-browser.ts';
import { hostOfTurn } from './pin-session.ts';

/** The wait ends this long before the deadline of the request, so that its sender receives a reason, in milliseconds. */
const MARGIN_MS = 500;
/** The longest wait of a request without a deadline, in milliseconds. */
const WAIT_MS = 120_000;
/** The largest number of spans in an answer. */
const SPANS = 200;

/** A request for a turn. */
export interface TurnRequest extends Omit<NewTurn, 'requestHash' | 'settings'> {
  /** Everything that tells the request from another one with its key. */
  body: unknown;
  /** Pins what every turn of a session uses that this one makes. */
  pin: () => Promise<NewSession>;
  admit?: AdmitTurn;
  /** Another client for this turn, by its id or name. */
  hostId?: string | undefined;
  /** The rights of an agent turn over the platform's own tools. */
  agent?: TurnSettings['agent'];
  /** The browser of the session, for this turn. */
  browser?: WantedBrowser | undefined;
  limits?: Partial<Pick<TurnSettings, 'allowedServerIds' | 'allowedTools' | 'maxSteps' | 'maxToolCalls' | 'timeoutMs'>>;
}

type TurnDeps = Pick<Deps, 'pool' | 'catalog' | 'wakeUp' | 'followers' | 'browserRunners'>;
type BegunTurn = Awaited<ReturnType<typeof beginTurn>>;

/**
 * Takes a turn and waits for its end. A repeated request waits for the turn of the first one, and is answered it with
 * `replay`; a request that stops waiting leaves the turn under way.
 * @throws the Problem that refuses the turn; TIMEOUT with the turn's id when it goes on for longer than the request waits.
 */
export async function takeTurn(deps: TurnDeps, conversation: OwnConversation, request: TurnRequest): Promise<ChatTurn> {
  const { turn, replayed } = await startTurn(deps, conversation, request);
  return awaitTurn(deps, turn, replayed);
}

/** Begins a turn as `takeTurn` does, without waiting for its end. */
export async function startTurn(
  deps: TurnDeps,
  conversation: OwnConversation,
  request: TurnRequest,
): Promise<BegunTurn> {
  const { caller, session } = conversation;
  const { idempotencyKey, expectedVersion, message } = request;
  const requestHash = hashOf([caller.projectId, request.body]);
  const earlier = await findSameTurn(deps.pool, caller, { idempotencyKey, requestHash });
  if (earlier) return { turn: earlier, replayed: true };
  const pinned = session ? conversation : { ...conversation, begins: await request.pin() };
  const settings = await settingsOf(deps, conversation, request);
  const begun = await withBrowser(deps, pinned, request, (browser) => {
    const wanted = { idempotencyKey, requestHash, expectedVersion, message };
    return beginTurn(deps.pool, pinned, { ...wanted, settings: { ...settings, ...given({ browser }) } }, request.admit);
  });
  deps.wakeUp.wake();
  deps.followers.wake(begun.turn.sessionId);
  return begun;
}

/**
 * Begins a turn with the browser that the request asks for, open. A browser that was made for a new session is deleted
 * when the session is not begun: the turn was refused, or the request repeats another one.
 */
async function withBrowser(
  deps: TurnDeps,
  conversation: OwnConversation,
  { browser: wanted, expectedVersion }: TurnRequest,
  begin: (browser?: TurnBrowser) => Promise<BegunTurn>,
): Promise<BegunTurn> {
  if (!wanted) return begin();
  const { sessionId, caller, session, browser } = conversation;
  // A turn that would be refused opens no browser.
  if (session) assertMayContinue(session, caller, expectedVersion);
  let begun: BegunTurn | undefined;
  try {
    begun = await begin(await browserForTurn(deps, conversation, wanted));
    return begun;
  } finally {
    if (!session && !browser && begun?.turn.sessionId !== sessionId) await discardBrowser(deps.pool, sessionId);
  }
}

async function settingsOf(
  deps: TurnDeps,
  { caller: { keyId }, session }: OwnConversation,
  { hostId, agent, limits = {} }: TurnRequest,
): Promise<TurnSettings> {
  const { maxSteps = MAX_STEPS, timeoutMs = TURN_MS, ...others } = limits;
  return {
    ...others,
    ...(session && hostId !== undefined && (await hostOfTurn(deps, session, hostId))),
    ...given({ keyId, agent }),
    maxSteps: Math.min(maxSteps, MAX_STEPS),
    timeoutMs,
    decisions: [],
  };
}

/**
 * Waits for the end of a turn, or until it waits for approvals.
 * @throws TIMEOUT with the ids of the turn and its session; NOT_FOUND when the session was deleted; RATE_LIMITED or UNAVAILABLE
 * for a turn that was refused before anything was asked for it.
 */
export async function awaitTurn(
  { pool, followers }: Pick<TurnDeps, 'pool' | 'followers'>,
  { id: turnId, sessionId }: Pick<Turn, 'id' | 'sessionId'>,
  isReplay: boolean,
): Promise<ChatTurn> {
  const waitMs = Math.min(WAIT_MS, (inFlight()?.deadline ?? Infinity) - Date.now() - MARGIN_MS);
  const turn = await followers.waitFor(sessionId, waitMs, async () => {
    const seen = await findTurn(pool, turnId);
    if (!seen) throw notFound('turn', { turnId });
    return isSettled(seen) ? seen : undefined;
  });
  if (!turn && followers.isStopped)
    throw unavailable('The service restarts; send the request again with its key.', { turnId });
  if (!turn)
    throw new Problem('TIMEOUT', 'The turn is still under way: send the request again with its key to wait for it.', {
      turnId,
      sessionId,
    });
  if (turn.error && isCapacityRefusal(turn.error.code) && turn.reply?.toolCalls.length === 0) throw refusalOf(turn);
  return { ...turn.reply!, ...(await traceOf(pool, turnId)), ...(isReplay && { replay: true }) };
}

function refusalOf({ id: turnId, sessionId, error }: Turn): Problem {
  const { code, message } = error!;
  const details = { turnId, sessionId };
  return code === reasons.BUDGET_EXHAUSTED
    ? new Problem('RATE_LIMITED', message, { reason: code, ...details })
    : unavailable(message, details);
}

async function traceOf(pool: Deps['pool'], turnId: string): Promise<Pick<ChatTurn, 'trace'>> {
  const parts = (await listPartsOf(pool, [turnId])).get(turnId);
  if (!parts) return {};
  const spans = (await openContents(parts)).flatMap((content) => content.spans);
  return { trace: { turnId, spanCount: spans.length, spans: spans.slice(0, SPANS) } };
}
