import { convertSuite, formatOf } from '../convert.ts';

const fileOf = (value: object, hints: object = {}) => {
  const converted = convertSuite(value, 'mcp-servers', hints);
  if ('faults' in converted) throw new Error(JSON.stringify(converted.faults));
  return converted.file;
};
const mcpServers = {
  weather: { command: 'npx', args: ['-y', 'weather'], env: { KEY: 'a secret' } },
  files: { url: 'https://user:pass@example.com/mcp', headers: { Authorization: 'Bearer abc' } },
};
const caseOf = (fields: object) => fileOf({ mcpServers: { weather: {} }, model: 'a/b', tests: [fields] }).cases[0]!;
const assertionsOf = ({ steps }: { steps: { kind: string; assertion?: unknown }[] }) =>
  steps.filter(({ kind }) => kind === 'assert').map(({ assertion }) => assertion);

test.each(['tests', 'evals', 'evaluations', 'cases', 'testCases', 'test_cases', 'test-cases'])(
  'a file of servers with %s is recognized',
  (key) => {
    expect(formatOf({ mcpServers, [key]: [] })).toBe('mcp-servers');
    expect(formatOf({ mcpServers })).toBe('assay');
  },
);

test('servers are only names, and their addresses and commands are dropped', () => {
  const file = fileOf({
    name: 'Weather',
    mcpServers,
    agent: { model: 'gpt-5', provider: 'openai', systemPrompt: 'Be brief.', temperature: 0.1 },
    tests: [{ title: 'Sunny', prompt: 'Is it sunny?', expectedToolCalls: ['get_weather'] }],
  });
  expect(file).toEqual({
    assay: 1,
    id: 'weather',
    name: 'Weather',
    servers: ['weather', 'files'],
    model: 'openai/gpt-5',
    systemPrompt: 'Be brief.',
    temperature: 0.1,
    cases: [
      {
        title: 'Sunny',
        steps: [
          { id: 'prompt', kind: 'prompt', prompt: 'Is it sunny?' },
          { id: 'assert-1', kind: 'assert', assertion: { type: 'toolCalledAtLeastOnce', toolName: 'get_weather' } },
        ],
        import: {
          status: 'exact',
          sourceCaseKey: 'tests[0]',
          note: 'The prompt is a prompt step; Expected tool calls is toolCalledAtLeastOnce of each',
        },
      },
    ],
  });
  expect(JSON.stringify(file)).not.toMatch(/secret|npx|Bearer|example/);
});

test('a file with one unnamed server is refused until the name is given', () => {
  const value = {
    model: 'claude',
    mcp_server: { command: 'npx' },
    evals: [{ name: 'list', prompt: 'List files', expected_result: 'Lists them' }],
  };
  expect(convertSuite(value, 'mcp-servers')).toEqual({
    faults: [{ path: '/servers', message: expect.stringContaining('is required') }],
  });
  expect(fileOf(value, { servers: ['files'], fileName: 'evals/my evals.test.yaml' })).toMatchObject({
    id: 'my-evals',
    name: 'my evals',
    servers: ['files'],
    model: 'claude',
    cases: [{ title: 'list', expectedOutput: 'Lists them', import: { status: 'approximated' } }],
  });
});

test.each<[string, object, object[], string]>([
  [
    'calls with arguments',
    {
      prompt: 'x',
      expected_tool_calls: [
        { tool: 'a', args: { x: 1 } },
        { name: 'b', arguments: {} },
      ],
    },
    [
      { type: 'toolCalledWith', toolName: 'a', args: { args: { x: 1 }, argumentMatching: 'partial' } },
      { type: 'toolCalledAtLeastOnce', toolName: 'b' },
    ],
    'approximated',
  ],
  [
    'required, allowed and prohibited tools',
    { prompt: 'x', expected_tool_calls: { required: ['a'], allowed: ['b'], prohibited: ['c'] } },
    [
      { type: 'toolCalledAtLeastOnce', toolName: 'a' },
      { type: 'onlyToolsCalled', toolNames: ['a', 'b'] },
      { type: 'toolNeverCalled', toolName: 'c' },
    ],
    'exact',
  ],
  [
    'a way of matching',
    { prompt: 'x', expectedToolCalls: ['a'], matchMode: 'strict' },
    [{ type: 'toolCalledAtLeastOnce', toolName: 'a' }],
    'approximated',
  ],
  [
    'text to be contained',
    { prompt: 'x', expectedTextContains: 'Hi' },
    [{ type: 'responseContains', needle: 'Hi', caseSensitive: true }],
    'exact',
  ],
  [
    'text not to be contained',
    { prompt: 'x', not_contains: ['error', 'sorry'] },
    [
      { type: 'responseNotContains', needle: 'error', caseSensitive: true },
      { type: 'responseNotContains', needle: 'sorry', caseSensitive: true },
    ],
    'exact',
  ],
  ['nothing', { prompt: 'x' }, [], 'exact'],
  ['keys that are not known', { prompt: 'x', retries: 2 }, [], 'approximated'],
  ['a judge as its only expectation', { prompt: 'x', judge: 'is polite' }, [], 'unsupported'],
  ['an expectation of another kind', { prompt: 'x', expect: { tools: ['a'] } }, [], 'unsupported'],
  [
    'an expectation that is lost beside another one',
    { prompt: 'x', expectedTools: ['a'], scorer: 'mine' },
    [{ type: 'toolCalledAtLeastOnce', toolName: 'a' }],
    'approximated',
  ],
  ['calls that are not known', { prompt: 'x', expectedTools: [{ nope: 1 }] }, [], 'unsupported'],
  ['neither prompt nor tool', { title: 'x' }, [], 'unsupported'],
  ['a tool of an unknown server', { tool: 'a', server: 'nope' }, [], 'unsupported'],
])('a case with %s states its fidelity', (_, fields, expected, status) => {
  const converted = caseOf(fields);
  expect(assertionsOf(converted)).toEqual(expected);
  expect(converted.import?.status).toBe(status);
});

