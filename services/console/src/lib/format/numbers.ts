/** The narrow space that does not break: between groups of digits, and between a number and its unit. */
export const NARROW = '\u202f';

const GROUPED = new Intl.NumberFormat('en', { signDisplay: 'negative' });

/** A whole number with its digits grouped from 1,000 on: `1 204`. */
export const writeCount = (count: number): string => GROUPED.format(Math.round(count)).replaceAll(',', NARROW);

/** A count with its noun: `1 trial`, `83 trials`. */
export const writeCountOf = (count: number, noun: string, plural = `${noun}s`): string =>
  `${writeCount(count)} ${count === 1 ? noun : plural}`;

/** The percent of a share of 0 to 1, without its sign: whole, with a decimal from 99 % on and below 1 %. */
export function writePercent(share: number, { exact = false } = {}): string {
  const percent = share * 100;
  const isWhole = Math.abs(percent - Math.round(percent)) < 1e-9;
  if (isWhole) return String(Math.round(percent));
  return exact || percent > 99 || percent < 1 ? percent.toFixed(1) : String(Math.round(percent));
}

/** A rate: `61 %`; an en dash where there is none, because 0 % is another statement. */
export const writeRate = (share: number | undefined, options?: { exact?: boolean }): string =>
  share === undefined ? '–' : `${writePercent(share, options)}${NARROW}%`;

/** An interval of two shares: `51–71 %`. */
export const writeInterval = ({ low, high }: { low: number; high: number }): string =>
  `${Math.round(low * 100)}–${Math.round(high * 100)}${NARROW}%`;

/** A difference in points, signed: `−19 points`. */
export const writePoints = (difference: number): string => {
  const points = Math.round(difference * 100);
  return `${signed(points)} ${Math.abs(points) === 1 ? 'point' : 'points'}`;
};

/** A number with a sign, where the minus is a minus and not a hyphen. */
export const signed = (value: number): string => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0');

/** US dollars: two decimals, four below one cent; `no price` where none is known. */
export function writeMoney(dollars: number | null | undefined): string {
  if (dollars === null || dollars === undefined) return 'no price';
  return `$${dollars.toFixed(dollars > 0 && dollars < 0.01 ? 4 : 2)}`;
}

/** Bytes in units of 1,000: `812 B`, `2.1 MB`. */
export function writeSize(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let [value, unit] = [bytes, 0];
  while (value >= 1000 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)}${NARROW}${units[unit]!}`;
}
