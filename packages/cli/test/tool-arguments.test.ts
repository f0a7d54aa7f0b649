import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argumentFaults } from '../src/actions/tools/argument-faults.ts';
import { readArguments } from '../src/actions/tools/tool-arguments.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-arguments-'));
  await writeFile(join(folder, 'text.txt'), '\uFEFFline one\r\nline two\n');
});
afterAll(() => rm(folder, { recursive: true }));

const terminal = { read: async () => '{"from": "stdin"}' } as Parameters<typeof readArguments>[0]['terminal'];
const read = (words: string[], data?: string) => readArguments({ terminal, folder }, words, data);

test('arguments are texts, JSON and files, over one object', async () => {
  expect(
    await read(['query=a=b', 'limit:=5', 'tags:=["x"]', 'text=@text.txt', 'empty='], '{"query": "old", "kept": true}'),
  ).toEqual({ query: 'a=b', kept: true, limit: 5, tags: ['x'], text: 'line one\r\nline two\n', empty: '' });
  expect(await read([], '-')).toEqual({ from: 'stdin' });
  expect(Object.keys(await read(['__proto__=x']))).toEqual(['__proto__']);
});

test.each([
  [['query'], '"query" is no argument'],
  [['=x'], '"=x" is no argument'],
  [['limit:=five'], 'limit:= takes JSON'],
  [['text=@none.txt'], 'none.txt cannot be read (there is no such file)'],
])('the arguments %j are refused', async (words, told) => {
  await expect(read(words)).rejects.toThrow(told);
});

test.each(['[]', '"x"', '{', '@text.txt'])('the object %s is refused', async (data) => {
  await expect(read([], data)).rejects.toMatchObject({ exitCode: 2 });
});

test('faults are told by their place, and a schema that cannot be used has none', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'number' }, b: {} },
    required: ['a', 'b'],
    additionalProperties: false,
  };
  expect(argumentFaults(schema, { a: '1', 'c\u001b': 2 })).toEqual([
    "/ must have required property 'b'",
    '/ must NOT have additional properties: c␛',
    '/a must be number',
  ]);
  expect(argumentFaults(schema, { a: 1, b: 2 })).toEqual([]);
  expect(argumentFaults({ type: 'nonsense' }, {})).toEqual([]);
  expect(argumentFaults(undefined, {})).toEqual([]);
});