const turns = (...given: unknown[]) => ({ turns: given });
test.each<[string, object, string, string]>([
  [
    'a prompt beside a tool',
    { prompt: 'x', tool: 'a', arguments: { b: 1 } },
    'approximated',
    'not carried over: tool, arguments',
  ],
  ['a prompt beside turns', { prompt: 'x', ...turns({ content: 'Hi' }) }, 'approximated', 'not carried over: prompt'],
  ['two prompts', { prompt: 'x', query: 'y' }, 'approximated', 'not carried over: query'],
  ['a server that is not called', { prompt: 'x', server: 'weather' }, 'approximated', 'not carried over: server'],
  ['arguments that are a list', { tool: 'a', arguments: [1, 2] }, 'approximated', 'not carried over: arguments'],
  [
    'a turn in parts',
    turns({ role: 'user', content: [{ type: 'text', text: 'Hi' }] }),
    'unsupported',
    'what the user says is not text',
  ],
  [
    'a turn that says nothing',
    turns({ content: 'Hi' }, { content: ' ' }),
    'unsupported',
    'what the user says is not text',
  ],
  ['a turn that is no turn', turns({ content: 'Hi' }, 7), 'unsupported', 'what the user says is not text'],
  [
    'a turn that expects in words',
    turns({ content: 'Hi', expected: 'greets' }),
    'unsupported',
    "A turn's expected is not carried over",
  ],
  [
    'a turn that expects in words and in calls',
    turns({ content: 'Hi', expected: 'greets', expectedTools: ['a'] }),
    'approximated',
    "A turn's expected is not carried over",
  ],
  ['a turn with more', turns({ content: 'Hi', delay: 3 }), 'approximated', 'not carried over: delay'],
  [
    'a reply that is expected to call',
    turns({ content: 'Hi' }, { role: 'assistant', content: 'Hello', expectedTools: ['a'] }),
    'unsupported',
    "A turn of others than the user's expectedTools",
  ],
  ['runs in quotes', { prompt: 'x', runs: '5' }, 'approximated', 'not carried over: runs'],
  ['no runs', { prompt: 'x', runs: 0 }, 'approximated', 'not carried over: runs'],
  ['a negation in words', { prompt: 'x', negative: 'yes' }, 'approximated', 'not carried over: negative'],
  [
    'two expected results',
    { prompt: 'x', expectedOutput: 'y', criteria: 'z' },
    'approximated',
    "The case's criteria is not carried over",
  ],
  [
    'an expected result that is not text',
    { prompt: 'x', expected: { a: 1 } },
    'unsupported',
    "The case's expected is not carried over",
  ],
  [
    'an expected result of a tool call',
    { tool: 'a', expected: 'x' },
    'unsupported',
    "The case's expected is not carried over",
  ],
  [
    'a way of matching nothing',
    { prompt: 'x', matchMode: 'subset' },
    'unsupported',
    "The case's matchMode is not carried over",
  ],
  [
    'a way of matching bounds',
    { prompt: 'x', expectedTools: { required: ['a'] }, matchMode: 'strict' },
    'approximated',
    "The case's matchMode is not carried over",
  ],
  [
    'an expected call of which more is said',
    { prompt: 'x', expectedTools: [{ name: 'a', times: 2 }] },
    'approximated',
    'not all that is said',
  ],
  [
    'an expected call whose arguments are a list',
    { prompt: 'x', expectedTools: [{ name: 'a', args: [1] }] },
    'approximated',
    'not all that is said',
  ],
  ['a model that is a number', { prompt: 'x', model: 5 }, 'approximated', 'not carried over: model'],
])('%s is no exact claim', (_, fields, status, note) => {
  expect(caseOf(fields).import).toMatchObject({ status, note: expect.stringContaining(note) });
});

