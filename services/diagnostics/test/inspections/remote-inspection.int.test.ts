import { setTimeout as pause } from 'node:timers/promises';
import { operations } from '@assay/contract/operations';
import { HeldService } from '@assay/mesh/gen/assay/v1/held';
import { InspectionOutcome } from '@assay/mesh/gen/assay/v1/inspection';
import { WorkService, type WorkItem } from '@assay/mesh/gen/assay/v1/work';
import type { Problem } from '@assay/contract/problem';
import { rows, sql, transaction } from '@assay/kit/postgres/db';
import { waitUntil } from '@assay/testkit/until';
import { answeredWork, type WorkEnding } from '@assay/work/runner/work-handler';
import { deleteStaleInspections, settleInspection } from '../../src/store/inspections/inspections.ts';
import { startTestDiagnostics, type TestDiagnostics } from '../support/start.ts';

let fixture: TestDiagnostics;
beforeAll(async () => {
  fixture = await startTestDiagnostics();
});
afterEach(() => fixture.pool.query('delete from work; delete from inspections; delete from runners'));
afterAll(() => fixture.stop());

const MALFORMED = { code: 'SERVER_UNREACHABLE', message: expect.stringContaining('is malformed') as string };
const saveCommand = (more: object = {}) =>
  fixture.save('', { transport: 'stdio', command: 'npx', args: ['printer'], ...more });
const echo = { toolName: 'echo', parameters: { a: 1 } };

const asking = { runnerId: 'r', freeSlots: 9, waitMs: 20_000, kinds: ['inspect'] };
const lease = async (labels = ['lab', 'stdio'], more: object = {}): Promise<WorkItem[]> =>
  (await fixture.runner.call(WorkService.lease, { ...asking, labels, ...more })).items;
const complete = async ({ id, kind, fence }: WorkItem, more: Partial<WorkEnding> = {}) => {
  const reports = [{ id, kind, fence, ...answeredWork(Buffer.alloc(0)), ...more }];
  const { refusedIds } = await fixture.runner.call(WorkService.complete, { runnerId: 'r', reports });
  return { refused: refusedIds.length > 0 };
};
const outcome = (given: Partial<InspectionOutcome>): Buffer =>
  Buffer.from(InspectionOutcome.encode({ surface: Buffer.alloc(0), ...given }).finish());
const beat = async ({ id, kind, fence }: WorkItem): Promise<string[]> =>
  (
    await fixture.runner.call(WorkService.beat, {
      runnerId: 'r',
      beats: [{ id, kind, fence, phase: '', parts: [], events: [] }],
    })
  ).stopIds;
const left = async () => [
  (await fixture.pool.query('select 1 from inspections')).rowCount,
  (await fixture.pool.query('select 1 from work')).rowCount,
];
const silence = () => fixture.pool.query(`update work set lease_until = now() - interval '1 s'`);

/** Sends an inspection, and lets a runner take it. */
async function asked<T>(question: () => Promise<T>): Promise<{ answer: Promise<T>; job: WorkItem }> {
  const answer = question();
  answer.catch(() => undefined);
  return { answer, job: (await lease())[0]! };
}

test('an inspection is handed to a runner with its task, and its answer arrives byte for byte', async () => {
  const at = saveCommand({ runnerLabels: ['lab'] });
  const { answer, job } = await asked(() => fixture.send(operations.callTool, at, echo));
  expect(JSON.parse(job.task.toString())).toEqual({
    version: 1,
    inspection: 'callTool',
    server: { id: at.serverId, name: 'Printer' },
    input: echo,
  });
  expect(await rows(fixture.pool, sql`select labels, organization_id from work`)).toEqual([
    { labels: ['lab', 'stdio'], organizationId: 'org_1' },
  ]);
  const reply = Buffer.from('{ "z":1.0, "content":[ ] }');
  expect(await complete(job, { output: outcome({ reply }) })).toEqual({ refused: false });
  expect((await answer).equals(reply)).toBe(true);
  expect(await left()).toEqual([0, 0]);
});

