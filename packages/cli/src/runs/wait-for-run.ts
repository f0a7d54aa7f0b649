import { setTimeout as pause } from 'node:timers/promises';
import { Problem, type EvalRun, type EvalRunProgress } from '@assay/sdk';
import { CommandFailure } from '../command-failure.ts';
import type { CommandContext } from '../command-context.ts';
import { exitCodes } from '../exit-codes.ts';
import { isOutage } from '../platform/explain-failure.ts';
import type { ProjectPlatform } from '../platform/open-platform.ts';

/** The run as it is read while it goes on: without its cases, of which there may be thousands. */
export type RunningRun = Pick<
  EvalRun,
  'id' | 'runNumber' | 'suiteName' | 'status' | 'sentence' | 'because' | 'trials' | 'startedAt'
>;

/** Is told what happens to a run. */
export interface EventWatcher {
  run(run: RunningRun): void;
  iteration(ended: EvalRunProgress): void;
}

/** Is told what happens during a wait. */
export interface RunWatcher extends EventWatcher {
  /** A remark about the wait itself, in one line. */
  note(text: string): void;
}

const FIELDS = 'id,runNumber,suiteName,status,sentence,because,trials,startedAt';
const OVER = new Set<EvalRun['status']>(['completed', 'failed', 'cancelled', 'timed_out']);

/** The first event comes at once; a proxy that keeps it back this long, in milliseconds, carries no stream. */
const FIRST_EVENT_MS = 10_000;
/** A stream that is refused so often in a row, while questions are answered, is given up. */
const STREAM_FAILURES = 3;
/** How many seconds an answer to a question may wait, and the time between two questions where it did not, in milliseconds. */
const [WAIT_S, INTERVAL_MS] = [20, 2_000];
/** The pause after a failure, which each further one doubles, the longest, and how long failures and a `Retry-After` may last, in milliseconds. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS, OUTAGE_MS] = [500, 10_000, 600_000];

/**
 * Waits for the end of a run and returns it. It follows the events of the run, and asks again and again where a proxy
 * carries no events. A platform that is away or asks for a pause is waited for, and so is a new login.
 *
 * @throws what ended the wait: the reason of Ctrl-C, a refusal, or an outage of more than ten minutes.
 */
export async function waitForRun(
  context: Pick<CommandContext, 'interrupted' | 'env'>,
  platform: ProjectPlatform,
  runId: string,
  watcher: RunWatcher,
): Promise<EvalRun> {
  const { interrupted } = context;
  const target = { projectId: await platform.projectId(), runId };
  const backOff = new BackOff(context, platform.url, watcher);
  const stream: FollowedStream = { isUsable: true, lastEventId: undefined, failures: 0 };
  const waiting = { watcher, backOff, interrupted };
  for (;;) {
    try {
      // A stream that goes on tells nothing until something happens, so a question finds the platform again.
      const isOver = backOff.isTried && (await ask(platform, target, waiting));
      if (!isOver && stream.isUsable) await follow(platform, target, { ...waiting, stream });
      else if (!isOver) await poll(platform, target, waiting);
      return await platform.assay.getEvalRun(target);
    } catch (error) {
      if (interrupted.aborted) throw error;
      const waitMs = backOff.pauseAfter(error);
      if (waitMs === undefined && !stream.isUsable) throw error;
      if (waitMs === undefined || stream.failures >= STREAM_FAILURES) stream.isUsable = false;
      if (waitMs !== undefined) await pause(waitMs, undefined, { signal: interrupted });
    }
  }
}

interface FollowedStream {
  isUsable: boolean;
  lastEventId: string | undefined;
  /** How often in a row it was opened without an event. */
  failures: number;
}

interface Waiting {
  watcher: RunWatcher;
  backOff: BackOff;
  interrupted: AbortSignal;
}

type RunTarget = { projectId: string; runId: string };

