import { getRouteApi } from '@tanstack/react-router';
import type { EvalRun } from '@assay/sdk';
import { Confirm } from '../../../components/dialog/confirm.tsx';
import { ActionError } from '../../../components/part/part.tsx';
import { client } from '../../../data/client.ts';
import { useAction } from '../../../data/use-action.ts';
import { writeCountOf } from '../../../lib/format/numbers.ts';

const route = getRouteApi('/shell/p/$projectId/runs/$runId');

/** Asks before a run is cancelled. */
export function CancelDialog({ run, onClose }: { run: EvalRun; onClose: () => void }) {
  const { projectId, runId } = route.useParams();
  const cancel = useAction(() => client.cancelEvalRun({ projectId, runId }), {
    changes: ['getEvalRun', 'listEvalRunCases', 'listEvalRuns'],
    onDone: onClose,
  });
  const { total, passed, failed, excluded, skipped } = run.trials;
  const left = total - passed - failed - excluded - skipped;
  return (
    <Confirm
      title={`Cancel run ${run.runNumber}?`}
      verb={`Cancel run ${run.runNumber}`}
      isRunning={cancel.isRunning}
      onConfirm={() => cancel.run(undefined)}
      onClose={onClose}
    >
      <p>
        {writeCountOf(passed + failed, 'graded trial')} {passed + failed === 1 ? 'stays' : 'stay'}, and{' '}
        {writeCountOf(left, 'open trial')} {left === 1 ? 'ends' : 'end'} without a result. The run gets no verdict. It
        cannot be continued; what is missing can be run again.
      </p>
      <ActionError error={cancel.error} />
    </Confirm>
  );
}
