import type { StepAssertion } from '@assay/contract/areas/cases/step';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { evaluateAssertion } from '../src/assertions/evaluate.ts';
import { stepEvidence, trialEvidence } from '../src/evidence/evidence.ts';
import type { Verdict } from '../src/assertions/verdict.ts';
import { frozenCase, inventory, promptStep, transcript } from './transcripts.ts';

export type PartialTranscript = Partial<Transcript>;

/** The verdict of an assertion about a whole iteration. */
export const verdictOfTrial = (assertion: StepAssertion, seen: PartialTranscript): Verdict =>
  evaluateAssertion(assertion, trialEvidence(transcript(seen), {}));

/** The verdict of an assert step after the second of two prompts, whose steps are 0 and 1. */
export const verdictOfTurn = (assertion: StepAssertion, seen: PartialTranscript): Verdict =>
  evaluateAssertion(assertion, stepEvidence(transcript(seen), frozenCase([promptStep('p1'), promptStep('p2')]), 2));

type Row = [guarantee: string, assertion: StepAssertion, seen: PartialTranscript, status: Verdict['status']];

/** One test per row: the verdict of an assertion on a transcript. */
export const testVerdicts = (rows: Row[], by = verdictOfTrial) =>
  test.each(rows)('%s', (_, assertion, seen, status) => expect(by(assertion, seen)).toMatchObject({ status }));

export const withCalls = (...toolCalls: Transcript['toolCalls']): PartialTranscript => ({ toolCalls });
export const withTools = (...declarations: Record<string, unknown>[]): PartialTranscript => ({
  inventory: inventory(...declarations),
});
export const echoSchema = {
  type: 'object',
  properties: { message: { type: 'string', description: 'What to say.' } },
  required: ['message'],
};
export const echoTool = { name: 'echo', description: 'Says back what it was told.', inputSchema: echoSchema };
export const advisoryRole = { role: 'advisory' } as const;
