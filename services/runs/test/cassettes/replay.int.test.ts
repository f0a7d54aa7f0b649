import type { StepAssertion } from '@assay/contract/areas/cases/step';
import type { Operation } from '@assay/contract/operation';
import { operations } from '@assay/contract/operations';
import type { Problem } from '@assay/contract/problem';
import { testCaller, echoCase, openRuns, echoTranscript } from '../support/harness.ts';

let runs: Awaited<ReturnType<typeof openRuns>>;
let done: { runId: string; iterationId: string };
let waiting: { runId: string; iterationId: string };

beforeAll(async () => {
  runs = await openRuns();
  for (const id of ['recorded', 'other']) runs.world.suites.set(id, { cases: [echoCase('a')] });
  done = await launched();
  await runs.report(await runs.lease('r'), () => echoTranscript('a Bearer abcdefghijklmnop'));
  waiting = await launched();
});
afterAll(() => runs.close());

async function launched(): Promise<{ runId: string; iterationId: string }> {
  const { runId } = await runs.call(operations.createEvalRun, {}, { suiteId: 'recorded' });
  const {
    items: [iteration],
  } = await runs.call(operations.listEvalRunIterations, { runId });
  return { runId, iterationId: iteration!.id };
}

const preview = (assertions: unknown[], stepId?: string, of = done) =>
  runs.call(operations.previewEvalAssertions, of, { assertions, ...(stepId && { stepId }) });
const promote = (body: object = {}, of = done) => runs.call(operations.promoteEvalIteration, of, body);
const refused = (answer: Promise<unknown>): Promise<Problem> =>
  answer.then(
    (given) => {
      throw new Error(`was accepted: ${JSON.stringify(given)}`);
    },
    (error: Problem) => error,
  );

const both: Operation[] = [operations.previewEvalAssertions, operations.promoteEvalIteration];
const bodyOf = (operation: Operation) =>
  operation === operations.previewEvalAssertions ? { assertions: [{ type: 'noToolErrors' }] } : {};

describe('preview and promotion', () => {
  test('refuse an iteration without a recording', async () => {
    for (const operation of both) {
      expect(await refused(runs.call(operation, waiting, bodyOf(operation)))).toMatchObject({
        code: 'NOT_FOUND',
        details: { reason: 'TRACE_NOT_AVAILABLE' },
      });
    }
  });

  test('do not find an iteration of another run or project', async () => {
    const stranger = { ...testCaller, projectId: 'theirs' };
    for (const operation of both) {
      expect(await refused(runs.call(operation, { ...done, runId: waiting.runId }, bodyOf(operation)))).toMatchObject({
        code: 'NOT_FOUND',
        details: undefined,
      });
      expect(
        await refused(runs.call(operation, { ...done, projectId: 'theirs' }, bodyOf(operation), stranger)),
      ).toMatchObject({ code: 'NOT_FOUND' });
    }
  });
});

