import { Link } from '@tanstack/react-router';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { Section } from '../../components/section/section.tsx';
import { useOperation, type ItemOf } from '../../data/operations.ts';
import { writeCount, writeCountOf } from '../../lib/format/numbers.ts';

type ListedRun = ItemOf<'listEvalRuns'>;
const SHOWN = 8;

/** The runs of a project that are under way; nothing while there is none. */
export function UnderWay({ projectId }: { projectId: string }) {
  const running = useOperation('listEvalRuns', { projectId }, { status: 'running', limit: SHOWN });
  const pending = useOperation('listEvalRuns', { projectId }, { status: 'pending', limit: SHOWN });
  const runs = [...(running.data?.items ?? []), ...(pending.data?.items ?? [])].slice(0, SHOWN);
  if (runs.length === 0) return null;
  return (
    <Section title="Under way">
      <div className="frame">
        <table className="dense">
          <tbody>
            {runs.map((run) => (
              <tr key={run.id}>
                <td className="mark-cell">
                  <Mark kind={run.status === 'pending' ? 'pending' : 'running'} />
                </td>
                <td className="medium fill-cell cut">
                  <Link className="plain" to="/p/$projectId/runs/$runId" params={{ projectId, runId: run.id }}>
                    <Foreign text={run.suiteName} />
                  </Link>{' '}
                  <span className="faint">run {run.runNumber}</span>
                </td>
                <td className="num muted">
                  {writeCount(endedOf(run))} of {writeCountOf(run.trials.total, 'trial')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

const endedOf = ({ trials: { passed, failed, excluded, skipped } }: ListedRun): number =>
  passed + failed + excluded + skipped;
