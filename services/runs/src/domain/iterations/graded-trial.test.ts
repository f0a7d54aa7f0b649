import { gradedTrial } from './graded-trial.ts';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';

const frozen = {
  id: 'case',
  title: 'x',
  steps: [],
  iterations: 1,
  isNegative: false,
  models: [],
} as unknown as FrozenCase;
const transcript = { version: 1, steps: [], messages: [], toolCalls: [], userMessages: 0 } as unknown as Transcript;
const blind = { type: 'toolNamesUnique' } as const;

test.each([
  ['completed', null, true],
  ['setup_failed', 'server', false],
  ['failed', 'server', false],
] as const)('missing evidence of a trial that is %s is an evaluator error: %s %s', (status, blame, evaluatorError) =>
  expect(gradedTrial(frozen, [blind], transcript, { status, blame, errorCode: null, hasServers: true })).toMatchObject({
    evaluatorError,
  }),
);
