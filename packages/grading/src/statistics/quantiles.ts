/** The quantile `p` of the standard normal distribution, to nine digits (Acklam 2003). */
export function normalQuantile(p: number): number {
  if (p < TAIL) return tail(Math.sqrt(-2 * Math.log(p)));
  if (p > 1 - TAIL) return -tail(Math.sqrt(-2 * Math.log(1 - p)));
  const q = p - 0.5;
  return (q * horner(CENTRE, q * q)) / horner(CENTRE_BELOW, q * q);
}

const TAIL = 0.02425;
const CENTRE = [
  -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716, 2.506628277459239,
];
const CENTRE_BELOW = [
  -54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1,
];
const OUTER = [
  -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
];
const OUTER_BELOW = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1];

const tail = (q: number) => horner(OUTER, q) / horner(OUTER_BELOW, q);
const horner = (coefficients: readonly number[], x: number) =>
  coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);

/**
 * Above this number of degrees of freedom, Student's distribution and the normal one differ by less than a thousandth.
 */
const MANY = 2_000;

/** The quantile `p` of Student's t distribution (Student 1908), for a whole number of degrees of freedom. */
export function studentQuantile(p: number, freedom: number): number {
  if (freedom > MANY) return normalQuantile(p);
  if (p < 0.5) return -studentQuantile(1 - p, freedom);
  let [low, high] = [0, Math.PI / 2];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (between(middle, freedom) < 2 * p - 1) low = middle;
    else high = middle;
  }
  return Math.tan(low) * Math.sqrt(freedom);
}

/** The share of Student's distribution between -t and t, where t = tan(angle)·√freedom (Abramowitz & Stegun 26.7.3 and 26.7.4). */
function between(angle: number, freedom: number): number {
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const isOdd = freedom % 2 === 1;
  let term = isOdd ? cosine : 1;
  let sum = 0;
  for (let i = isOdd ? 1 : 0; i <= freedom - 2; i += 2) {
    sum += term;
    term *= (cosine * cosine * (i + 1)) / (i + 2);
  }
  return isOdd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum;
}
