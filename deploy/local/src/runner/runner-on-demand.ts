import { activity } from '@assay/kit/concurrency/activity';
import { pause } from '@assay/kit/concurrency/back-off';
import type { LocalRunner } from '@assay/work/service/local-runner';

/** A runner beside the services. */
export interface RunningRunner {
  stop(): Promise<void>;
}

/** A runner ends when the process was quiet for this long, in milliseconds: longer than a person pauses between two launches. */
const UNUSED_MS = 5 * 60_000;
const LOOK_MS = 30_000;

/** Starts a runner when it is needed, and ends it when the process was quiet for long, which returns its memory. */
export class RunnerOnDemand implements LocalRunner {
  readonly labels: Promise<string[]>;
  readonly #ready = Promise.withResolvers<string[]>();
  #start: (() => RunningRunner) | undefined;
  #deafen: (() => void) | undefined;
  readonly #stopping = new AbortController();
  readonly #isUnused: () => boolean;
  readonly #lookMs: number;
  #running: Promise<void> | undefined;

  /** `isUnused` is asked every `lookMs` whether a running runner can end. */
  constructor(isUnused = () => activity.isQuiet(UNUSED_MS), lookMs = LOOK_MS) {
    this.labels = this.#ready.promise;
    this.#isUnused = isUnused;
    this.#lookMs = lookMs;
  }

  /**
   * Tells the runner's labels and how it is started, once the services that it works for are there. It also starts with the
   * first write of a client, so that it is there when work follows.
   */
  offer(labels: string[], start: () => RunningRunner): void {
    this.#start = start;
    this.#deafen = activity.onWrite(() => void this.run());
    this.#ready.resolve(labels);
  }

  run(): Promise<void> {
    this.#running ??= this.#untilUnused().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Ends the runner, and starts none any more. */
  async stop(): Promise<void> {
    this.#deafen?.();
    this.#stopping.abort();
    await this.#running;
  }

  async #untilUnused(): Promise<void> {
    const { signal } = this.#stopping;
    const runner = signal.aborted ? undefined : this.#start?.();
    if (!runner) return;
    do await pause(this.#lookMs, signal);
    while (!signal.aborted && !this.#isUnused());
    await runner.stop();
  }
}
