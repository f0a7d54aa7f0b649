import type { ExplanationTask } from '@assay/contract/areas/analysis/explanation';
import type { MeasuredStudy, StudySighting } from '@assay/contract/areas/study-analytics/measured-study';
import { StudyMeasuresService } from '@assay/mesh/gen/assay/v1/study_measures';
import { WorkService, type WorkItem } from '@assay/mesh/gen/assay/v1/work';
import type { Operation, TargetOf } from '@assay/contract/operation';
import { operations } from '@assay/contract/operations';
import { rows, sql } from '@assay/kit/postgres/db';
import type { Caller } from '@assay/kit/security/caller';
import { answeredWork } from '@assay/work/runner/work-handler';
import type { Static, TSchema } from 'typebox';
import { measureSessions } from '../../src/actions/study-analytics/measure-sessions.ts';
import { mineWeek } from '../../src/actions/study-analytics/mine-week.ts';
import { startTestEnvironments, type TestEnvironments } from '../support/start.ts';
import { failedCall, storedSession, storedStudy, toolCall } from './stored-session.ts';

let environments: TestEnvironments;
beforeAll(async () => {
  environments = await startTestEnvironments({ insightsModel: 'openai/gpt-test' });
});
afterAll(() => environments.stop());

const callerWith = (features: 'userTesting'[]) => ({ ...environments.callerOf('prj_1', 'member'), features });
const call = <Req extends { projectId: string }, In extends TSchema, Out extends TSchema>(
  operation: Operation<Req, In, Out>,
  target: Omit<TargetOf<Req>, 'projectId'>,
  input: object = {},
  caller = callerWith(['userTesting']),
): Promise<Static<Out>> =>
  environments.call(
    operation,
    { projectId: 'prj_1', ...target } as TargetOf<Req> & { projectId: string },
    input,
    caller,
  );

/** Measures and mines everything: the service's own task may be at it, and then another round finds nothing left. */
async function settle(): Promise<void> {
  for (let isDue = true; isDue;) {
    while (await measureSessions(environments.pool));
    while (await mineWeek(environments.pool, 0));
    const [left] = await rows<{ due: boolean }>(
      environments.pool,
      sql`
      select exists (select from chat_sessions where study_id is not null and measured_version <> version)
          or exists (select from study_windows where mined_at is null or mined_at <= changed_at) as due`,
    );
    isDue = left!.due;
  }
}

/** A study in which `failing` of `sessions` sessions met a failing tool. */
async function studied(sessions: number, failing: number): Promise<string> {
  const studyId = await storedStudy(environments.pool);
  for (let i = 0; i < sessions; i++)
    await storedSession(environments.pool, studyId, {
      turns: [{ calls: i < failing ? [failedCall('token=hunter2 is out of stock')] : [toolCall()] }],
    });
  await settle();
  return studyId;
}

test('metrics tell counts, rates with their intervals, latencies and tools', async () => {
  const studyId = await studied(5, 2);
  const metrics = await call(operations.getStudyMetrics, { studyId });
  expect(metrics).toMatchObject({
    studyId,
    population: 'real',
    sessions: { total: 5, ended: 5, left: 5, abandoned: 2, answered: 3 },
    visitors: 5,
    turns: { total: 5, completed: 5, failed: 0, cancelled: 0, deadEnds: 2 },
    toolCalls: { total: 5, errors: 2, repeated: 0 },
    rates: {
      toolErrorRate: { value: 0.4, numerator: 2, denominator: 5, lowConfidence: true },
      positiveFeedbackRate: { value: null, numerator: 0, denominator: 0, interval: null },
    },
    latency: { turn: { count: 5 }, firstAnswer: { count: 3 } },
    tools: [
      {
        subject: { kind: 'tool', id: 'srv_shop/search', label: 'search (shop)' },
        calls: 5,
        errors: 2,
        errorClasses: [{ errorClass: 'serverData', errors: 2 }],
      },
    ],
  });
  expect(metrics.rates.toolErrorRate.interval!.lower).toBeCloseTo(0.118, 2);
  expect(Math.abs(metrics.latency.turn.p50Ms! / 1_000 - 1)).toBeLessThan(0.1);
});

