import type { ClosedLoad, Station } from './demands.ts';

/** The measured part of a simulation. */
export interface Simulated {
  perSecond: number;
  /** The mean time from the begin of a request to its end, without thinking, in milliseconds. */
  responseMs: number;
  /** The busy fraction of each part's cores. */
  busy: Partial<Record<Station, number>>;
}

interface Visit {
  atMs: number;
  slot: number;
  /** The next station of the request; past the last one it ends. */
  step: number;
}

/**
 * Simulates a closed load event by event: thinking and service times are exponential, and each part serves in order of
 * arrival with as many servers as it has cores. The first half of `forMs` is left out as the way to a steady state.
 */
export function simulate(load: ClosedLoad, forMs: number, seed = 1): Simulated {
  const { slots, thinkMs, demands, cores } = load;
  const exponential = exponentialOf(seed);
  const stations = Object.entries(demands) as [Station, number][];
  const servers = stations.map(([station]) => Array.from({ length: cores[station] ?? slots }, () => 0));
  const visits = new VisitQueue();
  for (let slot = 0; slot < slots; slot++) visits.push({ atMs: exponential(thinkMs), slot, step: 0 });
  const begun = Array.from({ length: slots }, () => 0);
  const busyMs = stations.map(() => 0);
  const fromMs = forMs / 2;
  let [ended, responseMs] = [0, 0];
  for (let visit = visits.pop()!; visit.atMs < forMs; visit = visits.pop()!) {
    const { atMs, slot, step } = visit;
    if (step === 0) begun[slot] = atMs;
    if (step === stations.length) {
      if (atMs >= fromMs) {
        ended++;
        responseMs += atMs - begun[slot]!;
      }
      visits.push({ atMs: atMs + exponential(thinkMs), slot, step: 0 });
      continue;
    }
    const freeAt = servers[step]!;
    const core = isUnlimited(freeAt, slots) ? slot : earliestOf(freeAt);
    const startMs = Math.max(atMs, freeAt[core]!);
    const endMs = startMs + exponential(stations[step]![1]);
    freeAt[core] = endMs;
    busyMs[step]! += Math.max(0, Math.min(endMs, forMs) - Math.max(startMs, fromMs));
    visits.push({ atMs: endMs, slot, step: step + 1 });
  }
  const measuredMs = forMs - fromMs;
  return {
    perSecond: (ended / measuredMs) * 1_000,
    responseMs: responseMs / ended,
    busy: Object.fromEntries(stations.map(([station], i) => [station, busyMs[i]! / (servers[i]!.length * measuredMs)])),
  };
}

/** A slot has one request at a time, so with a core for each there is no queue. */
const isUnlimited = (freeAt: number[], slots: number): boolean => freeAt.length >= slots;

const earliestOf = (freeAt: number[]): number =>
  freeAt.reduce((best, at, core) => (at < freeAt[best]! ? core : best), 0);

/** Exponentially distributed times of a mean, the same for the same seed (xorshift of Marsaglia 2003). */
function exponentialOf(seed: number): (mean: number) => number {
  let state = seed | 0;
  return (mean) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return -mean * Math.log(((state >>> 0) + 1) / (2 ** 32 + 1));
  };
}

/** Visits by time, the earliest first: a binary heap. */
class VisitQueue {
  readonly #heap: Visit[] = [];

  push(visit: Visit): void {
    const heap = this.#heap;
    let at = heap.push(visit) - 1;
    for (let up = (at - 1) >> 1; at > 0 && heap[up]!.atMs > visit.atMs; up = (at - 1) >> 1) {
      heap[at] = heap[up]!;
      at = up;
    }
    heap[at] = visit;
  }

  pop(): Visit | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    let at = 0;
    for (let down = 1; down < heap.length; down = 2 * at + 1) {
      if (down + 1 < heap.length && heap[down + 1]!.atMs < heap[down]!.atMs) down++;
      if (heap[down]!.atMs >= last.atMs) break;
      heap[at] = heap[down]!;
      at = down;
    }
    heap[at] = last;
    return first;
  }
}
