import { ProjectDeleted, RunsDeleted, SuiteDeleted, SuitesDeleted } from '@assay/mesh/events';
import { operations } from '@assay/contract/operations';
import { DirectoryService, LedgerService } from '@assay/mesh/gen/assay/v1/catalog';
import { transaction } from '@assay/kit/postgres/db';
import { purgeSome } from '@assay/kit/postgres/purge';
import { dispatchEvent, on } from '@assay/kit/events/consumer';
import { eventMessage } from '@assay/testkit/events/event-message';
import { tablesLeftBehind } from '@assay/testkit/database/left-behind';
import { deleteOrganization } from '../../src/actions/organizations/delete-organization.ts';
import { deleteBudgetsOfRuns } from '../../src/events/runs-deleted.ts';
import { deleteSuiteBudgets } from '../../src/events/suite-deleted.ts';
import { deleteBudgetsOfSuites } from '../../src/events/suites-deleted.ts';
import { purgeSteps } from '../../src/background/purging.ts';
import { startTestCatalog, type TestCatalog } from '../support/start.ts';

let fixture: TestCatalog;
beforeEach(async () => {
  fixture = await startTestCatalog();
});
afterEach(() => fixture.stop());

const query = async <Row>(text: string, values: unknown[] = []) =>
  (await fixture.pool.query(text, values)).rows as Row[];
const count = async (of: string) => (await query<{ n: number }>(`select count(*)::int as n from ${of}`))[0]!.n;
const purgeAll = async () => {
  while (await purgeSome(fixture.pool, purgeSteps));
};
const later = () => query(`update purges set requested_at = requested_at - interval '1 hour', due_at = now()`);

/** A project with rows of every kind, and a caller who is authorized in it. */
async function given(name: string) {
  const { id: projectId } = await fixture.call(
    operations.createProject,
    { idempotencyKey: `key of ${name}` },
    { name },
  );
  const caller = { ...fixture.ada, projectId };
  const { id: serverId } = await fixture.call(
    operations.createProjectServer,
    { projectId, idempotencyKey: '' },
    { name: 's', enabled: true, transportType: 'http', url: 'http://x.example', headers: { a: 'b' } },
    caller,
  );
  const suiteId = `suite_${name}`;
  await fixture.call(
    operations.setBudget,
    { organizationId: fixture.organizationId },
    { scope: { kind: 'project', id: projectId }, period: 'day', limit: { tokens: 9 } },
  );
  for (const kind of ['suite', 'run'] as const)
    await fixture.call(
      operations.setBudget,
      { organizationId: fixture.organizationId },
      { scope: { kind, id: `${kind}_${name}` }, period: 'day', limit: { tokens: 9 } },
    );
  await query(
    `insert into runner_tokens (id, organization_id, project_id, name, labels, hash, prefix) values ($1, $2, $3, 't', '{}', sha256($1::text::bytea), 't')`,
    [`token_${name}`, fixture.organizationId, projectId],
  );
  await query(
    `insert into chat_sessions (id, organization_id, project_id, user_id, status, visibility, is_pinned, is_unread, created_at, last_activity_at)
    values ($1, $2, $3, $4, 'active', 'private', false, false, now(), now())`,
    [`chat_${name}`, fixture.organizationId, projectId, fixture.ada.userId],
  );
  await query(
    `insert into model_calls (id, organization_id, project_id, suite_id, run_id, key_id, model, purpose, state, input_price, output_price, reserved_input_tokens,
      reserved_output_tokens, input_tokens, output_tokens, cached_input_tokens, created_at, settled_at)
    select $1 || i, $2, $3, $4, $5, 'key_test', 'openai/x', 'turn', 'settled', 1, 2, 10, 10, 7, i % 5, 0, now(), now() from generate_series(1, 2500) i`,
    [`iter_${name}.`, fixture.organizationId, projectId, suiteId, `run_${name}`],
  );
  return {
    projectId,
    serverId,
    caller,
    names: [projectId, serverId, suiteId, `run_${name}`, `iter_${name}`, `token_${name}`, `chat_${name}`],
  };
}

/**
 * The rows of any table that name one of these, except in the audit log, the outbox and the record of the first
 * organization.
 */
