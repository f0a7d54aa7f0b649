/** A part of an installation that serves one request per core at a time. */
export type Station = 'runner' | 'gateway' | 'catalog' | 'runs' | 'Postgres';

/** Processor time that one request takes of each part, in milliseconds; other parts take none. */
export type Demands = Partial<Record<Station, number>>;

/** Measured with every service as its own process; see docs/performance.md. */
export const demands = {
  iteration: { runner: 3.7, runs: 1.2, Postgres: 0.75 },
  read: { gateway: 0.46, catalog: 0.02, runs: 0.28, Postgres: 0.1 },
} as const satisfies Record<string, Demands>;

/** Iterations that a runner has under way. */
export const SLOTS = 8;

/** A closed load: each of `slots` begins its next request `thinkMs` after the end of the last one. */
export interface ClosedLoad {
  slots: number;
  thinkMs: number;
  demands: Demands;
  /** Cores of each part; a part without an entry is never short of them. */
  cores: Partial<Record<Station, number>>;
}

/** Requests per second under an open load need this many cores of each part: the utilization law, U = X · D. */
export const coresFor = (perSecond: number, each: Demands): Demands =>
  Object.fromEntries(Object.entries(each).map(([station, ms]) => [station, (perSecond * ms) / 1_000]));

/** The rate and the saturation of a closed load, by the asymptotic bounds of operational analysis (Denning, Buzen 1978). */
export function boundsOf({ slots, thinkMs, demands: each, cores }: ClosedLoad): {
  /** The largest possible rate, per second. */
  perSecond: number;
  /** The part that limits the rate of ever more slots, and the number of slots from which on it does. */
  first: Station;
  saturatedSlots: number;
} {
  const whole = thinkMs + Object.values(each).reduce((sum, ms) => sum + ms, 0);
  const limits = (Object.entries(cores) as [Station, number][])
    .map(([station, count]) => ({ station, perMs: count / (each[station] ?? 0) }))
    .sort((a, b) => a.perMs - b.perMs);
  const [{ station, perMs }] = limits as [(typeof limits)[0]];
  return {
    perSecond: Math.min(slots / whole, perMs) * 1_000,
    first: station,
    saturatedSlots: perMs * whole,
  };
}
