import { growthOf } from '@assay/testkit/growth';
import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import { importByRules } from './rules-import.ts';

const inventory: ServerInventory[] = [
  { serverId: 's', serverName: 'a', complete: true, tools: [{ name: 'echo' }, { name: 'get-sum' }] },
];
const read = (...lines: string[]) => importByRules(lines.join('\n'), inventory).cases;
const prompt = (text: string) => expect.objectContaining({ kind: 'prompt', prompt: text });
const called = (toolName: string, args: object = {}) =>
  expect.objectContaining({
    assertion: expect.objectContaining({
      type: 'toolCalledWith',
      role: 'gating',
      toolName,
      args: { args, argumentMatching: 'partial' },
    }),
  });

test.each([
  ['a labelled line', ['Prompt: Say hi', 'Expected: It says hi.'], [prompt('Say hi')], 'It says hi.'],
  ['another label', ['User: Say hi'], [prompt('Say hi')], undefined],
  [
    'labels in bold, in lists and in any case',
    ['- **Prompt:** Say hi', '2. __EXPECT__: Hi', '* *user*: Bye'],
    [prompt('Say hi'), prompt('Bye')],
    'Hi',
  ],
  ['code in a line', ['Prompt: `echo {"message":"x"}`'], [prompt('echo {"message":"x"}')], undefined],
  [
    'a quote of several lines',
    ['> Say hi', '> to all', '', '> Again'],
    [prompt('Say hi\nto all'), prompt('Again')],
    undefined,
  ],
  ['a fenced prompt', ['```prompt', 'Say hi', 'to all', '```'], [prompt('Say hi\nto all')], undefined],
  ['a fenced block behind a label', ['Prompt:', '', '~~~', 'Say hi', '~~~'], [prompt('Say hi')], undefined],
  ['a quote behind a label', ['Prompt: Say hi', 'Expected:', '> Hi there'], [prompt('Say hi')], 'Hi there'],
  [
    'a fenced block without a label',
    ['Prompt: Say hi', '```json', '{"user": "x"}', '> no quote', '```'],
    [prompt('Say hi')],
    undefined,
  ],
  ['prose, which is not read', ['The user: may say', 'Say hi', 'Prompt: Hi'], [prompt('Hi')], undefined],
  [
    'a label that something else follows',
    ['Prompt:', 'prose', '```', 'x', '```', 'User: Hi'],
    [prompt('Hi')],
    undefined,
  ],
  [
    'a tool that is expected',
    ['Prompt: Say hi', 'Expected: echo {"message":"hi"}'],
    [prompt('Say hi'), called('echo', { message: 'hi' })],
    undefined,
  ],
  [
    'a tool that is expected in words',
    ['Prompt: Add', 'Expect: calls `get-sum` with {"a":1}'],
    [prompt('Add'), called('get-sum')],
    undefined,
  ],
  [
    'two tools',
    ['Prompt: Say hi', 'Expect: echo, then get-sum {"a":1}'],
    [prompt('Say hi'), called('echo'), called('get-sum', { a: 1 })],
    undefined,
  ],
  [
    'expectations stand in the turn that they follow',
    ['Prompt: A', 'Expect: echo', 'Prompt: B', 'Expect: get-sum'],
    [prompt('A'), called('echo'), prompt('B'), called('get-sum')],
    undefined,
  ],
  [
    'an expectation before the first user turn',
    ['Expect: echo', 'Prompt: A', 'Prompt: B'],
    [prompt('A'), called('echo'), prompt('B')],
    undefined,
  ],
  ['several expectations', ['Prompt: A', 'Expect: One', 'Expected: Two'], [prompt('A')], 'One\nTwo'],
])('%s', (_, lines, steps, expectedOutput) => {
  const [only, ...others] = read('## Title', ...lines);
  expect(others).toEqual([]);
  expect(only!.steps).toEqual(steps);
  expect(only!.expectedOutput).toBe(expectedOutput);
  expect(only).toMatchObject({ title: 'Title', isNegative: false, startLine: 1, endLine: lines.length + 1 });
  expect(only).not.toHaveProperty('additions');
  expect((only!.issues as object[] | undefined) ?? []).not.toContainEqual(
    expect.not.objectContaining({ blocking: false }),
  );
});

test.each([
  [
    'a judge alone',
    ['Prompt: Look', 'Expect: the answer mentions O-7811'],
    [{ code: 'missing_expectation', blocking: false }],
  ],
  ['beside an assertion', ['Prompt: Look', 'Expect: echo', 'Expect: it is polite'], []],
])('an expected answer raises a doubt only where nothing else decides: %s', (_, lines, issues) => {
  expect(read('## Title', ...lines)[0]!.issues ?? []).toMatchObject(issues);
});

