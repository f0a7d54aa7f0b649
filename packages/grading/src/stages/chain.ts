import type { Chain, EvalStage, StageRow, StageState } from '@assay/contract/areas/analysis/decision-summary';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { given } from '@assay/contract/given';
import { hasCallFailed, isResultCaptured } from '../assertions/tool-result.ts';
import type { StageFailure } from './call-failure.ts';
import { decisiveOf, failuresOf, wasConnected, type ExplainedTrial } from './failures.ts';
import { EVAL_STAGES } from './stage-order.ts';

/** Change this when the same evidence would give another chain. */
export const ANALYZER_VERSION = 1;

const [REASONS, SPANS] = [5, 20];

/**
 * The stages of an iteration from connecting to being useful: the state of each stage, the first failed one, and the
 * kind of the failure. An iteration without records has no chain.
 */
export function stageChain({
  transcript,
  ...rest
}: Omit<ExplainedTrial, 'transcript'> & { transcript: Transcript | undefined }): Chain {
  if (!transcript) return { status: 'absent' };
  const trial: ExplainedTrial = { ...rest, transcript };
  const failures = failuresOf(trial);
  const { firstFailedStage, decisive } = decisiveOf(failures);
  return {
    status: 'verified',
    stages: EVAL_STAGES.map((stage) => row(stage, trial, failures, firstFailedStage)),
    ...given({ firstFailedStage, failureCategory: decisive?.category }),
    analyzerVersion: ANALYZER_VERSION,
  };
}

function row(
  stage: EvalStage,
  trial: ExplainedTrial,
  failures: StageFailure[],
  firstFailed: EvalStage | undefined,
): StageRow {
  const own = failures.filter((each) => each.stage === stage);
  const broken = own.filter(({ category }) => category !== 'evaluator');
  if (broken.length > 0) return { stage, state: 'failed', ...shown(broken) };
  if (own.length > 0) return { stage, state: 'notMeasured', ...shown(own) };
  if (!trial.hasServers && (stage === 'connection' || stage === 'discovery')) return { stage, state: 'notApplicable' };
  const isLater = firstFailed !== undefined && EVAL_STAGES.indexOf(firstFailed) < EVAL_STAGES.indexOf(stage);
  return { stage, state: holds(stage, trial) ? 'passed' : unproven[stage](trial, isLater) };
}

function shown(failures: StageFailure[]): Partial<StageRow> {
  const [first] = failures;
  const unique = <T>(of: (each: StageFailure) => T[] | undefined): T[] =>
    [...new Set(failures.flatMap((each) => of(each) ?? []))].slice(0, SPANS);
  const [spanIds, promptIndexes] = [unique((each) => each.spanIds), unique((each) => each.promptIndexes)];
  return {
    reasons: [...new Set(failures.map(({ reason }) => reason))].slice(0, REASONS),
    ...(spanIds.length > 0 && { spanIds }),
    ...(promptIndexes.length > 0 && { promptIndexes }),
    ...(first?.toolName && { toolName: first.toolName }),
    ...(first?.errorCode && { errorCode: first.errorCode }),
  };
}

/** Whether there is evidence that the stage passed. */
function holds(stage: EvalStage, { transcript, grade }: ExplainedTrial): boolean {
  if (grade?.checks.some((check) => check.stage === stage && check.role === 'gating' && check.status === 'passed'))
    return true;
  const answered = transcript.toolCalls.some((call) => isResultCaptured(call) && !hasCallFailed(call));
  switch (stage) {
    case 'connection':
      return wasConnected(transcript);
    case 'discovery':
      return (transcript.inventory?.length ?? 0) > 0 || (spoke(transcript) && wasConnected(transcript));
    case 'call':
    case 'response':
      return answered;
    case 'selection':
    case 'userValue':
      return false;
  }
}

type Unproven = (trial: ExplainedTrial, isLater: boolean) => StageState;

const spoke = ({ messages }: Transcript): boolean => messages.some(({ role }) => role === 'assistant');
const ofCalls: Unproven = ({ transcript, status }, isLater) => {
  if (transcript.toolCalls.length > 0) return 'notMeasured';
  return isLater || status !== 'completed' ? 'notReached' : 'notApplicable';
};
const ofServers: Unproven = ({ transcript }, isLater) => {
  if (isLater) return 'notReached';
  return transcript.inventory?.length === 0 ? 'notApplicable' : 'notMeasured';
};

/** The state of a stage without a failure and without evidence that it passed. */
const unproven: Record<EvalStage, Unproven> = {
  connection: ofServers,
  discovery: ofServers,
  selection: ({ transcript }, isLater) => {
    if (spoke(transcript)) return 'notMeasured';
    return transcript.userMessages > 0 || (isLater && transcript.toolCalls.length === 0)
      ? 'notReached'
      : 'notApplicable';
  },
  call: ofCalls,
  response: ofCalls,
  userValue: ({ transcript, status }) => {
    if (status !== 'completed') return 'notReached';
    return transcript.userMessages > 0 ? 'notMeasured' : 'notApplicable';
  },
};
