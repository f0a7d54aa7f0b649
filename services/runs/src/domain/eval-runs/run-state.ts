import type { Run } from './run.ts';

const RANKS: Record<Run['status'], number> = {
  pending: 0,
  running: 1,
  grading: 2,
  completed: 3,
  failed: 3,
  cancelled: 3,
  timed_out: 3,
};
const OVER = 3;
/** A rank after every status, for a follower that was told of the end. */
const TOLD = 4;

/**
 * A number for the visible state of a run: it changes with each ended iteration and with the status, and never repeats.
 */
export const runState = ({ finished, status }: Pick<Run, 'finished' | 'status'>): number =>
  finished * 8 + RANKS[status];

/** The state of a run that is over for a follower that was told of its end. */
export const toldState = ({ finished }: Pick<Run, 'finished'>): number => finished * 8 + TOLD;

const rankOf = (state: number): number => (state < 0 ? -1 : state % 8);

export const isOverState = (state: number): boolean => rankOf(state) === OVER;
export const isToldState = (state: number): boolean => rankOf(state) === TOLD;

/** Whether two states of a run differ in their counts alone. */
export const haveEqualStatus = (one: number, other: number): boolean => rankOf(one) === rankOf(other);
