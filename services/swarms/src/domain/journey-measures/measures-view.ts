import type { JourneyRunMeasures, JourneyWaveMeasures } from '@assay/contract/areas/journey-measures/documents';
import { conversationMetrics } from '@assay/grading/measures/conversation-metrics';
import { summedCounters, type Counters } from '@assay/grading/measures/counters';
import type { CountedSignal } from '@assay/grading/measures/session-signal';
import { mostFrequentSignals } from '@assay/grading/measures/signal-shares';
import type { StoredRun } from '../journey-runs/run.ts';

/** A run with the counters of its sessions. */
export type MeasuredRun = Pick<StoredRun, 'id' | 'journeyId' | 'waveId' | 'spec' | 'tally'> & { measures: Counters };

export const measuresOfRuns = (runs: readonly MeasuredRun[]): Counters =>
  summedCounters(runs.map(({ measures }) => measures));

/** The measures of runs as they are told; null where only people could have been measured. */
export function toJourneyMeasures(
  runs: readonly MeasuredRun[],
  signals: readonly CountedSignal[],
): Omit<JourneyWaveMeasures & JourneyRunMeasures, 'projectId' | 'waveId' | 'runId' | 'journeyId' | 'runs'> {
  const counters = measuresOfRuns(runs);
  const { sessions, visitors: _, ...metrics } = conversationMetrics(counters, signals);
  const inAll = (...lifecycles: string[]) =>
    runs
      .flatMap(({ tally }) => lifecycles.map((each) => tally[`lifecycle/${each}`] ?? 0))
      .reduce((sum, count) => sum + count, 0);
  return {
    ...metrics,
    sessions: {
      ...sessions,
      left: null,
      abandoned: null,
      leftOut: {
        open: inAll('pending', 'running'),
        broke: inAll('broke'),
        limited: inAll('limited'),
        withdrawn: inAll('withdrawn'),
      },
    },
    visitors: null,
    approvals: null,
    feedback: null,
    ...mostFrequentSignals(counters, signals),
  };
}
