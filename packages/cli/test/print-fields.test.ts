import { cutTexts } from '../src/output/cut-texts.ts';
import { printFields } from '../src/output/print-fields.ts';
import { visibleJson } from '../src/output/visible-json.ts';

const style = { usesUtc: true, now: Date.parse('2026-11-29T12:00:00Z') };

test('a document is printed as aligned fields, nested ones indented, without empty ones', () => {
  const document = {
    id: 'srv_1',
    enabled: true,
    tags: ['a', 'b'],
    note: null,
    empty: {},
    schedule: { cron: '0 3 * * *', nextDueAt: Date.parse('2026-11-28T03:00:00Z') },
    cases: [{ title: 'one' }, { title: 'two' }],
  };
  expect(printFields(document, style)).toBe(
    [
      '  id       srv_1',
      '  enabled  yes',
      '  tags     a, b',
      '  schedule',
      '    cron       0 3 * * *',
      '    nextDueAt  28 Nov',
      '  cases',
      '    - title  one',
      '    - title  two',
      '',
    ].join('\n'),
  );
});

test('control characters of foreign text never reach the terminal, in names and values', () => {
  const text = printFields({ 'a\u001b[31m': 'b\u001b]0;x\u0007\u202e', list: ['\u009b2J'] }, style);
  expect(text).toBe('  a␛[31m  b␛]0;x␇⟨RLO⟩\n  list    ⟨U+009B⟩2J\n');
  expect(visibleJson(JSON.stringify({ a: '\u001b\u009b\u202e' }))).toBe('{"a":"\\u001b\\u009b\\u202e"}');
});

test('a long text is cut with its size', () => {
  expect(printFields({ text: 'x'.repeat(2_000) }, style)).toBe(
    `  text  ${'x'.repeat(400)}… 2000 characters, --json shows it\n`,
  );
});

test('long texts of a result are cut with their size, and short ones are not', () => {
  const result = { content: [{ text: 'ü'.repeat(1_050_000) }, { text: 'short' }], isError: false };
  expect(cutTexts(result)).toEqual({
    content: [{ text: `${'ü'.repeat(400)}… 2.1 MB, --full shows it` }, { text: 'short' }],
    isError: false,
  });
});
