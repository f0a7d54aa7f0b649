import { readDraftSheet } from './sheet.ts';

const call = { server: 'a', tool: 'echo', arguments: '{"message":"hi"}' };
const generated = {
  title: 'A',
  isNegative: false,
  expectedOutput: null,
  scenario: null,
  turns: [{ prompt: 'Hi', expectedCalls: [call] }],
};
const extracted = {
  ...generated,
  turns: [{ prompt: null, expectedCalls: [call], replyContains: [] }],
  startLine: 1,
  endLine: 2,
  notes: [],
  issues: [],
  additions: [],
};

test('a sheet that is filled in as asked is read unchanged', () => {
  expect(readDraftSheet('generate', { cases: [generated] })).toEqual({ cases: [generated] });
  expect(readDraftSheet('import', { cases: [extracted] })).toEqual({ cases: [extracted] });
});

test('a document may hold no case, but a generation must have one', () => {
  expect(readDraftSheet('import', { cases: [] })).toEqual({ cases: [] });
  expect(readDraftSheet('generate', { cases: [] })).toEqual({ fault: '/cases is empty' });
});

test.each([
  ['no object', 'Sure!', 'the value must be object'],
  ['no cases', {}, "the value must have required property 'cases'"],
  ['a key of its own', { cases: [{ ...generated, steps: [] }] }, '/cases/0 must NOT have additional properties'],
  ['a title that is not text', { cases: [{ ...generated, title: 7 }] }, '/cases/0/title must be string'],
  ['a blank title', { cases: [{ ...generated, title: ' ' }] }, '/cases/0/title is blank'],
  [
    'a blank prompt',
    { cases: [generated, { ...generated, turns: [{ prompt: '\n', expectedCalls: [] }] }] },
    '/cases/1/turns/0/prompt is blank',
  ],
  [
    'arguments that are no JSON',
    {
      cases: [
        { ...generated, turns: [{ prompt: 'Hi', expectedCalls: [call, { ...call, arguments: 'message: hi' }] }] },
      ],
    },
    '/cases/0/turns/0/expectedCalls/1/arguments is not the text of a JSON object',
  ],
  [
    'arguments that are a list',
    { cases: [{ ...generated, turns: [{ prompt: 'Hi', expectedCalls: [{ ...call, arguments: '[1]' }] }] }] },
    '/cases/0/turns/0/expectedCalls/0/arguments is not the text of a JSON object',
  ],
])('a sheet with %s is refused with the place and the reason', (_, value, fault) => {
  expect(readDraftSheet('generate', value)).toEqual({ fault });
});
