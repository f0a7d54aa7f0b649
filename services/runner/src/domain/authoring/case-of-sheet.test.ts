import { caseOfSheet } from './case-of-sheet.ts';
import type { SheetCase } from './sheet.ts';

const call = { server: 'a', tool: 'echo', arguments: '{"message":"hi"}' };
const sheet = (turns: SheetCase['turns'], more: Partial<SheetCase> = {}): SheetCase => ({
  title: ' A ',
  isNegative: false,
  expectedOutput: null,
  scenario: null,
  turns,
  ...more,
});
const called = {
  assertion: {
    type: 'toolCalledWith',
    role: 'gating',
    toolName: 'echo',
    args: { args: { message: 'hi' }, argumentMatching: 'partial' },
  },
};

test('a turn becomes its prompt and an assertion for each expected call', () => {
  const { title, steps } = caseOfSheet(
    sheet([
      { prompt: 'Say hi', expectedCalls: [call] },
      { prompt: 'Bye', expectedCalls: [] },
    ]),
  );
  expect(title).toBe('A');
  expect(steps).toEqual([
    { id: 'prompt-1', kind: 'prompt', prompt: 'Say hi' },
    { id: 'assert-2', kind: 'assert', ...called },
    { id: 'prompt-3', kind: 'prompt', prompt: 'Bye' },
  ]);
});

test('a call without a user message becomes a tool call step of the case', () => {
  const { steps } = caseOfSheet(
    sheet([{ prompt: null, expectedCalls: [call, { ...call, arguments: '' }], replyContains: ['hi'] }]),
    'hi',
  );
  expect(steps).toEqual([
    { id: 'toolCall-1', kind: 'toolCall', serverName: 'a', toolName: 'echo', arguments: { message: 'hi' } },
    { id: 'toolCall-2', kind: 'toolCall', serverName: 'a', toolName: 'echo', arguments: {} },
  ]);
});

test('a reply is asserted only with texts of the document; other texts become issues', () => {
  const made = caseOfSheet(
    sheet([{ prompt: 'Say hi', expectedCalls: [], replyContains: ['Hello  there', 'and more', ''] }]),
    'It says: hello\nTHERE.',
  );
  expect(made.steps).toMatchObject([
    { kind: 'prompt' },
    { id: 'assert-2', assertion: { type: 'responseContains', role: 'gating', needle: 'Hello  there' } },
  ]);
  expect(made.issues).toEqual([
    { code: 'unclear_expectation', message: 'The reply should contain "and more", which the document does not say.' },
  ]);
});

test('filled fields of a sheet are kept, and empty ones are left out', () => {
  const full = {
    expectedOutput: 'Hi',
    scenario: 'A visitor',
    startLine: 1,
    endLine: 3,
    notes: ['line 2'],
    issues: [{ code: 'missing_prerequisite' as const, message: 'Which account?' }],
  };
  expect(caseOfSheet(sheet([], full))).toEqual({
    title: 'A',
    isNegative: false,
    steps: [],
    expectedOutput: 'Hi',
    scenario: 'A visitor',
    startLine: 1,
    endLine: 3,
    evidenceNotes: ['line 2'],
    issues: full.issues,
  });
  expect(caseOfSheet(sheet([], { isNegative: true, notes: [], issues: [], additions: [] }))).toEqual({
    title: 'A',
    isNegative: true,
    steps: [],
  });
});

test.each([
  ['/turns/0/prompt', '/steps/0'],
  ['/turns/0/expectedCalls/0', '/steps/1'],
  ['/turns/1/expectedCalls/1/arguments', '/steps/4'],
  ['/turns/1/replyContains/0', '/steps/5'],
  ['/expectedOutput', '/expectedOutput'],
  ['/turns/7/prompt', '/turns/7/prompt'],
  ['the second turn', 'the second turn'],
])('an addition at %s is found at %s', (path, place) => {
  const turns = [
    { prompt: 'A', expectedCalls: [call] },
    { prompt: 'B', expectedCalls: [call, call], replyContains: ['hi'] },
  ];
  expect(caseOfSheet(sheet(turns, { additions: [{ path, explanation: 'why' }] }), 'hi').additions).toEqual([
    { path: place, explanation: 'why' },
  ]);
});
