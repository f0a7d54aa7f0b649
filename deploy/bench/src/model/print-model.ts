import { boundsOf, coresFor, demands, SLOTS, type ClosedLoad } from './demands.ts';
import { simulate } from './simulate.ts';

/* Prints what 1,000 runners and 10,000 requests a second need, and simulates the saturation of Postgres. */

const RUNNERS = 1_000;
const POSTGRES_CORES = 16;
const FOR_MS = 6_000;

const load = (runners: number, thinkMs: number): ClosedLoad => ({
  slots: runners * SLOTS,
  thinkMs,
  demands: demands.iteration,
  cores: { Postgres: POSTGRES_CORES },
});

console.log('cores for 10,000 reads of a run per second', coresFor(10_000, demands.read));
for (const thinkMs of [200, 5_000]) {
  const perSecond = boundsOf({ ...load(RUNNERS, thinkMs), cores: { Postgres: Infinity } }).perSecond;
  console.log(`cores for ${RUNNERS} runners, ${thinkMs} ms per iteration: ${Math.round(perSecond)} per second`);
  console.log(coresFor(perSecond, demands.iteration));
}
const saturated = Math.round(boundsOf(load(1, 200)).saturatedSlots / SLOTS);
console.table(
  Object.fromEntries(
    [0.5, 0.9, 1, 1.1, 2].map((of) => {
      const runners = Math.round(of * saturated);
      const { perSecond, responseMs, busy } = simulate(load(runners, 200), FOR_MS);
      return [
        `${runners} runners`,
        {
          'bound per s': Math.round(boundsOf(load(runners, 200)).perSecond),
          'simulated per s': Math.round(perSecond),
          'response ms': responseMs.toFixed(1),
          'Postgres busy': busy.Postgres!.toFixed(2),
        },
      ];
    }),
  ),
);
