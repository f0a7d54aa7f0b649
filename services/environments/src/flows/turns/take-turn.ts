import type { WantedBrowser } from '@assay/contract/areas/browsers/policy';
import type { ChatTurn } from '@assay/contract/areas/chat-sessions/turn';
import { notFound, Problem, reasons, unavailable } from '@assay/contract/problem';
import { newId } from '@assay/kit/id';
import { assertSameRequest, requestHash as hashOf } from '@assay/kit/requests/idempotency';
import { inFlight } from '@assay/kit/requests/in-flight';
import { openChunks } from '@assay/transcripts/opened-parts';
import { discardBrowser } from '../../actions/browsers/remove-browsers.ts';
import { beginTurn, type TurnToBegin } from '../../actions/turns/begin-turn.ts';
import type { Deps } from '../../deps.ts';
import type { BrowserPlace } from '../../domain/browsers/stored-browser.ts';
import { assertMayContinue, type NewSession, type TurnCaller } from '../../domain/chat-sessions/chat-session.ts';
import {
  isCapacityRefusal,
  isSettled,
  MAX_STEPS,
  TURN_MS,
  type Turn,
  type TurnBrowser,
  type TurnSettings,
} from '../../domain/turns/turn.ts';
import { findBrowser } from '../../store/browsers/browsers.ts';
import { findSession } from '../../store/chat-sessions/chat-sessions.ts';
import { listPartsOf } from '../../store/turns/turn-parts.ts';
import { findTurn, findTurnByKey } from '../../store/turns/turns.ts';
import { browserForTurn } from '../browsers/turn-browser.ts';
import { approvalOf, hostOfTurn } from './pin-session.ts';

/** The wait ends this long before the deadline of the request, so that its sender receives a reason, in milliseconds. */
const MARGIN_MS = 500;
/** The longest wait of a request without a deadline, in milliseconds. */
const WAIT_MS = 120_000;
/** The largest number of spans in an answer. */
const SPANS = 200;

/** A request for a turn. */
export interface TurnRequest extends Pick<TurnToBegin, 'expectedVersion' | 'admit'> {
  idempotencyKey: string;
  /** Everything that tells the request from another one with its key. */
  body: unknown;
  message: string;
  /** The id of a session that goes on, or what makes a new session of an id. */
  session: string | ((id: string) => Promise<NewSession>);
  /** Another client for this turn, by its id or name. */
  hostId?: string | undefined;
  /** The rights of an agent turn over the platform's own tools. */
  agent?: TurnSettings['agent'];
  /** The browser of the session, for this turn. */
  browser?: WantedBrowser | undefined;
  limits?: Partial<Pick<TurnSettings, 'allowedServerIds' | 'allowedTools' | 'maxSteps' | 'maxToolCalls' | 'timeoutMs'>>;
}

type TurnDeps = Pick<Deps, 'pool' | 'catalog' | 'wakeUp' | 'followers' | 'browserRunners'>;

/**
 * Takes a turn and waits for its end. A repeated request waits for the turn of the first one, and is answered it with
 * `replay`; a request that stops waiting leaves the turn under way.
 * @throws the Problem that refuses the turn; TIMEOUT with the turn's id when it goes on for longer than the request waits.
 */
export async function takeTurn(deps: TurnDeps, caller: TurnCaller, request: TurnRequest): Promise<ChatTurn> {
  const { turn, replayed } = await startTurn(deps, caller, request);
  return awaitTurn(deps, turn, replayed);
}

