import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../step.ts';
import { refusedWords, wordFinder } from './refused-words.ts';

const GLOSSARY = `
| Word | Means | Refused | Not |
|---|---|---|---|
| trace part | a stored piece of a trace | chunk, slice of a trace | piece |
| run | one execution | | job |

| Word | Means | Refused |
|---|---|---|
| fixture | what a test sets up | house |
`;
const find = wordFinder(refusedWords(GLOSSARY));

test('the words of the column are refused, each with the word to write in its place', () => {
  expect(refusedWords(GLOSSARY)).toEqual([
    { word: 'chunk', instead: 'trace part' },
    { word: 'slice of a trace', instead: 'trace part' },
    { word: 'house', instead: 'fixture' },
  ]);
});

test.each([
  ['a word of a sentence', '// Sends a chunk.', ['chunk']],
  ['a plural', 'const houses = [];', ['house']],
  ['a part of a name', 'class TestHouse extends HTTPChunk {}', ['chunk', 'house']],
  ['a constant', 'const MAX_CHUNKS = 8;', ['chunk']],
  ['a column', 'select house_id from runs', ['house']],
  ['a file', 'services/runs/src/store/read-chunk.ts', ['chunk']],
  ['a phrase in a name', 'const sliceOfATrace = 1;', ['slice of a trace']],
])('%s is found', (_, line, words) =>
  expect(
    find(line)
      .map(({ word }) => word)
      .toSorted(),
  ).toEqual(words),
);

test.each(['Transfer-Encoding: chunked', 'const warehouse = 1;', '// a slice of', 'slice.of(a, trace)'])(
  '%s is fine',
  (line) => expect(find(line)).toEqual([]),
);

test('a word of the glossary is not refused by another row', () => {
  const glossary = readFileSync(join(repositoryRoot, 'docs/glossary.md'), 'utf8');
  const words = [...glossary.matchAll(/^\| ([^|]+) \|/gm)].map(([, word]) => word!.replace(/ \(.*/, ''));
  const refused = refusedWords(glossary);
  expect(refused.length).toBeGreaterThan(20);
  expect(words.filter((word) => refused.some((entry) => entry.word === word))).toEqual([]);
});