describe('a preview', () => {
  const contains = (needle: string): StepAssertion => ({ type: 'toolResultContains', needle });

  test('evaluates assertions like grading, in their order, and stores nothing', async () => {
    const before = await runs.db.pool.query('select grade, result from iterations where id = $1', [done.iterationId]);
    expect(
      await preview([
        contains('a'),
        contains('zzz'),
        { type: 'toolNamesUnique', role: 'advisory' },
        { kind: 'textVisible', toolName: 'chart', text: 'x' },
      ]),
    ).toEqual({
      iterationId: done.iterationId,
      results: [
        {
          type: 'toolResultContains',
          source: 'case',
          role: 'gating',
          stage: 'response',
          status: 'passed',
          reason: expect.any(String),
          place: { spanId: 'call_1', part: 'result', pointer: '/content/0/text', range: { start: 0, end: 1 } },
        },
        {
          type: 'toolResultContains',
          source: 'case',
          role: 'gating',
          stage: 'response',
          status: 'failed',
          reason: expect.stringContaining('zzz'),
          expected: 'a result that contains "zzz"',
          came: '"a Bearer [redacted]"',
          brief: 'the result does not contain "zzz"',
          place: { spanId: 'call_1', part: 'result', pointer: '' },
        },
        {
          type: 'toolNamesUnique',
          source: 'case',
          role: 'advisory',
          stage: 'discovery',
          status: 'error',
          reason: expect.any(String),
        },
        {
          type: 'textVisible',
          source: 'case',
          role: 'gating',
          stage: 'userValue',
          status: 'error',
          reason: expect.stringContaining('live page'),
        },
      ],
    });
    expect(
      (await runs.db.pool.query('select grade, result from iterations where id = $1', [done.iterationId])).rows,
    ).toEqual(before.rows);
  });

  test('of a case evaluates all of its trials, and unknown steps over the whole trial', async () => {
    const { items } = await runs.call(operations.listEvalRunCases, { runId: done.runId });
    const caseId = items[0]!.testCaseId;
    const asked = { ...done, caseId };
    const one = { assertion: contains('a') };
    const bodies = [one, { assertion: contains('zzz'), afterStepId: 'no step' }];
    const answer = await runs.call(operations.previewEvalCase, asked, { assertions: bodies });
    expect(answer).toMatchObject({
      caseId,
      withoutRecording: 0,
      trials: [
        {
          iterationId: done.iterationId,
          iterationNumber: 1,
          wouldPass: false,
          results: [{ status: 'passed' }, { status: 'failed', source: 'case' }],
        },
      ],
    });
    expect((await runs.call(operations.previewEvalCase, asked, { assertions: [one] })).trials).toMatchObject([
      { wouldPass: true },
    ]);
    expect(
      await runs.call(operations.previewEvalCase, { runId: waiting.runId, caseId }, { assertions: [one] }),
    ).toMatchObject({ trials: [], withoutRecording: 1 });
    expect(
      await refused(runs.call(operations.previewEvalCase, { ...asked, caseId: 'other' }, { assertions: [one] })),
    ).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('evaluates an assertion at its place when it names a step', async () => {
    expect(
      await preview(
        [
          { type: 'toolCalledAtLeastOnce', toolName: 'echo' },
          { type: 'turnCountUnder', turns: 1 },
        ],
        'call',
      ),
    ).toMatchObject({
      results: [{ source: 'step', stepId: 'call', status: 'passed' }, { status: 'not_applicable' }],
    });
  });

  test('masks everything that looks like a secret', async () => {
    expect(JSON.stringify(await preview([{ type: 'toolResultMatchesSchema', schema: {} }]))).not.toContain('abcdefgh');
  });

  test.each<[string, object, string]>([
    ['a step that its case does not have', { assertions: [{ type: 'noToolErrors' }], stepId: 'nope' }, '/stepId'],
    ['no assertion', { assertions: [] }, '/assertions'],
    [
      'too many assertions',
      { assertions: Array.from({ length: 201 }, () => ({ type: 'noToolErrors' })) },
      '/assertions',
    ],
    ['an unknown assertion', { assertions: [{ type: 'noToolErrors' }, { type: 'nope' }] }, '/assertions/1/type'],
    ['an observation that gates', { assertions: [{ type: 'noEndingQuestion', role: 'gating' }] }, '/assertions/0/role'],
    ['an unknown key', { assertions: [{ type: 'noToolErrors' }], store: true }, '/store'],
  ])('with %s is refused', async (_, body, path) => {
    expect(await refused(runs.call(operations.previewEvalAssertions, done, body))).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [expect.objectContaining({ path })] },
    });
  });
});

describe('a promotion', () => {
  test("adds a case of the iteration to an authoring job of the run's suite", async () => {
    expect(await promote()).toMatchObject({
      jobId: 'job of recorded',
      suiteId: 'recorded',
      draft: {
        case: {
          title: 'case a (from a recorded trial)',
          steps: [{ id: 'step-1', kind: 'toolCall', serverName: 'everything', toolName: 'echo', arguments: {} }],
        },
        evidenceNotes: [expect.stringContaining(done.iterationId)],
      },
    });
  });

  test('uses another suite and title when asked to', async () => {
    expect(await promote({ suiteId: 'other', title: 'Mine' })).toMatchObject({
      suiteId: 'other',
      draft: { case: { title: 'Mine' } },
    });
  });

  test('of an iteration without steps is a conflict', async () => {
    const idle = await launched();
    // Runs take turns: the one that waited longest comes first.
    const leased = [...(await runs.lease('r')), ...(await runs.lease('r'))];
    await runs.report(
      leased.filter(({ runId }) => runId === idle.runId),
      () => ({ version: 1, messages: [], userMessages: 0, steps: [], toolCalls: [] }),
    );
    expect(await refused(promote({}, idle))).toMatchObject({ code: 'CONFLICT' });
  });

  test('with a secret is masked and held back, and a lone surrogate does not stop it', async () => {
    const secret = await launched();
    const leased = [...(await runs.lease('r')), ...(await runs.lease('r'))].filter(
      ({ runId }) => runId === secret.runId,
    );
    await runs.report(leased, () => {
      const seen = echoTranscript('a');
      return {
        ...seen,
        toolCalls: [{ ...seen.toolCalls[0]!, arguments: { password: 'hunter2', text: 'half \ud83d' } }],
      };
    });
    const { draft } = await promote({}, secret);
    expect(draft).toMatchObject({
      review: 'required',
      issues: [{ code: 'missing_prerequisite', stepId: 'step-1', blocking: true }],
      case: { steps: [{ arguments: { password: '[redacted]', text: 'half \ufffd' } }] },
    });
  });

  test('for an unknown suite is refused', async () => {
    expect(await refused(promote({ suiteId: 'nope' }))).toMatchObject({ code: 'NOT_FOUND' });
  });

  test.each([
    ['with a blank title', { title: ' ' }, '/title'],
    ['with an empty title', { title: '' }, '/title'],
    ['with a title that goes on too long', { title: 'x'.repeat(501) }, '/title'],
    ['with an unknown key', { notes: 'x' }, '/notes'],
  ])('%s is refused', async (_, body, path) => {
    expect(await refused(promote(body))).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [expect.objectContaining({ path })] },
    });
  });
});
