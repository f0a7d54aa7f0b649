import type { CaseDraft } from '@assay/contract/areas/authoring/drafts';
import { operations } from '@assay/contract/operations';
import {
  askInHaste,
  cancel,
  closeFixture,
  commit,
  completedJob,
  authoringFixture,
  newSuite,
  openFixture,
  pendingJob,
  projectId,
  read,
  refusal,
  review,
  runner,
  titles,
  whileChanging,
} from './authoring-fixture.ts';
import { good } from './runner.ts';
import { draft } from '../support/start.ts';

beforeAll(openFixture);
afterAll(closeFixture);

describe('committing', () => {
  const step = { id: 'p', kind: 'prompt', prompt: 'Say hi.' };
  const fine = { id: 'a', kind: 'assert', assertion: { type: 'noToolErrors' } };
  const callOf = (toolName: string) => ({ id: 's', kind: 'toolCall', serverName: 'everything', toolName });
  const mixed = [
    good('fine'),
    good('unsure', {
      issues: [
        {
          code: 'missing_prerequisite',
          message: 'Needs a login.',
          resolution: 'The model says that it is fine.',
        },
      ],
    }),
    good('inventive', { additions: [{ path: '/steps/0', explanation: 'The message is made up.' }] }),
    good('unknown tool', { steps: [callOf('nope'), fine] }),
    good('bad arguments', { steps: [callOf('echo'), fine] }),
    good('destructive', { steps: [callOf('drop'), fine] }),
    good('no expectation', { steps: [step] }),
    good('an id twice', { steps: [step, step, fine] }),
    good('blank', { steps: [{ ...step, prompt: ' ' }, fine] }),
    good('contrary', {
      isNegative: true,
      steps: [
        step,
        { id: 'a', kind: 'assert', assertion: { type: 'toolCalledWith', toolName: 'echo', args: { args: {} } } },
      ],
    }),
    good('no step', { steps: [{ id: 's', kind: 'dance' }, fine] }),
    good('half a step', { steps: [{ id: 's', kind: 'prompt', prompt: 5 }, null, { id: 'a', kind: 'assert' }] }),
    good('no steps', { steps: 'none' }),
    { title: ' ', steps: good('x').steps },
    good('echo again', { steps: draft().tests[0]!.steps, expectedOutput: 'hi' }),
  ];
  const noCases = [
    expect.stringMatching(/^no expectation → MISSING_EXPECTATION: /),
    expect.stringMatching(/^an id twice → UNSUPPORTED_WORKFLOW: /),
    expect.stringMatching(/^blank → UNSUPPORTED_WORKFLOW: /),
    expect.stringMatching(/^contrary → UNCLEAR_EXPECTATION: /),
    expect.stringMatching(/^no step → UNSUPPORTED_WORKFLOW: Step 1 is not a step: \/kind /),
    expect.stringMatching(/^half a step → UNSUPPORTED_WORKFLOW: Step 1 is not a step: \/prompt /),
    'no steps → UNSUPPORTED_WORKFLOW: The case has no steps.',
    'Untitled → UNSUPPORTED_WORKFLOW: The case has no title.',
    expect.stringMatching(/^echo again → DUPLICATE_CONTENT: .*"echo"/),
  ];
  const told = (skipped: { title: string; error: string }[] | undefined) =>
    skipped!.map(({ title, error }) => `${title} → ${error}`);

  test('skips drafts with issues, says why and where to review them, and leaves them on the job', async () => {
    const suite = await newSuite();
    const jobId = await completedJob(suite, mixed);
    const { created, counts, skipped, reviewUrl } = await commit(suite, jobId);
    expect([created.map(({ title }) => title), counts]).toEqual([['fine'], { normal: 1, negative: 0 }]);
    expect(told(skipped)).toEqual([
      'unsure → MISSING_PREREQUISITE: Needs a login.',
      'inventive → UNACCEPTED_ADDITION: The message is made up.',
      'unknown tool → UNKNOWN_TOOL: The server "everything" declares no tool "nope".',
      expect.stringMatching(/^bad arguments → INVALID_ARGUMENTS: /),
      expect.stringMatching(/^destructive → UNCLEAR_EXPECTATION: "drop" is destructive/),
      ...noCases,
    ]);
    const { drafts, warnings } = await read(suite, jobId);
    expect(drafts.map(({ draftId }) => draftId)).toEqual(skipped!.map(({ draftId }) => draftId));
    expect(drafts.slice(0, 3)).toMatchObject([
      { version: 1, revision: 0, review: 'required', issues: [{ blocking: true, origin: 'model' }] },
      { review: 'required', issues: [], additions: [{ id: 'addition-1', path: '/steps/0' }] },
      { issues: [{ code: 'unknown_tool', stepId: 's', blocking: true, origin: 'validation' }] },
    ]);
    expect(drafts[0]!.issues[0]).not.toHaveProperty('resolution');
    expect(warnings).toEqual([expect.stringMatching(/^"echo again" does the same as the case case_\w+ \("echo"\)/)]);
    expect(reviewUrl).toBe(`https://assay.test/p/prj_1/suites/${suite.suiteId}?tab=drafts&sel=${drafts[0]!.draftId}`);
  });

  test('writes a draft whose open issues do not block', async () => {
    const suite = await newSuite();
    const jobId = await completedJob(suite, [
      good('doubtful', { issues: [{ code: 'made_up', message: 'Is it?', blocking: false }] }),
      good('blocked', { issues: [{ code: 'made_up', message: 'Is it?' }] }),
    ]);
    const { created, skipped } = await commit(suite, jobId);
    expect(created.map(({ title }) => title)).toEqual(['doubtful']);
    expect(told(skipped)).toEqual(['blocked → UNCLEAR_EXPECTATION: Is it?']);
  });

  test('writes resolved drafts, and never a malformed one', async () => {
    const suite = await newSuite();
    const jobId = await completedJob(suite, mixed);
    for (const { draftId, issues, additions } of (await read(suite, jobId)).drafts) {
      const resolutions = issues.map((_, issue) => ({ issue, resolution: 'A reviewer has checked it.' }));
      expect(
        await review(suite, jobId, draftId, {
          expectedRevision: 0,
          resolutions,
          acceptAdditions: additions.map(({ id }) => id),
        }),
      ).toMatchObject({ review: 'accepted' });
    }
    const { created, skipped } = await commit(suite, jobId);
    expect(created.map(({ title }) => title)).toEqual([
      'fine',
      'unsure',
      'inventive',
      'unknown tool',
      'bad arguments',
      'destructive',
    ]);
    expect(told(skipped)).toEqual(noCases);
  });

  test('again writes only the drafts that were left and are resolved since', async () => {
    const suite = await newSuite();
    const jobId = await completedJob(suite, [
      good('clear'),
      good('doubtful', { issues: [{ code: 'made_up', message: 'Is it?' }] }),
    ]);
    expect((await commit(suite, jobId)).created).toMatchObject([{ title: 'clear' }]);
    expect(await commit(suite, jobId)).toMatchObject({
      created: [],
      skipped: [{ title: 'doubtful', error: 'UNCLEAR_EXPECTATION: Is it?' }],
    });
    const [{ draftId }] = (await read(suite, jobId)).drafts as [CaseDraft];
    await review(suite, jobId, draftId, {
      expectedRevision: 0,
      resolutions: [{ issue: 0, resolution: 'A reviewer has checked it.' }],
    });
    const resolved = await commit(suite, jobId);
    expect([resolved.created, resolved.skipped, resolved.reviewUrl]).toMatchObject([
      [{ title: 'doubtful' }],
      undefined,
      undefined,
    ]);
    expect(await commit(suite, jobId)).toEqual({
      kind: 'cases',
      jobId,
      generationModel: 'scripted/rules',
      created: [],
      counts: { normal: 0, negative: 0 },
      issues: [
        {
          caseId: resolved.created[0]!.id,
          issues: [expect.objectContaining({ message: 'Is it?', resolution: 'A reviewer has checked it.' })],
        },
      ],
    });
    expect([await titles(suite), (await read(suite, jobId)).drafts]).toEqual([['echo', 'clear', 'doubtful'], []]);
  });

  test('a review resolves issues and accepts additions, over the revision that was read', async () => {
    const suite = await newSuite();
    const doubtful = good('doubtful', {
      issues: [
        { code: 'made_up', message: 'Is it?' },
        { code: 'made_up', message: 'Really?' },
      ],
      additions: [{ path: '/steps/0', explanation: 'Made up.' }],
    });
    const jobId = await completedJob(suite, [doubtful]);
    const [{ draftId }] = (await read(suite, jobId)).drafts as [CaseDraft];
    const settle = (input: object, target = suite) => review(target, jobId, draftId, { expectedRevision: 0, ...input });
    const resolved = { issue: 1, resolution: 'It is meant that way.' };

    await expect(settle({ resolutions: [{ issue: 2, resolution: 'There is none.' }] })).rejects.toMatchObject(
      refusal('/resolutions/0/issue'),
    );
    await expect(settle({ resolutions: [{ issue: 0, resolution: 'too short' }] })).rejects.toMatchObject(
      refusal('/resolutions/0/resolution'),
    );
    await expect(settle({ acceptAdditions: ['addition-2'] })).rejects.toMatchObject(refusal('/acceptAdditions/0'));
    await expect(settle({}, { ...suite, projectId: 'prj_2' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(review(suite, jobId, 'draft_none', { expectedRevision: 0 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });

    const [first, second] = await Promise.allSettled([
      settle({ resolutions: [resolved] }),
      settle({ resolutions: [resolved] }),
    ]);
    expect([first, second].map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect([first, second].find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'CONFLICT', details: { currentRevision: 1 } },
    });
    expect(await commit(suite, jobId)).toMatchObject({
      created: [],
      skipped: [{ error: 'UNCLEAR_EXPECTATION: Is it?' }],
    });

    const last = await settle({
      expectedRevision: 1,
      resolutions: [{ issue: 0, resolution: 'The team was asked.' }],
      acceptAdditions: ['addition-1'],
    });
    expect(last).toMatchObject({
      revision: 2,
      review: 'accepted',
      additions: [],
      issues: [{ resolution: 'The team was asked.' }, resolved].map(({ resolution }) => ({ resolution })),
    });
    expect((await commit(suite, jobId)).created).toMatchObject([{ title: 'doubtful' }]);
  });

  test('twice at once writes each draft once', async () => {
    const suite = await newSuite();
    const jobId = await completedJob(
      suite,
      Array.from({ length: 10 }, (_, i) => good(`draft ${i}`)),
    );
    const answers = await Promise.all([1, 2, 3].map(() => commit(suite, jobId)));
    expect(answers.map(({ created }) => created.length).toSorted((a, b) => a - b)).toEqual([0, 0, 10]);
    expect((await titles(suite)).length).toBe(11);
  });

  test('applies the policy to drafts that repeat each other or a case', async () => {
    const suite = await newSuite();
    const again = (title: string) => good('same', { title });
    const jobId = await completedJob(suite, [again('one'), again('two')]);
    expect((await read(suite, jobId)).warnings).toEqual([
      expect.stringMatching(/^"two" does the same as the case draft_\w+ \("one"\)/),
    ]);
    expect(await commit(suite, jobId)).toMatchObject({
      created: [{ title: 'one' }],
      skipped: [{ title: 'two', error: expect.stringMatching(/^DUPLICATE_CONTENT: /) }],
    });
    for (const input of [{ duplicatePolicy: 'warn' }, { duplicatePolicy: 'create_anyway' }])
      await expect(commit(suite, jobId, input)).rejects.toMatchObject(refusal('/overrideReason'));
    expect(
      (await commit(suite, jobId, { duplicatePolicy: 'warn', overrideReason: 'It is meant.' })).created,
    ).toMatchObject([{ title: 'two' }]);
  });

  test.each<[string, object, string]>([
    ['an unknown policy', { duplicatePolicy: 'never' }, '/duplicatePolicy'],
    ['an empty reason', { overrideReason: '' }, '/overrideReason'],
    ['an unknown key', { force: true }, '/force'],
  ])('with %s is refused', async (_, input, path) => {
    const suite = await newSuite();
    await expect(commit(suite, 'job_any', input)).rejects.toMatchObject(refusal(path));
  });

  test('a job that is pending at the end of the wait is answered by its status', async () => {
    const suite = await newSuite();
    const { id: jobId } = await pendingJob(suite);
    const { accepted, body } = await askInHaste(operations.commitEvalAuthoringJob, { ...suite, jobId });
    expect([accepted, body]).toEqual([
      false,
      { kind: 'authoringJob', jobId, status: 'pending', created: [], counts: { normal: 0, negative: 0 } },
    ]);
    await cancel(suite, jobId);
  });

  test('a failed job does not wait for a lock on its suite', async () => {
    const suite = await newSuite();
    const job = await pendingJob(suite);
    await runner.fail(job, 'OAUTH_REQUIRED', 'no');
    await whileChanging(suite, async () =>
      expect(await commit(suite, job.id)).toMatchObject({ status: 'failed', created: [] }),
    );
  });

  test('a job that imports a document for review cannot be committed here', async () => {
    const suite = await newSuite();
    await authoringFixture.pool.query(
      `insert into authoring_jobs (id, project_id, suite_id, source, status, request) values ('job_markdown', $1, $2, 'markdown', 'completed', '{}')`,
      [projectId, suite.suiteId],
    );
    expect(await read(suite, 'job_markdown')).toMatchObject({ source: 'markdown' });
    await expect(commit(suite, 'job_markdown')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is allowed only to the file of a suite that has one', async () => {
    const suite = await newSuite();
    const jobId = await completedJob(suite, [good('x')]);
    await authoringFixture.pool.query(`update suites set managed_by = 'ci', declared_id = 'owner' where id = $1`, [
      suite.suiteId,
    ]);
    await expect(commit(suite, jobId)).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'CI_OWNED_SUITE_READ_ONLY' },
    });
  });
});