test('a runner with an inspection may read its server with the token that took the inspection', async () => {
  const [at, other] = [saveCommand(), saveCommand()];
  const asked = { projectId: at.projectId, serverIds: [other.serverId, at.serverId] };
  const servers = async (tokenId: string, whose = {}) =>
    (
      await fixture.runner.call(
        HeldService.listHeldServers,
        { ...asked, tokenId },
        { caller: { requestId: 'r', service: 'runner', organizationId: 'org_1', ...whose } },
      )
    ).serverIds;
  const answer = fixture.send(operations.validateServer, at);
  const [job] = await lease(['stdio'], { runnerId: 'r/token_1' });
  expect(await servers('token_1')).toEqual([at.serverId]);
  for (const [tokenId, whose] of [
    ['token_2', {}],
    ['r', {}],
    ['token_1', { organizationId: 'org_2' }],
    ['token_1', { projectId: 'prj_2' }],
  ] as const)
    expect(await servers(tokenId, whose)).toEqual([]);
  await complete(job!, { output: outcome({ reply: Buffer.from('{}') }) });
  expect(await servers('token_1')).toEqual([]);
  await answer;
});

test.each([
  ['of a server that is a command', {}, ['stdio'], true],
  ['of a server with labels', { transport: 'http', url: 'http://x', runnerLabels: ['lab'] }, ['lab'], true],
  ['of a command, for a runner that starts none', {}, ['lab'], false],
  ['of a command with labels, for a runner without', { runnerLabels: ['lab'] }, ['stdio'], false],
])('an inspection %s goes to runners that reach it', async (_, saved, labels, taken) => {
  const answer = fixture.send(operations.validateServer, saveCommand(saved)).catch(() => undefined);
  await waitUntil(async () => (await left())[1] === 1);
  const jobs = await lease(labels, { waitMs: 0 });
  expect(jobs).toHaveLength(taken ? 1 : 0);
  await fixture.pool.query('delete from work');
  await answer;
});

test.each<[string, () => Promise<unknown>, number, number]>([
  [
    'a call, by connecting and its cap',
    () => fixture.send(operations.callTool, saveCommand(), echo, { timeoutMs: 300_000 }),
    150_000,
    150_000,
  ],
  [
    'a call of a server that was given longer',
    () => fixture.send(operations.callTool, saveCommand({ timeoutMs: 200_000 }), echo, { timeoutMs: 600_000 }),
    400_000,
    400_000,
  ],
  [
    'a diagnosis',
    () => fixture.send(operations.runDoctor, saveCommand(), {}, { timeoutMs: 300_000 }),
    100_000,
    100_000,
  ],
  [
    'any inspection, by the deadline of its caller',
    () => fixture.send(operations.callTool, saveCommand(), echo),
    40_000,
    59_500,
  ],
])('the time limit of a runner is bounded: %s', async (_, question, least, most) => {
  const { job } = await asked(question);
  expect(job.timeoutMs).toBeGreaterThanOrEqual(least);
  expect(job.timeoutMs).toBeLessThanOrEqual(most);
});

