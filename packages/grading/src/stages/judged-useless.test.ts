import type { Chain } from '@assay/contract/areas/analysis/decision-summary';
import { chainJudgedUseless } from './judged-useless.ts';
import { nextAction } from './next-action.ts';
import { EVAL_STAGES } from './stage-order.ts';

const held: Chain = {
  status: 'verified',
  analyzerVersion: 1,
  stages: EVAL_STAGES.map((stage) => ({ stage, state: stage === 'userValue' ? 'notMeasured' : 'passed' })),
};

test("an iteration that only its judge failed fails at user value, in the judge's words", () => {
  const chain = chainJudgedUseless(held, 'It answered another question.');
  expect(chain).toEqual({
    ...held,
    firstFailedStage: 'userValue',
    failureCategory: 'userValue',
    stages: [
      ...(held.status === 'verified' ? held.stages.slice(0, 5) : []),
      { stage: 'userValue', state: 'failed', reasons: ['The judge: It answered another question.'] },
    ],
  });
  expect(nextAction({ chain, usesModel: true, blame: null, expectedTools: [], observedTools: [] })).toContain(
    'It answered another question.',
  );
});

test.each<[string, Chain]>([
  ['something failed before', { ...held, firstFailedStage: 'response', failureCategory: 'serverData' }],
  ['nothing is known', { status: 'absent' }],
])('the chain stays as it is when %s', (_, chain) => expect(chainJudgedUseless(chain, 'No.')).toBe(chain));

test('a long reason is cut', () => {
  const chain = chainJudgedUseless(held, 'x'.repeat(2_000));
  expect(chain.status === 'verified' && chain.stages[5]!.reasons![0]!.length).toBe('The judge: '.length + 300);
});
