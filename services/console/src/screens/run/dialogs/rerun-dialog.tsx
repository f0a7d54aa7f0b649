import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { EvalRun } from '@assay/sdk';
import { Button } from '../../../components/button/button.tsx';
import { Dialog } from '../../../components/dialog/dialog.tsx';
import { Segments } from '../../../components/segments/segments.tsx';
import { ActionError, Part } from '../../../components/part/part.tsx';
import { client } from '../../../data/client.ts';
import { useOperation } from '../../../data/operations.ts';
import { useAction } from '../../../data/use-action.ts';
import { writeCountOf } from '../../../lib/format/numbers.ts';
import { rerunScopeOf } from './rerun-scope.ts';
import { SendKey } from './send-key.tsx';

const route = getRouteApi('/shell/p/$projectId/runs/$runId');
const SCOPES = [
  ['failed_cases', 'Failed cases'],
  ['excluded', 'Without a verdict'],
] as const;

/** Shows which cases a rerun would take, and launches it. Operations: previewEvalRerun, rerunEvalRun. */
export function RerunDialog({ run, onClose }: { run: EvalRun; onClose: () => void }) {
  const { projectId, runId } = route.useParams();
  const navigate = useNavigate();
  const [scope, setScope] = useState(rerunScopeOf(run));
  const preview = useOperation('previewEvalRerun', { projectId, runId }, { scope });
  const rerun = useAction(() => client.rerunEvalRun({ projectId, runId }, { scope }), {
    changes: ['listEvalRuns'],
    onDone: (made) => {
      onClose();
      void navigate({ to: '/p/$projectId/runs/$runId', params: { projectId, runId: made.runId } });
    },
  });
  const selected = preview.data?.selectedCaseCount ?? 0;
  const verb = rerun.isRunning ? 'Launching…' : `Rerun ${writeCountOf(selected, 'case')}`;
  const isReady = preview.data?.rerunnable === true && !rerun.isRunning;
  return (
    <Dialog
      title={`Rerun cases of run ${run.runNumber}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" keyHint="mod+Enter" disabled={!isReady} onClick={() => rerun.run(undefined)}>
            {verb}
          </Button>
        </>
      }
    >
      <SendKey run={() => isReady && rerun.run(undefined)} />
      <div className="dialog-parts">
        <Segments label="Cases" options={SCOPES} value={scope} onChange={setScope} />
        <Part of={preview} what="cases" rows={2}>
          {({ selectedCaseCount, totalCaseCount }) => (
            <p>
              {selectedCaseCount === 0
                ? 'The run has no such case.'
                : `${writeCountOf(selectedCaseCount, 'case')} of ${totalCaseCount} run again, each with all of its trials.`}{' '}
              The cases are as the suite has them now; servers, model, pass rate and budget stay as they were. It is a
              new run, and this one keeps its verdict.
            </p>
          )}
        </Part>
        <ActionError error={rerun.error} />
      </div>
    </Dialog>
  );
}
