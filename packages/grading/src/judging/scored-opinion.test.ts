import { given } from '@assay/contract/given';
import { draftedJudge, unaskedCriteria, passesDraft } from './backtest.ts';
import { judgeVersion } from './judge-version.ts';
import { cappedScore, groundednessOfOpinion, passesJudge } from './scored-opinion.ts';

const criterion = (id: string, required?: boolean) => ({
  id,
  label: `label of ${id}`,
  ...given({ required }),
});
const rubric = { criteria: [criterion('must', true), criterion('may')] };
const met = (...ids: string[]) => ['must', 'may'].map((id) => ({ id, met: ids.includes(id), reason: '' }));

test.each([
  ['at the threshold', 0.7, met('must', 'may'), true],
  ['below it', 0.69, met('must', 'may'), false],
  ['without an optional criterion', 0.9, met('must'), true],
  ['without a required criterion', 0.9, met('may'), false],
  ['with an undecided required criterion', 0.9, [], false],
])('an iteration %s', (_, score, criteria, passes) =>
  expect(passesJudge({ score, criteria }, { threshold: 0.7, rubric })).toBe(passes),
);

test.each([
  [0.9, true, 0.9],
  [0.9, false, 0.85],
  [0.8, false, 0.8],
])('a score of %d, with an expected output: %s, counts as %d', (score, hasReference, counts) =>
  expect(cappedScore({ score }, hasReference)).toBe(counts),
);

test.each([
  [4, [], 1, true],
  [4, ['a'], 0.75, false],
  [1, ['a', 'b'], 0, false],
  [0, [], 1, true],
  [0, ['a'], 0, false],
])('%d claims of which %j are unsupported', (claims, unsupportedClaims, score, passed) =>
  expect(groundednessOfOpinion({ claims, unsupportedClaims })).toEqual({ score, passed }),
);

describe('a judge has another version', () => {
  const judge = { model: 'openai/gpt-5', threshold: 0.7, rubric };
  test.each([
    ['with another model', { ...judge, model: 'openai/gpt-6' }],
    ['with another threshold', { ...judge, threshold: 0.8 }],
    ['with another rubric', { ...judge, rubric: { criteria: [criterion('must', false), criterion('may')] } }],
    ['without a rubric', { ...judge, rubric: undefined }],
  ])('%s', (_, other) => expect(judgeVersion(other)).not.toBe(judgeVersion(judge)));
  test('but not with the keys of its rubric in another order', () =>
    expect(
      judgeVersion({
        ...judge,
        rubric: { criteria: [{ required: true, label: 'label of must', id: 'must' }, criterion('may')] },
      }),
    ).toBe(judgeVersion(judge)));
});

describe("a draft is compared with the judge's opinion", () => {
  const asked = { model: 'm/m', threshold: 0.7, rubric };
  const said = { score: 0.8, criteria: met('must') };
  test.each([
    ['another threshold', { threshold: 0.81 }, false, []],
    [
      'a criterion that is required now',
      { rubric: { criteria: [criterion('must', true), criterion('may', true)] } },
      false,
      [],
    ],
    ['no rubric', { rubric: null }, true, []],
    ['a required criterion that is new', { rubric: { criteria: [criterion('new', true)] } }, null, ['new']],
    [
      'an optional criterion that is new',
      { rubric: { criteria: [criterion('must', true), criterion('new')] } },
      true,
      ['new'],
    ],
    [
      'a criterion in other words',
      { rubric: { criteria: [{ ...criterion('must', true), label: 'other' }] } },
      null,
      ['must'],
    ],
    [
      'a new criterion beside one that fails it anyway',
      { threshold: 0.9, rubric: { criteria: [criterion('new', true)] } },
      false,
      ['new'],
    ],
  ])('%s', (_, draft, passes, missing) => {
    const drafted = draftedJudge(asked, draft);
    expect(unaskedCriteria(asked, drafted)).toEqual(missing);
    expect(passesDraft(said, drafted, missing)).toBe(passes);
  });
});
