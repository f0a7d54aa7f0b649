import { planTurn, reply } from './scripted-rules.ts';

const tools = ['echo', 'get-sum', 'get_time'].map((toolName) => ({ serverId: 's1', toolName }));
const calls = (prompt: string) => planTurn(prompt, tools).map(({ toolName, arguments: args }) => [toolName, args]);

test.each([
  ['no tool is named', 'What is the weather?', []],
  ['a tool is named without arguments', 'Please use get_time now', [['get_time', {}]]],
  ['arguments follow the name', 'echo {"message":"hi {there} \\"you\\""}', [['echo', { message: 'hi {there} "you"' }]]],
  ['arguments follow after "with"', 'Call get-sum with {"a":1,"b":2} please', [['get-sum', { a: 1, b: 2 }]]],
  ['two tools are called in the order of mention', 'get_time then echo({"message":"x"})', [['get_time', {}], ['echo', { message: 'x' }]]],
  ['a name inside arguments is data', 'echo {"message":"get_time"}', [['echo', { message: 'get_time' }]]],
  ['a longer word is another word', 'echoes are not my_echo', []],
  ['a full stop ends the name', 'Use echo.', [['echo', {}]]],
  ['braces that are no JSON are no arguments', 'echo {oops}', [['echo', {}]]],
  ['an object further on belongs to nobody', 'echo the text {"message":"x"}', [['echo', {}]]],
  ['an open brace at the end', 'echo {"a":', [['echo', {}]]],
])('when %s', (_, prompt, expected) => expect(calls(prompt)).toEqual(expected));

test('of two servers with one tool the first is asked', () => {
  expect(planTurn('echo', [{ serverId: 'a', toolName: 'echo' }, { serverId: 'b', toolName: 'echo' }])).toEqual([{ serverId: 'a', toolName: 'echo', arguments: {} }]);
});

test('the reply says what came back, or that no rule applied', () => {
  expect(reply([{ toolName: 'echo', text: 'hi' }])).toBe('echo: hi');
  expect(reply([])).toContain('scripted/rules');
});
