import type { Chain, Diagnostic } from '@assay/contract/areas/analysis/decision-summary';
import type { EvalIterationDetail } from '@assay/contract/areas/iterations/iteration-detail';
import { given } from '@assay/contract/given';
import { describeIteration } from '@assay/grading/words/iteration-words';
import { redactText } from '@assay/kit/security/redact';
import { actionOf, failureOf } from '../analysis/diagnostic.ts';
import { markAt } from '../eval-runs/run-case.ts';
import { iterationRecord } from './iteration-record.ts';
import type { Iteration, IterationGrade } from './iteration.ts';

/** One iteration as it is stored, with its neighbours. */
export interface DetailedIteration extends Iteration, Pick<EvalIterationDetail, 'opinions' | 'labels' | 'trials'> {
  declaredId: string | null;
  /** Its place in TRIAL_MARKS; null when it has not ended. */
  mark: number | null;
  traceId: string | null;
  /** Bytes of its transcript and of the parts of its trace, as stored; null when nothing is recorded. */
  storedBytes: number | null;
  previousFailedId: string | null;
  nextFailedId: string | null;
}

/** One iteration as the API shows it by itself. */
export function iterationDetail(projectId: string, iteration: DetailedIteration): EvalIterationDetail {
  const { declaredId, trials, opinions, labels, traceId, storedBytes, grade } = iteration;
  const record = iterationRecord(projectId, iteration);
  const mark = markAt(iteration.mark);
  const hasFailed = mark === 'failed' || mark === 'broken';
  const failure = hasFailed ? failureRecord(iteration) : undefined;
  return {
    ...record,
    ...(declaredId !== null && { caseId: declaredId }),
    trials,
    mark,
    sentence: describeIteration({ ...record, mark, failure }),
    ...given({ failure }),
    ...(mark !== 'passed' && hasRun(iteration) && { nextAction: nextActionOf(iteration, grade) }),
    opinions,
    labels,
    trace: storedBytes === null ? null : { ...(traceId !== null && { traceId }), storedBytes },
    previousFailedIterationId: iteration.previousFailedId,
    nextFailedIterationId: iteration.nextFailedId,
  };
}

const hasRun = ({ status }: Iteration): boolean =>
  status === 'completed' || status === 'failed' || status === 'timed_out' || status === 'setup_failed';

/** The failure that an iteration is told by; of one that was not graded, its reason alone. */
function failureRecord({ grade, errorCode, errorMessage }: DetailedIteration): EvalIterationDetail['failure'] {
  const chain = grade?.chain ?? null;
  if (grade?.failure) return grade.failure;
  const reason = failureOf({ chain, errorCode, errorMessage });
  const stage = chain?.status === 'verified' ? chain.firstFailedStage : undefined;
  return { ...given({ stage, reason: reason === undefined ? undefined : redactText(reason) }) };
}

const nextActionOf = (
  { model, blame }: Pick<Iteration, 'model' | 'blame'>,
  grade: IterationGrade | null,
): Diagnostic['nextAction'] =>
  actionOf({
    chain: withoutReasons(grade?.chain ?? null),
    model,
    blame,
    expectedTools: toolNames(grade?.expectedToolCalls),
    observedTools: toolNames(grade?.actualToolCalls),
  });

/** The reason of a failed stage is told by the sentence already. */
const withoutReasons = (chain: Chain | null): Chain | null =>
  chain?.status === 'verified' && chain.firstFailedStage !== undefined
    ? { ...chain, stages: chain.stages.map(({ reasons: _reasons, ...row }) => row) }
    : chain;

const toolNames = (calls: readonly { toolName: string }[] = []): string[] => calls.map(({ toolName }) => toolName);
