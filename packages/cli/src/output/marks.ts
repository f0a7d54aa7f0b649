import type { Terminal } from '../terminal.ts';

/** The three outcomes, and what has none yet. */
export type Outcome = 'passed' | 'failed' | 'open' | 'pending';

const SHAPES: Record<Outcome, { mark: string; plain: string; color: number }> = {
  passed: { mark: '●', plain: 'ok', color: 32 },
  failed: { mark: '■', plain: 'FAIL', color: 31 },
  open: { mark: '◇', plain: 'open', color: 35 },
  pending: { mark: '◌', plain: '..', color: 2 },
};

/** The mark of an outcome: a shape, or a word where the terminal has no such characters. Colour repeats it. */
export function markOf(
  outcome: Outcome,
  terminal: Pick<Terminal, 'isUnicode' | 'colors'>,
  stream: 'out' | 'err' = 'out',
): string {
  const { mark, plain, color } = SHAPES[outcome];
  return painted(terminal.isUnicode ? mark : plain, color, terminal.colors[stream]);
}

/** Text that is less important. */
export const dim = (text: string, { colors }: Pick<Terminal, 'colors'>, stream: 'out' | 'err' = 'out'): string =>
  painted(text, 2, colors[stream]);

const painted = (text: string, code: number, isColored: boolean): string =>
  isColored ? `\u001B[${code}m${text}\u001B[0m` : text;
