import { appendMessages } from '@assay/kit/bus/postgres-log';
import { deadLetterTopic } from '@assay/kit/bus/bus';
import { createLog } from '@assay/kit/log';
import { JourneyRunFinished } from '@assay/mesh/events';
import { openPool, type Pool } from '@assay/kit/postgres/db';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '@assay/testkit/until';
import { toolCall, type Api } from '../support/api.ts';
import { Machine } from '../support/assay-command.ts';
import { startInstallation, testLog, type Installation } from '../support/installation.ts';

const operatorKey = `op_${'k'.repeat(43)}`;
/** Secrets that must not come out. */
const planted = {
  OPERATOR_KEY: `op_${'o'.repeat(43)},${operatorKey}`,
  OPENAI_API_KEY: 'planted-key-of-a-model-provider',
  SMTP_URL: 'smtp://mail:planted%2Dpassword-of-mail@mail.example:587',
};
const log = createLog('assay', 'warn', { write: () => undefined });

let installation: Installation;
let api: Api;
let bus: Pool;
let machine: Machine;
let organizationId: string;
beforeAll(async () => {
  // No runner takes anything, so that work gets stuck.
  installation = await startInstallation({ ...planted, MAIL_FROM: 'assay@mail.example', RUNNER_SLOTS: '0' }, log);
  ({ api } = installation);
  bus = openPool(installation.urlOf('bus'), testLog, { max: 1 });
  machine = await Machine.set({ ASSAY_URL: installation.url, ASSAY_OPERATOR_KEY: operatorKey });
  organizationId = (await api.assay.listOrganizations()).items[0]!.id;
});
afterAll(async () => {
  await bus?.end();
  await installation.stop();
  await machine.remove();
});

const admin = (...words: string[]) => machine.type('admin', ...words);
const documentOf = async (...words: string[]) => JSON.parse((await admin(...words, '--json')).stdout) as never;
/** The log of the operator, newest first. */
const acts = async () =>
  ((await documentOf('acts')) as { operation: string; keyId: string; target: Record<string, string> }[]).map(
    ({ operation, keyId, target }) => [operation, keyId.slice(0, 9), target],
  );

test('health tells of the gateway and of every service, with what each needs', async () => {
  const { code, stdout } = await admin('health', '--all');
  for (const service of ['gateway', 'catalog', 'diagnostics', 'environments', 'suites', 'swarms', 'runs'])
    expect(stdout).toMatch(new RegExp(`^  ● ${service} +\\d+\\.\\d+`, 'm'));
  expect(stdout).toMatch(/● postgres +Postgres 18\.\d+ .*answered in \d+ ms; \d+ of \d+ connections/);
  expect(stdout).toMatch(/● blobs +The store of uploaded artifacts keeps, answers and deletes\./);
  expect([code, stdout.trimEnd().split('\n').at(-1)]).toEqual([0, '● All 7 are well.']);
});

