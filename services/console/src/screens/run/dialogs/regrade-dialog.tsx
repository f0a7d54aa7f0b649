import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { EvalRun } from '@assay/sdk';
import { Button } from '../../../components/button/button.tsx';
import { Dialog } from '../../../components/dialog/dialog.tsx';
import { Radio } from '../../../components/field/check.tsx';
import { ActionError } from '../../../components/part/part.tsx';
import { showToast } from '../../../components/toast/toast-queue.ts';
import { client } from '../../../data/client.ts';
import { useAction } from '../../../data/use-action.ts';
import { writeCountOf } from '../../../lib/format/numbers.ts';
import { SendKey } from './send-key.tsx';

const route = getRouteApi('/shell/p/$projectId/runs/$runId');

/** Grades the recorded trials of a run anew. Operation: regradeEvalRun. */
export function RegradeDialog({ run, onClose }: { run: EvalRun; onClose: () => void }) {
  const { projectId, runId } = route.useParams();
  const [checks, setChecks] = useState<'frozen' | 'current'>('current');
  const regrade = useAction(() => client.regradeEvalRun({ projectId, runId }, { checks }), {
    changes: [
      'getEvalRun',
      'listEvalRunCases',
      'listEvalCaseEvaluations',
      'getEvalRunGate',
      'getEvalRunDecisionSummary',
      'compareEvalRun',
    ],
    onDone: ({ changedCount, run: graded }) => {
      onClose();
      showToast({
        kind: 'note',
        title: `Run ${run.runNumber} is graded again: ${writeCountOf(changedCount, 'trial')} changed.`,
        text: graded.sentence,
      });
    },
  });
  return (
    <Dialog
      title={`Grade run ${run.runNumber} again?`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            keyHint="mod+Enter"
            disabled={regrade.isRunning}
            onClick={() => regrade.run(undefined)}
          >
            {regrade.isRunning ? 'Grading…' : `Grade ${writeCountOf(run.trials.total, 'trial')} again`}
          </Button>
        </>
      }
    >
      <SendKey run={() => regrade.run(undefined)} />
      <div className="dialog-parts">
        <p>
          No server and no model is called: the recorded trials are judged anew, and grades, counts and verdict are
          replaced together. The earlier ones are kept.
        </p>
        <Radio name="checks" isOn={checks === 'current'} onChange={() => setChecks('current')}>
          with the assertions that the suite has now
        </Radio>
        <Radio name="checks" isOn={checks === 'frozen'} onChange={() => setChecks('frozen')}>
          with the assertions of the run, by today’s rules of grading
        </Radio>
        <ActionError error={regrade.error} />
      </div>
    </Dialog>
  );
}
