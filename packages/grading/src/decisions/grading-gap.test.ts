import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import { assertStep, frozenCase, promptStep, toolStep } from '../../test/transcripts.ts';
import { decidesNothing, describeGradingGaps, findGradingGaps, gradingGapOf } from './grading-gap.ts';

const said: EvalAssertion = { type: 'responseContains', needle: 'x' };
const advisory: EvalAssertion = { ...said, role: 'advisory' };
const prompt = promptStep('p');
const asked = (more: Partial<FrozenCase> = {}) => frozenCase([prompt], more);

test.each<[string, FrozenCase, EvalAssertion[], string | undefined]>([
  ['a prompt alone', asked(), [], 'noAssertion'],
  ['no step', frozenCase([]), [], 'noAssertion'],
  ['an advisory assertion of a step', frozenCase([prompt, assertStep('a', advisory)]), [], 'advisoryOnly'],
  ['an advisory check of the suite', asked(), [advisory], 'advisoryOnly'],
  ['an expected output that no judge reads', asked({ expectedOutput: '42' }), [advisory], 'expectedOutputNotRead'],
  ['a tolerated call of a tool', frozenCase([toolStep('t')], { failOnToolError: false }), [], 'noAssertion'],
  ['a replaced check of the suite', asked({ checks: { mode: 'replace', list: [] } }), [said], 'noAssertion'],
  ['a bound on extra calls that is none', asked({ matchOptions: bound('unlimited') }), [], 'noAssertion'],
  ['a gating assertion of a step', frozenCase([prompt, assertStep('a', said)]), [], undefined],
  ['a check of the suite', asked(), [said], undefined],
  ['a check of the case', asked({ checks: { mode: 'extend', list: [said] } }), [], undefined],
  ['a call of a tool', frozenCase([toolStep('t')]), [], undefined],
  ['a negative case', asked({ isNegative: true }), [], undefined],
  ['a bound on extra calls', asked({ matchOptions: bound(0) }), [], undefined],
])('a case with %s', (_, frozen, suiteChecks, gap) => {
  expect(gradingGapOf(frozen, suiteChecks, false)).toBe(gap);
  expect(gradingGapOf(frozen, suiteChecks, true)).toBeUndefined();
});

function bound(extraToolCalls: number | 'unlimited'): NonNullable<FrozenCase['matchOptions']> {
  return { toolCallOrder: 'any', extraToolCalls, arguments: 'partial' };
}

test('the cases that decide nothing are counted, and the first 20 are named', () => {
  const cases = new Map(Array.from({ length: 30 }, (_, i) => [i, asked({ id: `c${i}`, title: `case ${i}` })]));
  cases.set(3, frozenCase([toolStep('t')]));
  const { gaps, found } = findGradingGaps(cases, [], () => false);
  expect([gaps.size, gaps.get(2), gaps.get(3)]).toEqual([29, 'noAssertion', undefined]);
  expect(found).toMatchObject({ count: 29, total: 30, cases: { length: 20 } });
  expect(describeGradingGaps(found!)).toBe('29 of 30 cases decide nothing: case 0, case 1, case 2 and 26 more.');
  expect(decidesNothing(found)).toBe(false);
});

test('a run in which no case decides is told from one in which every case does', () => {
  const [one] = [findGradingGaps(new Map([[0, asked({ title: 'lonely' })]]), [], () => false).found];
  expect(describeGradingGaps(one!)).toBe('1 of 1 case decides nothing: lonely.');
  expect([decidesNothing(one), decidesNothing(null)]).toEqual([true, false]);
  expect(findGradingGaps(new Map([[0, asked()]]), [said], () => false)).toEqual({ gaps: new Map(), found: null });
});
