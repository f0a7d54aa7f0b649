/** Less than this is noise, in microseconds of processor time. */
const FLOOR = 1_000;
/** The tries at the small size, and the most tries at the large size. */
const [TRIES, MOST_TRIES] = [4, 10];

/**
 * How many times more processor time `work` takes for `factor` times the size, by the best try at each size.
 * With `n` for the factor, about 1 for constant work, `n` for linear work and `n ** 2` for quadratic work. A test asserts
 * less than the geometric mean of the order that is right and the order that is wrong: `n ** 1.5` where linear work is
 * right, `n ** 0.5` where constant work is right. Times below the floor are raised to it: choose sizes at which the wrong
 * order takes tenths of a second. The input that `work` makes counts, too, so it must be fast to make.
 *
 * A busy machine, a collection of garbage or the compiler makes a try slower, and none makes it faster: the large size is
 * tried until the growth is well within the bounds of `n ** order`, or often enough that only the wrong order is still
 * out of them.
 */
export function growthOf(work: (size: number) => unknown, small: number, factor = 4, order: 0 | 1 = 1): number {
  // The first calls are slower, as the code is not compiled yet.
  work(small);
  const least = Math.max(FLOOR, Math.min(...Array.from({ length: TRIES }, () => microseconds(() => work(small)))));
  const enough = least * factor ** (order + 0.25);
  let most = Infinity;
  for (let tries = 0; most > enough && tries < MOST_TRIES; tries++)
    most = Math.min(
      most,
      microseconds(() => work(small * factor)),
    );
  return Math.max(FLOOR, most) / least;
}

/** The processor time of this process: other processes do not count. Node's figure for one thread is too coarse. */
function microseconds(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