test('a section without a user turn is a case with an issue, and keeps its expectations', () => {
  expect(read('## Setup', 'Expected: echo is ready')).toEqual([
    {
      title: 'Setup',
      isNegative: false,
      steps: [],
      expectedOutput: 'echo is ready',
      startLine: 1,
      endLine: 2,
      issues: [{ code: 'unsupported_workflow', message: expect.any(String) }],
    },
  ]);
});

test.each(['echo is not called', 'It never uses echo.', 'The answer comes without echo', "echo isn't called"])(
  '"%s" asks for no call, and becomes an issue for a person',
  (text) => {
    const [only] = read('## A', 'Prompt: Hi', `Expected: ${text}`);
    expect(only).toMatchObject({
      steps: [prompt('Hi')],
      expectedOutput: text,
      issues: [{ code: 'unclear_expectation', message: expect.stringContaining(text) }],
    });
  },
);

test('each heading of level 2 or deeper with text below it is a case, on exactly its lines', () => {
  const cases = read(
    '# Document',
    'Prompt: not a case',
    '',
    '## One ##',
    '',
    'Prompt: A',
    '',
    '',
    '## Group',
    '### Two',
    '> B',
    '',
    '```',
    '## not a heading',
    '```',
    '#hashtag',
    '',
    '####### seven',
  );
  expect(cases.map(({ title, startLine, endLine }) => [title, startLine, endLine])).toEqual([
    ['One', 4, 6],
    ['Two', 10, 18],
  ]);
});

test.each([
  ['CR LF', '\r\n'],
  ['CR', '\r'],
  ['LF', '\n'],
])('lines that end with %s are counted alike', (_, end) => {
  const { cases } = importByRules(['# D', '## A', 'Prompt: A', '', '## B', 'Prompt: B', ''].join(end), []);
  expect(cases.map(({ startLine, endLine, steps }) => [startLine, endLine, steps])).toEqual([
    [2, 3, [prompt('A')]],
    [5, 6, [prompt('B')]],
  ]);
});

test('lines with mixed line endings are counted once each', () => {
  const { cases } = importByRules('# D\r\n\r## A\nPrompt: A\r\r\n## B\n\rPrompt: B', []);
  expect(cases.map(({ title, startLine, endLine }) => [title, startLine, endLine])).toEqual([
    ['A', 3, 4],
    ['B', 6, 8],
  ]);
});

test.each([
  ['nothing', ''],
  ['prose', 'Just text.\n\n# Title\nmore'],
])('a document of %s has no case, and a warning says so', (_, content) => {
  expect(importByRules(content, inventory)).toEqual({
    cases: [],
    warnings: ['The document has no heading of level 2 or deeper with text below it.'],
  });
});

test.each([
  ['blanks', (n: number) => `## A\nPrompt: ${' '.repeat(n / 2)}x\n${' '.repeat(n / 2)}`],
  ['a fence that is never closed', (n: number) => `## A\n\`\`\`${' '.repeat(n / 2)}x\n${'y\n'.repeat(n / 4)}`],
  ['heading marks', (n: number) => `## A ${'# '.repeat(n / 2)}x\nPrompt: B`],
  ['quotes', (n: number) => `## A\n${'>\n'.repeat(n / 2)}`],
  ['quotes that prose interrupts', (n: number) => `## A\n${'>\nx\n'.repeat(n / 4)}> B`],
  ['fences', (n: number) => `## A\n${'```prompt\nx\n```\n'.repeat(n / 16)}`],
  ['blanks before a line separator', (n: number) => `## A\nPrompt: ${' '.repeat(n)}x\u2028y`],
  ['open braces', (n: number) => `## A\nPrompt: B\nExpect: ${'echo { '.repeat(n / 8)}}`],
  ['denials', (n: number) => `## A\nPrompt: B\nExpect: echo ${'n'.repeat(n)}`],
])('100 KB of %s are read in time proportional to their length', (_, content) => {
  const read = (length: number) => expect(importByRules(content(length), inventory).cases).toHaveLength(1);
  expect(growthOf(read, 6_400, 16)).toBeLessThan(64);
});

test('100 KB of expectations are compared with 8,000 tools in good time', () => {
  const read = (size: number) => {
    const many = [{ ...inventory[0]!, tools: Array.from({ length: size }, (_, i) => ({ name: `tool_${i}` })) }];
    const content = `## A\nPrompt: B\n${'Expect: x\n'.repeat(size)}Expect: tool_${size - 1}`;
    expect(importByRules(content, many).cases[0]!.steps).toEqual([prompt('B'), called(`tool_${size - 1}`)]);
  };
  expect(growthOf(read, 500, 16)).toBeLessThan(64);
});
