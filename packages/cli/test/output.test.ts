import { LiveLine } from '../src/output/live-line.ts';
import { pickFields } from '../src/output/print-json.ts';
import { printLint } from '../src/output/print-lint.ts';
import { printTable } from '../src/output/print-table.ts';
import { printDuration, printTime } from '../src/output/print-time.ts';
import { shortenMiddle, visibleText } from '../src/output/visible-text.ts';
import type { Terminal } from '../src/terminal.ts';

test.each([
  ['\u001B[31mred\u001B[0m', '␛[31mred␛[0m'],
  ['a\u0000b\u007Fc', 'a␀b␡c'],
  ['exe.\u202Etxt', 'exe.⟨RLO⟩txt'],
  ['\u009B2J', '⟨U+009B⟩2J'],
  ['a\nb\tc', 'a␊b␉c'],
  ['\uFEFFa\u2028b\u00AD', '⟨BOM⟩a⟨U+2028⟩b⟨U+00AD⟩'],
  ['caffè 漢字 👩‍👧', 'caffè 漢字 👩‍👧'],
])('the text %j is shown without characters that a terminal obeys', (text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

test('line breaks stay where a text of several lines is shown', () => {
  expect(visibleText('a\nb\r\u001B', { keepsLines: true })).toBe('a\nb␍␛');
});

test('a name is cut in its middle', () => {
  expect(shortenMiddle('search result matches its declared output schema', 30)).toBe('search result m… output schema');
  expect(shortenMiddle('short', 5)).toBe('short');
});

test('a finding of a lint shows the control characters of names in its place', () => {
  const finding = {
    ruleId: 'parameter-name',
    severity: 'error',
    location: { kind: 'tool', name: 'a\u001b', path: '/inputSchema/properties/b\u001b[2J' },
    message: 'Bad.',
    fix: 'Rename it.',
  };
  const report = { findings: [finding], summary: { error: 1, warning: 0, note: 0 } } as unknown as Parameters<
    typeof printLint
  >[0];
  expect(printLint(report)).toContain('error    tool a␛/inputSchema/properties/b␛[2J\n');
});

const columns = [
  { title: 'NAME', cell: ({ name }: { name: string }) => name, isName: true },
  { title: 'ID', cell: ({ id }: { id: string }) => id },
  { title: 'NOTE', cell: ({ note }: { note: string }) => note },
];
const items = [
  { name: 'search result matches its declared output schema', id: 'srv_01', note: 'twelve notes' },
  { name: '漢字', id: 'srv_02', note: '' },
];

test('a table is printed whole where its width is not limited', () => {
  expect(printTable(columns, items, undefined)).toBe(
    [
      '  NAME                                              ID      NOTE',
      '  search result matches its declared output schema  srv_01  twelve notes',
      '  漢字                                              srv_02',
      '',
    ].join('\n'),
  );
});

test('a narrow table cuts names first, and then leaves columns out from the right', () => {
  expect(printTable(columns, items, 50).split('\n')).toEqual([
    '  NAME                        ID      NOTE',
    '  search result…utput schema  srv_01  twelve notes',
    '  漢字                        srv_02',
    '',
  ]);
  expect(printTable(columns, items, 24).split('\n')[1]).toBe('  search …schema  srv_01');
});

test('fields are picked from a document and from each item of a list', () => {
  const run = { id: 'run_1', summary: { passRate: 0.5, total: 2 }, verdict: 'failed' };
  expect(pickFields([run, { id: 'run_2' }], 'id,summary.passRate')).toEqual([
    { id: 'run_1', summary: { passRate: 0.5 } },
    { id: 'run_2' },
  ]);
  expect(pickFields(run, 'summary.total, __proto__')).toEqual({ summary: { total: 2 } });
  expect(() => pickFields(run, 'id,')).toThrow('names an empty field');
});

test('times are told by the day, and durations by their size', () => {
  const now = Date.parse('2026-11-29T12:00:00Z');
  const at = (time: string) => printTime(time, { usesUtc: true, now });
  expect([at('2026-11-29T09:32:10Z'), at('2026-11-28T23:59:00Z'), at('2025-11-28T03:00:00Z')]).toEqual([
    'today 09:32',
    '28 Nov',
    '28 Nov 2025',
  ]);
  expect([131.6, 999.6, 6_400, 59_970, 125_000].map((ms) => printDuration(ms))).toEqual([
    '132 ms',
    '1.0 s',
    '6.4 s',
    '1 min 0 s',
    '2 min 5 s',
  ]);
});

const terminalOf = (isPerson: boolean) => {
  const said: string[] = [];
  const terminal = { err: (text: string) => void said.push(text), columns: 20, isInteractive: { err: isPerson } };
  return { said, terminal: terminal as unknown as Terminal };
};

test('progress is a line that is drawn again on a terminal, and removed', () => {
  const { said, terminal } = terminalOf(true);
  const line = new LiveLine({ terminal, isQuiet: false });
  line.show('11 of 20 cases, 45 of 83 trials', 0.5);
  line.show('drawn too soon', 0.5);
  line.clear();
  line.clear();
  expect(said).toEqual(['\r\u001B[K11 of 20 cases, 45…', '\r\u001B[K']);
});

test('progress is a line for each tenth without a terminal, and nothing for a quiet command', () => {
  const [{ said, terminal }, quiet] = [terminalOf(false), terminalOf(false)];
  const lines = [new LiveLine({ terminal, isQuiet: false }), new LiveLine({ terminal: quiet.terminal, isQuiet: true })];
  for (const line of lines) for (let done = 0; done <= 100; done++) line.show(`${done} of 100`, done / 100);
  expect(said).toHaveLength(11);
  expect(quiet.said).toEqual([]);
});
