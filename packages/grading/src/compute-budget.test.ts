import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { growthOf } from '@assay/testkit/growth';
import {
  assertStep,
  toolCall,
  frozenCase,
  inventory,
  promptStep,
  stepsEnded,
  promptReplied,
  textResult,
  toolError,
  toolStep,
  transcript,
} from '../test/transcripts.ts';
import { evaluateAssertion } from './assertions/evaluate.ts';
import { trialEvidence } from './evidence/evidence.ts';
import { ComputeBudget, ComputeBudgetError } from './compute-budget.ts';
import { gradeIteration } from './iteration/grade-iteration.ts';

const many = <T>(length: number, make: (index: number) => T): T[] => Array.from({ length }, (_, index) => make(index));
/** A text of the letters a and b in an order that repeats only after 2^31 letters. */
const jumble = (length: number): string => {
  let state = 7;
  return many(length, () => ((state = (state * 48_271) % 2_147_483_647) & 1 ? 'a' : 'b')).join('');
};
const asResult = (value: unknown) => ({
  toolCalls: [toolCall('echo', {}, { result: textResult(JSON.stringify(value)) })],
});

const LONG = jumble(100_000);
const wide = (length: number, of: object) => ({
  items: { not: { anyOf: many(length, (i) => ({ ...of, title: String(i) })) } },
});
const described = (tools: number, description: string) => ({
  inventory: inventory(...many(tools, (i) => ({ name: `t${i}`, description, inputSchema: { type: 'object' } }))),
});

/** Assertions that are expensive to evaluate; 200 of each fit into a request. */
const HOSTILE: [what: string, assertion: (index: number) => EvalAssertion, seen: Partial<Transcript>][] = [
  [
    'patterns that blow up',
    (i) => ({ type: 'responseMatches', pattern: `(?:a|b)*a(?:a|b){${20 + i}}c` }),
    promptReplied(LONG),
  ],
  [
    'patterns that take long to compile',
    (i) => ({ type: 'responseMatches', pattern: `${'\\pL'.repeat(3_000)}${i}` }),
    promptReplied('a'),
  ],
  [
    'patterns that repeat much',
    (i) => ({ type: 'responseMatches', pattern: `${'a{900}'.repeat(50)}${i}` }),
    promptReplied('a'),
  ],
  [
    'needles that almost match everywhere',
    (i) => ({ type: 'responseContains', needle: `${'a'.repeat(9_000)}b${'a'.repeat(9_000 + i)}` }),
    promptReplied('a'.repeat(1_000_000)),
  ],
  [
    'long results that are searched again and again',
    (i) => ({ type: 'toolResultContains', needle: `x${i}` }),
    { toolCalls: many(10, () => toolCall('echo', {}, { result: textResult(LONG.repeat(10)) })) },
  ],
  [
    'large schemas, each another one',
    (i) => ({
      type: 'toolResultMatchesSchema',
      schema: { title: String(i), anyOf: many(400, (n) => ({ properties: { [`p${n}`]: { const: n } } })) },
    }),
    asResult({}),
  ],
  [
    'large schemas that cannot be used',
    (i) => ({
      type: 'toolResultMatchesSchema',
      schema: { title: String(i), anyOf: [...many(900, () => ({})), { type: 'nope' }] },
    }),
    asResult({}),
  ],
  [
    'schemas that fail at every branch of every item',
    (i) => ({ type: 'toolResultMatchesSchema', schema: { title: String(i), ...wide(50, { required: ['x'] }) } }),
    asResult(many(50_000, () => ({}))),
  ],
  [
    'schemas that compare each item with a list',
    (i) => ({ type: 'toolResultMatchesSchema', schema: { items: { not: { enum: many(1_500, (n) => `${n} ${i}`) } } } }),
    asResult(many(50_000, () => 'x')),
  ],
  [
    'schemas that go in a circle',
    (i) => ({
      type: 'toolResultMatchesSchema',
      schema: {
        $ref: '#/$defs/a',
        $defs: {
          a: { title: String(i), allOf: [{ $ref: '#/$defs/b' }, { $ref: '#/$defs/b' }] },
          b: { $ref: '#/$defs/a' },
        },
      },
    }),
    asResult({}),
  ],
  [
    'schemas whose patterns blow up',
    (i) => ({ type: 'toolResultMatchesSchema', schema: { not: { pattern: `(?:a|b)*a(?:a|b){${20 + i}}c` } } }),
    asResult(LONG),
  ],
  [
    'errors that are searched for many names',
    () => ({ type: 'toolErrorNamesInput', role: 'advisory' }),
    {
      toolCalls: [toolCall('echo', {}, toolError('x'.repeat(1_000_000)))],
      inventory: inventory({
        name: 'echo',
        inputSchema: { type: 'object', properties: Object.fromEntries(many(5_000, (i) => [`name${i}`, {}])) },
      }),
    },
  ],
  [
    'expected arguments that differ at their end',
    () => ({ type: 'toolCalledWith', toolName: 'echo', args: { args: { a: many(3_000, (n) => n), b: 1 } } }),
    { toolCalls: many(2_000, () => toolCall('echo', { a: many(3_000, (n) => n), b: 2 })) },
  ],
  [
    'descriptions that are read again and again',
    () => ({ type: 'noDeprecatedToolExposed', role: 'advisory' }),
    described(20, 'use '.repeat(50_000)),
  ],
  [
    'many calls',
    () => ({ type: 'noToolErrors' }),
    { toolCalls: many(150_000, () => toolCall('echo', {}, toolError('no'))) },
  ],
];