test('usage tells days and how far sessions were analyzed', async () => {
  const studyId = await studied(3, 0);
  await storedSession(environments.pool, studyId, { ended: null, createdAt: '2026-11-25T10:00:00Z' });
  await settle();
  const day = { sessions: 1, turns: 1, toolCalls: 0, inputTokens: 10, outputTokens: 5 };
  expect(await call(operations.getStudyUsage, { studyId })).toMatchObject({
    sessions: 4,
    visitors: 4,
    returningSessions: 0,
    estimatedCostUsd: 0.000028,
    days: [
      { day: '2026-11-25', ...day },
      { day: '2026-11-24', sessions: 3, turns: 3, toolCalls: 3, inputTokens: 30, outputTokens: 15 },
    ],
    scan: { sessions: 4, truncated: false },
    analysis: { sampled: false, total: 3, analyzed: 3, pending: 0, running: 0, failed: 0, deferredUntil: null },
  });
});

describe('the measures of a study for its neighbours', () => {
  const part = (studyId: string, windowId = '') => ({ projectId: 'prj_1', studyId, windowId });
  const asked = (studyId: string, windowId = '', caller: Caller = callerWith(['userTesting'])) =>
    environments.mesh.call(StudyMeasuresService.readStudyMeasures, part(studyId, windowId), { caller });
  const measures = async (studyId: string, windowId = '') =>
    JSON.parse((await asked(studyId, windowId)).measures.toString()) as MeasuredStudy;

  test('a week of a study is told with its signals, their sessions, and grades by assertions', async () => {
    const studyId = await studied(3, 2);
    const turns = [{ calls: [failedCall()], answer: 'Sorry.' }];
    const later = await storedSession(environments.pool, studyId, { createdAt: '2026-12-02T10:00:00Z', turns });
    await settle();
    const [all, week] = [await measures(studyId), await measures(studyId, '2026-W48')];
    expect([all, week].map(({ counters }) => [counters['sessions']!['']!, counters['toolErrors']!['']!])).toEqual([
      [4, 3],
      [3, 2],
    ]);
    const { fingerprint } = all.signals.find(({ dimension }) => dimension === 'toolError')!;
    expect([all, week].map(({ counters }) => counters['signalSessions']![fingerprint])).toEqual([3, 2]);
    const sightings = async (windowId = '') => {
      const request = { ...part(studyId, windowId), fingerprints: [fingerprint, 'none'] };
      const caller = callerWith(['userTesting']);
      const reply = await environments.mesh.call(StudyMeasuresService.listStudyEvidence, request, { caller });
      return JSON.parse(reply.sightings.toString()) as StudySighting[];
    };
    expect([(await sightings()).length, (await sightings('2026-W48')).length]).toEqual([3, 2]);
    expect(await sightings('2026-W49')).toEqual([
      { fingerprint, sessionId: later, promptIndex: 0, occurrences: 1, excerpt: 'search failed: out of stock' },
    ]);
    const graded = (maxSessions: number) => {
      const assertions = Buffer.from(
        JSON.stringify([
          { type: 'noToolErrors' },
          { type: 'responseContains', needle: 'Sorry' },
          { type: 'toolNamesUnique' },
        ]),
      );
      const caller = callerWith(['userTesting']);
      const request = { ...part(studyId), assertions, maxSessions };
      return environments.mesh.call(StudyMeasuresService.gradeStudySessions, request, { caller });
    };
    // A study does not keep which tools its servers declared.
    expect(await graded(10)).toEqual({
      sessions: 4,
      shares: [
        { passed: 1, failed: 3 },
        { passed: 1, failed: 3 },
        { passed: 0, failed: 0 },
      ],
    });
    expect(await graded(1)).toMatchObject({ sessions: 1, shares: [{ failed: 1 }, { passed: 1 }, {}] });
  });

  test('a caller who may not read the sessions of a study is told nothing of it', async () => {
    const studyId = await studied(1, 0);
    const refused = [
      asked(studyId, '', callerWith([])),
      asked(studyId, '', { ...callerWith(['userTesting']), projectId: 'prj_2' }),
      asked('study_none'),
      asked(studyId, '2020-W01'),
    ];
    const answers = await Promise.allSettled(refused);
    expect(answers).toMatchObject(refused.map(() => ({ status: 'rejected', reason: { code: 'NOT_FOUND' } })));
  });
});

test('signals tell in which share of the sessions they happened', async () => {
  const studyId = await studied(4, 3);
  const { signals, scan } = await call(operations.getStudySignals, { studyId });
  expect(scan).toEqual({ sessions: 4, truncated: false });
  expect(
    signals.map(({ dimension, detail, subject, sessions: { numerator, denominator } }) =>
      [dimension, detail, subject.id, `${numerator}/${denominator}`].join(' '),
    ),
  ).toEqual(
    expect.arrayContaining([
      'toolError serverData srv_shop/search 3/4',
      'deadEnd toolError srv_shop/search 3/4',
      'abandonment toolError srv_shop/search 3/4',
    ]),
  );
});

