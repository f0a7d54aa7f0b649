/** Less than this is noise, in microseconds of processor time. */
const FLOOR = 1_000;
const TRIES = 3;

/**
 * How many times more processor time `work` takes for `factor` times the size: the best of three tries at each size.
 * With `n` for the factor, about 1 for constant work, `n` for linear work and `n ** 2` for quadratic work. A test asserts
 * less than the geometric mean of the order that is right and the order that is wrong: `n ** 1.5` where linear work is
 * right, `n ** 0.5` where constant work is right. Times below the floor are raised to it: choose sizes at which the wrong
 * order takes tenths of a second. The input that `work` makes counts, too, so it must be fast to make.
 */
export function growthOf(work: (size: number) => unknown, small: number, factor = 4): number {
  // The first calls are slower, as the code is not compiled yet.
  work(small);
  const [least, most] = [small, small * factor].map((size) =>
    Math.max(FLOOR, Math.min(...Array.from({ length: TRIES }, () => microseconds(() => work(size))))),
  );
  return most! / least!;
}

/** The processor time of this process: other processes do not count. Node's figure for one thread is too coarse. */
function microseconds(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
