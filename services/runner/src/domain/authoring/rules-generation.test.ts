import { given } from '@assay/contract/given';
import { ComputeBudget } from '@assay/grading/compute-budget';
import type { ProposedCase } from '@assay/contract/areas/authoring/work';
import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import { knownTools, planScriptedTurn } from '../models/scripted-rules.ts';
import { generateByRules } from './rules-generation.ts';
import { sampleArguments } from './samples/sample.ts';

const text = { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] };
const numbers = { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a'] };
const tool = (name: string, inputSchema: object = { type: 'object' }, annotations?: object) => ({
  name,
  inputSchema,
  ...given({ annotations }),
});
const server = (name: string, ...tools: Record<string, unknown>[]): ServerInventory => ({
  serverId: `srv_${name}`,
  serverName: name,
  complete: true,
  tools,
});

const inventory = [server('a', tool('echo', text), tool('get-sum', numbers), tool('get_time'))];
const none = { simple: 0, multiTool: 0, multiTurn: 0, complex: 0, negative: 0 };
const generate = (
  caseMix: Partial<typeof none>,
  { on = inventory, existingTitles = [] as string[], varyUserStyles = false } = {},
) => generateByRules({ caseMix: { ...none, ...caseMix }, existingTitles, varyUserStyles }, on);

const stepsOf = ({ steps }: ProposedCase) => steps as EvalTestStep[];
const told = (each: ProposedCase) =>
  stepsOf(each).map((step) => {
    if (step.kind === 'prompt') return step.prompt;
    const { toolName, args } = (step as { assertion: { toolName: string; args: { args: object } } }).assertion;
    return [toolName, args.args];
  });

test.each([
  ['simple', ['echo {"message":"text"}', ['echo', { message: 'text' }]]],
  ['multiTool', ['echo {"message":"text"} then get-sum {"a":1}', ['echo', { message: 'text' }], ['get-sum', { a: 1 }]]],
  ['multiTurn', ['echo {"message":"text"}', ['echo', { message: 'text' }], 'get-sum {"a":1}', ['get-sum', { a: 1 }]]],
  [
    'complex',
    [
      'echo {"message":"text"} then get-sum {"a":1}',
      ['echo', { message: 'text' }],
      ['get-sum', { a: 1 }],
      'get-sum {"a":1} then echo {"message":"text"}',
      ['get-sum', { a: 1 }],
      ['echo', { message: 'text' }],
    ],
  ],
  ['negative', ['What is the capital of France?']],
] as const)('a %s case', (kind, expected) => {
  const {
    cases: [only],
    warnings,
  } = generate({ [kind]: 1 });
  expect(told(only!)).toEqual(expected);
  expect(only).toMatchObject({ isNegative: kind === 'negative' });
  expect(warnings).toEqual([]);
});

test('an expectation is a gating step of its own with a call and a subset of its arguments', () => {
  const {
    cases: [only],
  } = generate({ simple: 1 });
  expect(stepsOf(only!)).toEqual([
    { id: 'prompt-1', kind: 'prompt', prompt: 'echo {"message":"text"}' },
    {
      id: 'assert-2',
      kind: 'assert',
      assertion: {
        type: 'toolCalledWith',
        role: 'gating',
        toolName: 'echo',
        args: { args: { message: 'text' }, argumentMatching: 'partial' },
      },
    },
  ]);
});

test.each([false, true])(
  'every prompt makes scripted/rules call exactly the expected tools, in many styles: %s',
  (varyUserStyles) => {
    const { cases } = generate({ simple: 4, multiTool: 5, multiTurn: 5, complex: 5, negative: 5 }, { varyUserStyles });
    expect(cases).toHaveLength(24);
    const known = knownTools(inventory);
    for (const each of cases) {
      const planned = told(each)
        .flatMap((step) => (typeof step === 'string' ? planScriptedTurn(step, known) : []))
        .map(({ toolName, arguments: args }) => [toolName, args]);
      expect(planned).toEqual(told(each).filter((step) => typeof step !== 'string'));
    }
    expect(new Set(cases.map(({ title }) => title)).size).toBe(24);
    const styles = new Set(
      cases.flatMap((each) =>
        stepsOf(each).flatMap((step) =>
          step.kind === 'prompt' && /echo|get/.test(step.prompt) ? [step.prompt.split(' ')[0]] : [],
        ),
      ),
    );
    expect(styles.has('Please')).toBe(varyUserStyles);
  },
);

test('the same task gives the same cases, and a task that knows their titles gives others', () => {
  const first = generate({ simple: 2, negative: 1 });
  expect(generate({ simple: 2, negative: 1 })).toEqual(first);
  const existingTitles = first.cases.map(({ title }) => ` ${String(title).toUpperCase()} `);
  const second = generate({ simple: 2, negative: 1 }, { existingTitles });
  expect(second.cases.map(({ title }) => title)).toEqual([
    'Calls get_time',
    'Calls get-sum with every argument',
    'Calls no tool: Who wrote Hamlet?',
  ]);
});

test('a generation warns when no more cases can be made', () => {
  const { cases, warnings } = generate({ simple: 10, multiTool: 10 }, { on: [server('a', tool('echo', text))] });
  expect(cases).toHaveLength(1);
  expect(warnings).toEqual(['Of 10 simple cases, 1 could be made.', 'Of 10 multiTool cases, 0 could be made.']);
});

test('tools that cannot be used are left out, and named with the reason', () => {
  const on = [
    server(
      'a',
      tool('drop_all', text, { destructiveHint: true }),
      tool('by_number', { ...text, properties: { message: { type: 'string', pattern: '^(?=1)2' } } }),
      tool('say hello'),
      tool('echo', text),
    ),
    server('b', tool('echo', numbers)),
  ];
  const { cases, warnings } = generate({ simple: 1 }, { on });
  expect(cases.map(({ title }) => title)).toEqual(['Calls echo']);
  expect(warnings).toEqual([
    'Left out because they say that they are destructive: drop_all.',
    'Left out because no arguments could be made up, within reason, that their input schemas allow: by_number.',
    'Left out because a prompt cannot call them by name alone: say hello, echo.',
  ]);
});

test('a tool with the name of a common word spoils no case', () => {
  const on = [server('a', tool('use', text), tool('then'), tool('France'))];
  const { cases } = generate({ simple: 3, multiTool: 2, negative: 1 }, { on, varyUserStyles: true });
  expect(cases.map(({ title }) => title)).toEqual([
    'Calls use',
    'Calls then',
    'Calls France',
    'Calls no tool: Who wrote Hamlet?',
  ]);
});

const many = (length: number, schema: (index: number) => object) => [
  server('a', ...Array.from({ length }, (_, i) => tool(`tool_${i}`, schema(i)))),
];
const everyKind = { simple: 10, multiTool: 10, multiTurn: 10, complex: 10, negative: 10 };

test('cases are drafted from the first 500 tools of a large catalogue, with a warning', () => {
  let read = 0;
  const all = many(8_000, () => numbers);
  for (const each of all[0]!.tools) Object.defineProperty(each, 'inputSchema', { get: () => (read++, numbers) });
  const { cases, warnings } = generate(everyKind, { on: all });
  expect(read).toBe(500);
  expect([cases.length, warnings]).toEqual([50, ['Of 8000 tools, drafts are made from the first 500.']]);
});

class CountedBudget extends ComputeBudget {
  spent = 0;

  override spend(steps: number): void {
    this.spent += steps;
    super.spend(steps);
  }
}

test.each([
  [
    'large',
    (i: number) => ({
      ...numbers,
      $defs: Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`d${n}`, { const: i }])),
    }),
  ],
  [
    'full of alternatives that fit nothing',
    (i: number) => ({
      title: String(i),
      properties: { a: { $ref: '#/$defs/a' } },
      required: ['a', ...Array.from({ length: 5_000 }, (_, n) => `p${n}`)],
      $defs: {
        a: {
          properties: Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`q${n}`, true])),
          required: ['q0'],
          anyOf: Array.from({ length: 800 }, () => ({ $ref: '#/$defs/a' })),
        },
      },
    }),
  ],
  [
    'full of long examples',
    (i: number) => ({ ...text, properties: { message: { default: `${i}${'use then '.repeat(20_000)}` } } }),
  ],
])('schemas that are %s cost together no more than one work item may take', (_, schema) => {
  const budget = new CountedBudget();
  sampleArguments(schema(0), budget);
  // A work item drafts from 500 tools with one budget.
  expect(500 * budget.spent).toBeGreaterThan(500_000_000);
  expect(generate(everyKind, { on: many(40, schema) }).warnings[0]).toMatch(/^Left out .* made up.* and \d+ more\.$/);
});