test.each(['getStudyMetrics', 'getStudyUsage', 'getStudySignals'] as const)(
  '%s finds nothing without sessions, refuses unknown populations and is gated',
  async (id) => {
    // They take the same and are refused alike.
    const read = operations[id] as typeof operations.getStudyUsage;
    const studyId = await storedStudy(environments.pool);
    await expect(call(read, { studyId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const measured = await studied(1, 0);
    await expect(call(read, { studyId: measured }, { population: 'all' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    const elsewhere = { ...environments.callerOf('prj_2'), features: ['userTesting'] as const };
    for (const refused of [
      () => call(read, { studyId: measured }, { population: 'synthetic' }),
      () => call(read, { studyId: measured }, {}, callerWith([])),
      () => call(read, { studyId: 'study_unknown' }),
      () => environments.call(read, { projectId: 'prj_2', studyId: measured }, {}, elsewhere),
    ])
      await expect(refused()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  },
);

test('findings are listed by page and dismissed without changing their status', async () => {
  const studyId = await studied(6, 3);
  const first = await call(operations.listStudyFindings, { studyId }, { limit: 2 });
  expect(first.items).toHaveLength(2);
  const rest = await call(operations.listStudyFindings, { studyId }, { limit: 2, cursor: first.nextCursor });
  expect(rest).toEqual({ items: [expect.anything()] });
  const items = [...first.items, ...rest.items];
  expect(items.map(({ dimension }) => dimension).sort()).toEqual(['abandonment', 'deadEnd', 'toolError']);
  const found = items.find(({ dimension }) => dimension === 'toolError')!;
  expect(found).toMatchObject({
    title: 'Search (shop) fails',
    status: 'new',
    occurrenceCount: 3,
    dismissedAt: null,
    resolvedAt: null,
    lastSeenWindowId: '2026-W48',
    evidence: [{ promptIndex: 0, occurrences: 1 }, {}, {}],
  });
  expect(found.evidence[0]!.excerpt).toContain('out of stock');
  expect(JSON.stringify(found)).not.toContain('hunter2');
  const target = { studyId, findingId: found.id };
  const told = { id: found.id, studyId, projectId: 'prj_1' };
  expect(await call(operations.dismissStudyFinding, target)).toEqual({ ...told, dismissed: true });
  expect(await call(operations.dismissStudyFinding, target)).toEqual({ ...told, dismissed: true });
  const listed = async () =>
    (await call(operations.listStudyFindings, { studyId })).items.find(({ id }) => id === found.id)!;
  expect(await listed()).toMatchObject({ status: 'new', dismissedAt: expect.any(Number) });
  expect(await call(operations.undismissStudyFinding, target)).toEqual({ ...told, dismissed: false });
  expect(await listed()).toMatchObject({ status: 'new', dismissedAt: null });
});

test('findings of other studies are not found, and a gate that is off shuts reads and writes', async () => {
  const [studyId, other] = [await studied(2, 2), await storedStudy(environments.pool)];
  const [found] = (await call(operations.listStudyFindings, { studyId })).items;
  const target = { studyId: other, findingId: found!.id };
  await expect(call(operations.dismissStudyFinding, target)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await call(operations.listStudyFindings, { studyId }, {}, callerWith([]))).toEqual({ items: [] });
  for (const refused of [
    () => call(operations.dismissStudyFinding, { studyId, findingId: found!.id }, {}, callerWith([])),
    () => call(operations.requestStudyInsights, { studyId }, {}, callerWith([])),
  ])
    await expect(refused()).rejects.toMatchObject({ code: 'FORBIDDEN', details: { feature: 'userTesting' } });
});

describe('insights', () => {
  const asked = { runnerId: 'r', labels: [], kinds: ['explain-study'], freeSlots: 1, waitMs: 0 };
  const lease = async (): Promise<WorkItem | undefined> =>
    (await environments.runner.call(WorkService.lease, asked)).items[0];
  const report = async ({ id, kind, fence }: WorkItem, output: object | string, errorCode = '') => {
    const bytes = Buffer.from(typeof output === 'string' ? output : JSON.stringify(output));
    await environments.runner.call(WorkService.complete, {
      runnerId: 'r',
      reports: [{ id, kind, fence, ...answeredWork(bytes), errorCode }],
    });
  };
  const windowId = '2026-W48';
  const request = (studyId: string, body: object = {}) => call(operations.requestStudyInsights, { studyId }, body);
  const read = (studyId: string) => call(operations.getStudyWindowInsights, { studyId, windowId });
  const cancel = (studyId: string) => call(operations.cancelStudyInsights, { studyId }, { windowId });

  test('a model explains the findings, and only sessions that are evidence are cited', async () => {
    const studyId = await studied(4, 3);
    expect(await request(studyId)).toEqual({ studyId, projectId: 'prj_1', windowId, status: 'pending' });
    expect(await call(operations.getStudy, { studyId })).toMatchObject({ insights: { status: 'pending' } });
    expect(await read(studyId)).toMatchObject({
      windowId,
      status: 'pending',
      insights: { findings: expect.any(Array) },
    });
    const item = (await lease())!;
    const task = JSON.parse(item.task.toString()) as ExplanationTask;
    expect(task).toMatchObject({ subject: 'study', model: 'openai/gpt-test', account: { organizationId: 'org_1' } });
    const { id, evidence } = task.findings[0]!;
    const [kept, erased] = evidence.map(({ sessionId }) => sessionId!) as [string, string];
    await environments.pool.query(sql`delete from chat_sessions where id = ${erased}`);
    await report(item, {
      version: 1,
      model: 'openai/gpt-test',
      summary: 'The shop is empty.',
      findings: [
        {
          id,
          rootCause: `As in ${kept}, ${erased}.`,
          recommendation: 'Fill it.',
          sessionIds: [kept, erased, 'chat_x'],
        },
      ],
    });
    const { status, insights } = await read(studyId);
    expect([status, insights.summary, insights.explainedBy]).toEqual([
      'completed',
      'The shop is empty.',
      'openai/gpt-test',
    ]);
    const explained = insights.findings.find((each) => each.id === id)!;
    expect(explained).toMatchObject({
      rootCause: `As in ${kept}, an unknown session.`,
      recommendation: 'Fill it.',
      citedSessionIds: [kept],
      affected: { unit: 'sessions' },
    });
    expect(explained.evidence.map(({ sessionId }) => sessionId)).not.toContain(erased);
  });

  test.each<[string, object | string, string, string]>([
    ['an unreadable answer', 'no JSON', '', 'INVALID_EXPLANATION'],
    ['a failure', '', 'PROVIDER_UNAVAILABLE', 'PROVIDER_UNAVAILABLE'],
  ])('%s leaves the findings as the rules made them', async (_, output, errorCode, reasonCode) => {
    const studyId = await studied(3, 3);
    await request(studyId);
    await report((await lease())!, output, errorCode);
    const { insights } = await read(studyId);
    expect(insights).toMatchObject({ status: 'completed', reasonCode });
    expect(insights.summary).toContain('findings in 3 sessions');
  });

  test('insights that are there are made anew by force, or when further sessions ended', async () => {
    const studyId = await studied(2, 0);
    await request(studyId);
    const { updatedAt, insights } = await read(studyId);
    expect(insights).toMatchObject({ status: 'completed', findings: [], reasonCode: null });
    expect(await request(studyId)).toMatchObject({ status: 'completed' });
    expect((await read(studyId)).updatedAt).toBe(updatedAt);
    expect(await request(studyId, { force: true })).toMatchObject({ status: 'pending' });
    await storedSession(environments.pool, studyId);
    await settle();
    await request(studyId);
    expect((await read(studyId)).insights.coverage).toMatchObject({ total: 3, lowConfidence: true });
  });

  test('a week that was not mined is refused', async () => {
    const studyId = await storedStudy(environments.pool);
    await expect(request(studyId)).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'WINDOW_NOT_MINED' },
    });
  });

  test('only pending insights are cancelled, and can be requested again', async () => {
    const studyId = await studied(2, 2);
    await expect(cancel(studyId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await request(studyId);
    expect(await cancel(studyId)).toEqual({ studyId, projectId: 'prj_1', windowId, canceled: true });
    expect(await lease()).toBeUndefined();
    await expect(read(studyId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await request(studyId);
    await report((await lease())!, '', 'PROVIDER_UNAVAILABLE');
    await expect(cancel(studyId)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('a model that may not be used leaves the findings as the rules made them', async () => {
    const studyId = await studied(2, 2);
    const hosted = environments.directory.hostedModels.splice(0);
    await request(studyId);
    environments.directory.hostedModels.push(...hosted);
    expect((await read(studyId)).insights).toMatchObject({ status: 'completed', reasonCode: 'MODEL_NOT_AVAILABLE' });
  });
});
