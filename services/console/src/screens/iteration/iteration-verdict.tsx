import type { EvalIterationDetail } from '@assay/sdk';
import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../components/button/button.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import type { MarkKind } from '../../components/mark/mark.tsx';
import { ActionError } from '../../components/part/part.tsx';
import { showToast } from '../../components/toast/toast-queue.ts';
import { Verdict } from '../../components/verdict/verdict.tsx';
import { client } from '../../data/client.ts';
import { useRoleReason } from '../../data/project-role.ts';
import { useAction } from '../../data/use-action.ts';
import { LabelButton } from './label-button.tsx';
import type { IterationTarget } from './use-trace.ts';

const KINDS: Record<EvalIterationDetail['mark'], MarkKind> = {
  open: 'pending',
  passed: 'passed',
  failed: 'failed',
  broken: 'failed',
  evaluator: 'open',
  provider: 'open',
  platform: 'open',
  cassette: 'open',
  skipped: 'excluded',
  cancelled: 'excluded',
  settled: 'excluded',
};

/** The mark of an iteration. */
export const kindOfIteration = ({ mark, status }: Pick<EvalIterationDetail, 'mark' | 'status'>): MarkKind =>
  mark === 'open' && status === 'running' ? 'running' : KINDS[mark];

/** The beginning of a sentence that has the colour of the outcome. */
const HEAD = /^(?:Passed|Failed|Not established|Not needed|Cancelled|Running|Waiting)[:.]?/;

/** The outcome of an iteration in its sentence, which trial it is, and what to try next. */
export function IterationVerdict({
  target,
  detail,
  runNumber,
  open,
}: {
  target: IterationTarget;
  detail: EvalIterationDetail;
  runNumber: number | undefined;
  /** Leads to another iteration of the run. */
  open: (iterationId: string) => void;
}) {
  const [head = detail.sentence] = HEAD.exec(detail.sentence) ?? [];
  const { previousFailedIterationId: previous, nextFailedIterationId: next } = detail;
  return (
    <Verdict
      kind={kindOfIteration(detail)}
      word={head}
      rest={<Foreign text={detail.sentence.slice(head.length).trimStart()} />}
      why={
        <>
          <b>
            <Foreign text={detail.title ?? ''} />
          </b>
          , iteration {detail.iterationNumber} of {detail.trials}
          {runNumber !== undefined && ` in run ${runNumber}`}
          {detail.nextAction === undefined ? (
            detail.model !== null && (
              <>
                , <code>{detail.model}</code>
              </>
            )
          ) : (
            <>
              . Try next: <Foreign text={detail.nextAction} />
            </>
          )}
          {detail.nextAction === undefined && '.'}
        </>
      }
      actions={
        <>
          <Button
            icon="arrow-left"
            aria-label="Previous failure"
            disabled={previous === null}
            onClick={() => previous !== null && open(previous)}
          />
          <Button
            icon="arrow-right"
            aria-label="Next failure"
            disabled={next === null}
            onClick={() => next !== null && open(next)}
          />
          <LabelButton target={target} detail={detail} />
          <SaveAsCase target={target} detail={detail} />
        </>
      }
    />
  );
}

/** Makes a draft of a case from the recording, and leads to it. */
function SaveAsCase({ target, detail }: { target: IterationTarget; detail: EvalIterationDetail }) {
  const navigate = useNavigate();
  const role = useRoleReason(target.projectId, 'member');
  const reason = detail.trace === null ? 'Nothing was recorded of this trial.' : role;
  const save = useAction(() => client.promoteEvalIteration(target), {
    onDone: ({ suiteId, draft: { draftId } }) => {
      showToast({
        kind: 'passed',
        title: 'The trial is a draft of the suite.',
        action: {
          word: 'Open the drafts',
          run: () =>
            void navigate({
              to: '/p/$projectId/suites/$suiteId',
              params: { projectId: target.projectId, suiteId },
              search: { tab: 'drafts', sel: draftId },
            }),
        },
      });
    },
  });
  return (
    <>
      <Button disabled={reason !== undefined || save.isRunning} title={reason} onClick={() => save.run()}>
        {save.isRunning ? 'Saving…' : 'Save as case'}
      </Button>
      <ActionError error={save.error} />
    </>
  );
}