async function rowsThatName(names: string[]): Promise<string[]> {
  const tables = await query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not in ('outbox', 'inbox', 'purges', 'installation')`,
  );
  const found = await Promise.all(
    tables.map(async ({ name }) =>
      (await query<{ row: string }>(`select t::text as row from "${name}" t`)).map(({ row }) => `${name} ${row}`),
    ),
  );
  return found.flat().filter((row) => names.some((name) => row.includes(name)));
}

const usage = async () => {
  const { items } = await fixture.call(
    operations.listUsage,
    { organizationId: fixture.organizationId },
    { groupBy: 'model' },
  );
  return items;
};

test('our list of tables is complete', async () => {
  const listed = [...purgeSteps.project, ...purgeSteps.organization].map(({ table }) => table);
  expect(await tablesLeftBehind(fixture.pool, [...new Set(listed)])).toEqual([
    'access_epoch',
    'api_keys',
    // Registrations belong to the installation.
    'applications',
    // Keeps changes of deleted objects too.
    'audit_log',
    // Only ids, for some days.
    'deleted_chat_sessions',
    'identities',
    'inbox',
    // Remembers the first organization after its deletion: grants for it must not move to the next one.
    'installation',
    'migrations',
    'outbox',
    'password_resets',
    'purges',
    // Named after keys and users, and deleted soon when full.
    'rate_buckets',
    'registry_answers',
    'registry_servers',
    // Belong to people, who outlive their organizations.
    'sessions',
    'sign_in_attempts',
    // Names of tasks.
    'task_turns',
    'users',
  ]);
});

test('a deleted project is hidden at once, and announced', async () => {
  const { projectId, serverId, caller } = await given('doomed');
  await fixture.call(operations.deleteProject, { projectId }, {}, caller);
  for (const ask of [
    () => fixture.call(operations.getProject, { projectId }, {}, caller),
    () => fixture.call(operations.listProjectServers, { projectId }, {}, caller),
    () => fixture.call(operations.getProjectServer, { projectId, serverId }, {}, caller),
    () => fixture.call(operations.deleteProject, { projectId }, {}, caller),
    () =>
      fixture.call(
        operations.createProjectServer,
        { projectId, idempotencyKey: '' },
        { name: 'late', enabled: true, transportType: 'http', url: 'http://x.example' },
        caller,
      ),
    () =>
      fixture.mesh.call(DirectoryService.prepareLaunch, {
        projectId,
        organizationId: fixture.organizationId,
        serverIds: [],
      }),
  ])
    await expect(ask()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(
    (await fixture.mesh.call(DirectoryService.resolveServers, { projectId, serverIds: [serverId] })).servers,
  ).toEqual([]);
  expect(
    await fixture.mesh.call(DirectoryService.authorize, {
      projectId,
      organizationId: fixture.organizationId,
      userId: fixture.ada.userId!,
    }),
  ).toMatchObject({ role: 0 });
  expect((await fixture.call(operations.listProjects, {}, {})).items.map(({ id }) => id)).not.toContain(projectId);
  const [event] = await query<{ value: Buffer }>(
    `select value from outbox where key = $1 and type = '${ProjectDeleted.type}'`,
    [projectId],
  );
  expect(ProjectDeleted.codec.decode(event!.value)).toMatchObject({
    projectId,
    organizationId: fixture.organizationId,
  });
});

test('a purge leaves nothing of a project but its usage, and keeps other projects whole', async () => {
  const [gone, kept] = [await given('doomed'), await given('kept')];
  const [before, keptBefore] = [await usage(), (await rowsThatName(kept.names)).length];
  await fixture.call(operations.deleteProject, { projectId: gone.projectId }, {}, gone.caller);
  await purgeAll();
  expect(await rowsThatName(gone.names)).toEqual([]);
  expect(await usage()).toEqual(before);
  expect((await rowsThatName(kept.names)).length).toBe(keptBefore);
  expect(await count(`model_calls where project_id = ''`)).toBe(2_500);
});

test('a purge keeps the budgets of other projects and organizations', async () => {
  const { projectId, caller } = await given('doomed');
  await query(`insert into organizations (id, name) values ('org_other', 'Other')`);
  await query(`insert into projects (id, organization_id, name) values ('prj_kept', $1, 'Kept')`, [
    fixture.organizationId,
  ]);
  await query(`delete from budgets where scope_id = 'run_doomed'`);
  for (const [id, organizationId, of, kind] of [
    ['budget_1', 'org_other', null, 'suite'],
    ['budget_2', fixture.organizationId, 'prj_kept', 'run'],
  ]) {
    await query(
      `insert into budgets (id, organization_id, project_id, scope_kind, scope_id, period, unit, limit_amount, window_start) values ($1, $2, $3, $4, $4 || '_doomed', 'total', 'usd', 9, 'epoch')`,
      [id, organizationId, of, kind],
    );
  }
  await fixture.call(operations.deleteProject, { projectId }, {}, caller);
  await purgeAll();
  expect(await query('select id from budgets order by id')).toEqual([{ id: 'budget_1' }, { id: 'budget_2' }]);
});

test('a call under way during a purge is counted, and forgets its project later', async () => {
  const { projectId, caller } = await given('doomed');
  await query(
    `update model_calls set state = 'reserved', input_tokens = null, output_tokens = null, cached_input_tokens = null where id = 'iter_doomed.1'`,
  );
  await fixture.call(operations.deleteProject, { projectId }, {}, caller);
  await purgeAll();
  expect(await count(`model_calls where project_id = '${projectId}'`)).toBe(1);
  await query(
    `update model_calls set state = 'lapsed', input_tokens = 10, output_tokens = 0, cached_input_tokens = 0 where id = 'iter_doomed.1'`,
  );
  await later();
  await purgeAll();
  expect([await count(`model_calls where project_id = '${projectId}'`), await count('purges')]).toEqual([0, 0]);
  // The runner was slow, but not gone.
  for (const inputTokens of [20, 30]) {
    await fixture.mesh.call(
      LedgerService.settle,
      { callId: 'iter_doomed.1', inputTokens, outputTokens: 3, cachedInputTokens: 0, answered: true },
      { caller: { requestId: 'r', service: 'runner' } },
    );
  }
  expect(
    await query(`select project_id, tokens::int from model_calls where id = 'forgotten.' || md5('iter_doomed.1')`),
  ).toEqual([{ project_id: '', tokens: 23 }]);
});

test('a server saved during the deletion of its project is deleted with it', async () => {
  const { projectId } = await given('doomed');
  let deletion: Promise<unknown>;
  await transaction(fixture.pool, async (tx) => {
    await tx.query(`select from projects where id = $1 for share`, [projectId]);
    deletion = fixture.call(operations.deleteProject, { projectId }, {}, { ...fixture.ada, projectId });
    await tx.query(
      `insert into servers (id, project_id, name, enabled, transport, body, has_client_secret) values ('srv_late', $1, 'late', true, 'http', '{}', false)`,
      [projectId],
    );
  });
  await deletion!;
  expect(await count(`servers where id = 'srv_late'`)).toBe(0);
});

test('a deleted organization leaves only people and orphaned keys; a second deletion is 404', async () => {
  const { organizationId } = fixture;
  const [one, two] = [await given('one'), await given('two')];
  await query(`insert into organizations (id, name) values ('org_other', 'Other')`);
  await query(`insert into memberships (organization_id, user_id, role) values ('org_other', $1, 'member')`, [
    fixture.ada.userId,
  ]);
  for (const [id, user] of [
    ['ses_1', fixture.ada.userId],
    ['ses_2', 'usr_2'],
  ]) {
    await query(`insert into users (id, email, name) values ($1, $1, $1) on conflict do nothing`, [user]);
    await query(
      `insert into sessions (id, user_id, organization_id, hash, method, expires_at) values ($1, $2, $3, sha256($1::text::bytea), 'password', now() + interval '1 day')`,
      [id, user, organizationId],
    );
  }
  await query(`insert into organization_settings (organization_id) values ($1)`, [organizationId]);
  await query(`insert into model_providers (organization_id, provider) values ($1, 'openai')`, [organizationId]);
  expect(
    await Promise.all([
      deleteOrganization(fixture.pool, organizationId),
      deleteOrganization(fixture.pool, organizationId),
    ]),
  ).toEqual(expect.arrayContaining([true, false]));
  expect(await deleteOrganization(fixture.pool, organizationId)).toBe(false);

  expect(await query('select organization_id from api_keys')).toEqual([{ organization_id: null }]);
  expect(await query('select id, organization_id from sessions order by id')).toEqual([
    { id: 'ses_1', organization_id: 'org_other' },
    { id: 'ses_2', organization_id: null },
  ]);
  expect(await count(`outbox where type = '${ProjectDeleted.type}'`)).toBe(3);
  await expect(
    fixture.mesh.call(DirectoryService.prepareLaunch, { projectId: one.projectId, organizationId, serverIds: [] }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });

  await purgeAll();
  expect(await rowsThatName([organizationId, fixture.projectId, ...one.names, ...two.names])).toEqual([]);
  expect([await count('organizations'), await count('users'), await count('model_calls')]).toEqual([1, 2, 0]);
});

test('budgets of a deleted suite or run are deleted, and others stay', async () => {
  for (const kind of ['suite', 'run'] as const) {
    for (const id of ['a', 'b', 'c', 'd'])
      await fixture.call(
        operations.setBudget,
        { organizationId: fixture.organizationId },
        { scope: { kind, id: `${kind}_${id}` }, period: 'day', limit: { tokens: 9 } },
      );
  }
  const { handle } = dispatchEvent(fixture.pool, [
    on(SuiteDeleted, deleteSuiteBudgets),
    on(SuitesDeleted, deleteBudgetsOfSuites),
    on(RunsDeleted, deleteBudgetsOfRuns),
  ]);
  await handle(eventMessage(SuiteDeleted, { suiteId: 'suite_a' }));
  await handle(eventMessage(SuitesDeleted, { suiteIds: ['suite_b', 'suite_c'] }));
  await handle(eventMessage(RunsDeleted, { runIds: ['run_a', 'run_b', 'suite_d'] }));
  expect(await query('select scope_id from budgets order by scope_id')).toEqual(
    ['run_c', 'run_d', 'suite_d'].map((scope_id) => ({ scope_id })),
  );
});
