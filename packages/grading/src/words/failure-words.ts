import type { EvidencePlace } from '@assay/contract/areas/iterations/evidence-place';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { countText } from './values.ts';

/** Where evidence stands, in words: `message 4`. Undefined where the transcript does not have it. */
export function evidenceText(
  { spanId, messageIndex, wireIndex, part }: EvidencePlace,
  { toolCalls }: Pick<Transcript, 'toolCalls'>,
): string | undefined {
  if (messageIndex !== undefined) return `message ${messageIndex + 1} of the conversation`;
  if (wireIndex !== undefined) return `message ${wireIndex + 1}`;
  const index = toolCalls.findIndex(({ id }) => id === spanId);
  if (index < 0) return undefined;
  return part ? `the ${part} of call ${index + 1}` : `call ${index + 1}`;
}

/** The trials of a case of which one failure is told. */
interface ToldTrials {
  /** The number of the trial within the case. */
  trial: number;
  failed: number;
  eligible: number;
}

/** The words for what came in a trial of a case, with the number of failed trials where others passed. */
export const cameInCase = (came: string, { failed, eligible }: Omit<ToldTrials, 'trial'>): string =>
  failed < eligible ? `${came} (${countText(failed)} of ${countText(eligible)} trials)` : came;

/** The evidence of one trial, named within its case. */
export const evidenceInCase = (evidence: string, { trial }: Pick<ToldTrials, 'trial'>): string =>
  `${evidence} of trial ${countText(trial)}`;
