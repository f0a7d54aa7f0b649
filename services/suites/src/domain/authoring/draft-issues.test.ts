import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { EvalTestStep, StepAssertion } from '@assay/contract/areas/cases/step';
import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import { ComputeBudget, ComputeBudgetError } from '@assay/grading/compute-budget';
import { draftIssues } from './draft-issues.ts';
import type { DraftedCase } from './issue.ts';

const echo = {
  name: 'echo',
  inputSchema: {
    type: 'object',
    properties: { message: { type: 'string' }, times: { $ref: '#/$defs/count' } },
    required: ['message', 'times'],
    additionalProperties: false,
    $defs: { count: { type: 'integer', minimum: 1 } },
  },
};
const inventory: ServerInventory[] = [
  {
    serverId: 'srv_1',
    serverName: 'everything',
    complete: true,
    tools: [
      echo,
      { name: 'drop', annotations: { destructiveHint: true } },
      { name: 'mild', annotations: { destructiveHint: false } },
      { name: 'get-sum' },
      { name: 'odd', inputSchema: { $ref: 'https://elsewhere' } },
    ],
  },
  {
    serverId: 'srv_2',
    serverName: 'files',
    complete: true,
    tools: [{ name: 'read', inputSchema: { type: 'object' } }],
  },
];

const declares = (tools: readonly ServerInventory[]) => ({ inventory: tools, budget: new ComputeBudget() });

const ask = (id = 'p', prompt = 'Say hi.'): EvalTestStep => ({ id, kind: 'prompt', prompt });
const call = (toolName: string, args?: object, serverName = 'everything', id = 'c'): EvalTestStep => ({
  id,
  kind: 'toolCall',
  serverName,
  toolName,
  ...(args && { arguments: args as Record<string, unknown> }),
});
let asserts = 0;
const says = (assertion: StepAssertion): EvalTestStep => ({ id: `a${++asserts}`, kind: 'assert', assertion });
const calledWith = (toolName: string, args: object = {}, more: object = {}): EvalAssertion => ({
  type: 'toolCalledWith',
  toolName,
  args: { args: args as Record<string, unknown> },
  ...more,
});
const never = (toolName: string): EvalAssertion => ({ type: 'toolNeverCalled', toolName });
const only = (...toolNames: string[]): EvalAssertion => ({ type: 'onlyToolsCalled', toolNames });
const under = (count: number, toolName?: string): EvalAssertion => ({
  type: 'toolCallCountUnder',
  count,
  ...(toolName && { toolName }),
});
const fine = says({ type: 'noToolErrors' });

const drafted = (steps: EvalTestStep[], more: Partial<DraftedCase> = {}): DraftedCase => ({
  steps,
  isNegativeTest: false,
  ...more,
});
const codes = (found: DraftedCase) =>
  draftIssues(found, declares(inventory)).map(({ code, stepId }) =>
    stepId === undefined ? code : `${code} at ${stepId}`,
  );

test('an issue of our own checks blocks, and names its step', () => {
  expect(draftIssues(drafted([call('nope'), fine]), declares(inventory))).toEqual([
    {
      code: 'unknown_tool',
      message: 'The server "everything" declares no tool "nope".',
      stepId: 'c',
      blocking: true,
      origin: 'validation',
    },
  ]);
});

test.each<[string, DraftedCase, string[]]>([
  ['a prompt and an assertion', drafted([ask(), fine]), []],
  ['a prompt and an expected output', drafted([ask()], { expectedOutput: 'hi' }), []],
  ['a prompt and checks', drafted([ask()], { checks: { mode: 'extend', list: [{ type: 'noToolErrors' }] } }), []],
  ['a negative case, which says enough', drafted([ask()], { isNegativeTest: true }), []],
  ['no expectation', drafted([ask()]), ['missing_expectation']],
  [
    'a blank expectation',
    drafted([ask()], { expectedOutput: ' \n', checks: { mode: 'extend', list: [] } }),
    ['missing_expectation'],
  ],
  ['a call that nothing is said about', drafted([call('get-sum')]), ['missing_expectation']],
  ['a blank prompt', drafted([ask('p', ' \t'), fine]), ['unsupported_workflow at p']],
  ['an id twice', drafted([ask(), ask(), fine]), ['unsupported_workflow at p']],
  [
    'a pattern that is none',
    drafted([ask(), { id: 'a', kind: 'assert', assertion: { type: 'responseMatches', pattern: '(' } }]),
    ['unsupported_workflow at a'],
  ],
  [
    'a schema in another document',
    drafted([
      ask(),
      {
        id: 'a',
        kind: 'assert',
        assertion: { type: 'toolResultMatchesSchema', schema: { $ref: 'https://elsewhere' } },
      },
    ]),
    ['unsupported_workflow at a'],
  ],
  [
    'a check whose schema has no end',
    drafted([ask()], {
      checks: { mode: 'extend', list: [{ type: 'toolResultMatchesSchema', schema: { $ref: '#' } }] },
    }),
    ['unsupported_workflow'],
  ],
])('%s', (_, found, expected) => expect(codes(found)).toEqual(expected));

