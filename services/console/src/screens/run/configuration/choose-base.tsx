import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { EvalRun } from '@assay/sdk';
import { Button } from '../../../components/button/button.tsx';
import { Dialog } from '../../../components/dialog/dialog.tsx';
import { Time } from '../../../components/figures/figures.tsx';
import { Foreign } from '../../../components/foreign/foreign.tsx';
import { Mark } from '../../../components/mark/mark.tsx';
import { Part } from '../../../components/part/part.tsx';
import { usePages } from '../../../data/operations.ts';
import { isUnderWay, markOfRun } from '../run-words.tsx';

const route = getRouteApi('/shell/p/$projectId/runs/$runId');

/** Chooses the run that the settings stand beside. Operation: listEvalSuiteRuns. */
export function ChooseBase({ run, onClose }: { run: EvalRun; onClose: () => void }) {
  const { projectId } = route.useParams();
  const navigate = useNavigate({ from: '/p/$projectId/runs/$runId' });
  const runs = usePages('listEvalSuiteRuns', { projectId, suiteId: run.suiteId }, { limit: 25 });
  const others = runs.items?.filter((each) => each.id !== run.id && !isUnderWay(each));
  return (
    <Dialog title="Against which run?" onClose={onClose} footer={<Button onClick={onClose}>Cancel</Button>}>
      <Part of={{ ...runs, data: others }} what="runs">
        {(all) => (
          <table>
            <tbody>
              {all.map((each) => (
                <tr key={each.id}>
                  <td className="mark-cell">
                    <Mark kind={markOfRun(each)} />
                  </td>
                  <td className="fit-cell">
                    <Button
                      look="quiet"
                      onClick={() => {
                        onClose();
                        void navigate({ search: (old) => ({ ...old, base: each.id }), replace: true });
                      }}
                    >
                      Run {each.runNumber}
                    </Button>
                  </td>
                  <td className="fill-cell cut muted">
                    <Foreign text={each.notes ?? each.environment?.name ?? ''} />
                  </td>
                  <td className="num muted">
                    <Time time={each.createdAt} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Part>
    </Dialog>
  );
}
