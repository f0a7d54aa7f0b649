/** The space before a unit: narrow, and never at a line's end, as in the API's sentences. */
const NARROW = '\u202f';

/** A fraction in whole percent, `61 %`; with a decimal from 99 % on and below 1 %. */
export function printRate(fraction: number): string {
  const percent = fraction * 100;
  const isFine = (percent > 0 && percent < 1) || (percent >= 99 && percent < 100);
  return `${percent.toFixed(isFine ? 1 : 0)}${NARROW}%`;
}

/** An interval of fractions in whole percent: `51–71 %`. */
export const printInterval = ({ lower, upper }: { lower: number; upper: number }): string =>
  `${Math.round(lower * 100)}–${Math.round(upper * 100)}${NARROW}%`;
