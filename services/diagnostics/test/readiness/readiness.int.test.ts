import type { ReadinessTask } from '@assay/contract/areas/readiness/work';
import { ProjectDeleted, ServerDeleted } from '@assay/mesh/events';
import { HeldService } from '@assay/mesh/gen/assay/v1/held';
import { dispatchEvent, on } from '@assay/kit/events/consumer';
import { eventMessage } from '@assay/testkit/events/event-message';
import { operations } from '@assay/contract/operations';
import { waitUntil } from '@assay/testkit/until';
import { purgeProject } from '../../src/events/project-deleted.ts';
import { deleteServerData } from '../../src/events/server-deleted.ts';
import { playedRunner } from '../support/played-runner.ts';
import {
  at,
  stopReadinessFixture,
  evidence,
  readinessFixture,
  leaveNothing,
  list,
  startReadinessFixture,
  projectId,
  read,
  report,
  runner,
  startClaude,
  startOpenai,
  URL,
} from './readiness-fixture.ts';

beforeAll(startReadinessFixture);
afterAll(stopReadinessFixture);
afterEach(leaveNothing);

test('a run goes from pending over running to completed, and its report has every requirement', async () => {
  const server = readinessFixture.save(URL);
  const started = await startClaude(server);
  expect(started).toEqual({
    runId: started.runId,
    ...server,
    readinessKind: 'claude',
    status: 'pending',
    deduped: false,
    includeLlmObservations: false,
  });
  expect(await read(started.runId)).toMatchObject({
    status: 'pending',
    serverUrl: 'https://mcp.printer.dev/mcp',
    submissionMode: null,
    overallStatus: null,
    lanes: [],
    attemptCount: 0,
    hasReport: false,
    reportUrl: null,
    llmObservations: { status: 'not-requested' },
  });
  await expect(report(started.runId)).rejects.toMatchObject({ code: 'NOT_FOUND' });

  const job = await runner.take();
  expect(JSON.parse(job.task.toString()) as ReadinessTask).toEqual({
    version: 1,
    server: { id: server.serverId, name: 'Printer' },
  });
  expect(await read(started.runId)).toMatchObject({ status: 'running', attemptCount: 1 });
  expect(await runner.complete(job, evidence)).toBe(false);

  const done = await read(started.runId);
  expect(done).toMatchObject({
    status: 'completed',
    overallStatus: 'not-ready',
    authMode: null,
    capabilities: ['logging', 'tools'],
    attemptCount: 1,
    terminalReason: null,
    errorMessage: null,
    sdkVersion: '2.4.0',
    engineVersion: 'assay-readiness/2',
    hasReport: true,
  });
  expect(done.reportUrl).toBe(`/api/v1/projects/${projectId}/readiness-runs/${started.runId}/report`);
  expect(done.lanes).toHaveLength(7);
  const graded = await report(started.runId);
  expect(graded).toMatchObject({
    runId: started.runId,
    overallStatus: done.overallStatus,
    lanes: done.lanes,
    stages: done.stages,
    policySnapshotDate: done.policySnapshotDate,
  });
  expect(graded.requirements).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        id: 'claude.safety-hints',
        result: 'fail',
        evidence: ['print\0'],
        fix: expect.any(String),
        source: expect.stringMatching(/^https:/),
      }),
      expect.objectContaining({
        id: 'claude.privacy-policy',
        result: 'notEvaluated',
        missingInput: expect.any(String),
      }),
    ]),
  );
  const { requirements, findings } = graded;
  expect(findings.map(({ id, status }) => [id, status])).toEqual(requirements.map(({ id, result }) => [id, result]));
  const hints = requirements.find(({ id }) => id === 'claude.safety-hints')!;
  expect(findings.find(({ id }) => id === hints.id)).toEqual({
    id: hints.id,
    lane: hints.lane,
    status: 'fail',
    title: hints.requirement,
    observed: hints.detail,
    recommendation: hints.fix,
    evidence: hints.evidence,
    source: hints.source,
  });
  const policy = requirements.find(({ id }) => id === 'claude.privacy-policy')!;
  expect(findings.find(({ id }) => id === policy.id)).toMatchObject({ missingInputs: [policy.missingInput] });
});

test('facts that the submitter states settle the requirements that only they can', async () => {
  const note = 'https://example.org/privacy';
  const submissionFacts = [{ requirementId: 'openai.privacy-policy', met: true, note }];
  const { runId } = await startOpenai(readinessFixture.save(URL), {
    submissionFacts,
    submissionMode: 'mcp-imported-skills',
  });
  await runner.complete(await runner.take(), evidence);
  expect(await read(runId)).toMatchObject({ submissionMode: 'mcp-imported-skills', submissionFacts });
  expect((await report(runId)).requirements).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        id: 'openai.privacy-policy',
        result: 'pass',
        detail: `The submitter states: ${note}`,
      }),
      expect.objectContaining({ id: 'openai.imported-skills', result: 'fail' }),
    ]),
  );
});

