import { getRouteApi } from '@tanstack/react-router';
import type { EvalRun } from '@assay/sdk';
import { Button, ButtonLink } from '../../../components/button/button.tsx';
import { Code } from '../../../components/code/code.tsx';
import { Section } from '../../../components/section/section.tsx';
import { useRoleReason } from '../../../data/project-role.ts';
import { useOperation } from '../../../data/operations.ts';
import { writeCount, writeCountOf } from '../../../lib/format/numbers.ts';
import { openDialog } from '../dialogs/open-dialog.ts';
import { isUnderWay } from '../run-words.tsx';

const route = getRouteApi('/shell/p/$projectId/runs/$runId');

/** The ways to try or to grade the run again, and what no rerun repeats. */
export function AgainAside({ run }: { run: EvalRun }) {
  const { projectId, runId } = route.useParams();
  const preview = useOperation('previewEvalRerun', { projectId, runId });
  const reason = useRoleReason(projectId, 'member');
  if (isUnderWay(run)) return null;
  const { data } = preview;
  return (
    <>
      <Section title="Rerun or grade again">
        <div className="frame aside-box">
          <table className="dense">
            <tbody>
              <tr>
                <td className="flush-left medium fit-cell">Failed cases</td>
                <td className="muted">
                  {data && `${writeCount(data.selectedCaseCount)} of ${writeCountOf(data.totalCaseCount, 'case')}`}
                </td>
                <td className="num muted">as launched</td>
              </tr>
              <tr>
                <td className="flush-left medium fit-cell">With the suite of today</td>
                <td className="muted">{data && writeCountOf(data.totalCaseCount, 'case')}</td>
                <td className="num muted">a new launch</td>
              </tr>
              <tr>
                <td className="flush-left medium fit-cell">Grade again</td>
                <td className="muted no-wrap">{writeCountOf(run.trials.total, 'recorded trial')}</td>
                <td className="num muted">nothing is called</td>
              </tr>
            </tbody>
          </table>
          <div className="row wrap case-actions">
            <Button disabled={reason !== undefined} title={reason} onClick={() => openDialog('rerun')}>
              Rerun
            </Button>
            {reason === undefined && (
              <ButtonLink
                to="/p/$projectId/suites/$suiteId/launch"
                params={{ projectId, suiteId: run.suiteId }}
                search={{}}
              >
                Launch anew
              </ButtonLink>
            )}
            <Button
              disabled={run.status !== 'completed' || reason !== undefined}
              title={reason}
              onClick={() => openDialog('regrade')}
            >
              Grade again
            </Button>
          </div>
          <h3 className="h2">The same, in a terminal</h3>
          <Code text={`assay run rerun ${run.id}`} />
        </div>
      </Section>
      <Section title="What cannot be repeated">
        <p className="frame aside-box muted">
          {run.cassette?.cassetteId === undefined
            ? 'The servers answered live, and may answer otherwise now. A cassette would answer as they did; none was recorded.'
            : `The calls of the run are kept in cassette ${run.cassette.cassetteId}, which answers as the servers did.`}
        </p>
      </Section>
    </>
  );
}