/** Follows the events of a run to its end. */
async function follow(
  { assay }: ProjectPlatform,
  target: RunTarget,
  { stream, watcher, backOff, interrupted }: Waiting & { stream: FollowedStream },
): Promise<void> {
  const { lastEventId } = stream;
  stream.failures++;
  const silence = new AbortController();
  const timer =
    lastEventId === undefined ? setTimeout(() => silence.abort(new Error('no event came')), FIRST_EVENT_MS) : undefined;
  try {
    const signal = AbortSignal.any([silence.signal, interrupted]);
    for await (const event of assay.streamEvalRunEvents(target, { signal, retries: 1, lastEventId })) {
      clearTimeout(timer);
      backOff.restore();
      stream.lastEventId = event.id;
      stream.failures = 0;
      if (event.type === 'run') watcher.run(event.data);
      if (event.type === 'iteration') watcher.iteration(event.data);
      if (event.type === 'end') return;
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Asks for a run until it is over; the platform answers when it changes. */
async function poll(platform: ProjectPlatform, target: RunTarget, waiting: Waiting): Promise<void> {
  for (;;) {
    const askedAt = performance.now();
    if (await ask(platform, target, waiting, WAIT_S)) return;
    const left = INTERVAL_MS - (performance.now() - askedAt);
    if (left > 0) await pause(left, undefined, { signal: waiting.interrupted });
  }
}

/** Reads a run, and says whether it is over. */
async function ask(
  { assay }: ProjectPlatform,
  target: RunTarget,
  { watcher, backOff }: Waiting,
  waitS?: number,
): Promise<boolean> {
  const run = await assay.getEvalRun(target, { fields: FIELDS }, { preferredWait: waitS, retries: 0 });
  backOff.restore();
  watcher.run(run);
  return OVER.has(run.status);
}

/** Decides whether a failed wait is repeated, and tells the person once why it pauses. */
class BackOff {
  readonly #context: Pick<CommandContext, 'env'>;
  readonly #url: string;
  readonly #watcher: RunWatcher;
  #failedSince: number | undefined;
  #failures = 0;
  #told: string | undefined;

  constructor(context: Pick<CommandContext, 'env'>, url: string, watcher: RunWatcher) {
    this.#context = context;
    this.#url = url;
    this.#watcher = watcher;
  }

  /** Whether the last attempt failed. */
  get isTried(): boolean {
    return this.#failedSince !== undefined;
  }

  /** The platform answered. */
  restore(): void {
    if (this.#told !== undefined) this.#watcher.note('The wait goes on.');
    this.#failedSince = undefined;
    this.#failures = 0;
    this.#told = undefined;
  }

  /** How long to wait before the next attempt, in milliseconds; undefined when none would succeed. */
  pauseAfter(error: unknown): number | undefined {
    const told = this.#reasonOf(error);
    const now = performance.now();
    this.#failedSince ??= now;
    if (told === undefined || now - this.#failedSince > OUTAGE_MS) return undefined;
    if (told !== this.#told) this.#watcher.note(told);
    this.#told = told;
    const retryAfter = error instanceof Problem ? error.retryAfter : undefined;
    if (retryAfter !== undefined) return retryAfter * 1_000 > OUTAGE_MS ? undefined : retryAfter * 1_000;
    return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#failures++);
  }

  #reasonOf(error: unknown): string | undefined {
    if (isSignInMissing(error))
      // A key of the environment stays the same as long as this process lives.
      return (this.#context.env.ASSAY_API_KEY ?? '') === ''
        ? `The login ended; the run continues. Sign in again, and the wait goes on:  assay login --url ${this.#url}`
        : undefined;
    if (error instanceof Problem && error.status === 429) return 'The platform asks for fewer requests; waiting.';
    return isOutage(error) ? `${this.#url} does not answer; still waiting.` : undefined;
  }
}

const isSignInMissing = (error: unknown): boolean =>
  (error instanceof Problem && error.status === 401) ||
  (error instanceof CommandFailure && error.exitCode === exitCodes.refused);
