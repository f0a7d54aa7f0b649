import type { ComputeBudget } from '../compute-budget.ts';

/** Cost of folding a character and comparing it, in steps. */
const STEPS_PER_CHARACTER = 6;

/** Up to this product of both lengths the engine's own search is faster. */
const MAX_PRODUCT = 1_000_000;

/**
 * Whether `text` contains `needle`. Long texts use the algorithm of Knuth, Morris and Pratt: the engine's own search
 * takes time in the product of both lengths on hostile input. @throws BudgetError
 */
export function containsValue(text: string, needle: string, caseSensitive: boolean, budget: ComputeBudget): boolean {
  budget.spend((text.length + needle.length) * STEPS_PER_CHARACTER);
  return caseSensitive ? isPartOf(text, needle) : isPartOf(text.toLowerCase(), needle.toLowerCase());
}

function isPartOf(text: string, needle: string): boolean {
  if (text.length * needle.length <= MAX_PRODUCT) return text.includes(needle);
  const borders = bordersOf(needle);
  let matched = 0;
  for (let i = 0; i < text.length && matched < needle.length; i++)
    matched = extend(needle, borders, matched, text.charCodeAt(i));
  return matched === needle.length;
}

/** For each prefix of `needle`, the length of its longest border. */
function bordersOf(needle: string): Int32Array {
  const borders = new Int32Array(needle.length + 1);
  for (let length = 2, matched = 0; length <= needle.length; length++) {
    matched = extend(needle, borders, matched, needle.charCodeAt(length - 1));
    borders[length] = matched;
  }
  return borders;
}

/** The matched length of `needle` after one more character. */
function extend(needle: string, borders: Int32Array, matched: number, next: number): number {
  let length = matched;
  while (length > 0 && needle.charCodeAt(length) !== next) length = borders[length]!;
  return needle.charCodeAt(length) === next ? length + 1 : 0;
}
