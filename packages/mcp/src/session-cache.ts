import { hash } from 'node:crypto';
import type { Cause } from '@assay/contract/areas/diagnosis/cause';
import { Problem } from '@assay/contract/problem';
import type { ConnectOptions } from './connect.ts';
import type { McpSession } from './session.ts';
import type { SessionRelay } from './session-relay.ts';
import type { ServerTarget } from './target.ts';

/** The caller that may use a cached session again. */
export interface SessionOwner {
  organizationId: string;
  /** The principal and its rights: sessions are not shared between callers. */
  caller: string;
  /** A fingerprint of the saved server with its credentials. Sessions of another revision are closed. */
  revision: string;
}

export interface SessionQuestion<T> {
  owner: SessionOwner;
  target: ServerTarget;
  options: ConnectOptions;
  /** The question changes nothing on the server, so any failure of a cached session is followed by a second try. */
  isSafe: boolean;
  /** Asks. `isReused`: an earlier question opened the session. */
  work(session: McpSession, isReused: boolean): Promise<T>;
}

/** Limits on idle sessions. */
export interface SessionCacheLimits {
  /** How long a session stays idle, in milliseconds. */
  idleMs: number;
  /** Until when a session is used again, in milliseconds since its handshake: a server may offer more by then. */
  ageMs: number;
  ofServer: number;
  ofOrganization: number;
  inAll: number;
}

const LIMITS: SessionCacheLimits = {
  idleMs: 45_000,
  ageMs: 5 * 60_000,
  ofServer: 16,
  ofOrganization: 64,
  inAll: 256,
};

/** The questions that may share a session, one after the other. */
interface SessionPlace {
  serverId: string;
  organizationId: string;
  revision: string;
  key: string;
}

interface CachedSession extends SessionPlace {
  session: McpSession;
  relay: SessionRelay;
  openedAt: number;
  timer?: NodeJS.Timeout;
}

/**
 * Idle MCP sessions of this process, for the next question of the same caller to the same server. A session serves one
 * question at a time, and is closed after a question that failed. Sessions of the older HTTP+SSE transport, which holds
 * a stream open, and of commands, which hold memory, are not kept.
 */
export class SessionCache {
  readonly #limits: SessionCacheLimits;
  /** In the order of their last use. */
  #idle: CachedSession[] = [];
  /** The questions in progress whose sessions may be kept. */
  readonly #keeping = new Set<SessionQuestion<unknown>>();
  #isStopped = false;