test.each<[string, Partial<WorkEnding>, object]>([
  [
    'the Problem that it met, with its details',
    {
      output: outcome({
        problem: Buffer.from('{"code":"SERVER_UNREACHABLE","message":"It ended.","details":{"exitCode":3}}'),
      }),
    },
    { code: 'SERVER_UNREACHABLE', message: 'It ended.', details: { exitCode: 3 } },
  ],
  [
    'its own failure',
    { errorCode: 'TIMEOUT', errorMessage: 'The job took longer than 1 s.' },
    { code: 'TIMEOUT', message: 'The job took longer than 1 s.' },
  ],
  [
    'a failure by a name that every object has',
    { errorCode: 'toString', errorMessage: 'Boo.' },
    { code: 'INTERNAL_ERROR', message: 'Boo.' },
  ],
  [
    'a Problem by a name that every object has',
    { output: outcome({ problem: Buffer.from('{"code":"constructor","message":"Boo."}') }) },
    { code: 'INTERNAL_ERROR', message: 'Boo.' },
  ],
  [
    'a Problem whose message is none',
    { output: outcome({ problem: Buffer.from('{"code":"TIMEOUT","message":{"a":1}}') }) },
    MALFORMED,
  ],
  [
    'a Problem whose details are none',
    { output: outcome({ problem: Buffer.from('{"code":"TIMEOUT","message":"m","details":"d"}') }) },
    MALFORMED,
  ],
  ['a Problem that is not JSON', { output: outcome({ problem: Buffer.from('boo') }) }, MALFORMED],
  ['a reply that is not JSON', { output: outcome({ reply: Buffer.from('boo') }) }, MALFORMED],
  ['a reply that is not an object', { output: outcome({ reply: Buffer.from('[]') }) }, MALFORMED],
  [
    'a surface that is not JSON',
    { output: outcome({ reply: Buffer.from('{}'), surface: Buffer.from('boo') }) },
    MALFORMED,
  ],
  ['neither reply nor Problem', { output: outcome({}) }, MALFORMED],
  ['noise', { output: Buffer.from([0xff, 0xff, 0xff]) }, MALFORMED],
  [
    'a failure of a kind that callers do not know',
    { errorCode: 'RUNNER_LOST', errorMessage: 'Three went silent.' },
    { code: 'INTERNAL_ERROR', message: 'Three went silent.' },
  ],
])('the caller receives the answer of the runner: %s', async (_, ending, problem) => {
  const { answer, job } = await asked(() => fixture.send(operations.listTools, saveCommand()));
  await complete(job, ending);
  await expect(answer).rejects.toMatchObject(problem);
  expect(await left()).toEqual([0, 0]);
});

test('a caller receives an answer that another replica took', async () => {
  const { answer, job } = await asked(() => fixture.send(operations.listTools, saveCommand()));
  await transaction(fixture.pool, async (tx) => {
    await settleInspection(tx, job.id, outcome({ reply: Buffer.from('{"items":[]}') }));
    await tx.query(sql`delete from work where id = ${job.id}`);
  });
  expect((await answer).toString()).toBe('{"items":[]}');
});

test('the runner is told to stop when no caller waits any more, and nothing is left', async () => {
  const leaving = new AbortController();
  const { answer, job } = await asked(() =>
    fixture.send(operations.callTool, saveCommand(), echo, { signal: leaving.signal }),
  );
  expect(await beat(job)).toEqual([]);
  leaving.abort();
  await expect(answer).rejects.toMatchObject({ code: 'TIMEOUT' });
  await waitUntil(async () => (await beat(job)).length === 1);
  expect(await complete(job, { output: outcome({ reply: Buffer.from('{}') }) })).toEqual({ refused: true });
  await waitUntil(async () => (await left()).every((count) => count === 0));
});

test('an inspection that no runner takes is answered in time with what is missing', async () => {
  const [command, labelled] = await Promise.all(
    [saveCommand(), fixture.save('http://x', { runnerLabels: ['lab'] })].map((at) =>
      fixture.send(operations.validateServer, at).catch((error: unknown) => error),
    ),
  );
  expect(command).toMatchObject({
    code: 'FEATURE_NOT_SUPPORTED',
    message: expect.stringContaining('No runner that may start commands (label stdio)'),
    details: { labels: ['stdio'], cause: 'runner_missing' },
  });
  expect(labelled).toMatchObject({
    code: 'FEATURE_NOT_SUPPORTED',
    message: expect.stringContaining('with the label lab'),
    details: { labels: ['lab'] },
  });
  expect(await left()).toEqual([0, 0]);
}, 60_000);

