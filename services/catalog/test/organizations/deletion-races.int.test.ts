import { operations } from '@assay/contract/operations';
import { waitUntil } from '@assay/testkit/until';
import { startPeople, type TestAccount, type TestPeople } from '../support/people.ts';

let fixture: TestPeople;
let bob: TestAccount & { token: string };
beforeEach(async () => {
  fixture = await startPeople();
  bob = await fixture.person('owner');
  await fixture.pool.query(`insert into organizations (id, name) values ('org_other', 'Other')`);
});
afterEach(() => fixture.stop());

const home = () => ({ organizationId: fixture.organizationId });
const project = () => ({ projectId: fixture.projectId });
const inProject = () => ({ ...bob.caller, ...project(), role: 'owner' as const });
const dissolve = () => fixture.ask(operations.deleteOrganization, home(), {}, fixture.adaInPerson);
const waiting = async (count: number) => {
  const {
    rows: [row],
  } = await fixture.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row!.count === count;
};

/** Starts both while another transaction has locked rows that both need, the deletion last; answers how each ended. */
async function together(lock: string, begin: () => Promise<unknown>): Promise<string[]> {
  const other = await fixture.pool.connect();
  await other.query('begin');
  await other.query(lock);
  const how = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: { code: string }) => error.code,
    );
  const begun = how(begin());
  await waitUntil(() => waiting(1));
  const deletion = how(dissolve());
  await waitUntil(() => waiting(2));
  await other.query('commit');
  other.release();
  return Promise.all([begun, deletion]);
}

test.each<[string, () => Promise<unknown>]>([
  ['making a key', () => fixture.ask(operations.createApiKey, {}, { name: 'CI' }, bob.caller)],
  [
    'making a member a viewer',
    () =>
      fixture.ask(operations.changeMember, { ...home(), userId: bob.userId }, { role: 'viewer' }, fixture.adaInPerson),
  ],
  [
    'removing a member',
    () => fixture.ask(operations.removeMember, { ...home(), userId: bob.userId }, {}, fixture.adaInPerson),
  ],
  [
    'giving a member a role in a project',
    () =>
      fixture.ask(operations.setProjectMember, { ...project(), userId: bob.userId }, { role: 'admin' }, inProject()),
  ],
  [
    'inviting a person',
    () => fixture.ask(operations.createInvitation, home(), { email: 'eve@acme.example', role: 'viewer' }, bob.caller),
  ],
])('%s and deleting the organization neither deadlock nor leave rows', async (_, begin) => {
  await fixture.pool.query(
    `insert into project_members (project_id, organization_id, user_id, role) values ($1, $2, $3, 'admin')`,
    [fixture.projectId, fixture.organizationId, bob.userId],
  );
  expect(await together(`select from memberships where user_id = '${bob.userId}' for update`, begin)).toEqual([
    'done',
    'done',
  ]);
  const { rows } = await fixture.pool.query(`
    select 'key' from api_keys where organization_id is not null union all select 'member' from memberships union all select 'project member' from project_members union all select 'invitation' from invitations`);
  expect(rows).toEqual([]);
});

test('accepting an invitation and deleting its organization do not deadlock', async () => {
  const { url } = (
    await fixture.ask(operations.createInvitation, home(), { email: 'eve@acme.example', role: 'member' }, bob.caller)
  ).body() as { url: string };
  const accept = () =>
    fixture.ask(
      operations.acceptInvitation,
      { token: new URL(url).pathname.split('/').at(-1)!, ...fixture.browser() },
      { name: 'Eve', password: 'another long passphrase' },
    );
  expect(await together('select from invitations for update', accept)).toEqual(['done', 'done']);
  expect((await fixture.pool.query('select from memberships')).rowCount).toBe(0);
});

test.each<[string, () => Promise<unknown>]>([
  [
    'a runner token',
    () => fixture.ask(operations.createRunnerToken, home(), { name: 'lab', labels: ['lab'] }, bob.caller),
  ],
  ['a key', () => fixture.ask(operations.createApiKey, {}, { name: 'CI' }, bob.caller)],
  ['a project', () => fixture.ask(operations.createProject, { idempotencyKey: '' }, { name: 'late' }, bob.caller)],
])('%s during the deletion of the organization is refused', async (_, begin) => {
  const other = await fixture.pool.connect();
  await other.query('begin; select from memberships for update');
  const deletion = dissolve();
  await waitUntil(() => waiting(1));
  const begun = begin().catch((error: unknown) => error);
  await waitUntil(() => waiting(2));
  await other.query('commit');
  other.release();
  expect(await begun).toMatchObject({ code: 'NOT_FOUND' });
  await deletion;
});
