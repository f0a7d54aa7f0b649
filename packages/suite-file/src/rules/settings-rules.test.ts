import { settingsFault } from './settings-rules.ts';

const criterion = (id: string) => ({ id, label: id });

test.each([
  ['gating and asked about every run', { role: 'gating', autoRun: true }, undefined],
  ['gating and only asked on request', { role: 'gating' }, '/settings/judge/role'],
  ['gating and told not to run by itself', { role: 'gating', autoRun: false }, '/settings/judge/role'],
  ['gating and only warning', { role: 'gating', autoRun: true, severity: 'warn' }, '/settings/judge/severity'],
  ['advisory and warning', { role: 'advisory', severity: 'warn' }, undefined],
  ['of no role and warning', { severity: 'warn' }, undefined],
  [
    'with two criteria of one id',
    { rubric: { criteria: [criterion('a'), criterion('b'), criterion('a')] } },
    '/settings/judge/rubric/criteria/2/id',
  ],
  ['with criteria of different ids', { rubric: { criteria: [criterion('a'), criterion('b')] } }, undefined],
  ['without a rubric', { rubric: null }, undefined],
] as const)('a judge that is %s', (_, judge, path) =>
  expect(settingsFault({ judge: judge as object }, '/settings')?.path).toBe(path),
);

test('faults of the grading come before faults of the judge', () =>
  expect(settingsFault({ repetitions: 3, judge: { role: 'gating' } }, '')?.path).toBe('/repetitions'));
