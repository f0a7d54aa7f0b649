import type { EvalStage, FailureCategory } from '@assay/contract/areas/analysis/decision-summary';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { given } from '@assay/contract/given';
import { malformedCallWords, type IterationFault } from '../iteration/faults.ts';
import type { GradingResult } from '../iteration/grade-iteration.ts';
import type { CheckResult } from '../iteration/judge-checks.ts';
import { errorTextOf, hasToolFailed, isMalformedCall } from '../assertions/tool-result.ts';
import { failureWords } from '../assertions/verdict.ts';
import { callFailure, UNCONNECTED_CODES, type StageFailure } from './call-failure.ts';
import { CATEGORY_OF, EVAL_STAGES } from './stage-order.ts';

/** An iteration to explain. */
export interface ExplainedTrial {
  transcript: Transcript;
  grade: Pick<GradingResult, 'checks' | 'faults' | 'expectedToolCalls'> | null;
  status: string;
  blame: string | null;
  errorCode: string | null;
  /** False when the run has no server that could be called. */
  hasServers: boolean;
}

type Graded = ExplainedTrial & { grade: NonNullable<ExplainedTrial['grade']> };

/** Every failure of an iteration, with its stage. Advisory assertions are left out, because they decide nothing. */
export function failuresOf(trial: ExplainedTrial): StageFailure[] {
  const { transcript, grade } = trial;
  if (trial.status === 'cancelled') return [];
  if (!grade) return brokenOff(trial);
  const graded = { ...trial, grade };
  const asksForCalls =
    grade.faults.some(({ kind }) => kind === 'toolError') ||
    grade.checks.some((check) => decides(check) && check.type === 'noToolErrors' && check.status === 'failed');
  return [
    ...brokenOff(trial),
    ...(asksForCalls ? transcript.toolCalls.filter(hasToolFailed).map(callFailure) : []),
    ...grade.faults.flatMap((fault) => ofFault(fault, graded)),
    ...grade.checks.filter(decides).flatMap((check) => ofCheck(check, graded)),
  ];
}

/** The first failed stage, and the failure that the iteration is told by. */
export function decisiveOf(failures: readonly StageFailure[]): {
  firstFailedStage: EvalStage | undefined;
  decisive: StageFailure | undefined;
} {
  const broken = failures.filter(({ category }) => category !== 'evaluator');
  const firstFailedStage = EVAL_STAGES.find((stage) => broken.some((each) => each.stage === stage));
  return { firstFailedStage, decisive: broken.find(({ stage }) => stage === firstFailedStage) ?? failures[0] };
}

const decides = ({ role, status }: CheckResult): boolean =>
  role === 'gating' && (status === 'failed' || status === 'error');

/** Whether a server answered at all. */
export const wasConnected = ({ toolCalls, inventory, messages }: Transcript): boolean =>
  toolCalls.some(({ error }) => !UNCONNECTED_CODES.has(error?.code ?? '')) ||
  (inventory?.length ?? 0) > 0 ||
  messages.some(({ role }) => role === 'assistant');

/** The failure that ended the iteration early, with the party to blame. */
function brokenOff({ transcript, status, blame, errorCode }: ExplainedTrial): StageFailure[] {
  const code = transcript.error?.code ?? errorCode;
  if (code === null) return [];
  const reason = transcript.error ? `${code}: ${transcript.error.message}` : code;
  const at = (stage: EvalStage | undefined, category: FailureCategory): StageFailure[] => [
    {
      stage,
      category,
      reason,
      errorCode: code,
      ...failureWords({ expected: 'a trial that runs to its end', came: reason }),
    },
  ];
  if (blame !== null && blame !== 'server') return at(undefined, 'evaluator');
  if (status === 'setup_failed' || UNCONNECTED_CODES.has(code)) return at('connection', 'setup');
  if (blame === null) return status === 'timed_out' ? at('userValue', 'userValue') : at(undefined, 'evaluator');
  if (!wasConnected(transcript)) return code === 'TIMEOUT' ? at('connection', 'setup') : at('discovery', 'metadata');
  return at('response', 'serverData');
}

