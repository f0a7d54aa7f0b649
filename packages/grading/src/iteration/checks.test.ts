import type { EvalAssertion, StandardCheckId } from '@assay/contract/areas/cases/assertion';
import { assertStep, frozenCase, promptStep, toolStep } from '../../test/transcripts.ts';
import { layeredChecks, withoutStandardChecks } from './checks.ts';
import { needsInventory } from './inventory.ts';
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
    ['suite', fast],
    ['case', slow],
  ]);
});

test('a suite without a standard check keeps its own checks of that type', () => {
  expect(withoutStandardChecks([slow, slowSearch, fast, errors], ['response.performance', 'response.errors'])).toEqual([
    slowSearch,
    fast,
    errors,
  ]);
  expect(withoutStandardChecks([{ ...errors, role: 'advisory', severity: 'warn' }], ['response.errors'])).toEqual([]);
  expect(withoutStandardChecks([slow], [])).toEqual([slow]);
});

test('suppression applies before extend, and does not affect replacements', () => {
  const off = { suppressedSuiteStandardCheckIds: ['response.performance' as const] };
  expect(sources(frozenCase([], { ...off }), [slow])).toEqual([]);
  expect(sources(frozenCase([], { ...off, checks: { mode: 'replace', list: [slow] } }), [slow, errors])).toEqual([
    ['case', slow],
  ]);
});

test('every standard check can be switched off', () => {
  const presets: [StandardCheckId, EvalAssertion][] = [
    ['discovery.description', { type: 'toolDescriptionsPresent', minLength: 20 }],
    ['discovery.annotations', { type: 'toolAnnotationsPresent' }],
    ['discovery.collisions', { type: 'toolNamesUnique' }],
    ['discovery.deprecated', { type: 'noDeprecatedToolExposed', role: 'advisory' }],
    ['call.schema', { type: 'toolInputSchemasWellFormed' }],
    ['response.schema', { type: 'toolOutputSchemasPresent' }],
    ['selection.hops', { type: 'toolCallCountUnder', count: 4 }],
    ['call.parameters', { type: 'argumentsMatchToolSchema' }],
    ['call.repeated', { type: 'noRepeatedIdenticalCall', role: 'advisory' }],
    ['response.performance', slow],
    ['response.size', { type: 'toolResultSizeUnder', maxBytes: 64_000 }],
    ['response.errors', errors],
    ['response.recovery', { type: 'toolErrorNamesInput', role: 'advisory' }],
    ['response.pagination', { type: 'fullPageHasContinuation', role: 'advisory' }],
    ['userValue.turns', { type: 'turnCountUnder', turns: 6 }],
  ];
  const checks = presets.map(([, assertion]): EvalAssertion => ({ ...assertion, role: 'advisory', severity: 'warn' }));
  for (const [i, [id]] of presets.entries())
    expect(withoutStandardChecks(checks, [id])).toEqual(checks.toSpliced(i, 1));
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

test('only prompt steps need a model', () => {
  expect(needsModel([toolStep('a'), assertStep('b', errors)])).toBe(false);
  expect(needsModel([toolStep('a'), promptStep('b')])).toBe(true);
});
