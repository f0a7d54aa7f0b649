/** The space between a number and its unit, and between groups of digits: narrow, and never at a line's end. */
const NARROW = '\u202f';
/** Rates from here on, and those below 1 %, are told with a decimal. */
const FINE_PERCENT = 99;
/** A rate that is told beside a line has at most this many decimals. */
const MAX_DECIMALS = 4;

const GROUPED = new Intl.NumberFormat('en-US');

/** A whole number with its digits in groups of three: `1 204`. */
export const countText = (count: number): string => GROUPED.format(count).replaceAll(',', NARROW);

/**
 * A fraction in percent without its unit: whole, or with a decimal near both ends. Beside a `line`, a fraction too, it
 * has as many decimals as tell it from the line.
 */
function percentDigits(fraction: number, line?: number): string {
  const percent = fraction * 100;
  const isFine = (percent > 0 && percent < 1) || (percent >= FINE_PERCENT && percent < 100);
  for (let decimals = isFine ? 1 : 0; decimals < MAX_DECIMALS; decimals++) {
    const digits = Number(percent.toFixed(decimals));
    const isTold = (digits > 0 || percent === 0) && (digits < 100 || percent >= 100);
    const isApart = line === undefined || fraction === line || digits !== Number((line * 100).toFixed(MAX_DECIMALS));
    if (isTold && isApart) return digits.toFixed(decimals);
  }
  return String(Number(percent.toFixed(MAX_DECIMALS)));
}

/** A fraction in percent: `61 %`, and `99.4 %` near both ends; beside a line, never the line unless it is there. */
export const rateText = (fraction: number, line?: number): string => `${percentDigits(fraction, line)}${NARROW}%`;

/** The line of a rate, from percent, with the decimals that it was set with: `90 %`, `99.95 %`. */
export const lineText = (percent: number): string => `${percent}${NARROW}%`;

/** An interval of fractions in whole percent, `51–71 %`; a bound has the decimals that keep it on its side of a line. */
export const intervalText = ({ lower, upper }: { lower: number; upper: number }, line?: number): string =>
  `${boundDigits(lower, line)}–${boundDigits(upper, line)}${NARROW}%`;

function boundDigits(fraction: number, line: number | undefined): string {
  if (line === undefined) return String(Math.round(fraction * 100));
  const side = Math.sign(fraction - line);
  for (let decimals = 0; decimals < MAX_DECIMALS; decimals++) {
    const digits = (fraction * 100).toFixed(decimals);
    if (Math.sign(Number(digits) - Number((line * 100).toFixed(MAX_DECIMALS))) === side) return digits;
  }
  return (fraction * 100).toFixed(MAX_DECIMALS);
}