  constructor(limits: Partial<SessionCacheLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /**
   * Asks in an idle session, or in a new one if there is none. If the server no longer knows an idle session, it has
   * not begun with the question, which is asked once more in a new session.
   */
  async ask<T>(question: SessionQuestion<T>): Promise<T> {
    this.#keeping.add(question);
    try {
      return await this.#answer(question);
    } finally {
      this.#keeping.delete(question);
    }
  }

  /** Closes the idle sessions of a server, and those of questions in progress after their question. */
  forget(serverId: string): void {
    for (const each of this.#keeping) if (each.target.serverId === serverId) this.#keeping.delete(each);
    for (const each of this.#idle.filter((one) => one.serverId === serverId)) void this.#close(each);
  }

  /** Closes all idle sessions; from now on none is kept. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#idle.map((each) => this.#close(each)));
  }

  async #answer<T>(question: SessionQuestion<T>): Promise<T> {
    const place = await placeOf(question);
    const idle = this.#take(place);
    if (idle) {
      try {
        return await this.#serve(idle, question, true);
      } catch (error) {
        if (question.options.signal?.aborted || !mayAskAgain(error, question, idle.session)) throw error;
      }
    }
    return this.#serve(await openSession(place, question), question, false);
  }

  #take({ serverId, revision, key }: SessionPlace): CachedSession | undefined {
    for (const each of this.#idle.filter((one) => one.serverId === serverId && one.revision !== revision))
      void this.#close(each);
    const found = this.#idle.findLast((each) => each.key === key);
    if (found) this.#remove(found);
    return found;
  }

  async #serve<T>(cached: CachedSession, question: SessionQuestion<T>, isReused: boolean): Promise<T> {
    const { session, relay } = cached;
    relay.begin({ target: question.target, ...question.options });
    try {
      const result = await question.work(session, isReused);
      relay.end();
      if (this.#keeping.has(question)) this.#keep(cached);
      else void session.close();
      return result;
    } catch (error) {
      // Closing never fails, and is not waited for.
      void session.close();
      throw error;
    }
  }

  #keep(cached: CachedSession): void {
    const { idleMs, ageMs, ofServer, ofOrganization, inAll } = this.#limits;
    const isOld = performance.now() - cached.openedAt > ageMs;
    if (this.#isStopped || isOld || cached.session.info.transport !== 'streamable-http') {
      void cached.session.close();
      return;
    }
    this.#idle.push(cached);
    cached.timer = setTimeout(() => void this.#close(cached), idleMs).unref();
    this.#evict(ofServer, ({ serverId }) => serverId === cached.serverId);
    this.#evict(ofOrganization, ({ organizationId }) => organizationId === cached.organizationId);
    this.#evict(inAll, () => true);
  }

  /** Closes the session that was idle for longest while there are more than `most`. */
  #evict(most: number, counts: (cached: CachedSession) => boolean): void {
    const counted = this.#idle.filter(counts);
    if (counted.length > most) void this.#close(counted[0]!);
  }

  #remove(cached: CachedSession): void {
    clearTimeout(cached.timer);
    this.#idle = this.#idle.filter((each) => each !== cached);
  }

  #close(cached: CachedSession): Promise<void> {
    this.#remove(cached);
    return cached.session.close();
  }
}

/** @throws the Problem that keeps the target from having a token. */
async function placeOf<T>({ owner, target, options }: SessionQuestion<T>): Promise<SessionPlace> {
  const { organizationId, caller } = owner;
  const { serverId, tokens } = target;
  const token = await tokens?.token().catch(async (error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    const { explainedProblem } = await import('./diagnosis/diagnosis.ts');
    throw explainedProblem(error);
  });
  const revision = hash('sha256', JSON.stringify([owner.revision, token]));
  const features = [options.answers, options.onLog, options.onWire].map((feature) => feature !== undefined);
  return {
    serverId,
    organizationId,
    revision,
    key: JSON.stringify([serverId, revision, organizationId, caller, features]),
  };
}

/** The official client is loaded for the first session: it takes 12 MB of memory that an idle process does without. */
async function openSession<T>(place: SessionPlace, { target, options }: SessionQuestion<T>): Promise<CachedSession> {
  // The relay adds the trace context to each request: a session outlives the trace of its first question.
  const { traceparent: _ofQuestion, ...common } = options;
  const [{ connectSession }, { SessionRelay: Relay }] = await Promise.all([
    import('./connect.ts'),
    import('./session-relay.ts'),
  ]);
  const relay = new Relay({ target, ...options });
  const session = await connectSession(relay.target, { ...common, ...relay.options });
  return {
    ...place,
    session,
    relay,
    openedAt: performance.now(),
  };
}

/** Whether a question that failed in an idle session has changed nothing on the server, and may fare better in a new one. */
function mayAskAgain(
  error: unknown,
  { isSafe }: Pick<SessionQuestion<unknown>, 'isSafe'>,
  { hasId }: McpSession,
): boolean {
  if (!(error instanceof Problem)) return false;
  const { cause, method } = error.details ?? {};
  // A task began before the request about it.
  const isLost = hasId && cause === ('session_lost' satisfies Cause) && !String(method).startsWith('tasks/');
  return isLost || (isSafe && error.code !== 'TIMEOUT' && error.code !== 'RATE_LIMITED');
}