describe('a reference to a tool', () => {
  test.each<[string, EvalTestStep[], string[]]>([
    ['of its server', [call('get-sum', { a: 1 }), fine], []],
    ['that no server declares', [call('nope'), fine], ['unknown_tool at c']],
    ['of another server', [call('read'), fine], ['unknown_tool at c']],
    [
      "of a server that is not one of the suite's",
      [call('echo', { message: 'x', times: 1 }, 'others'), fine],
      ['unknown_tool at c'],
    ],
    [
      'of a widget',
      [ask(), { id: 'i', kind: 'interact', toolName: 'nope', action: { kind: 'wait', ms: 1 } }, fine],
      ['unknown_tool at i'],
    ],
  ])('%s', (_, steps, expected) => expect(codes(drafted(steps))).toEqual(expected));

  test.each<[string, StepAssertion, number]>([
    ['toolCalledWith', calledWith('nope'), 1],
    ['toolNeverCalled', never('nope'), 1],
    ['onlyToolsCalled', only('echo', 'nope', 'nada'), 2],
    ['toolCalledBefore', { type: 'toolCalledBefore', toolName: 'echo', beforeToolName: 'nope' }, 1],
    ['a narrowed assertion', under(3, 'nope'), 1],
    ['a live page', { kind: 'widgetToolCalled', toolName: 'echo', calledToolName: 'nope' }, 1],
    ['an assertion that names none', under(3), 0],
    ['a tool of any server', never('read'), 0],
  ])('in %s', (_, assertion, count) =>
    expect(codes(drafted([ask(), { id: 'a', kind: 'assert', assertion }]))).toEqual(
      Array(count).fill('unknown_tool at a'),
    ),
  );

  test('in a check of the case', () =>
    expect(codes(drafted([ask()], { checks: { mode: 'extend', list: [never('nope')] } }))).toEqual(['unknown_tool']));

  test('is not doubted when a list of tools is incomplete', () => {
    const partial = inventory.map((server) => ({ ...server, complete: false }));
    expect(draftIssues(drafted([call('nope'), says(never('nada'))]), declares(partial))).toEqual([]);
  });

  test('is not doubted when the servers were not asked', () =>
    expect(draftIssues(drafted([call('nope', {}, 'others'), fine]))).toEqual([]));
});

test.each<[string, EvalTestStep, boolean]>([
  ['a call that fits', call('echo', { message: 'x', times: 1 }), true],
  ['a call that lacks a required argument', call('echo', { message: 'x' }), false],
  ['a call without any arguments', call('echo'), false],
  ['a call with an argument of a wrong type', call('echo', { message: 1, times: 1 }), false],
  ['a call with an argument too many', call('echo', { message: 'x', times: 1, loud: true }), false],
  ['a call of a tool whose schema cannot be used', call('odd', { any: 1 }), true],
  ['a call of a tool without a schema', call('get-sum', { any: 1 }), true],
  ['an expectation of some arguments', says(calledWith('echo', { message: 'x' })), true],
  ['an expectation of a wrong type', says(calledWith('echo', { times: 'many' })), false],
  ['an expectation below the minimum', says(calledWith('echo', { times: 0 })), false],
  ['an expectation of an argument that the tool does not take', says(calledWith('echo', { loud: true })), false],
  ['a placeholder', says(calledWith('echo', { times: ' Number ' })), true],
  [
    'an exact expectation that fits',
    says(calledWith('echo', {}, { args: { args: { message: 'x', times: 1 }, argumentMatching: 'exact' } })),
    true,
  ],
  [
    'an exact expectation that leaves one out',
    says(calledWith('echo', {}, { args: { args: { message: 'x' }, argumentMatching: 'exact' } })),
    false,
  ],
  [
    'an expectation that ignores arguments',
    says(calledWith('echo', {}, { args: { args: { loud: true }, argumentMatching: 'ignore' } })),
    true,
  ],
])('%s', (_, step, fits) =>
  expect(codes(drafted([ask(), step, fine]))).toEqual(fits ? [] : [`invalid_arguments at ${step.id}`]),
);

test.each<[string, EvalTestStep, string[]]>([
  ['calls what its server declares as destructive', call('drop'), ['unclear_expectation at c']],
  ['calls what its server declares as harmless', call('mild'), []],
  ['says that something destructive is never called', { id: 'a', kind: 'assert', assertion: never('drop') }, []],
])('a step that %s', (_, step, expected) => expect(codes(drafted([ask(), step, fine]))).toEqual(expected));

