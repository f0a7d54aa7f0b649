import type { CatalogueAnswer } from '@assay/contract/areas/catalogue-labs/work';
import { given } from '@assay/contract/given';
import { builtInDistractors } from './built-in-distractors.ts';
import { labReport } from './lab-report.ts';
import { labCatalogue } from './lab-tools.ts';
import { trialAt, trialsOf, type LabSpec, type StoredTask } from './lab.ts';
import { boundedAnswer, gradedAnswer } from './trial-result.ts';

const tools = labCatalogue(
  {
    own: ['search', 'find', 'read'].map((name) => ({ name, description: name, inputSchema: {} })),
    project: [],
    builtIn: builtInDistractors(),
  },
  [{ toolName: 'find', name: 'look_up' }],
  new Set(['find']),
).tools;
const places = new Map(tools.map(({ declaration }, i) => [declaration.name, i]));
const call = (toolName: string, args?: Record<string, unknown>, isOffered = true) => ({
  toolName,
  isOffered,
  ...given({ arguments: args }),
});
const answer = (
  position: number,
  calls: CatalogueAnswer['calls'],
  more: Partial<CatalogueAnswer> = {},
): CatalogueAnswer => ({
  position,
  calls,
  usage: { inputTokens: 100, outputTokens: 10, costMicros: 50 },
  ...more,
});

test.each([
  ['the expected tool', [call('find')], 'right'],
  ['the expected tool twice', [call('find'), call('find')], 'right'],
  ['the expected tool and another one', [call('find'), call('search')], 'several'],
  ['another tool', [call('search')], 'wrong'],
  ['a tool that was not offered, under the right name', [call('find', undefined, false)], 'wrong'],
  ['no tool', [], 'none'],
])('a call of %s', (_, calls, outcome) =>
  expect(gradedAnswer(answer(0, calls), {}, places, places.get('find')!).outcome).toBe(outcome),
);

test.each([
  ['the expected arguments and more', { q: 'tea', n: 1 }, true],
  ['other arguments', { q: 'coffee' }, false],
  ['no arguments', undefined, false],
])('a right call with %s', (_, args, isRight) => {
  const task = { arguments: { q: 'tea' } };
  expect(gradedAnswer(answer(0, [call('find', args)]), task, places, places.get('find')!).argumentsRight).toBe(isRight);
});

test('an endless answer is bounded before it is kept', () => {
  const kept = boundedAnswer(
    answer(
      0,
      Array.from({ length: 90 }, () => call('x'.repeat(9_000), { q: 'y'.repeat(9_000) })),
    ),
  );
  expect(kept.calls).toHaveLength(20);
  expect(kept.calls[0]).toEqual({ toolName: 'x'.repeat(200), isOffered: true });
});

const spec = (more: Partial<LabSpec> = {}): LabSpec => ({
  version: 1,
  model: 'openai/gpt-test',
  sizes: [5, 20],
  repetitions: 1,
  seed: 1,
  overrides: [{ toolName: 'find', name: 'look_up' }],
  tasks: {} as LabSpec['tasks'],
  catalogue: {} as LabSpec['catalogue'],
  ...more,
});
const tasksOf = (count: number): StoredTask[] =>
  Array.from({ length: count }, (_, i) => ({ prompt: `Find ${i}`, expectedTool: 'find' }));

/** The report of a lab whose model answers as `say` does. */
function reportWith(
  of: LabSpec,
  count: number,
  say: (place: ReturnType<typeof trialAt>) => CatalogueAnswer['calls'] | 'failed' | undefined,
) {
  const answers = Array.from({ length: trialsOf(of, count) }, (_, position) => {
    const calls = say(trialAt(of, count, position));
    return calls === 'failed'
      ? answer(position, [], { error: { code: 'TIMEOUT', message: 'late' } })
      : calls && answer(position, calls);
  });
  return labReport({ spec: of, tasks: tasksOf(count), tools, answers: answers.filter((each) => each !== undefined) });
}
const right = (variant: 'old' | 'new') => [call(variant === 'new' ? 'look_up' : 'find')];

