import { canonicalJson } from '@assay/contract/canonical';
import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import type { Transcript, TranscriptStep } from '@assay/contract/areas/transcripts/documents';
import { given } from '@assay/contract/given';
import { wasReached } from '../iteration/step-records.ts';

const isDone = ({ kind }: EvalTestStep): boolean => kind !== 'assert';

/** Whether two versions of a case have the same actions, with any assertions. */
export const haveSameActions = (a: readonly EvalTestStep[], b: readonly EvalTestStep[]): boolean =>
  canonicalJson(a.filter(isDone)) === canonicalJson(b.filter(isDone));

/**
 * A transcript as if it had been recorded with another version of the case with the same actions: records of its assert
 * steps are moved, and the verdicts of unchanged assertions about a live page are kept.
 */
export function rebasedTranscript(
  transcript: Transcript,
  from: readonly EvalTestStep[],
  to: readonly EvalTestStep[],
): Transcript {
  const indexOf = new Map(to.map(({ id }, index) => [id, index]));
  const records = new Map(transcript.steps.map((record) => [record.stepId, record]));
  const moved = <T extends { stepIndex: number }>(happened: T): T => ({
    ...happened,
    stepIndex: indexOf.get(from[happened.stepIndex]?.id ?? '') ?? happened.stepIndex,
  });
  // An aborted iteration reached the assertions before its last reached step, and no later ones.
  const lastReached = transcript.error
    ? to.findLastIndex((step) => isDone(step) && wasReached(step, transcript))
    : to.length;
  const actionBefore = (steps: readonly EvalTestStep[], index: number) => steps.slice(0, index).findLast(isDone)?.id;
  // A verdict on a live page holds for the same assertion at the same moment only.
  const liveRecord = (step: EvalTestStep, stepIndex: number): TranscriptStep | undefined => {
    const record = records.get(step.id);
    if (!record?.live) return undefined;
    const was = record.stepIndex;
    const isUnchanged =
      canonicalJson(step) === canonicalJson(from[was] ?? null) &&
      actionBefore(from, was) === actionBefore(to, stepIndex);
    return isUnchanged ? { ...record, stepIndex } : undefined;
  };
  const recordAt = (step: EvalTestStep, stepIndex: number): TranscriptStep[] => {
    const record = records.get(step.id);
    if (isDone(step)) return record ? [{ ...record, stepIndex }] : [];
    const live = liveRecord(step, stepIndex);
    if (live) return [live];
    const at = records.get(to[stepIndex - 1]?.id ?? '')?.endMs ?? 0;
    return stepIndex < lastReached
      ? [
          {
            stepId: step.id,
            stepIndex,
            kind: 'assert',
            status: 'pending',
            startMs: at,
            endMs: at,
          },
        ]
      : [];
  };
  return {
    ...transcript,
    steps: to.flatMap(recordAt),
    toolCalls: transcript.toolCalls.map(moved),
    ...given({ renderings: transcript.renderings?.map(moved) }),
  };
}
