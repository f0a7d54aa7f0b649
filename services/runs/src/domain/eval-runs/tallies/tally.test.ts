import { tallyOf, type CountedTrial } from './tally.ts';

const trial = (more: Partial<CountedTrial> = {}): CountedTrial => ({
  status: 'completed',
  result: 'passed',
  blame: null,
  grade: { evaluatorError: false },
  usage: null,
  ...more,
});
const unfinished = (more: Partial<CountedTrial>): CountedTrial =>
  trial({ status: 'failed', result: null, grade: null, ...more });

test.each<[string, CountedTrial, string]>([
  ['one that passed', trial(), 'passed'],
  ['one that failed', trial({ result: 'failed' }), 'failed'],
  ['one that could not be judged', trial({ result: 'failed', grade: { evaluatorError: true } }), 'excluded'],
  ['one that broke off at the server', unfinished({ blame: 'server' }), 'failed'],
  ['one that broke off for no known reason', unfinished({}), 'failed'],
  ['one that broke off at the provider', unfinished({ blame: 'provider' }), 'excluded'],
  ['one that broke off at this installation', unfinished({ blame: 'platform', status: 'timed_out' }), 'excluded'],
  ['one that the cassette did not know', unfinished({ blame: 'cassette' }), 'excluded'],
  [
    'one that broke off at the server before it could be judged',
    unfinished({ blame: 'server', grade: { evaluatorError: true } }),
    'failed',
  ],
  [
    'a trial that was not begun, with the provider to blame',
    unfinished({ status: 'skipped', blame: 'provider' }),
    'skipped',
  ],
])('%s counts as it should', (_, each, counted) => {
  const none = { passed: 0, failed: 0, excluded: 0, skipped: 0 };
  expect(tallyOf([each], 0)).toMatchObject({ finished: 1, ...none, [counted]: 1 });
});

test('iterations that were left out are finished and skipped', () => {
  expect(tallyOf([trial()], 3)).toMatchObject({ finished: 4, passed: 1, skipped: 3 });
});

test('the usage of models is summed, and iterations with a known price are counted', () => {
  const usage = { inputTokens: 10, outputTokens: 2, modelCalls: 1, costMicros: null };
  expect(tallyOf([trial({ usage }), trial({ usage: { ...usage, costMicros: 7 } }), trial()], 0)).toMatchObject({
    inputTokens: 20,
    outputTokens: 4,
    modelCalls: 2,
    costMicros: 7,
    metered: 2,
    costed: 1,
  });
});
