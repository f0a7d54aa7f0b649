import type { EvalAssertion, StandardCheckId } from '@assay/contract/areas/cases/assertion';
import { assertStep, frozenCase, promptStep, toolStep } from '../../test/transcripts.ts';
import { standardChecks } from '../assertions/standard-checks.ts';
import { layeredChecks, withoutStandardChecks } from './checks.ts';
import { needsBrowser, needsInventory } from './runner-needs.ts';
import { needsModel } from '../model-free.ts';

const slow: EvalAssertion = { type: 'toolLatencyUnder', ms: 5_000, role: 'advisory', severity: 'warn' };
const slowSearch: EvalAssertion = { ...slow, toolName: 'search' };
const fast: EvalAssertion = { type: 'toolLatencyUnder', ms: 100 };
const errors: EvalAssertion = { type: 'noToolErrors' };

const sources = (...args: Parameters<typeof layeredChecks>) =>
  layeredChecks(...args).map(({ source, assertion }) => [source, assertion]);

test("a case without checks inherits the suite's", () =>
  expect(sources(frozenCase([]), [slow])).toEqual([['suite', slow]]));

test('inherit ignores the list beside it', () =>
  expect(sources(frozenCase([], { checks: { mode: 'inherit', list: [errors] } }), [slow])).toEqual([['suite', slow]]));

test("replace takes only the case's list", () =>
  expect(sources(frozenCase([], { checks: { mode: 'replace', list: [errors] } }), [slow])).toEqual([['case', errors]]));

test("extend puts the suite's checks first", () => {
  expect(sources(frozenCase([], { checks: { mode: 'extend', list: [errors] } }), [slow])).toEqual([
    ['suite', slow],
    ['case', errors],
  ]);
});

test('a suppressed standard check does not affect other checks of suite and case', () => {
  const off = frozenCase([], {
    checks: { mode: 'extend', list: [slow] },
    suppressedSuiteStandardCheckIds: ['response.performance'],
  });
  expect(sources(off, [slow, slowSearch, fast])).toEqual([
    ['suite', slowSearch],
    ['case', slow],
  ]);
});

test.each<[string, EvalAssertion]>([
  ['as preset', slow],
  ['with another limit', { ...slow, ms: 100 }],
  ['that gates', fast],
  ['that is required', { ...fast, role: 'required' }],
  ['that reports without a warning', { ...fast, role: 'advisory' }],
])('a suite without a standard check has none %s', (_, check) => {
  expect(withoutStandardChecks([check, slowSearch, errors], ['response.performance'])).toEqual([slowSearch, errors]);
  expect(withoutStandardChecks([check], [])).toEqual([check]);
});

test('suppression applies before extend, and does not affect replacements', () => {
  const off = { suppressedSuiteStandardCheckIds: ['response.performance' as const] };
  expect(sources(frozenCase([], { ...off }), [slow])).toEqual([]);
  expect(sources(frozenCase([], { ...off, checks: { mode: 'replace', list: [slow] } }), [slow, errors])).toEqual([
    ['case', slow],
  ]);
});

test('every standard check can be switched off', () => {
  const ids = Object.keys(standardChecks) as StandardCheckId[];
  const checks = Object.values(standardChecks);
  for (const [i, id] of ids.entries()) expect(withoutStandardChecks(checks, [id])).toEqual(checks.toSpliced(i, 1));
});

test.each<[string, boolean, Parameters<typeof needsInventory>]>([
  ['an assert step', true, [frozenCase([assertStep('a', { type: 'argumentsMatchToolSchema' })]), []]],
  [
    'a check of the case',
    true,
    [frozenCase([], { checks: { mode: 'extend', list: [{ type: 'toolNamesUnique' }] } }), []],
  ],
  ['a check of the suite', true, [frozenCase([]), [{ type: 'toolNamesUnique' }]]],
  [
    'a check of the suite that the case replaces',
    false,
    [frozenCase([], { checks: { mode: 'replace', list: [] } }), [{ type: 'toolNamesUnique' }]],
  ],
  [
    'an assertion about a live page',
    false,
    [frozenCase([assertStep('a', { kind: 'textVisible', toolName: 'chart', text: 'x' })]), []],
  ],
  ['assertions about calls alone', false, [frozenCase([assertStep('a', errors)]), [slow]]],
])('tool declarations are needed for %s: %s', (_, needed, args) => expect(needsInventory(...args)).toBe(needed));

test.each<[string, boolean, Parameters<typeof needsBrowser>]>([
  [
    'an act on a widget',
    true,
    [frozenCase([{ id: 'a', kind: 'interact', toolName: 'chart', action: { kind: 'wait', ms: 1 } }]), []],
  ],
  [
    'an assertion about a live page',
    true,
    [frozenCase([assertStep('a', { kind: 'textVisible', toolName: 'chart', text: 'x' })]), []],
  ],
  ['an assertion about renderings', true, [frozenCase([assertStep('a', { type: 'widgetRendered' })]), []]],
  ['a check of the suite', true, [frozenCase([]), [{ type: 'widgetNoConsoleErrors' }]]],
  ['a lone tool call, whose widget is to be rendered', true, [frozenCase([toolStep('t')]), []]],
  ['assertions about calls alone', false, [frozenCase([toolStep('t'), assertStep('a', errors)]), [slow]]],
])('a browser is needed for %s: %s', (_, needed, args) => expect(needsBrowser(...args)).toBe(needed));

test('only prompt steps need a model', () => {
  expect(needsModel([toolStep('a'), assertStep('b', errors)])).toBe(false);
  expect(needsModel([toolStep('a'), promptStep('b')])).toBe(true);
});
