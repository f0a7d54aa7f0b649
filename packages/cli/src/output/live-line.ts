import type { CommandContext } from '../command-context.ts';
import { shortenEnd } from './printable.ts';

/** The line is drawn at most ten times a second, and in CI printed after 30 s of silence, in milliseconds. */
const [DRAW_MS, SILENCE_MS] = [100, 30_000];

/** A bar before the text of a live line: painted marks, and their width in columns. */
interface ProgressBar {
  marks: string;
  width: number;
}

/**
 * The progress of a command on standard error. On a terminal it is one line that is drawn again; elsewhere a line is
 * printed when a tenth more is done, or after 30 s of silence. A quiet command has none.
 */
export class LiveLine {
  readonly #context: Pick<CommandContext, 'terminal' | 'isQuiet'>;
  #drawnAt = -SILENCE_MS;
  #tenth = 0;
  #isDrawn = false;

  constructor(context: Pick<CommandContext, 'terminal' | 'isQuiet'>) {
    this.#context = context;
  }

  /** Shows the text; `share` is the part that is done, from 0 to 1. A terminal also shows `bar`, marks of one column each. */
  show(text: string, share: number, bar?: ProgressBar): void {
    const { terminal, isQuiet } = this.#context;
    if (isQuiet) return;
    const now = performance.now();
    if (terminal.isInteractive.err) {
      if (now - this.#drawnAt < DRAW_MS) return;
      const head = bar && terminal.isUnicode ? `  ${bar.marks}  ` : '';
      const room = (terminal.columns ?? 80) - 1 - (head === '' ? 0 : bar!.width + 4);
      terminal.err(`\r\u001B[K${head}${shortenEnd(text, room)}`);
      this.#isDrawn = true;
    } else {
      const tenth = Math.floor(share * 10);
      if (tenth === this.#tenth && now - this.#drawnAt < SILENCE_MS) return;
      this.#tenth = tenth;
      terminal.err(`${text}\n`);
    }
    this.#drawnAt = now;
  }

  /** Removes the line, so that other text can be printed. */
  clear(): void {
    if (!this.#isDrawn) return;
    this.#context.terminal.err('\r\u001B[K');
    this.#isDrawn = false;
    this.#drawnAt = -SILENCE_MS;
  }
}
