import type { EvalRunProgress } from '@assay/sdk';
import type { CommandContext } from '../command-context.ts';
import { LiveLine } from '../output/live-line.ts';
import { markOf, type Outcome } from '../output/marks.ts';
import { printable } from '../output/printable.ts';
import { printDuration } from '../output/print-time.ts';
import type { EventWatcher, RunningRun, RunWatcher } from './wait-for-run.ts';

/** The cells of the bar. */
const CELLS = 20;
/** The time between two looks at the clock, on a terminal and elsewhere, where a line is printed after 30 s of silence. */
const [TICK_MS, QUIET_TICK_MS] = [1_000, 10_000];

/** Shows the progress of a run on standard error, and keeps what a command tells about an interrupted wait. */
export class RunProgress implements RunWatcher {
  readonly #context: Pick<CommandContext, 'terminal' | 'isQuiet'>;
  readonly #line: LiveLine;
  readonly #also: EventWatcher | undefined;
  readonly #startedAt = performance.now();
  readonly #outcomes: Outcome[] = [];
  readonly #timer: NodeJS.Timeout;
  #latest: string | undefined;
  #run: RunningRun | undefined;

  /** `run` is the run as it was read before the wait; `also` is told every event, too. */
  constructor(
    context: Pick<CommandContext, 'terminal' | 'isQuiet'>,
    { run, also }: { run?: RunningRun; also?: EventWatcher | undefined } = {},
  ) {
    this.#context = context;
    this.#run = run;
    this.#also = also;
    this.#line = new LiveLine(context);
    const everyMs = context.terminal.isInteractive.err ? TICK_MS : QUIET_TICK_MS;
    this.#timer = setInterval(() => this.#show(), everyMs).unref();
  }

  run(run: RunningRun): void {
    this.#run = run;
    this.#also?.run(run);
    this.#show();
  }

  iteration(ended: EvalRunProgress): void {
    this.#outcomes.push(ended.result ?? 'open');
    this.#latest = ended.title ?? undefined;
    this.#also?.iteration(ended);
    this.#show();
  }

  note(text: string): void {
    this.#line.clear();
    if (!this.#context.isQuiet) this.#context.terminal.err(`${text}\n`);
  }

  /** Removes the line for good. */
  clear(): void {
    clearInterval(this.#timer);
    this.#line.clear();
  }

  /** The ended trials and all of them, as far as they are known. */
  get counts(): { done: number; total: number } | undefined {
    if (!this.#run) return undefined;
    const { total, passed, failed, excluded, skipped } = this.#run.trials;
    const ended = Math.max(passed + failed + excluded + skipped, this.#outcomes.length);
    // A trial that a judge made fail is told twice.
    return { done: Math.min(ended, total), total };
  }

  #show(): void {
    const { terminal } = this.#context;
    if (!this.#run || !this.counts) return;
    const { done, total } = this.counts;
    const failed = Math.max(this.#run.trials.failed, this.#outcomes.filter((each) => each === 'failed').length);
    const text = [
      `${done} of ${total} trials`,
      ...(failed > 0 ? [`${markOf('failed', { ...terminal, colors: { out: false, err: false } })} ${failed}`] : []),
      printDuration(performance.now() - this.#startedAt),
      ...(this.#latest === undefined || !terminal.isInteractive.err ? [] : [printable(this.#latest, terminal)]),
    ].join('   ');
    this.#line.show(text, total === 0 ? 0 : done / total, { marks: this.#bar(total), width: CELLS });
  }

  /** A mark for each twentieth of the trials: failed as soon as one of them is. */
  #bar(total: number): string {
    const { terminal } = this.#context;
    return Array.from({ length: CELLS }, (_, i) => {
      const end = Math.ceil(((i + 1) * total) / CELLS);
      const part = this.#outcomes.slice(Math.floor((i * total) / CELLS), end);
      const isDone = part.length > 0 && this.#outcomes.length >= end;
      const outcome =
        part.find((each) => each === 'failed') ??
        (isDone ? (part.find((each) => each === 'passed') ?? 'open') : 'pending');
      return markOf(outcome, terminal, 'err');
    }).join('');
  }
}
