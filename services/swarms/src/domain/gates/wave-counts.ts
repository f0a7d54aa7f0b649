import type { WaveGateReport } from '@assay/contract/areas/journey-runs/wave-gate';
import { brokenOffSessions, openSessions, settledEarly, totalOf, trialCounts } from '../journey-runs/run-report.ts';
import type { StoredRun } from '../journey-runs/run.ts';

type Counted = Pick<StoredRun, 'spec' | 'tally'>;

const sumOver = <T>(all: readonly T[], of: (each: T) => number): number => all.reduce((sum, each) => sum + of(each), 0);

/** The sessions of the runs of a wave, by how they fared. */
export function sessionsOfWave(runs: readonly Counted[]): WaveGateReport['sessions'] {
  const targets = runs.flatMap(({ spec, tally }) =>
    spec.targets.map((_, i) => trialCounts(tally, i, spec.sessionsPerTarget)),
  );
  return {
    total: sumOver(runs, ({ spec }) => totalOf(spec)),
    underWay: sumOver(
      runs,
      ({ tally }) => openSessions(tally) + (tally['grading/queued'] ?? 0) + (tally['grading/running'] ?? 0),
    ),
    graded: sumOver(targets, ({ eligible }) => eligible),
    passed: sumOver(targets, ({ passed }) => passed),
    brokenOff: sumOver(runs, ({ tally }) => brokenOffSessions(tally)),
    settledEarly: sumOver(runs, ({ tally }) => settledEarly(tally)),
  };
}

/** The cost of the models of a wave, and the number of sessions without a known price. */
export function spendingOfWave(runs: readonly Counted[]): { costUsd: number; unpricedSessions: number } {
  const of = (name: string) =>
    sumOver(runs, ({ tally }) => (tally[`usage/assistant/${name}`] ?? 0) + (tally[`usage/persona/${name}`] ?? 0));
  return { costUsd: of('costMicros') / 1e6, unpricedSessions: of('unpriced') };
}