test('a stuck trial names the labels that no runner has, is retried, and is given up', async () => {
  const serverId = await api.saveServer('far', 'https://mcp.example/mcp', { runnerLabels: ['lab'] });
  const { suiteId } = await api.assay.createEvalSuite(
    { projectId: api.projectId },
    {
      name: 'stuck',
      serverIds: [serverId],
      tests: [{ title: 'waits', steps: [toolCall('call', 'far', 'x')], runs: 1 }],
    },
  );
  const runId = await api.startRun({ suiteId });
  expect((await admin('work')).stdout).toBe('No work is stuck.\n');
  await installation.sql(`update runs.runs set created_at = now() - interval '10 minutes' where id = '${runId}'`);
  const [item] = ((await documentOf('work', 'runs')) as { items: { id: string }[] }).items;
  expect(item).toMatchObject({ service: 'runs', kind: 'iteration', group: runId, labels: ['lab'], organizationId });
  expect((await admin('health', 'runs')).stdout).toMatch(/1 items wait, the oldest for 10 min/);

  const [service, id] = ['runs', item!.id];
  expect((await admin('retry', service, id)).stdout).toBe(`Item ${id} of runs has all of its attempts again.\n`);
  expect((await admin('give-up', service, id, '--yes')).stdout).toBe(
    `Item ${id} of runs ended with the error GIVEN_UP.\n`,
  );
  expect((await admin('give-up', service, id, '--yes')).stderr).toMatch(/No such stuck work item/);
  const rows = await installation.sql(`select error_code from runs.iterations where id = '${id}'`);
  expect(rows).toEqual([{ error_code: 'GIVEN_UP' }]);
  await waitUntil(async () => !['pending', 'running'].includes((await api.run(runId)).status));

  const target = { workId: id, service };
  await waitUntil(async () => (await acts()).length >= 2);
  expect((await acts()).slice(0, 2)).toEqual([
    ['giveUpStuckWork', 'operator-', target],
    ['retryStuckWork', 'operator-', target],
  ]);
  const owner = await installation.owner();
  const { items } = await owner.assay.listAuditLog({ organizationId }, { operation: 'giveUpStuckWork' });
  expect(items).toMatchObject([{ actor: { keyId: expect.stringMatching(/^operator-[0-9a-f]{8}$/) }, target }]);
});

test('a leased item whose runners went silent twice is stuck in the common queue, too', async () => {
  await installation.sql(`
    insert into runs.work (id, kind, project_id, organization_id, task, timeout_ms, attempts, lease_until, runner_id)
    values ('work_1', 'gone', '${api.projectId}', '${organizationId}', '', 1000, 2, now() + interval '1 hour', 'a/runner_1'),
      ('work_2', 'gone', '${api.projectId}', null, '', 1000, 1, now() + interval '1 hour', 'a/runner_1')`);
  const { stdout } = await admin('work', 'runs');
  expect(stdout).toMatch(/work_1 +runs +gone .* 2 runners went silent/);
  expect(stdout).not.toContain('work_2');
  await admin('retry', 'runs', 'work_1');
  const attempts = `select id, attempts, lease_until > now() as held from runs.work order by id`;
  expect(await installation.sql(attempts)).toEqual([
    { id: 'work_1', attempts: 1, held: true },
    { id: 'work_2', attempts: 1, held: true },
  ]);
  expect((await admin('give-up', 'runs', 'work_2', '--yes')).code).toBe(2);
});

test('dead letters are listed, shown, replayed and dropped', async () => {
  const { topic } = JourneyRunFinished;
  const dead = (id: string) => ({
    topic: deadLetterTopic(topic),
    key: 'k',
    id,
    type: 'assay.v1.Tested',
    source: 'runs',
    time: new Date(),
    value: Buffer.alloc(0),
    extensions: { deadlettertopic: topic, deadlettergroup: 'suites', deadlettererror: 'it broke' },
  });
  await appendMessages(bus, [dead('evt_a'), dead('evt_b'), dead('evt_c')]);
  const { code, stdout } = await admin('dead-letters');
  expect([code, stdout]).toEqual([0, expect.stringMatching(/evt_a +assay\.v1\.Tested +suites .* it broke/)]);
  expect((await admin('health', 'catalog')).stdout).toMatch(/◇ dead letters +3 events were given up\./);
  expect(await documentOf('dead-letter', 'evt_b')).toMatchObject({ eventId: 'evt_b', group: 'suites', topic });

  expect((await admin('replay', 'evt_a')).stdout).toBe('1 dead letters were published again.\n');
  expect((await admin('drop', 'evt_b', '--yes')).stdout).toBe('The event evt_b stays without effect.\n');
  expect((await admin('replay')).stdout).toBe('1 dead letters were published again.\n');
  expect(await documentOf('dead-letters')).toEqual([]);
  expect((await admin('replay', 'evt_a')).stderr).toMatch(/No such dead letter/);
  const { rows: published } = await bus.query<{ id: string }>(
    `select event_id as id from messages where topic = $1 and type = 'assay.v1.Tested' order by position`,
    [topic],
  );
  expect(published.map(({ id }) => id)).toEqual(['evt_a', 'evt_c']);
  await waitUntil(async () => (await acts()).filter(([operation]) => operation === 'replayDeadLetters').length === 2);
});

