import type { ProposedCase } from '@assay/contract/areas/authoring/work';
import { ComputeBudget } from '@assay/grading/compute-budget';
import { draftOf } from './proposal.ts';
import { openDocument } from './provenance.ts';

const steps = [
  { id: 'p', kind: 'prompt', prompt: 'Say hi.' },
  { id: 'a', kind: 'assert', assertion: { type: 'noToolErrors' } },
];
const grounds = {
  stepFaults: (step: unknown) => (typeof step === 'object' ? [] : [{ path: '', message: 'must be object' }]),
  caseModels: [{ model: 'm' }],
  declared: { inventory: [], budget: new ComputeBudget() },
};
const drafted = (proposed: Partial<ProposedCase>, document?: string) =>
  draftOf({ title: 'hi', steps, ...proposed }, 'draft_1', {
    ...grounds,
    document: document === undefined ? undefined : openDocument(document, 'v1'),
  });

test('a sound proposal becomes a draft without issues', () => {
  expect(
    drafted({ expectedOutput: 'hi', scenario: 'A greeting.', isNegative: false, evidenceNotes: ['The tool greets.'] }),
  ).toEqual({
    version: 1,
    draftId: 'draft_1',
    revision: 0,
    issues: [],
    evidenceNotes: ['The tool greets.'],
    additions: [],
    review: 'accepted',
    case: {
      title: 'hi',
      steps,
      expectedOutput: 'hi',
      isNegativeTest: false,
      runs: 5,
      models: [{ model: 'm' }],
      scenario: 'A greeting.',
    },
  });
});

test.each<[string, unknown]>([
  ['no list', 'doubtful'],
  ['texts', ['doubtful']],
  ['no message', [{ code: 'unknown_tool' }]],
  ['a blank message', [{ message: ' ' }]],
  ['nothing', undefined],
])('issues that are %s are ignored', (_, issues) => expect(drafted({ issues }).issues).toEqual([]));

test('a model raises issues in its own words or in ours, and cannot resolve them', () => {
  const issues = [
    {
      code: 'unknown_tool',
      message: 'Is it there?',
      stepId: 'p',
      blocking: false,
      origin: 'validation',
      resolution: 'I looked, and it is fine.',
    },
    { code: 'unheard of', message: 'Hm.' },
  ];
  expect(drafted({ issues })).toMatchObject({ review: 'required' });
  expect(drafted({ issues }).issues).toEqual([
    { code: 'unknown_tool', message: 'Is it there?', stepId: 'p', blocking: false, origin: 'model' },
    { code: 'unclear_expectation', message: 'Hm.', blocking: true, origin: 'model' },
  ]);
});

test('only a blocking issue holds a draft back', () => {
  const doubt = { message: 'Is the wording right?' };
  expect(drafted({ issues: [{ ...doubt, blocking: false }] }).review).toBe('accepted');
  expect(drafted({ issues: [{ ...doubt, blocking: 'no' }] }).review).toBe('required');
});

test('the issues of a model do not hide the issues of our own checks', () => {
  const issues = Array.from({ length: 100 }, (_, i) => ({ code: 'unclear_expectation', message: `Doubt ${i}.` }));
  const found = drafted({ issues, title: ' ', steps: [...steps, steps[0], 'look around'] }).issues;
  expect(found).toHaveLength(100);
  expect(found.slice(0, 4).map(({ origin, message }) => `${origin}: ${message}`)).toEqual([
    'validation: The case has no title.',
    'validation: Step 4 is not a step: it must be object.',
    'validation: Step 3 has the id of an earlier step.',
    'model: Doubt 0.',
  ]);
});

test('additions of a model need the consent of a person', () => {
  expect(
    drafted({
      additions: [{ path: '/steps/0', explanation: 'Made up.' }, { explanation: 'Somewhere.' }, { path: '/x' }],
    }),
  ).toMatchObject({
    review: 'required',
    additions: [
      { id: 'addition-1', path: '/steps/0', explanation: 'Made up.' },
      { id: 'addition-2', path: '', explanation: 'Somewhere.' },
    ],
  });
});

test.each<[string, Partial<ProposedCase>, string]>([
  ['no title', { title: undefined }, 'unsupported_workflow'],
  ['a title that is not text', { title: 7 }, 'unsupported_workflow'],
  ['no list of steps', { steps: { 0: steps[0] } }, 'unsupported_workflow'],
  ['no steps', { steps: [] }, 'unsupported_workflow'],
  ['something that is not a step', { steps: [...steps, 'look around'] }, 'unsupported_workflow'],
  [
    'more steps than can be kept',
    { steps: [...steps, ...Array.from({ length: 199 }, (_, i) => ({ ...steps[0], id: `s${i}` }))] },
    'unsupported_workflow',
  ],
])('%s is reported', (_, proposed, code) => {
  const {
    issues,
    case: { title, steps: kept },
    review,
  } = drafted({ expectedOutput: 'hi', ...proposed });
  expect([issues.map((each) => each.code), review, title !== '', kept.length <= 200]).toEqual([
    [code],
    'required',
    true,
    true,
  ]);
});

test.each<[string, Partial<ProposedCase>, string[]]>([
  ['stands in the document', { startLine: 1, endLine: 2 }, []],
  ['stands outside of it', { startLine: 2, endLine: 4 }, ['missing_evidence']],
  ['does not say where', {}, ['missing_evidence']],
])('a case of a document that %s', (_, proposed, codes) => {
  const { issues, source } = drafted(proposed, 'one\ntwo');
  expect([issues.map(({ code }) => code), source?.excerpt]).toEqual([
    codes,
    codes.length === 0 ? 'one\ntwo' : undefined,
  ]);
});

test('a case without a document has no provenance', () =>
  expect(drafted({ startLine: 1, endLine: 1 })).not.toHaveProperty('source'));

test('text is kept as far as possible', () => {
  const {
    case: { title, expectedOutput, isNegativeTest },
  } = drafted({ title: `\0${'x'.repeat(499)}🧪`, expectedOutput: { text: 'hi' }, isNegative: 'yes' });
  expect([title, expectedOutput, isNegativeTest]).toEqual(['x'.repeat(499), undefined, false]);
});
