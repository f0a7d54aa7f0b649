import { Link } from '@tanstack/react-router';
import type { EvalRun } from '@assay/sdk';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark, type MarkKind } from '../../components/mark/mark.tsx';
import { Ruler } from '../../components/ruler/ruler.tsx';
import { writeCount, writeInterval } from '../../lib/format/numbers.ts';
import { runLabel } from './group-cells.ts';

const KINDS: Record<EvalRun['verdict'], MarkKind> = {
  passed: 'passed',
  failed: 'failed',
  inconclusive: 'open',
  notEstablished: 'open',
};

/** The mark of a run: while it is under way it turns. */
export const kindOfRun = ({ verdict, completedAt }: Pick<EvalRun, 'verdict' | 'completedAt'>): MarkKind =>
  completedAt === null ? 'running' : KINDS[verdict];

const OUTCOMES = { passed: 'passed', failed: 'failed', open: 'open' } as const;

/** The head of a column: the run, its counts with their interval, and the ruler. */
export function ColumnHead({ projectId, run }: { projectId: string; run: EvalRun }) {
  const { summary, measurementUnit, minimumAccuracy } = run;
  const { passed, total, passRate, passRateInterval } = summary;
  const kind = kindOfRun(run);
  const interval = passRateInterval ? { low: passRateInterval.lower, high: passRateInterval.upper } : undefined;
  return (
    <>
      <Link className="plain run-name" to="/p/$projectId/runs/$runId" params={{ projectId, runId: run.id }}>
        <Mark kind={kind} />
        <span className="cut strong">
          <Foreign text={runLabel(run)} />
        </span>
      </Link>
      <div className="row run-counts">
        <span className="muted">
          {writeCount(passed)} of {writeCount(total)} {measurementUnit === 'trial' ? 'trials' : 'cases'}
        </span>
        <span className="faint">{interval && writeInterval(interval)}</span>
      </div>
      {total > 0 && (
        <Ruler
          width={142}
          rate={passRate}
          interval={interval}
          line={minimumAccuracy === null ? undefined : minimumAccuracy / 100}
          outcome={kind === 'passed' || kind === 'failed' || kind === 'open' ? OUTCOMES[kind] : 'none'}
        />
      )}
    </>
  );
}
