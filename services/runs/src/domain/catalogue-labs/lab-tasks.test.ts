import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import { tasksOfCases } from './lab-tasks.ts';

const prompt = { id: 'p', kind: 'prompt', prompt: 'Find tea' } as const;
const expects = (assertion: EvalAssertion): EvalTestStep => ({ id: 'a', kind: 'assert', assertion });
const called = (toolName: string, args: Record<string, unknown> = {}, more: object = {}) =>
  expects({ type: 'toolCalledWith', toolName, args: { args, ...more } });

test.each<[string, EvalTestStep[], object]>([
  [
    'a call with arguments',
    [prompt, called('search', { q: 'tea' })],
    { prompt: 'Find tea', expectedTool: 'search', arguments: { q: 'tea' } },
  ],
  [
    'arguments that are ignored',
    [prompt, called('search', { q: 1 }, { argumentMatching: 'ignore' })],
    { expectedTool: 'search' },
  ],
  [
    'a call of any kind',
    [prompt, expects({ type: 'toolCalledAtLeastOnce', toolName: 'read' })],
    { expectedTool: 'read' },
  ],
  [
    'one tool twice',
    [prompt, called('search'), expects({ type: 'firstToolWas', toolName: 'search' })],
    { expectedTool: 'search' },
  ],
  ['a later prompt', [prompt, called('search'), prompt, called('read')], { expectedTool: 'search' }],
])('%s makes a task', (_, steps, task) =>
  expect(tasksOfCases([{ id: 'case', steps }], new Set(['search', 'read'])).tasks).toMatchObject([
    { taskId: 'case', ...task },
  ]),
);

test.each<[string, EvalTestStep[], string]>([
  ['two tools', [prompt, called('search'), called('read')], 'severalTools'],
  ['an unknown tool', [prompt, called('find')], 'unknownTool'],
  ['no expectation', [prompt, expects({ type: 'responseContains', needle: 'tea' })], 'noExpectedTool'],
  [
    'an advisory expectation',
    [prompt, expects({ type: 'toolCalledAtLeastOnce', toolName: 'read', role: 'advisory' })],
    'noExpectedTool',
  ],
  [
    'a call first',
    [{ id: 'c', kind: 'toolCall', serverName: 's', toolName: 'search' }, prompt, called('search')],
    'noPrompt',
  ],
])('%s makes no task', (_, steps, why) =>
  expect(tasksOfCases([{ steps }], new Set(['search', 'read']))).toMatchObject({ tasks: [], leftOut: { [why]: 1 } }),
);

test('the cases beyond the hundredth are counted', () => {
  const cases = Array.from({ length: 103 }, (_, i) => ({ id: `c${i}`, steps: [prompt, called('search')] }));
  const { tasks, leftOut } = tasksOfCases(cases, new Set(['search']));
  expect([tasks.length, leftOut.tooMany]).toEqual([100, 3]);
});
