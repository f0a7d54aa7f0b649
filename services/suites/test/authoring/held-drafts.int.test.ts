import { operations } from '@assay/contract/operations';
import {
  authoringFixture,
  closeFixture,
  commit,
  generate,
  importDocument,
  newSuite,
  openFixture,
  projectId,
  review,
  runner,
  titles,
  type Suite,
} from './authoring-fixture.ts';
import { good, proposal } from './runner.ts';

beforeAll(openFixture);
afterAll(closeFixture);

const drafts = ({ suiteId }: Suite) => authoringFixture.call(operations.listEvalCaseDrafts, { projectId, suiteId }, {});

/** A rule's case whose prompt spells the guessed argument. */
const guessed = {
  title: 'Calls echo',
  steps: [
    { id: 'prompt-1', kind: 'prompt', prompt: 'echo {"message":"text"}' },
    {
      id: 'assert-2',
      kind: 'assert',
      assertion: {
        type: 'toolCalledWith',
        toolName: 'echo',
        args: { args: { message: 'text' }, argumentMatching: 'partial' },
      },
    },
  ],
  issues: [
    {
      code: 'argument_guessed',
      message: 'The value of message for echo is a guess.',
      blocking: false,
      guess: { toolName: 'echo', argument: 'message', how: 'type' },
    },
  ],
};

async function held(suite: Suite, cases: unknown[]): Promise<string> {
  const answer = generate(suite, { hold: true });
  await runner.complete(await runner.take(), proposal(cases));
  const { accepted, body } = await answer;
  expect([accepted, body.status, body.created]).toEqual([true, 'completed', []]);
  return body.jobId;
}

test('held drafts are written by no one but a commit, which takes only the named ones', async () => {
  const suite = await newSuite();
  const jobId = await held(suite, [good('one'), good('two'), good('three')]);
  expect(await titles(suite)).toEqual(['echo']);
  const { items, counts } = await drafts(suite);
  expect(counts).toEqual({ drafts: 3, open: 3, kept: 0, rejected: 0, doubtful: 0 });
  expect(items.map(({ draft, origin }) => [draft.case.title, origin])).toEqual(
    ['one', 'two', 'three'].map((title) => [title, { kind: 'tools', servers: ['everything'] }]),
  );
  const [one, two, three] = items.map(({ draft }) => draft.draftId);
  await review(suite, jobId, one!, { expectedRevision: 0, decision: 'kept' });
  await review(suite, jobId, three!, { expectedRevision: 0, decision: 'rejected' });
  await expect(commit(suite, jobId, { draftIds: [one, 'other'] })).rejects.toMatchObject({
    details: { issues: [{ path: '/draftIds/1' }] },
  });
  expect((await commit(suite, jobId, { draftIds: [one] })).created).toMatchObject([{ title: 'one' }]);
  expect((await drafts(suite)).counts).toEqual({ drafts: 2, open: 1, kept: 0, rejected: 1, doubtful: 0 });
  const rest = await commit(suite, jobId);
  expect(rest).toMatchObject({ jobId, created: [{ title: 'two' }] });
  expect(rest).not.toHaveProperty('skipped');
  expect((await drafts(suite)).items).toMatchObject([{ draft: { draftId: three, decision: 'rejected' } }]);
  expect(two).toBeDefined();
});

test('a guess blocks a held draft until it is answered, in the prompt and the expected call', async () => {
  const suite = await newSuite();
  await authoringFixture.call(operations.createEvalCase, suite, {
    ...good('Calls echo message'),
    steps: good('a value that exists').steps as never,
  });
  const jobId = await held(suite, [guessed]);
  const [{ draft, choices, nearest }] = (await drafts(suite)).items as [
    Awaited<ReturnType<typeof drafts>>['items'][number],
  ];
  expect(draft.issues).toMatchObject([
    {
      code: 'argument_guessed',
      blocking: true,
      guess: { value: 'text', how: 'type', pointers: ['/steps/1/assertion/args/args/message'] },
    },
  ]);
  expect(choices).toMatchObject([
    { issue: 0, value: 'hi', seenIn: [{ title: 'echo' }] },
    { issue: 0, value: 'a value that exists', seenIn: [{ title: 'Calls echo message' }] },
  ]);
  expect(nearest).toMatchObject({ title: 'Calls echo message' });
  const keep = { expectedRevision: 0, decision: 'kept' };
  await expect(review(suite, jobId, draft.draftId, keep)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(
    await review(suite, jobId, draft.draftId, { ...keep, answers: [{ issue: 0, value: 'a value that exists' }] }),
  ).toMatchObject({
    revision: 1,
    review: 'accepted',
    decision: 'kept',
    case: {
      steps: [
        { prompt: 'echo {"message":"a value that exists"}' },
        { assertion: { args: { args: { message: 'a value that exists' } } } },
      ],
    },
    issues: [{ resolution: 'The value is "a value that exists".' }],
  });
  expect((await commit(suite, jobId)).created).toMatchObject([{ title: 'Calls echo' }]);
});

test('an edited draft is checked again, and loses the issues of changed steps alone', async () => {
  const suite = await newSuite();
  const jobId = await held(suite, [
    {
      ...guessed,
      issues: [...guessed.issues, { code: 'unclear_expectation', message: 'Is it so?', stepId: 'prompt-1' }],
    },
  ]);
  const { draftId, case: drafted } = (await drafts(suite)).items[0]!.draft;
  const [prompt] = drafted.steps;
  const edit = (expectedRevision: number, change: object) =>
    review(suite, jobId, draftId, { expectedRevision, case: change });
  expect(await edit(0, { title: 'Echoes' })).toMatchObject({ case: { title: 'Echoes' }, issues: [{}, {}] });
  const asserts = { id: 'c', kind: 'assert', assertion: { type: 'toolNeverCalled', toolName: 'drop' } };
  expect(await edit(1, { steps: [prompt, asserts] })).toMatchObject({ issues: [{ message: 'Is it so?' }] });
  expect((await edit(2, { steps: [prompt] })).issues.map(({ code }) => code)).toEqual([
    'missing_expectation',
    'unclear_expectation',
  ]);
  await expect(
    review(suite, jobId, draftId, { expectedRevision: 3, case: {}, answers: [{ issue: 0, value: 1 }] }),
  ).rejects.toMatchObject({ details: { issues: [{ path: '/case' }] } });
});

test('jobs and drafts of a suite are listed in pages, newest job first', async () => {
  const suite = await newSuite();
  const first = await held(suite, [good('a'), good('b')]);
  const answer = importDocument(suite, { hold: true, fileName: 'acceptance.md' });
  await runner.complete(await runner.take(), proposal([good('c', { startLine: 1, endLine: 2 })]));
  expect((await answer).accepted).toBe(true);
  const target = { projectId, suiteId: suite.suiteId };
  const jobs = await authoringFixture.call(operations.listEvalAuthoringJobs, target, {});
  expect(jobs.items.map(({ jobId, origin, counts }) => [jobId === first, origin.kind, counts.open])).toEqual([
    [false, 'document', 1],
    [true, 'tools', 2],
  ]);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page: Awaited<ReturnType<typeof drafts>> = await authoringFixture.call(
      operations.listEvalCaseDrafts,
      target,
      { limit: 1, ...(cursor !== undefined && { cursor }) },
    );
    expect(page.counts === undefined).toBe(cursor !== undefined);
    seen.push(...page.items.map(({ draft }) => draft.case.title));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(seen).toEqual(['c', 'a', 'b']);
  await expect(
    authoringFixture.call(operations.listEvalCaseDrafts, { projectId: 'prj_2', suiteId: suite.suiteId }, {}),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
