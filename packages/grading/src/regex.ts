import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';
import { ComputeBudget } from './compute-budget.ts';

/** A pattern that is not usable; the message tells its author why. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

/** A compiled pattern. */
export interface CompiledPattern {
  /** Whether an unbounded repetition contains another one, as in `(a+)+`. */
  nested: boolean;
  /** Cost of matching one character of a text, in steps: it is proportional to the size of the pattern. */
  stepsPerCharacter: number;
  /** Whether the pattern is in the text, for a caller that has paid for it. */
  isIn(text: string): boolean;
  /** Pays for the text, and then matches it. @throws BudgetError */
  test(text: string, budget: ComputeBudget): boolean;
}

const MAX_CHARACTERS = 10_000;
const MAX_INSTRUCTIONS = 50_000;
/** Cost of compiling the slowest patterns, and of matching them, in steps. */
const STEPS_PER_CHARACTER = 5_000;
const STEPS_PER_INSTRUCTION = 1_000;
const STEPS_PER_TRY = 25;

const compile = (source: string): CompiledPattern | PatternError => {
  try {
    const pattern = RE2JS.compile(RE2JS.translateRegExp(source));
    const stepsPerCharacter = pattern.programSize() * STEPS_PER_TRY;
    return {
      nested: shapeOf(source).nested,
      stepsPerCharacter,
      isIn: (text) => pattern.test(text),
      test: (text, budget) => {
        budget.spend(stepsPerCharacter * text.length);
        return pattern.test(text);
      },
    };
  } catch (error) {
    return new PatternError(`the pattern is not a valid regular expression (${(error as Error).message})`);
  }
};
const compiled = new LRUCache<string, CompiledPattern | PatternError>({ max: 200, memoMethod: compile });

/**
 * A pattern in JavaScript's syntax, run by an engine that never backtracks. Look-around and back-references, which need
 * backtracking, are not available.
 * @throws PatternError, or BudgetError when compiling it costs more than is left.
 */
export function patternOf(source: string, budget = new ComputeBudget()): CompiledPattern {
  budget.spendOnce(source, compileSteps(source));
  const pattern = compiled.memo(source);
  if (pattern instanceof PatternError) throw pattern;
  return pattern;
}

/** Cost of compiling a pattern, in steps. @throws PatternError for one that is too large. */
export function compileSteps(source: string): number {
  const { instructions } = source.length > MAX_CHARACTERS ? { instructions: Infinity } : shapeOf(source);
  if (instructions > MAX_INSTRUCTIONS) throw new PatternError('the pattern is too large');
  return source.length * STEPS_PER_CHARACTER + instructions * STEPS_PER_INSTRUCTION;
}

/** A quantified part: its number of instructions, and whether it contains an unbounded repetition. */
interface Part {
  instructions: number;
  unbounded: boolean;
}

/** The number of instructions of a pattern, and whether an unbounded repetition contains another one. */
function shapeOf(source: string): { instructions: number; nested: boolean } {
  const groups: Part[] = [{ instructions: 0, unbounded: false }];
  let part: Part = { instructions: 0, unbounded: false };
  let nested = false;
  for (let i = 0; i < source.length; i++) {
    const open = groups.at(-1)!;
    const [quantifier, least = '1', most = least] =
      /^(?:[*+]|\{(\d+)(?:,(\d*))?\})/.exec(source.slice(i, i + 24)) ?? [];
    if (quantifier !== undefined) {
      const unbounded = !quantifier.startsWith('{') || most === '';
      nested ||= unbounded && part.unbounded;
      open.unbounded ||= unbounded;
      const times = Math.max(Number(least), Number(most), 1);
      open.instructions += part.instructions * (times - 1);
      part = { ...part, instructions: part.instructions * times };
      i += quantifier.length - 1;
      continue;
    }
    part = { instructions: 1, unbounded: false };
    if (source[i] === '(') {
      groups.push({ ...part });
      continue;
    }
    if (source[i] === ')' && groups.length > 1) {
      part = groups.pop()!;
      groups.at(-1)!.unbounded ||= part.unbounded;
    } else if (source[i] === '\\') i++;
    else if (source[i] === '[') i = endOfClass(source, i);
    groups.at(-1)!.instructions += part.instructions;
  }
  return { instructions: groups.reduce((sum, { instructions }) => sum + instructions, 0), nested };
}

function endOfClass(source: string, start: number): number {
  let i = start + 1;
  if (source[i] === '^') i++;
  while (i < source.length && source[i] !== ']') i += source[i] === '\\' ? 2 : 1;
  return i;
}
