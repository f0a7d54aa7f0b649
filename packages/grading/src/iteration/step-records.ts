import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import type { LiveVerdict, Transcript, TranscriptStep } from '@assay/contract/areas/transcripts/documents';
import { cachedByObject } from '../cached-by-object.ts';

const byId = cachedByObject((steps: TranscriptStep[]) => new Map(steps.map((record) => [record.stepId, record])));

/** The transcript's record of a step; a step without one was not reached. */
export const stepRecordOf = ({ id }: EvalTestStep, { steps }: Transcript): TranscriptStep | undefined =>
  byId(steps).get(id);

/** Whether the iteration reached this step. */
export function wasReached(step: EvalTestStep, transcript: Transcript): boolean {
  const status = stepRecordOf(step, transcript)?.status ?? 'skipped';
  return status !== 'skipped' && (status !== 'pending' || step.kind === 'assert');
}

/** The verdict that an assertion about a live page got at its step; undefined when nothing watched the page. */
export const liveVerdictOf = (step: EvalTestStep, transcript: Transcript): LiveVerdict | undefined =>
  stepRecordOf(step, transcript)?.live;

/**
 * Whether a step was skipped because it acts on a widget and there was no browser, or the browser broke down: the iteration continued without it.
 */
export const lackedBrowser = (step: EvalTestStep, transcript: Transcript): boolean =>
  step.kind === 'interact' && stepRecordOf(step, transcript)?.status === 'skipped' && !transcript.error;
