import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { IterationGrade } from '../iterations/iteration.ts';
import type { CountedTrial } from '../eval-runs/tallies/tally.ts';

/** An ingested iteration before it has its place in the run. */
export interface IngestedIteration extends CountedTrial {
  id: string;
  case: FrozenCase;
  model: string | null;
  externalId: string | null;
  durationMs: number | null;
  errorMessage: string | null;
  grade: IterationGrade | null;
  /** Gzipped JSON. */
  transcript: Buffer | null;
  /** Its spans, in their stored form. */
  trace: { traceId: string | null; body: Buffer } | null;
}

export type PlacedIteration = IngestedIteration & { position: number; casePosition: number; iterationNumber: number };

/** The part of a run's state that places new iterations. */
export interface IngestedSoFar {
  finished: number;
  /** The external ids that the run already has, of the requested ones. */
  known: ReadonlySet<string>;
  /** The positions of its cases, by their ids. */
  cases: ReadonlyMap<string, number>;
  /** The number of iterations of each variant, by `variantKey`. */
  trials: ReadonlyMap<string, number>;
}

export const variantKey = (casePosition: number, model: string | null): string => `${casePosition} ${model ?? ''}`;

/**
 * Numbers new iterations after the run's earlier ones, leaves out known ones, and returns the cases that are new to the run.
 */
export function placeIterations(
  trials: readonly IngestedIteration[],
  { finished, known, cases, trials: made }: IngestedSoFar,
): { placed: PlacedIteration[]; met: { position: number; body: FrozenCase }[] } {
  const [seen, positions, counts] = [new Set(known), new Map(cases), new Map(made)];
  const placed: PlacedIteration[] = [];
  const met: { position: number; body: FrozenCase }[] = [];
  for (const trial of trials) {
    if (trial.externalId !== null && seen.has(trial.externalId)) continue;
    if (trial.externalId !== null) seen.add(trial.externalId);
    const casePosition = positions.get(trial.case.id) ?? positions.size;
    if (!positions.has(trial.case.id)) met.push({ position: casePosition, body: trial.case });
    positions.set(trial.case.id, casePosition);
    const key = variantKey(casePosition, trial.model);
    const iterationNumber = (counts.get(key) ?? 0) + 1;
    counts.set(key, iterationNumber);
    placed.push({
      ...trial,
      position: finished + placed.length,
      casePosition,
      iterationNumber,
    });
  }
  return { placed, met };
}
