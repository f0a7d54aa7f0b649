import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { JudgeCalibration } from '@assay/contract/areas/judges/documents';
import type { JudgeConfig } from '@assay/grading/judging/judge-version';
import { needsModel } from '@assay/grading/model-free';
import type { IterationStatus } from '../iterations/iteration.ts';

/** One request for a judge's opinions over a run. */
export interface Judgement extends JudgeConfig {
  id: string;
  runId: string;
  status: 'pending' | 'completed' | 'failed';
  gating: boolean;
  standing: JudgeCalibration;
  judgeVersion: string;
  total: number;
  completed: number;
  errors: number;
  skipped: number;
  errorCode: string | null;
  createdAt: Date;
  completedAt: Date | null;
}

/** The state of one opinion. */
export type OpinionStatus = 'pending' | 'scored' | 'error' | 'skipped';

/** The fields of an iteration that decide whether it can be judged. */
export interface JudgedIteration {
  id: string;
  casePosition: number;
  status: IterationStatus;
  isRecorded: boolean;
}

/** Why an iteration is not judged; undefined for one that is. */
export function skipReason(
  { status, isRecorded }: Pick<JudgedIteration, 'status' | 'isRecorded'>,
  { judge, steps, expectedOutput }: FrozenCase,
): string | undefined {
  if (judge?.enabled === false) return 'The case wants no judge.';
  if (status !== 'completed') return 'The trial did not complete.';
  if (!isRecorded) return 'Nothing was recorded of the trial.';
  return needsModel(steps) || expectedOutput !== undefined
    ? undefined
    : 'The case has neither a prompt nor an expected output.';
}

/** Whether a judge reads the completed iterations of a case. */
export const isJudged = (frozen: FrozenCase): boolean =>
  skipReason({ status: 'completed', isRecorded: true }, frozen) === undefined;

/** The reference for a judge: the case's expected output, or else its prompts. */
export const referenceOf = ({
  expectedOutput,
  steps,
}: FrozenCase): { kind: 'expectedOutput' | 'prompts'; text: string } =>
  expectedOutput === undefined
    ? { kind: 'prompts', text: steps.flatMap((step) => (step.kind === 'prompt' ? [step.prompt] : [])).join('\n\n') }
    : { kind: 'expectedOutput', text: expectedOutput };

/** The summary of a finished judgement. */
export function summaryOf({ status, total, completed, errors, skipped }: Judgement, passed: number): string | null {
  if (status === 'pending') return null;
  const judged = completed - errors - skipped;
  return [
    judged === 0 ? 'No trial was judged.' : `${passed} of ${judged} judged trials passed.`,
    ...(errors > 0 ? [`The judge failed on ${errors}.`] : []),
    ...(skipped > 0 ? [`${skipped} were skipped.`] : []),
    ...(completed < total ? [`${total - completed} were not reached.`] : []),
  ].join(' ');
}
