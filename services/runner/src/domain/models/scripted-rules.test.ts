import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import { growthOf } from '@assay/testkit/growth';
import { knownTools, planScriptedTurn, scriptedReply } from './scripted-rules.ts';

const server = (serverId: string, ...names: string[]): ServerInventory => ({
  serverId,
  serverName: serverId,
  complete: true,
  tools: names.map((name) => ({ name })),
});
const tools = knownTools([server('s1', 'echo', 'get-sum', 'get_time')]);
const calls = (prompt: string) =>
  planScriptedTurn(prompt, tools).map(({ toolName, arguments: args }) => [toolName, args]);

test.each([
  ['no tool is named', 'What is the weather?', []],
  ['a tool is named without arguments', 'Please use get_time now', [['get_time', {}]]],
  ['arguments follow the name', 'echo {"message":"hi {there} \\"you\\""}', [['echo', { message: 'hi {there} "you"' }]]],
  ['arguments follow after "with"', 'Call get-sum with {"a":1,"b":2} please', [['get-sum', { a: 1, b: 2 }]]],
  [
    'two tools are called in the order of mention',
    'get_time then echo({"message":"x"})',
    [
      ['get_time', {}],
      ['echo', { message: 'x' }],
    ],
  ],
  ['a name inside arguments is data', 'echo {"message":"get_time"}', [['echo', { message: 'get_time' }]]],
  ['a longer word is another word', 'echoes are not my_echo', []],
  ['a full stop ends the name', 'Use echo.', [['echo', {}]]],
  ['braces that are no JSON are no arguments', 'echo {oops}', [['echo', {}]]],
  ['an object further on that follows no tool name', 'echo the text {"message":"x"}', [['echo', {}]]],
  [
    'an object stands in one that is never closed',
    'echo { echo {"a":{"b":"}"}}',
    [
      ['echo', {}],
      ['echo', { a: { b: '}' } }],
    ],
  ],
  [
    'an object stands in the text of one that is none',
    'echo {"a { echo {"b":1} c',
    [
      ['echo', {}],
      ['echo', { b: 1 }],
    ],
  ],
  [
    'stops end the name',
    'echo.-/. get_time/',
    [
      ['echo', {}],
      ['get_time', {}],
    ],
  ],
  ['an open brace at the end', 'echo {"a":', [['echo', {}]]],
])('when %s', (_, prompt, expected) => expect(calls(prompt)).toEqual(expected));

test('the first of two servers with a tool of the same name is asked', () => {
  expect(planScriptedTurn('echo', knownTools([server('a', 'echo'), server('b', 'echo')]))).toEqual([
    { serverId: 'a', toolName: 'echo', arguments: {} },
  ]);
});

test('the scriptedReply quotes the results, or says that no rule applied', () => {
  expect(scriptedReply([{ toolName: 'echo', text: 'hi' }])).toBe('echo: hi');
  expect(scriptedReply([])).toContain('scripted/rules');
});

const filled = (part: string, length: number): string => part.repeat(length / part.length);

test.each([
  ['braces that are never closed', (n: number) => filled('echo {', n)],
  ['braces of which the last alone is closed', (n: number) => `${filled('echo { ', n)}}`],
  [
    'braces that are all closed in the end, around no JSON',
    (n: number) => `${filled('echo {', 0.7 * n)}${'}'.repeat(0.1 * n)}`,
  ],
  ['texts that are never closed', (n: number) => filled('echo {"', n)],
  ['texts that are closed by the next brace', (n: number) => filled('echo {"a": "b', n)],
  ['escapes', (n: number) => filled('echo {\\"', n)],
  ['escapes within texts', (n: number) => filled('echo {"\\" ', n)],
  ['objects within texts', (n: number) => filled('echo {"echo {":1,"b":"', n)],
  ['stops within a word', (n: number) => `a${filled('-', n)}b`],
  ['blanks', (n: number) => `echo ${filled(' ', n)}{}`],
])('100 KB of %s are read in time proportional to their length', (_, prompt) => {
  expect(growthOf((length) => planScriptedTurn(prompt(length), tools), 6_400, 16)).toBeLessThan(64);
});

test('the cost of a prompt does not grow with the number of tools', () => {
  const [few, many] = [250, 4_000].map((count) =>
    knownTools([server('s1', ...Array.from({ length: count }, (_, i) => `tool_${i}`))]),
  );
  const plan = (count: number) => {
    for (let i = 0; i < 2_000; i++) planScriptedTurn(`tool_${i}`, count === 250 ? few! : many!);
  };
  expect(growthOf(plan, 250, 16, 0)).toBeLessThan(4);
});