test('an expectation may fit either of two tools with the same name', () => {
  const twice = [
    ...inventory,
    {
      serverId: 'srv_3',
      serverName: 'other',
      complete: true,
      tools: [{ name: 'echo', inputSchema: { type: 'object' } }],
    },
  ];
  expect(draftIssues(drafted([ask(), says(calledWith('echo', { loud: true }))]), declares(twice))).toEqual([]);
});

describe('a case that cannot pass', () => {
  const own = (list: EvalAssertion[]) => ({ checks: { mode: 'extend' as const, list } });
  const twoTurns = (first: EvalAssertion, second: EvalAssertion) => [ask('p1'), says(first), ask('p2'), says(second)];
  const echoes = call('echo', { message: 'x', times: 1 });

  test.each<[string, DraftedCase, boolean]>([
    ['wants and forbids a tool', drafted([ask(), says(calledWith('echo')), says(never('echo'))]), true],
    [
      'forbids and wants a tool',
      drafted([ask(), says(never('echo')), says({ type: 'toolCalledAtLeastOnce', toolName: 'echo' })]),
      true,
    ],
    ['wants a tool in one turn and forbids it in another', drafted(twoTurns(calledWith('echo'), never('echo'))), false],
    [
      'wants a tool in a turn and forbids it for the whole trial',
      drafted([ask(), says(calledWith('echo'))], own([never('echo')])),
      true,
    ],
    ['forbids a tool before it calls it', drafted([ask(), says(never('echo')), echoes]), false],
    ['forbids a tool after it called it', drafted([ask(), echoes, says(never('echo'))]), true],
    ['forbids what another turn calls', drafted([echoes, ask(), says(never('echo'))]), false],
    [
      'expects a call outside of the only tools',
      drafted([ask(), says(only('read')), says({ type: 'firstToolWas', toolName: 'echo' })]),
      true,
    ],
    ['expects a call of the only tool', drafted([ask(), says(only('echo')), says(calledWith('echo'))]), false],
    [
      'expects more calls than are allowed',
      drafted([ask(), says(under(2)), says(calledWith('echo')), says(calledWith('read'))]),
      true,
    ],
    [
      'expects as many calls as are allowed',
      drafted([ask(), says(under(3)), says(calledWith('echo')), says(calledWith('read'))]),
      false,
    ],
    [
      'expects one call in two ways',
      drafted([
        ask(),
        says(under(2)),
        says(calledWith('echo', { message: 'a' })),
        says(calledWith('echo', { times: 1 })),
      ]),
      false,
    ],
    [
      'expects a tool more often than is allowed',
      drafted([ask(), says(under(3, 'echo')), says(calledWith('echo', {}, { minCount: 3 }))]),
      true,
    ],
    [
      'expects another tool more often',
      drafted([ask(), says(under(3, 'echo')), says(calledWith('read', {}, { minCount: 3 }))]),
      false,
    ],
    ['calls more often by itself than is allowed', drafted([echoes, { ...echoes, id: 'c2' }, says(under(2))]), true],
    [
      'expects a call in each of two turns, and allows one',
      drafted(twoTurns(calledWith('echo'), calledWith('echo')), own([under(2)])),
      true,
    ],
    [
      'only notes that a tool is called',
      drafted([ask(), says(calledWith('echo', {}, { role: 'advisory' })), says(never('echo'))]),
      false,
    ],
    [
      'only notes that a tool is not called',
      drafted([ask(), says(calledWith('echo')), says({ ...never('echo'), role: 'advisory' })]),
      false,
    ],
    [
      'is negative and expects a call',
      drafted([ask(), says(calledWith('echo', {}, { role: 'advisory' }))], { isNegativeTest: true }),
      true,
    ],
    ['is negative and checks a call', drafted([ask()], { isNegativeTest: true, ...own([calledWith('echo')]) }), true],
    [
      'is negative and wants a tool',
      drafted([ask(), says({ type: 'toolCalledAtLeastOnce', toolName: 'echo' })], { isNegativeTest: true }),
      true,
    ],
    ['is negative and calls', drafted([echoes], { isNegativeTest: true }), true],
    ['is negative and forbids a tool', drafted([ask(), says(never('echo'))], { isNegativeTest: true }), false],
  ])('%s', (_, found, flagged) =>
    expect(codes(found).filter((code) => code.startsWith('unclear_expectation')).length > 0).toBe(flagged),
  );
});

test('hostile schemas of all drafts share one budget', () => {
  const $defs = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [
      `d${i}`,
      { anyOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
    ]),
  );
  const declared = declares([
    {
      serverId: 's',
      serverName: 'everything',
      complete: true,
      tools: [{ name: 'echo', inputSchema: { $ref: '#/$defs/d0', $defs: { ...$defs, d40: { type: 'string' } } } }],
    },
  ]);
  for (let i = 0; i < 50; i++) expect(draftIssues(drafted([call('echo', { a: 1 }), fine]), declared)).toEqual([]);
  expect(() => declared.budget.spend(10_000)).toThrow(ComputeBudgetError);
});
