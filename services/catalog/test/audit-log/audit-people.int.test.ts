import { operations } from '@assay/contract/operations';
import { auditedChanges } from '@assay/testkit/audit/audited-changes';
import { testPassword, startPeople, type TestPeople } from '../support/people.ts';

let fixture: TestPeople;
beforeAll(async () => {
  fixture = await startPeople();
});
afterAll(() => fixture.stop());

const entries = async () =>
  (await auditedChanges(fixture.pool)).map(
    ({ userId, sessionId, organizationId, operation, outcome, target, before, after }) => ({
      userId,
      sessionId,
      organizationId,
      operation,
      outcome,
      target,
      before,
      after,
    }),
  );
/** The audit entries that `work` causes. */
async function written(work: () => Promise<unknown>) {
  const before = (await entries()).length;
  await work().catch(() => undefined);
  return (await entries()).slice(before);
}

test('a wrong password is audited without an actor, with the account as target', async () => {
  const { userId, email } = await fixture.person('member');
  expect(await written(() => fixture.enter(email, 'wrong'))).toEqual([
    {
      userId: '',
      sessionId: '',
      organizationId: fixture.organizationId,
      operation: 'SignIn',
      outcome: 'refused',
      target: { userId },
      before: undefined,
      after: expect.objectContaining({ network: expect.any(String) }),
    },
  ]);
});

test('a wrong current password is audited once, with the person as actor', async () => {
  const { userId, caller } = await fixture.person('member');
  const found = await written(() =>
    fixture.ask(
      operations.changePassword,
      {},
      { current: 'wrong wrong wrong', next: `${testPassword} once more` },
      caller,
    ),
  );
  expect(found).toEqual([
    expect.objectContaining({
      userId,
      sessionId: caller.sessionId,
      operation: 'ChangePassword',
      outcome: 'refused',
      target: { userId },
    }),
  ]);
});

test('a moved session is audited in the organization it leaves and in the one it joins', async () => {
  const { userId, token, caller } = await fixture.person('member');
  await fixture.pool.query(`insert into organizations (id, name) values ('org_b', 'B')`);
  await fixture.pool.query(`insert into memberships (organization_id, user_id, role) values ('org_b', $1, 'viewer')`, [
    userId,
  ]);
  const move = () =>
    fixture.ask(operations.switchOrganization, { sessionToken: token }, { organizationId: 'org_b' }, caller);
  const entry = {
    userId,
    sessionId: caller.sessionId,
    operation: 'SwitchOrganization',
    outcome: 'done',
    target: { sessionId: caller.sessionId },
    before: { organizationId: fixture.organizationId },
    after: { organizationId: 'org_b' },
  };
  expect(await written(move)).toEqual(
    [fixture.organizationId, 'org_b'].map((organizationId) => ({ ...entry, organizationId })),
  );
  expect(await written(move)).toEqual([]);
});