test('kept facts are sent with each run of a server, and a fact of the request wins', async () => {
  const server = readinessFixture.save(URL);
  const fact = (requirementId: string, note: string) => ({ requirementId, met: true, note });
  const keep = (...facts: object[]) =>
    readinessFixture.call(operations.setReadinessFacts, server, { readinessKind: 'claude', facts });
  const { facts: first } = await keep(fact('claude.logo', 'A lamp.'), fact('claude.support', 'desk@printer.dev'));
  await expect(keep(fact('openai.privacy-policy', 'x'))).rejects.toMatchObject(at('/facts/0/requirementId'));
  const { facts } = await keep(fact('claude.logo', 'A lamp.'));
  expect(facts).toEqual([{ ...fact('claude.logo', 'A lamp.'), statedBy: 'usr_1', statedAt: first[0]!.statedAt }]);

  await keep(
    ...facts.map(({ requirementId, note }) => fact(requirementId, note)),
    fact('claude.support', 'desk@printer.dev'),
  );
  const { runId } = await startClaude(server, { submissionFacts: [fact('claude.logo', 'A printer.')] });
  await runner.complete(await runner.take(), evidence);
  const stated = (await report(runId)).requirements.filter((each) => each.stated);
  expect(stated.map(({ id, result, detail }) => [id, result, detail])).toEqual([
    ['claude.support', 'pass', 'The submitter states: desk@printer.dev'],
    ['claude.logo', 'pass', 'The submitter states: A printer.'],
  ]);
  const hints = (await report(runId)).requirements.find(({ id }) => id === 'claude.safety-hints')!;
  expect(hints.items).toEqual([
    {
      kind: 'tool',
      name: expect.stringMatching('print') as string,
      path: '',
      ruleId: 'annotations-missing',
      message: 'It does not say whether it only reads.',
      declared: { name: expect.stringMatching('print') as string },
      rewrite: expect.objectContaining({ blanks: [] }) as object,
    },
  ]);
});

test('a completely read surface is stored with the server; an incomplete one is not', async () => {
  const look = async (isWhole: boolean) => {
    const server = readinessFixture.save(URL);
    await startClaude(server);
    await runner.complete(await runner.take(), {
      ...evidence,
      surface: { ...evidence.surface!, tools: [{ name: 'print' }] },
      isWhole,
    });
    return async () =>
      (await readinessFixture.pool.query('select 1 from surface_periods where server_id = $1', [server.serverId]))
        .rowCount;
  };
  const [partial, whole] = [await look(false), await look(true)];
  await waitUntil(async () => (await whole()) === 1);
  expect(await partial()).toBe(0);
});

test('a run about a server with labels goes to a runner with them, which may read the server', async () => {
  const { serverId } = readinessFixture.save(URL, { runnerLabels: ['lab'] });
  await startClaude({ projectId, serverId });
  expect(await runner.lease()).toEqual([]);
  const held = async () =>
    (
      await readinessFixture.runner.call(
        HeldService.listHeldServers,
        { projectId, serverIds: [serverId], tokenId: 'played' },
        { caller: { requestId: 'r', service: 'runner', organizationId: 'org_1' } },
      )
    ).serverIds;
  expect(await held()).toEqual([]);
  expect(await playedRunner(readinessFixture.runner, 'readiness', ['lab']).lease()).toHaveLength(1);
  expect(await held()).toEqual([serverId]);
});

describe('the list', () => {
  test('is paged from the newest, by directory and server, and its limit is clamped', async () => {
    const [one, two] = [readinessFixture.save(URL), readinessFixture.save(URL)];
    const ids: string[] = [];
    for (const [server, start] of [
      [one, startClaude],
      [two, startOpenai],
      [one, startOpenai],
      [two, startClaude],
    ] as const)
      ids.unshift((await start(server)).runId);
    const pages: string[][] = [];
    let cursor: string | null | undefined;
    do {
      const page = await list({ limit: '3', ...(cursor && { cursor }) });
      pages.push(page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(pages).toEqual([ids.slice(0, 3), ids.slice(3)]);
    expect((await list({ limit: '1000' })).items).toHaveLength(4);
    expect((await list({ limit: '-5' })).items).toHaveLength(1);
    expect((await list({ readinessKind: 'openai' })).items.map(({ id }) => id)).toEqual([ids[1], ids[2]]);
    expect((await list({ serverId: one.serverId, readinessKind: 'claude' })).items.map(({ id }) => id)).toEqual([
      ids[3],
    ]);
  });

  test.each<[string, object, string]>([
    ['another directory', { readinessKind: 'gemini' }, '/readinessKind'],
    ['a cursor of another list', { cursor: 'AAAA' }, '/cursor'],
  ])('%s is refused', async (_, query, path) => {
    await expect(list(query)).rejects.toMatchObject(at(path));
  });
});

test('a run of another project does not exist', async () => {
  const { runId } = await startClaude(readinessFixture.save(URL));
  const elsewhere = { projectId: 'prj_2', runId };
  const options = { caller: { ...readinessFixture.member, projectId: 'prj_2' } };
  for (const operation of [operations.getReadinessRun, operations.cancelReadinessRun, operations.getReadinessReport])
    await expect(readinessFixture.send(operation, elsewhere, {}, options)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test.each(['server', 'project'])(
  'nothing of a run is left when its %s is deleted, and its runner learns so',
  async (gone) => {
    const server = readinessFixture.save(URL);
    const { runId } = await startClaude(server);
    const job = await runner.take();
    await dispatchEvent(readinessFixture.pool, [
      on(ServerDeleted, deleteServerData),
      on(ProjectDeleted, purgeProject),
    ]).handle(gone === 'server' ? eventMessage(ServerDeleted, server) : eventMessage(ProjectDeleted, { projectId }));
    await waitUntil(() =>
      read(runId).then(
        () => false,
        (problem: { code: string }) => problem.code === 'NOT_FOUND',
      ),
    );
    expect([await runner.beat(job), await runner.complete(job, evidence)]).toEqual([[job.id], true]);
  },
);