describe('when the runner goes silent,', () => {
  test('an inspection without side effects is handed to another runner', async () => {
    const { answer, job } = await asked(() => fixture.send(operations.listTools, saveCommand()));
    await silence();
    const [again] = await lease();
    expect(again).toMatchObject({ id: job.id, fence: expect.not.stringMatching(job.fence) });
    await complete(again!, { output: outcome({ reply: Buffer.from('{"items":[]}') }) });
    expect((await answer).toString()).toBe('{"items":[]}');
  });

  test('a tool call is not repeated by another runner, and its outcome is said to be unknown', async () => {
    const { answer } = await asked(() => fixture.send(operations.callTool, saveCommand(), echo));
    await silence();
    await expect(answer).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE',
      message: expect.stringContaining('It is unknown whether'),
    });
    expect(await left()).toEqual([0, 0]);
  });

  test('a tool call is not handed out when another runner asks before the silence is noticed', async () => {
    const { answer } = await asked(() => fixture.send(operations.callTool, saveCommand(), echo));
    // Both at the same time: the item is free, and the next poll takes it.
    await silence();
    expect(await lease(undefined, { waitMs: 0 })).toEqual([]);
    await expect(answer).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' });
  });
});

test('retention deletes an inspection that a killed replica left behind, with its work item', async () => {
  await fixture.pool.query(
    `insert into inspections (id, project_id, server_id, once, seen_at) values ('left', 'prj_1', 'srv_1', false, now() - interval '2 minutes')`,
  );
  await fixture.pool.query(
    `insert into work (id, kind, project_id, task, timeout_ms) values ('left', 'inspect', 'prj_1', '', 1000)`,
  );
  await deleteStaleInspections(fixture.pool, 60_000);
  expect(await left()).toEqual([0, 0]);
});

test('an inspection without a waiting request is handed to no runner', async () => {
  await fixture.pool.query(
    `insert into inspections (id, project_id, server_id, once, seen_at) values ('left', 'prj_1', 'srv_1', true, now() - interval '10 seconds')`,
  );
  await fixture.pool.query(
    `insert into work (id, kind, project_id, task, timeout_ms) values ('left', 'inspect', 'prj_1', '', 1000)`,
  );
  expect(await lease(undefined, { waitMs: 0 })).toEqual([]);
  expect((await left())[1]).toBe(0);
});

test('a waiting request marks its inspection', async () => {
  const { answer, job } = await asked(() => fixture.send(operations.listTools, saveCommand()));
  await fixture.pool.query(`update inspections set seen_at = now() - interval '10 seconds'`);
  expect(
    await waitUntil(
      async () =>
        (await fixture.pool.query(`select 1 from inspections where seen_at > now() - interval '5 s'`)).rowCount === 1,
    ),
  ).toBe(true);
  await complete(job, { output: outcome({ reply: Buffer.from('{}') }) });
  await answer;
});

describe('an inspection that a runner gives back', () => {
  const refusal = outcome({
    problem: Buffer.from(
      '{"code":"FORBIDDEN","message":"The runner may not.","details":{"cause":"command_not_allowed"}}',
    ),
  });

  test('is handed to another runner when it has not begun, also a tool call', async () => {
    const { answer, job } = await asked(() => fixture.send(operations.callTool, saveCommand(), echo));
    await complete(job, { givenBack: true, output: refusal });
    const [again] = await lease();
    expect(again).toMatchObject({ id: job.id });
    await complete(again!, { output: outcome({ reply: Buffer.from('{"content":[]}') }) });
    expect((await answer).toString()).toBe('{"content":[]}');
  });

  test('is not called again when it has begun', async () => {
    const { answer, job } = await asked(() => fixture.send(operations.callTool, saveCommand(), echo));
    await complete(job, { givenBack: true, begun: true });
    await expect(answer).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE',
      message: expect.stringContaining('It is unknown whether'),
    });
  });

  test("is answered with the runner's reason at once when no other runner takes it", async () => {
    const { answer, job } = await asked(() => fixture.send(operations.callTool, saveCommand(), echo));
    const refusedAt = performance.now();
    await complete(job, { givenBack: true, output: refusal });
    await expect(answer).rejects.toMatchObject({ code: 'FORBIDDEN', details: { cause: 'command_not_allowed' } });
    // An inspection that no runner was asked about waits for ten seconds.
    expect(performance.now() - refusedAt).toBeLessThan(9_000);
    expect(await left()).toEqual([0, 0]);
  }, 60_000);

  test('is answered as early when it is given back repeatedly as when given back once', async () => {
    const { answer, job: first } = await asked(() => fixture.send(operations.callTool, saveCommand(), echo));
    const askedAt = performance.now();
    const refuse = async () => {
      for (let job: WorkItem | undefined = first; job; [job] = await lease(undefined, { waitMs: 5_000 })) {
        // Longer than the item is free, so that the next check sees it taken.
        await pause(600);
        await complete(job, { givenBack: true, output: refusal });
        await pause(300);
      }
    };
    const refusing = refuse();
    await expect(answer).rejects.toMatchObject({ code: 'FORBIDDEN', details: { cause: 'command_not_allowed' } });
    expect(performance.now() - askedAt).toBeLessThan(30_000);
    await refusing;
  }, 60_000);
});