function ofFault(
  { kind, reason, evaluatorError, ...words }: IterationFault,
  { transcript, grade }: Graded,
): StageFailure[] {
  const firstCall = transcript.toolCalls[0]?.toolName;
  switch (kind) {
    // Reported by the calls and by the error themselves.
    case 'toolError':
    case 'iterationError':
      return [];
    case 'malformedCall':
      return transcript.toolCalls.filter(isMalformedCall).map((call) => ({
        stage: 'call',
        category: 'arguments',
        reason: errorTextOf(call),
        toolName: call.toolName,
        errorCode: call.error?.code,
        spanIds: [call.id],
        ...failureWords(malformedCallWords(call)),
      }));
    case 'negativeCase':
      return [
        {
          stage: 'selection',
          category: 'selection',
          reason,
          toolName: firstCall,
          spanIds: transcript.toolCalls.map(({ id }) => id),
          ...words,
        },
      ];
    case 'toolCallMatch':
      if (evaluatorError) return [{ stage: 'selection', category: 'evaluator', reason }];
      return [
        {
          stage: 'selection',
          category: choseRight(grade, transcript) ? 'arguments' : 'selection',
          reason,
          toolName: grade.expectedToolCalls[0]?.toolName ?? firstCall,
          ...words,
        },
      ];
    case 'stepNotDone':
      if (evaluatorError) return [{ stage: undefined, category: 'evaluator', reason }];
      return transcript.error ? [] : [{ stage: 'userValue', category: 'userValue', reason, ...words }];
  }
}

function ofCheck(check: CheckResult, { transcript, grade }: Graded): StageFailure[] {
  const { type, stage, status, reason, stepId, came, brief, place } = check;
  const at = stage as EvalStage;
  if (status === 'error') return [{ stage: at, category: 'evaluator', reason }];
  // Its failed calls are listed already.
  if (type === 'noToolErrors') return [];
  const turn = turnOf(stepId, transcript);
  const seen =
    turn === undefined ? transcript.toolCalls : transcript.toolCalls.filter(({ promptIndex }) => promptIndex === turn);
  const expected = grade.expectedToolCalls.find((call) => call.stepId === stepId)?.toolName;
  const names = [...new Set(seen.map(({ toolName }) => toolName))];
  const category =
    type === 'toolCalledWith' && expected !== undefined && names.includes(expected) ? 'arguments' : CATEGORY_OF[at];
  const spans = at === 'userValue' || at === 'discovery' ? [] : seen.map(({ id }) => id);
  return [
    {
      stage: at,
      category,
      reason,
      toolName: expected ?? (names.length === 1 && at !== 'userValue' ? names[0] : undefined),
      ...(spans.length > 0 && { spanIds: spans }),
      ...(turn !== undefined && { promptIndexes: [turn] }),
      assertion: type,
      ...given({ stepId, expected: check.expected, came, brief, place }),
    },
  ];
}

/** The turn of a check of an assert step; undefined for a check of the whole iteration, or before any prompt. */
function turnOf(stepId: string | undefined, { steps }: Transcript): number | undefined {
  const index = steps.find((step) => step.stepId === stepId)?.stepIndex;
  if (index === undefined) return undefined;
  const prompts = steps.filter(({ kind, stepIndex }) => kind === 'prompt' && stepIndex < index).length;
  return prompts > 0 ? prompts - 1 : undefined;
}

/** Whether the calls of each turn went to the expected tools, so that only their arguments can be wrong. */
function choseRight({ expectedToolCalls }: Graded['grade'], { toolCalls }: Transcript): boolean {
  const called = toolCalls.filter(({ promptIndex }) => promptIndex !== undefined).map(({ toolName }) => toolName);
  return sorted(called) === sorted(expectedToolCalls.map(({ toolName }) => toolName));
}

const sorted = (names: string[]): string => JSON.stringify(names.toSorted());
