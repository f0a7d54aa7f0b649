import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { IterationGrade } from '../iterations/iteration.ts';
import type { CountedTrial } from '../eval-runs/tally.ts';

/** A trial that was made elsewhere, ready to be stored but for its place in the run. */
export interface IngestedTrial extends CountedTrial {
  id: string;
  case: FrozenCase;
  model: string | null;
  externalId: string | null;
  durationMs: number | null;
  errorMessage: string | null;
  grade: IterationGrade | null;
  /** Gzipped JSON. */
  transcript: Buffer | null;
  /** Its spans, as they are stored. */
  trace: { traceId: string | null; body: Buffer } | null;
}

export type PlacedTrial = IngestedTrial & { position: number; casePosition: number; iterationNumber: number };

/** What a run has already, as far as it tells where more trials of it belong. */
export interface IngestedSoFar {
  finished: number;
  /** Ids at the source, of those that were asked about. */
  known: ReadonlySet<string>;
  /** The positions of its cases, by their ids. */
  cases: ReadonlyMap<string, number>;
  /** How many trials each variant has, by `variantKey`. */
  trials: ReadonlyMap<string, number>;
}

export const variantKey = (casePosition: number, model: string | null): string => `${casePosition} ${model ?? ''}`;

/** Numbers new trials on from those that a run has, leaves out the ones that it knows, and tells which cases it has not met yet. */
export function placeTrials(
  trials: readonly IngestedTrial[],
  { finished, known, cases, trials: made }: IngestedSoFar,
): { placed: PlacedTrial[]; met: { position: number; body: FrozenCase }[] } {
  const [seen, positions, counts] = [new Set(known), new Map(cases), new Map(made)];
  const placed: PlacedTrial[] = [];
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