test('parts without a meaning for grading do not lower the claim', () => {
  const converted = caseOf({
    id: 7,
    title: 'x',
    name: 'y',
    description: 'z',
    prompt: 'Hi',
    turns: null,
    expectedOutput: null,
    negative: false,
    runs: 2,
    tags: ['a'],
  });
  expect(converted).toMatchObject({
    id: '7',
    title: 'x',
    iterations: 2,
    import: { status: 'exact', note: 'The prompt is a prompt step' },
  });
});

test('turns may be plain text', () => {
  expect(caseOf(turns('Hi', 'Bye'))).toMatchObject({
    steps: [{ prompt: 'Hi' }, { prompt: 'Bye' }],
    import: { status: 'exact' },
  });
});

test('cases with invalid ids are identified by their positions, and say so', () => {
  const { cases } = fileOf({
    mcpServers,
    model: 'a/b',
    tests: ['天気', '気温', 'Is it sunny?'].map((id) => ({ id, prompt: 'x' })),
  });
  expect(cases.map(({ id }) => id)).toEqual([undefined, undefined, 'is-it-sunny']);
  expect(cases[0]!.import).toMatchObject({
    status: 'exact',
    note: expect.stringContaining('The id is left out'),
    sourceCaseKey: 'tests[0]',
  });
});

test('suites whose names have no Latin letters have ids of their own', () => {
  const ids = ['天気', '気温', 'Тест 1', 'Дом 1', 'Météo'].map((name) => fileOf({ name, mcpServers, tests: [] }).id);
  expect(ids).toEqual([
    expect.stringMatching(/^suite-[0-9a-f]{8}$/),
    expect.stringMatching(/^suite-[0-9a-f]{8}$/),
    expect.stringMatching(/^1-[0-9a-f]{8}$/),
    expect.stringMatching(/^1-[0-9a-f]{8}$/),
    'meteo',
  ]);
  expect(new Set(ids).size).toBe(5);
});

test('a tool is called without a model', () => {
  const { cases } = fileOf({
    mcpServers,
    tests: [
      {
        id: 'echo-1',
        name: 'echo',
        tool: 'echo',
        server: 'files',
        args: { message: 'hi' },
        expectedTextContains: ['hi'],
      },
    ],
  });
  expect(cases).toMatchObject([
    {
      id: 'echo-1',
      title: 'echo',
      import: { status: 'exact' },
      steps: [
        { id: 'call', kind: 'toolCall', serverName: 'files', toolName: 'echo', arguments: { message: 'hi' } },
        { kind: 'assert', assertion: { type: 'toolResultContains', needle: 'hi' } },
      ],
    },
  ]);
});

test('turns become prompts, each with its expected tools', () => {
  const converted = caseOf({
    name: 'talk',
    turns: [
      { role: 'user', content: 'Hi', expected_tools: ['a'] },
      { role: 'assistant', content: 'Hello' },
      { role: 'user', content: 'Bye' },
    ],
    runs: 20,
    model: { provider: 'openai', id: 'gpt-5' },
    isNegativeTest: true,
  });
  expect(converted).toMatchObject({
    iterations: 10,
    models: [{ model: 'openai/gpt-5' }],
    isNegative: true,
    import: { status: 'approximated' },
    steps: [
      { id: 'turn-1', prompt: 'Hi' },
      { id: 'turn-1-assert-1', assertion: { toolName: 'a' } },
      { id: 'turn-2', prompt: 'Bye' },
    ],
  });
});

test.each<[string, object, string]>([
  ['no cases', { mcpServers }, ''],
  ['a case that is text', { mcpServers, tests: ['x'] }, '/tests/0'],
  ['no model', { mcpServers, tests: [{ prompt: 'x' }] }, '/model'],
  ['too many cases', { mcpServers, tests: Array.from({ length: 10_001 }, () => ({ prompt: 'x' })) }, '/tests'],
  [
    'an id that two cases have',
    { mcpServers, model: 'a/b', tests: [1, 2].map(() => ({ id: 'a', prompt: 'x' })) },
    '/cases/1/id',
  ],
])('a file with %s cannot be converted, and the place is reported', (_, value, path) => {
  expect(convertSuite(value, 'mcp-servers')).toEqual({ faults: [{ path, message: expect.any(String) }] });
});

test.each(['-', '.', ' ', 'a-', '-.', '.a'])('an id of a megabyte of %j is converted in linear time', (text) => {
  const id = text.repeat(1_000_000 / text.length);
  expect(caseOf({ id: `${id}\u00e9`, prompt: 'x' })).toHaveProperty('title');
  expect(caseOf({ id, prompt: 'x' })).toHaveProperty('title');
});