test('curves agree with a count by hand', () => {
  const report = reportWith(spec(), 10, ({ variant, size, task }) =>
    variant === 'new' || (size === 5 && task < 8) || task < 4 ? right(variant) : [call('search', { q: 'tea' })],
  );
  const [old, now] = report.curves;
  expect(old!.points).toMatchObject([
    {
      size: 5,
      trials: 10,
      right: 8,
      wrong: 2,
      accuracy: { value: 0.8, tasks: 10 },
      change: null,
      inputTokens: 1_000,
      costUsd: 0.0005,
      confusedPairs: 1,
    },
    { size: 20, right: 4, wrong: 6, accuracy: { value: 0.4 }, change: { tasks: 10, difference: { delta: -0.4 } } },
  ]);
  expect(old!.points[0]!.accuracy.interval!.lower).toBeCloseTo(0.4902, 4);
  expect(now!.points).toMatchObject([{ right: 10 }, { right: 10 }]);
  expect(report.comparison).toMatchObject({
    overall: { tasks: 10, conclusion: 'better', old: { value: 0.6 }, new: { value: 1 } },
    bySize: [
      { size: 5, difference: { delta: 0.2 }, conclusion: 'undecided' },
      { size: 20, conclusion: 'better' },
    ],
    tools: [{ toolName: 'find', newName: 'look_up', overridden: true, conclusion: 'better' }],
  });
  expect(report.confusedPairs).toMatchObject([
    {
      expectedTool: 'find',
      calledTool: 'search',
      calledToolFrom: 'server',
      count: 8,
      old: 8,
      new: 0,
      bySize: [
        { size: 5, count: 2 },
        { size: 20, count: 6 },
      ],
    },
  ]);
  expect(report.confusion).toEqual([
    {
      expectedTool: 'find',
      trials: { old: 20, new: 20 },
      right: { old: 12, new: 20 },
      none: { old: 0, new: 0 },
      called: [{ tool: 'search', from: 'server', old: 8, new: 0 }],
    },
  ]);
  expect(report.confusedPairs[0]!.calls).toHaveLength(5);
  expect(report.confusedPairs[0]!.calls[0]).toMatchObject({ prompt: 'Find 4', size: 20, arguments: { q: 'tea' } });
});

test('too few tasks conclude nothing, however often they are tried', () => {
  const many = spec({ repetitions: 10 });
  const { comparison } = reportWith(many, 4, ({ variant }) => (variant === 'new' ? right('new') : []));
  expect(comparison!.overall).toMatchObject({ tasks: 4, difference: { delta: 1 }, conclusion: 'undecided' });
});

test('repetitions of a task count as one', () => {
  const worse = ({ variant, task }: ReturnType<typeof trialAt>) =>
    variant === 'old' || task < 9 ? right(variant) : [];
  const [once, often] = [1, 10].map((repetitions) => reportWith(spec({ repetitions }), 10, worse).comparison!.overall);
  expect(often!.difference).toEqual(once!.difference);
  expect(often!.conclusion).toBe('undecided');
});

test('a trial without an answer counts in no rate, and its pair neither', () => {
  const { curves, comparison } = reportWith(spec({ sizes: [5] }), 6, ({ variant, task }) =>
    task === 0 && variant === 'new' ? 'failed' : right(variant),
  );
  expect(curves[1]!.points[0]).toMatchObject({ trials: 6, failed: 1, right: 5, accuracy: { tasks: 5, value: 1 } });
  expect(comparison!.overall.tasks).toBe(5);
});

test('a lab without any answer has a report that says nothing', () => {
  const { curves, comparison, confusedPairs } = reportWith(spec(), 3, () => undefined);
  expect(curves[0]!.points[0]).toMatchObject({
    trials: 0,
    accuracy: { value: null, interval: null },
    inputTokensPerTrial: null,
  });
  expect(comparison!.overall).toMatchObject({ difference: null, conclusion: 'undecided' });
  expect(confusedPairs).toEqual([]);
});

test('a change of descriptions without an effect is seldom called one', () => {
  // A fixed sequence of trials whose sides succeed with the same chance.
  let state = 7;
  const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
  const alarms = Array.from({ length: 200 }, () => {
    const { comparison } = reportWith(spec({ sizes: [5] }), 20, ({ variant }) =>
      random() < 0.7 ? right(variant) : [],
    );
    return comparison!.overall.conclusion !== 'undecided';
  }).filter(Boolean).length;
  expect(alarms).toBeLessThanOrEqual(10);
});