test.each(HOSTILE)('200 assertions with %s cost more than the budget', (_, assertion, seen) => {
  const evidence = trialEvidence(transcript(seen), frozenCase([]));
  const budget = new ComputeBudget();
  // A twentieth of it is left, so at most a twentieth of the assertions may be evaluated.
  budget.spend(475_000_000);
  const verdicts = many(11, (i) => evaluateAssertion(assertion(i), evidence, budget));
  expect(verdicts.at(-1)).toMatchObject({ status: 'error', reason: expect.stringContaining('more computation') });
});

test('an assertion beyond the budget is an evaluator error, and later ones are still evaluated', () => {
  const costly: EvalAssertion = { type: 'responseMatches', pattern: '(?:a|b)*a(?:a|b){900}c' };
  const { result, evaluatorError, checks } = gradeIteration(
    frozenCase([]),
    [costly, { type: 'responseMatches', pattern: '^[ab]+$' }],
    transcript(promptReplied(LONG)),
  );
  expect([result, evaluatorError]).toEqual(['failed', true]);
  expect(checks).toMatchObject([
    { status: 'error', reason: expect.stringContaining('more computation') },
    { status: 'passed' },
  ]);
});

test('advisory assertions cannot use up the budget of gating ones', () => {
  const advisory = many(200, (i): EvalAssertion => ({
    type: 'responseMatches',
    pattern: `(?:a|b)*a(?:a|b){20}${i}`,
    role: 'advisory',
  }));
  const gating: EvalAssertion = { type: 'responseMatches', pattern: '(?:a|b)*a(?:a|b){20}' };
  const { result, checks } = gradeIteration(frozenCase([]), [...advisory, gating], transcript(promptReplied(LONG)));
  expect([result, checks[0]!.status, checks[199]!.status, checks[200]!.status]).toEqual([
    'passed',
    'failed',
    'error',
    'passed',
  ]);
});

test('thousands of calls and expectations end within the budget as an evaluator error', () => {
  const steps = [
    promptStep('p1'),
    ...many(199, (i) =>
      assertStep(`a${i}`, {
        type: 'toolCalledWith',
        toolName: 'echo',
        args: { args: { n: 'any' } },
        minCount: 1_000_000,
      }),
    ),
  ];
  const toolCalls = many(5_000, () => toolCall('echo', {}, { stepId: 'p1', promptIndex: 0 }));
  const grade = () =>
    gradeIteration(
      frozenCase(steps, { matchOptions: { toolCallOrder: 'any', extraToolCalls: 0, arguments: 'partial' } }),
      [],
      transcript({ steps: stepsEnded(steps), toolCalls }),
    );
  expect(grade()).toMatchObject({
    evaluatorError: true,
    faults: [{ kind: 'toolCallMatch', evaluatorError: true, reason: expect.stringContaining('more computation') }],
  });
});

test('arguments that are expensive to mask are shown without delay', () => {
  const steps = [toolStep('s1')];
  const grade = (length: number) => {
    const list = many(20, () => 'eyJ-'.repeat(length / 50));
    const toolCalls = [toolCall('echo', { note: 'a.'.repeat(length), list }), toolCall('echo', { list })];
    const ended = transcript({ steps: stepsEnded(steps), toolCalls });
    return gradeIteration(frozenCase(steps), [], ended).actualToolCalls;
  };
  expect(growthOf(grade, 3_125, 16)).toBeLessThan(64);
  expect(JSON.stringify(grade(50_000)[0]).length).toBeLessThan(25_000);
});

test('shared work is paid for once, and unaffordable work costs nothing', () => {
  const budget = new ComputeBudget();
  for (let i = 0; i < 3; i++) budget.spendOnce('schema', 200_000_000);
  expect(() => budget.spend(1e12)).toThrow(ComputeBudgetError);
  budget.spend(200_000_000);
  expect(() => budget.spend(200_000_000)).toThrow(ComputeBudgetError);
});