/** Begins a turn as `takeTurn` does, without waiting for its end. */
export async function startTurn(
  deps: TurnDeps,
  caller: TurnCaller,
  request: TurnRequest,
): Promise<{ turn: Turn; replayed: boolean }> {
  const requestHash = hashOf([caller.projectId, request.body]);
  const earlier = await findTurnByKey(deps.pool, caller.id, request.idempotencyKey);
  if (earlier) {
    assertSameRequest(earlier, { requestHash }, { turnId: earlier.id, sessionId: earlier.sessionId });
    return { turn: earlier, replayed: true };
  }
  const session = typeof request.session === 'string' ? request.session : await request.session(newId('chat'));
  const settings = await settingsOf(deps, caller, request);
  const begun = await withBrowser(deps, caller, request, session, (browser) =>
    beginTurn(deps.pool, {
      caller,
      idempotencyKey: request.idempotencyKey,
      requestHash,
      session,
      expectedVersion: request.expectedVersion,
      message: request.message,
      settings: { ...settings, ...(browser && { browser }) },
      admit: request.admit,
    }),
  );
  deps.wakeUp.wake();
  deps.followers.wake(begun.turn.sessionId);
  return begun;
}

type BegunTurn = Awaited<ReturnType<typeof beginTurn>>;

/**
 * Begins a turn with the browser that the request asks for, open. A browser that was made for a session which is not
 * begun, as the turn was refused or is another one's repetition, goes again.
 */
async function withBrowser(
  deps: TurnDeps,
  caller: TurnCaller,
  { browser: wanted, expectedVersion }: TurnRequest,
  session: string | NewSession,
  begin: (browser?: TurnBrowser) => Promise<BegunTurn>,
): Promise<BegunTurn> {
  if (!wanted) return begin();
  const place = await browserPlace(deps, caller, session, expectedVersion);
  const isMade = typeof session !== 'string' && !(await findBrowser(deps.pool, session.id));
  let begun: BegunTurn | undefined;
  try {
    begun = await begin(await browserForTurn(deps, place, wanted));
    return begun;
  } finally {
    if (isMade && begun?.turn.sessionId !== place.sessionId) await discardBrowser(deps.pool, place.sessionId);
  }
}

async function browserPlace(
  { pool }: TurnDeps,
  caller: TurnCaller,
  target: string | NewSession,
  expectedVersion: number | undefined,
): Promise<BrowserPlace> {
  const { organizationId, projectId, id: ownerId } = caller;
  const place = { organizationId, projectId, ownerId };
  if (typeof target !== 'string') {
    const { id: sessionId, settings, runnerLabels } = target;
    return { ...place, sessionId, toolMode: settings.toolMode, runnerLabels };
  }
  const session = await findSession(pool, target);
  if (!session) throw notFound('chat session');
  // A turn that would be refused opens no browser.
  assertMayContinue(session, caller, expectedVersion);
  const { settings, runnerLabels } = session;
  return { ...place, sessionId: target, toolMode: settings.toolMode, runnerLabels };
}

async function settingsOf(
  deps: TurnDeps,
  { projectId, keyId }: TurnCaller,
  { session, hostId, agent, limits = {} }: TurnRequest,
): Promise<TurnSettings> {
  const { maxSteps = MAX_STEPS, timeoutMs = TURN_MS, ...others } = limits;
  return {
    ...others,
    ...(hostId !== undefined && typeof session === 'string' && (await anotherHost(deps, projectId, session, hostId))),
    ...(keyId !== undefined && { keyId }),
    ...(agent && { agent }),
    maxSteps: Math.min(maxSteps, MAX_STEPS),
    timeoutMs,
    decisions: [],
  };
}

async function anotherHost(
  deps: TurnDeps,
  projectId: string,
  sessionId: string,
  hostId: string,
): Promise<Pick<TurnSettings, 'hostId' | 'clientConfig' | 'approval'>> {
  const [host, session] = await Promise.all([hostOfTurn(deps, projectId, hostId), findSession(deps.pool, sessionId)]);
  if (!session) throw notFound('chat session');
  return { ...host, approval: approvalOf(session.settings.toolMode, host.clientConfig) };
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
  const spans = (await openChunks(parts)).flatMap((chunk) => chunk.spans);
  return { trace: { turnId, spanCount: spans.length, spans: spans.slice(0, SPANS) } };
}