test('the doctor answers with a report when no runner may start the command of a server', async () => {
  const report = await fixture.call(operations.runDoctor, saveCommand());
  expect(report).toMatchObject({
    status: 'error',
    target: { kind: 'stdio' },
    checks: {
      connection: {
        status: 'error',
        cause: 'runner_missing',
        nextStep: expect.stringContaining('RUNNER_ALLOWED_COMMANDS'),
      },
    },
  });
}, 60_000);

test("an inspection that was never taken when its caller's deadline ends says so", async () => {
  // When the machine stalls in the last half second, the caller receives nothing: then the test asks again.
  const said = await waitUntil(
    () =>
      fixture.send(operations.listTools, saveCommand(), {}, { timeoutMs: 2_000 }).then(
        () => ({ code: 'none' }),
        (error: Problem) => error.code !== 'TIMEOUT' && error,
      ),
    25_000,
  );
  expect(said).toMatchObject({ code: 'FEATURE_NOT_SUPPORTED', details: { cause: 'runner_missing' } });
}, 60_000);

describe('when the platform is restarted,', () => {
  const stopping = async (
    question: (fixture: TestDiagnostics) => Promise<unknown>,
    then: (fixture: TestDiagnostics, job: WorkItem) => Promise<unknown>,
  ): Promise<unknown> => {
    const other = await startTestDiagnostics();
    const answer = question(other).catch((error: unknown) => error);
    const { items } = await other.runner.call(WorkService.lease, { ...asking, freeSlots: 1, labels: ['stdio'] });
    const stopped = other.stopService();
    await then(other, items[0]!);
    const said = await answer;
    await stopped;
    await other.stop();
    return said;
  };
  const saved = (fixture: TestDiagnostics) => fixture.save('', { transport: 'stdio', command: 'npx' });

  test('a waiting caller still receives an answer that another replica takes', async () => {
    const said = await stopping(
      (other) => other.send(operations.listTools, saved(other)),
      (other, job) =>
        transaction(other.pool, (tx) => settleInspection(tx, job.id, outcome({ reply: Buffer.from('{"items":[]}') }))),
    );
    expect(String(said)).toBe('{"items":[]}');
  });

  test.each<[string, (other: TestDiagnostics) => Promise<unknown>, object]>([
    [
      'a question is to be asked again',
      (other) => other.send(operations.listTools, saved(other)),
      { code: 'UNAVAILABLE', message: expect.stringContaining('being restarted'), retryAfter: 1 },
    ],
    [
      'a call may have been made',
      (other) => other.send(operations.callTool, saved(other), echo),
      { code: 'SERVER_UNREACHABLE', message: expect.stringContaining('It is unknown whether') },
    ],
  ])(
    '%s',
    async (_, question, problem) => expect(await stopping(question, async () => undefined)).toMatchObject(problem),
    60_000,
  );
});
