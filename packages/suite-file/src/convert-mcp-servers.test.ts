import { convert, formatOf } from './convert.ts';

const fileOf = (value: object, hints: object = {}) => {
  const converted = convert(value, 'mcp-servers', hints);
  if ('faults' in converted) throw new Error(JSON.stringify(converted.faults));
  return converted.file;
};
const mcpServers = { weather: { command: 'npx', args: ['-y', 'weather'], env: { KEY: 'a secret' } }, files: { url: 'https://user:pass@example.com/mcp', headers: { Authorization: 'Bearer abc' } } };
const caseOf = (fields: object) => fileOf({ mcpServers: { weather: {} }, model: 'a/b', tests: [fields] }).cases[0]!;
const assertionsOf = ({ steps }: { steps: { kind: string; assertion?: unknown }[] }) => steps.filter(({ kind }) => kind === 'assert').map(({ assertion }) => assertion);

test.each(['tests', 'evals', 'evaluations', 'cases', 'testCases', 'test_cases', 'test-cases'])('a file of servers with %s is known', (key) => {
  expect(formatOf({ mcpServers, [key]: [] })).toBe('mcp-servers');
  expect(formatOf({ mcpServers })).toBe('assay');
});

test('servers are names, and nothing of how they are reached is kept', () => {
  const file = fileOf({ name: 'Weather', mcpServers, agent: { model: 'gpt-5', provider: 'openai', systemPrompt: 'Be brief.', temperature: 0.1 }, tests: [{ title: 'Sunny', prompt: 'Is it sunny?', expectedToolCalls: ['get_weather'] }] });
  expect(file).toEqual({
    assay: 1, id: 'weather', name: 'Weather', servers: ['weather', 'files'], model: 'openai/gpt-5', systemPrompt: 'Be brief.', temperature: 0.1,
    cases: [{
      title: 'Sunny', steps: [{ id: 'prompt', kind: 'prompt', prompt: 'Is it sunny?' }, { id: 'assert-1', kind: 'assert', assertion: { type: 'toolCalledAtLeastOnce', toolName: 'get_weather' } }],
      import: { status: 'exact', sourceCaseKey: 'tests[0]', note: 'The prompt is a prompt step; Expected tool calls is toolCalledAtLeastOnce of each' },
    }],
  });
  expect(JSON.stringify(file)).not.toMatch(/secret|npx|Bearer|example/);
});

test('a file with one server that has no name says nothing until the name is given', () => {
  const value = { model: 'claude', mcp_server: { command: 'npx' }, evals: [{ name: 'list', prompt: 'List files', expected_result: 'Lists them' }] };
  expect(convert(value, 'mcp-servers')).toEqual({ faults: [{ path: '/servers', message: expect.stringContaining('is required') }] });
  expect(fileOf(value, { servers: ['files'], fileName: 'evals/my evals.test.yaml' })).toMatchObject({
    id: 'my-evals', name: 'my evals', servers: ['files'], model: 'claude', cases: [{ title: 'list', expectedOutput: 'Lists them', import: { status: 'approximated' } }],
  });
});

test.each<[string, object, object[], string]>([
  ['calls with arguments', { prompt: 'x', expected_tool_calls: [{ tool: 'a', args: { x: 1 } }, { name: 'b', arguments: {} }] }, [{ type: 'toolCalledWith', toolName: 'a', args: { args: { x: 1 }, argumentMatching: 'partial' } }, { type: 'toolCalledAtLeastOnce', toolName: 'b' }], 'approximated'],
  ['required, allowed and prohibited tools', { prompt: 'x', expected_tool_calls: { required: ['a'], allowed: ['b'], prohibited: ['c'] } }, [{ type: 'toolCalledAtLeastOnce', toolName: 'a' }, { type: 'onlyToolsCalled', toolNames: ['a', 'b'] }, { type: 'toolNeverCalled', toolName: 'c' }], 'exact'],
  ['a way of matching', { prompt: 'x', expectedToolCalls: ['a'], matchMode: 'strict' }, [{ type: 'toolCalledAtLeastOnce', toolName: 'a' }], 'approximated'],
  ['text to be contained', { prompt: 'x', expectedTextContains: 'Hi' }, [{ type: 'responseContains', needle: 'Hi', caseSensitive: true }], 'exact'],
  ['nothing', { prompt: 'x' }, [], 'exact'],
  ['keys that are not known', { prompt: 'x', scorer: 'mine' }, [], 'approximated'],
  ['calls that are not known', { prompt: 'x', expectedTools: [{ nope: 1 }] }, [], 'unsupported'],
  ['neither prompt nor tool', { title: 'x' }, [], 'unsupported'],
  ['a tool of an unknown server', { tool: 'a', server: 'nope' }, [], 'unsupported'],
])('a case with %s says how faithful it is', (_, fields, expected, status) => {
  const converted = caseOf(fields);
  expect(assertionsOf(converted)).toEqual(expected);
  expect(converted.import?.status).toBe(status);
});

test('a tool is called without a model', () => {
  const { cases } = fileOf({ mcpServers, tests: [{ id: 'echo-1', name: 'echo', tool: 'echo', server: 'files', args: { message: 'hi' }, expectedTextContains: ['hi'] }] });
  expect(cases).toMatchObject([{
    id: 'echo-1', title: 'echo', import: { status: 'exact' },
    steps: [{ id: 'call', kind: 'toolCall', serverName: 'files', toolName: 'echo', arguments: { message: 'hi' } }, { kind: 'assert', assertion: { type: 'toolResultContains', needle: 'hi' } }],
  }]);
});

test('turns are prompts, each with the tools expected in it', () => {
  const converted = caseOf({ name: 'talk', turns: [{ role: 'user', content: 'Hi', expected_tools: ['a'] }, { role: 'assistant', content: 'Hello' }, { role: 'user', content: 'Bye' }], runs: 20, model: { provider: 'openai', id: 'gpt-5' }, isNegativeTest: true });
  expect(converted).toMatchObject({
    iterations: 10, models: [{ model: 'openai/gpt-5' }], isNegative: true, import: { status: 'approximated' },
    steps: [{ id: 'turn-1', prompt: 'Hi' }, { id: 'turn-1-assert-1', assertion: { toolName: 'a' } }, { id: 'turn-2', prompt: 'Bye' }],
  });
});

test.each<[string, object, string]>([
  ['no cases', { mcpServers }, ''],
  ['a case that is text', { mcpServers, tests: ['x'] }, '/tests/0'],
  ['no model', { mcpServers, tests: [{ prompt: 'x' }] }, '/model'],
  ['too many cases', { mcpServers, tests: Array.from({ length: 10_001 }, () => ({ prompt: 'x' })) }, '/tests'],
  ['an id that two cases have', { mcpServers, model: 'a/b', tests: [1, 2].map(() => ({ id: 'a', prompt: 'x' })) }, '/cases/1/id'],
])('a file with %s cannot be converted, and says where', (_, value, path) => {
  expect(convert(value, 'mcp-servers')).toEqual({ faults: [{ path, message: expect.any(String) }] });
});
