import { NOTIFIED, WakeUp } from '@assay/kit/concurrency/wake-ups/wake-up';
import type { StoredRun } from '../../domain/journey-runs/run.ts';
import type { EventPosition } from '../../domain/journey-runs/run-events.ts';
import type { StoredSession } from '../../domain/journey-runs/session.ts';

/** A followed run is read at most this often, in milliseconds: its sessions may change every few. */
export const PACE_MS = 500;

/** Reads what followers are told. */
export interface RunSource {
  readRun(runId: string): Promise<StoredRun | undefined>;
  /** The sessions that changed after a position, up to a change of the run, in the order of their changes. */
  listChanged(runId: string, after: EventPosition, upTo: number): Promise<StoredSession[]>;
}

/** A run as of one moment: each part of it is read once for all of its followers. */
export class RunMoment {
  readonly at = Date.now();
  readonly run: Promise<StoredRun | undefined>;
  readonly #runId: string;
  readonly #source: RunSource;
  readonly #pages = new Map<string, Promise<StoredSession[]>>();

  constructor(runId: string, source: RunSource) {
    this.#runId = runId;
    this.#source = source;
    this.run = source.readRun(runId);
  }

  /** The next sessions that had changed by the moment; `run` is the run as of it. */
  changedAfter(run: StoredRun, after: EventPosition): Promise<StoredSession[]> {
    const key = `${after.change}.${after.place}`;
    let page = this.#pages.get(key);
    if (!page) this.#pages.set(key, (page = this.#source.listChanged(this.#runId, after, run.change)));
    return page;
  }
}

/** One followed run. */
class RunFeed {
  readonly wakeUp = new WakeUp(NOTIFIED);
  followers = 0;
  readonly #open: () => RunMoment;
  #moment: RunMoment | undefined;
  #due: NodeJS.Timeout | undefined;

  constructor(open: () => RunMoment) {
    this.#open = open;
  }

  get moment(): RunMoment {
    return (this.#moment ??= this.#open());
  }

  /** Another moment comes, as soon as the pace allows it. */
  wake(): void {
    this.#due ??= setTimeout(
      () => {
        this.forget(this.#moment);
        this.wakeUp.wake();
      },
      Math.max(0, (this.#moment?.at ?? 0) + PACE_MS - Date.now()),
    );
  }

  forget(moment: RunMoment | undefined): void {
    if (this.#moment === moment) this.#moment = undefined;
    clearTimeout(this.#due);
    this.#due = undefined;
  }
}

/**
 * The requests of this process that wait for news of journey runs. A change of a run is told by a notification; the run is
 * then read once for all of its followers, at the pace at most.
 */
export class RunFeeds {
  readonly #source: RunSource;
  readonly #feeds = new Map<string, RunFeed>();
  #isStopped = false;

  constructor(source: RunSource) {
    this.#source = source;
  }

  /** The run changed. */
  wake(runId: string): void {
    this.#feeds.get(runId)?.wake();
  }

  wakeAll(): void {
    for (const feed of this.#feeds.values()) feed.wake();
  }

  /** Ends every wait: the process is stopping. */
  stop(): void {
    this.#isStopped = true;
    for (const feed of this.#feeds.values()) {
      feed.forget(undefined);
      feed.wakeUp.stop();
    }
  }

  /** Looks at the moments of a run until there is something, for at most `ms`; see `WakeUp.waitFor`. */
  async follow<T>(
    runId: string,
    ms: number,
    look: (moment: RunMoment) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    if (this.#isStopped) return undefined;
    const feed = this.#feeds.get(runId) ?? new RunFeed(() => new RunMoment(runId, this.#source));
    this.#feeds.set(runId, feed);
    feed.followers++;
    try {
      return await feed.wakeUp.waitFor(ms, async () => {
        const { moment } = feed;
        try {
          return await look(moment);
        } catch (error) {
          feed.forget(moment);
          throw error;
        }
      });
    } finally {
      feed.followers--;
      // Followers come back with their next request: meanwhile the feed keeps the pace.
      if (feed.followers === 0) setTimeout(() => this.#drop(runId, feed), PACE_MS).unref();
    }
  }

  #drop(runId: string, feed: RunFeed): void {
    if (feed.followers > 0) return;
    feed.forget(undefined);
    if (this.#feeds.get(runId) === feed) this.#feeds.delete(runId);
  }
}
