import { SuiteCreated, SuiteDeleted } from '@assay/mesh/events';
import { operations } from '@assay/contract/operations';
import { dispatchEvent, on } from '@assay/kit/events/consumer';
import { eventMessage } from '@assay/testkit/events/event-message';
import { noteSuite } from '../../src/events/suite-created.ts';
import { deleteSuiteBudgets } from '../../src/events/suite-deleted.ts';
import { startTestCatalog, type TestCatalog } from '../support/start.ts';

let fixture: TestCatalog;
beforeAll(async () => {
  fixture = await startTestCatalog();
  await fixture.pool.query(`insert into organizations (id, name) values ('org_foreign', 'Foreign')`);
  await fixture.pool.query(
    `insert into projects (id, organization_id, name) values ('prj_foreign', 'org_foreign', 'Foreign')`,
  );
  const { handle } = dispatchEvent(fixture.pool, [on(SuiteCreated, noteSuite), on(SuiteDeleted, deleteSuiteBudgets)]);
  await handle(eventMessage(SuiteCreated, { suiteId: 'suite_own', projectId: fixture.projectId }));
  for (const suiteId of ['suite_foreign', 'suite_gone'])
    await handle(eventMessage(SuiteCreated, { suiteId, projectId: 'prj_foreign' }));
  await handle(eventMessage(SuiteCreated, { suiteId: 'suite_late', projectId: 'prj_deleted' }));
  await handle(eventMessage(SuiteDeleted, { suiteId: 'suite_gone' }));
});
afterAll(() => fixture.stop());

const budgetOf = (id: string) =>
  fixture.call(
    operations.setBudget,
    { organizationId: fixture.organizationId },
    { scope: { kind: 'suite', id }, period: 'day', limit: { tokens: 9 } },
  );

test('a budget of a suite of another organization is refused', async () => {
  await expect(budgetOf('suite_foreign')).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: [{ path: '/scope/id' }] },
  });
});

test.each(['suite_own', 'suite_gone', 'suite_late', 'suite_not_told_of_yet'])(
  'a budget of %s is set, as it belongs to no other organization',
  async (id) => {
    expect(await budgetOf(id)).toMatchObject({ scope: { kind: 'suite', id } });
  },
);
