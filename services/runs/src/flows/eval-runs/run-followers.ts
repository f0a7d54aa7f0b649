import { inFlight } from '@assay/kit/requests/in-flight';
import { haveEqualStatus } from '../../domain/eval-runs/run-state.ts';

/** How often the followed runs are read for the changes that other processes made, in milliseconds. */
const TICK_MS = 500;

/** Reads the states of runs, by their ids; a run that is gone has none. */
type ReadStates = (runIds: string[]) => Promise<Map<string, number>>;

/** A follower, and the state of the run that it knows. */
interface Follower {
  known: number;
  tell(): void;
  /** Tells a change of counts alone, when the follower has waited long enough. */
  tellCounts(): void;
}

/**
 * The followers of runs in this process. Their runs are read together: in one query per tick, and when this process
 * changed one of them, however many clients wait.
 */
export class RunFollowers {
  readonly #readStates: ReadStates;
  readonly #followers = new Map<string, Set<Follower>>();
  /** Runs whose states are to be read. */
  readonly #due = new Set<string>();
  #isReading = false;
  #ticks: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(readStates: ReadStates) {
    this.#readStates = readStates;
  }

  /** This process may have changed the run. */
  wake(runId: string): void {
    if (!this.#followers.has(runId)) return;
    this.#due.add(runId);
    void this.#readDue();
  }

  /** Ends every wait: the process is stopping. */
  stop(): void {
    this.#isStopped = true;
    for (const followers of this.#followers.values()) for (const { tell } of followers) tell();
  }

  /**
   * Resolves when the state of the run is another one than `known`, after `ms`, when the client has gone, or when the
   * process stops. A change of counts alone is told after `paceMs` at the earliest.
   */
  async waitForChange(runId: string, known: number, ms: number, paceMs = 0): Promise<void> {
    const signal = inFlight()?.signal;
    if (this.#isStopped || signal?.aborted || ms <= 0) return;
    await new Promise<void>((resolve) => {
      const until = Date.now() + paceMs;
      let paced: NodeJS.Timeout | undefined;
      const tell = () => {
        clearTimeout(timer);
        clearTimeout(paced);
        signal?.removeEventListener('abort', tell);
        this.#leave(runId, follower);
        resolve();
      };
      const tellCounts = () => (paced ??= setTimeout(tell, Math.max(0, until - Date.now())));
      const follower: Follower = { known, tell, tellCounts };
      const timer = setTimeout(tell, ms);
      signal?.addEventListener('abort', tell, { once: true });
      this.#enter(runId, follower);
    });
  }

  #enter(runId: string, follower: Follower): void {
    const followers = this.#followers.get(runId) ?? new Set();
    this.#followers.set(runId, followers.add(follower));
    this.#ticks ??= setInterval(() => {
      for (const id of this.#followers.keys()) this.#due.add(id);
      void this.#readDue();
    }, TICK_MS);
  }

  #leave(runId: string, follower: Follower): void {
    const followers = this.#followers.get(runId);
    followers?.delete(follower);
    if (followers?.size === 0) this.#followers.delete(runId);
    if (this.#followers.size > 0) return;
    clearInterval(this.#ticks);
    this.#ticks = undefined;
  }

  /** Reads one batch of due runs at a time. */
  async #readDue(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    while (this.#due.size > 0) {
      const runIds = [...this.#due];
      this.#due.clear();
      // When the states cannot be read, the followers read their runs themselves and meet the error.
      const states = await this.#readStates(runIds).catch(() => undefined);
      for (const runId of runIds) this.#tellFollowersOf(runId, states?.get(runId));
    }
    this.#isReading = false;
  }

  #tellFollowersOf(runId: string, state: number | undefined): void {
    for (const { known, tell, tellCounts } of this.#followers.get(runId) ?? []) {
      if (state === known) continue;
      if (state !== undefined && haveEqualStatus(state, known)) tellCounts();
      else tell();
    }
  }
}
