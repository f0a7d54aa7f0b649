import { useNavigate } from '@tanstack/react-router';
import { Section } from '../../components/section/section.tsx';
import { Trend, trendFloorWord, type TrendRun } from '../../components/trend/trend.tsx';
import type { ItemOf } from '../../data/operations.ts';
import { kindOfVerdict } from '../../lib/run-verdict.ts';
import type { SuiteRead } from './suite-tab.ts';
import { finishedRuns } from './suite-verdict.tsx';

type Run = ItemOf<'listEvalSuiteRuns'>;
/** The most runs of a trend. */
const MAX_RUNS = 30;

/** The pass rates of the last runs of a suite, which count in the unit of the newest one. */
export function RunTrend({ suite, runs }: { suite: SuiteRead; runs: readonly Run[] }) {
  const navigate = useNavigate();
  const { projectId } = suite;
  const finished = finishedRuns(runs).slice(0, MAX_RUNS);
  const [latest] = finished;
  const shown = finished
    .filter(({ measurementUnit }) => measurementUnit === latest?.measurementUnit)
    .toReversed()
    .map(trendRunOf);
  const line = latest && latest.minimumAccuracy !== null ? latest.minimumAccuracy / 100 : undefined;
  if (shown.length === 0)
    return (
      <Section title="Pass rate per run">
        <div className="frame">
          <p className="pad muted">The first run that ends is the beginning of a trend.</p>
        </div>
      </Section>
    );
  const unit = latest!.measurementUnit === 'trial' ? 'of trials' : 'of case variants';
  return (
    <Section
      title={shown.length === 1 ? 'Pass rate of the first run' : `Pass rate of the last ${shown.length} runs`}
      about={[`${unit}; bar: 95 % interval`, trendFloorWord(shown, line)].filter(Boolean).join('; ')}
    >
      <div className="frame">
        <Trend
          runs={shown}
          line={line}
          onOpen={({ id: runId }) => void navigate({ to: '/p/$projectId/runs/$runId', params: { projectId, runId } })}
        />
      </div>
    </Section>
  );
}

function trendRunOf({ id, runNumber, verdict, summary }: Run): TrendRun {
  const { total, passRate, passRateInterval: interval } = summary;
  return {
    id,
    number: runNumber,
    kind: kindOfVerdict(verdict),
    rate: total > 0 ? passRate : undefined,
    interval: interval ? { low: interval.lower, high: interval.upper } : undefined,
  };
}
