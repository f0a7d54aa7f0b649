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

/** The line of a rate, from a fraction, as `lineText` of its percent. */
export const fractionLineText = (fraction: number): string => lineText(Number((fraction * 100).toFixed(MAX_DECIMALS)));

/** An interval of fractions in whole percent, `51–71 %`; a bound has the decimals that keep it on its side of a line. */
export const intervalText = ({ lower, upper }: { lower: number; upper: number }, line?: number): string =>
  `${digitsOf(lower * 100, line && line * 100)}–${digitsOf(upper * 100, line && line * 100)}${NARROW}%`;

/** A number without decimals; beside a line with the decimals that keep it on its side of the line. */
function digitsOf(value: number, line: number | undefined): string {
  if (line === undefined) return String(Math.round(value));
  const side = Math.sign(value - line);
  for (let decimals = 0; decimals < MAX_DECIMALS; decimals++) {
    const digits = value.toFixed(decimals);
    if (Math.sign(Number(digits) - Number(line.toFixed(MAX_DECIMALS))) === side) return digits;
  }
  return value.toFixed(MAX_DECIMALS);
}

/** A number as `digitsOf` writes it, with its digits in groups and a real minus. */
function amountText(value: number, line?: number): string {
  const digits = digitsOf(value, line);
  const [whole = '', decimals] = digits.replace('-', '').split('.');
  const grouped = `${countText(Number(whole))}${decimals === undefined ? '' : `.${decimals}`}`;
  return Number(digits) < 0 ? `−${grouped}` : grouped;
}

/** A duration in whole milliseconds: `2 000 ms`. */
export const msText = (ms: number, line?: number): string => `${amountText(ms, line)}${NARROW}ms`;

/** A price in US dollars, to a millionth: `$0.0123`. */
export const usdText = (usd: number): string => `$${Number(usd.toFixed(6))}`;

/** A difference of two fractions in percentage points: `−29 points`. */
export const pointsText = (difference: number, line?: number): string =>
  `${amountText(difference * 100, line && line * 100)}${NARROW}points`;

/** An interval of such differences, each bound on its side of no difference: `−40 to −17`. */
export const pointsIntervalText = ({ lower, upper }: { lower: number; upper: number }): string =>
  `${amountText(lower * 100, 0)} to ${amountText(upper * 100, 0)}`;

/** `1 trial`, `83 trials`. */
export const trialsText = (count: number): string => `${countText(count)} ${count === 1 ? 'trial' : 'trials'}`;

/** `1 case`, `20 cases`. */
export const casesText = (count: number): string => `${countText(count)} ${count === 1 ? 'case' : 'cases'}`;