test('a held budget is listed with its calls, and released', async () => {
  const owner = await installation.owner();
  const budget = await owner.assay.setBudget(
    { organizationId },
    { scope: { kind: 'project', id: api.projectId }, period: 'total', limit: { tokens: 100 } },
  );
  // A call that a runner began and still extends.
  await installation.sql(`
    insert into catalog.model_calls (id, organization_id, project_id, suite_id, run_id, key_id, model, purpose,
      reserved_input_tokens, reserved_output_tokens, created_at, reserved_until)
    values ('call_1', '${organizationId}', '${api.projectId}', '', '', '', 'openai/x', 'turn', 60, 20, now(), now() + interval '1 hour');
    update catalog.budgets set reserved = 80 where id = '${budget.id}'`);
  expect(await documentOf('budgets')).toMatchObject([
    { budgetId: budget.id, organizationId, reserved: 80, limit: 100, unit: 'tokens', calls: 1 },
  ]);
  expect((await admin('release', budget.id)).stdout).toBe(`Budget ${budget.id} is released.\n`);
  expect(await documentOf('budgets')).toEqual([]);
  expect((await admin('release', 'budget_x')).stderr).toMatch(/No such budget/);
});

test('a bundle for support tells settings and failures, and no secret of the installation', async () => {
  const { MESH_SECRET: mesh = '', KEY_ENCRYPTION_KEY: encryption = '' } = installation.runnerEnv;
  for (const service of ['catalog', 'gateway'])
    log
      .child({ service })
      .error(
        { err: new Error(`refused ${mesh} and ${planted.OPENAI_API_KEY}`) },
        `cannot reach ${planted.SMTP_URL} with ${encryption}`,
      );
  expect(await admin('bundle', '-o', 'support.json')).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^support\.json has \d+ kB and no secret\./),
    stderr: '',
  });
  const text = await readFile(join(machine.folder, 'support.json'), 'utf8');
  expect(text.length).toBeLessThan(1_000_000);
  const secrets = [mesh, encryption, operatorKey, ...Object.values(planted), 'planted-password-of-mail'];
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  const { reports } = JSON.parse(text) as { reports: { service: string; answer: Record<string, object[]> }[] };
  const reportOf = (service: string) => reports.find((report) => report.service === service)!.answer;
  expect(reportOf('catalog').settings).toEqual(
    expect.arrayContaining([
      { name: 'DATABASE_POOL_SIZE', source: 'default', value: '10' },
      { name: 'MESH_SECRET', source: 'environment' },
    ]),
  );
  expect(reportOf('catalog').tables!.length).toBeGreaterThan(10);
  expect(reportOf('catalog').failures).toContainEqual({
    at: expect.any(Number),
    level: 'error',
    message: expect.stringMatching(/^cannot reach smtp:/),
    error: expect.stringMatching(/^Error refused /),
  });
});

test.each([
  ['a key of an owner', 5, /operator/, () => installation.apiKey],
  ['a key that was guessed', 5, /not valid/, () => `op_${'x'.repeat(43)}`],
])('admin commands refuse %s', async (_, code, told, key) => {
  const other = await Machine.set({ ASSAY_URL: installation.url, ASSAY_OPERATOR_KEY: key() });
  const end = await other.type('admin', 'health');
  await other.remove();
  expect([end.code, end.stdout, end.stderr]).toEqual([code, '', expect.stringMatching(told)]);
});

test('the second of two keys is valid while one replaces the other', async () => {
  const other = await Machine.set({ ASSAY_URL: installation.url, ASSAY_OPERATOR_KEY: `op_${'o'.repeat(43)}` });
  expect((await other.type('admin', 'health', 'gateway')).code).toBe(0);
  await other.remove();
});
