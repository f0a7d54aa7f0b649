import type { StepAssertion } from '@assay/contract/areas/cases/step';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { evaluate } from '../src/assertions/evaluate.ts';
import { stepEvidence, trialEvidence } from '../src/assertions/evidence.ts';
import type { Verdict } from '../src/assertions/verdict.ts';
import { frozen, inventory, prompt, transcript } from './transcripts.ts';

export type Seen = Partial<Transcript>;

/** What an assertion about a whole trial says of it. */
export const judged = (assertion: StepAssertion, seen: Seen): Verdict =>
  evaluate(assertion, trialEvidence(transcript(seen), {}));

/** What it says as an assert step after the second of two prompts, whose steps are 0 and 1. */
export const judgedInTurn = (assertion: StepAssertion, seen: Seen): Verdict =>
  evaluate(assertion, stepEvidence(transcript(seen), frozen([prompt('p1'), prompt('p2')]), 2));

type Row = [guarantee: string, assertion: StepAssertion, seen: Seen, status: Verdict['status']];

/** One test per row: what an assertion says of a transcript. */
export const judge = (rows: Row[], by = judged) =>
  test.each(rows)('%s', (_, assertion, seen, status) => expect(by(assertion, seen)).toMatchObject({ status }));

export const calls = (...toolCalls: Transcript['toolCalls']): Seen => ({ toolCalls });
export const tools = (...declarations: Record<string, unknown>[]): Seen => ({ inventory: inventory(...declarations) });
export const schema = {
  type: 'object',
  properties: { message: { type: 'string', description: 'What to say.' } },
  required: ['message'],
};
export const echo = { name: 'echo', description: 'Says back what it was told.', inputSchema: schema };
export const advisory = { role: 'advisory' } as const;
