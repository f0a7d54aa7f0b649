import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import type { Transcript, TranscriptStep } from '@assay/contract/areas/transcripts/documents';
import { remembered } from '../remembered.ts';

const byId = remembered((steps: TranscriptStep[]) => new Map(steps.map((record) => [record.stepId, record])));

/** What the transcript says of a step; a step it does not know was not reached. */
export const stepRecordOf = ({ id }: EvalTestStep, { steps }: Transcript): TranscriptStep | undefined =>
  byId(steps).get(id);

/** Whether the trial came as far as this step. */
export function wasReached(step: EvalTestStep, transcript: Transcript): boolean {
  const status = stepRecordOf(step, transcript)?.status ?? 'skipped';
  return status !== 'skipped' && (status !== 'pending' || step.kind === 'assert');
}

/** Whether a step was left out because it acts on a widget and nothing was there that could: the trial went on without it. */
export const lackedBrowser = (step: EvalTestStep, transcript: Transcript): boolean =>
  step.kind === 'interact' && stepRecordOf(step, transcript)?.status === 'skipped' && !transcript.error;
