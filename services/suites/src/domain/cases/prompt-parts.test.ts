import { growthOf } from '@assay/testkit/growth';
import { promptParts } from './prompt-parts.ts';

test.each<[string, string, { fixed?: string[]; words?: string[] }]>([
  [
    'case, punctuation and blanks are folded',
    '  Please,\tLIST   all files!\n',
    { fixed: [], words: ['all', 'files', 'list', 'please'] },
  ],
  ['full-width letters are letters', 'Ｌｉｓｔ files', { words: ['files', 'list'] }],
  ['a word counts once', 'now and now', { words: ['and', 'now'] }],
  [
    'numbers are fixed, in their order, without the punctuation around them',
    'Move 5 (of 17), then -3.',
    { fixed: ['5', '17', '-3'], words: ['move', 'of', 'then'] },
  ],
  [
    'every word with a digit is fixed',
    'Open a4.txt, on 2024-01-31',
    { fixed: ['a4.txt', '2024-01-31'], words: ['on', 'open'] },
  ],
  [
    'quotations are fixed as they stand',
    'Say "Hi There" and “Bye” or `x y`',
    { fixed: ['Hi There', 'Bye', 'x y'], words: ['and', 'or', 'say'] },
  ],
  [
    'an apostrophe opens no quotation',
    "Don't say 'a b', it's rude",
    { fixed: ['a b'], words: ['don', 'it', 'rude', 's', 'say', 't'] },
  ],
  [
    'JSON is fixed, in any order of its keys',
    'Send {"b": 1, "a": [2]} now',
    { fixed: ['{"a":[2],"b":1}'], words: ['now', 'send'] },
  ],
  [
    'braces that are no JSON are fixed as text',
    'Fill {the   name} in',
    { fixed: ['{the name}'], words: ['fill', 'in'] },
  ],
  ['a brace that stays open is punctuation', 'Fill {the name', { fixed: [], words: ['fill', 'name', 'the'] }],
  ['a prompt without a word is its text', ' ?! ', { fixed: ['?!'], words: [] }],
  ['other scripts have words and digits, too', 'Покажи файлы ٣', { fixed: ['٣'], words: ['покажи', 'файлы'] }],
  ['what no text column can hold is a blank', 'a\u0000b', { words: ['a', 'b'] }],
])('%s', (_, prompt, parts) => expect(promptParts(prompt)).toMatchObject(parts));

test.each(['{', '[{', "'", '"', '}', '{"a":', '“', '1)', '1.', '.1', '(1'])(
  'a hundred thousand times %s takes hardly any time',
  (text) => {
    expect(growthOf((times) => promptParts(text.repeat(times)), 6_250, 16)).toBeLessThan(64);
  },
);
