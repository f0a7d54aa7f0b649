import { operations } from '@assay/contract/operations';
import { auditedChanges } from '@assay/testkit/audit/audited-changes';
import { startPeople } from '../support/people.ts';

let fixture: Awaited<ReturnType<typeof startPeople>>;
let bob: string;
let serverId: string;
beforeAll(async () => {
  fixture = await startPeople();
  bob = (await fixture.person('member')).userId;
  serverId = (
    await fixture.call(
      operations.createProjectServer,
      { projectId: fixture.projectId },
      {
        name: 'kept',
        enabled: true,
        transportType: 'http',
        url: 'https://mcp.example/mcp',
        headers: { 'X-Key': 'hunter2' },
      },
    )
  ).id;
});
afterAll(() => fixture.stop());

const told = async () => (await auditedChanges(fixture.pool)).length;

test.each<[string, (value: number) => Promise<unknown>]>([
  [
    'a project',
    (value) => fixture.call(operations.updateProject, { projectId: fixture.projectId }, { name: `project ${value}` }),
  ],
  [
    'an organization',
    (value) =>
      fixture.call(
        operations.updateOrganization,
        { organizationId: fixture.organizationId },
        { name: `organization ${value}` },
        fixture.adaInPerson,
      ),
  ],
  [
    'its settings',
    (value) =>
      fixture.call(
        operations.updateOrganizationSettings,
        { organizationId: fixture.organizationId },
        { limits: { concurrentRuns: value } },
        fixture.adaInPerson,
      ),
  ],
  [
    'a member',
    (value) =>
      fixture.call(
        operations.changeMember,
        { organizationId: fixture.organizationId, userId: bob },
        { role: value === 1 ? 'viewer' : 'admin' },
        fixture.adaInPerson,
      ),
  ],
  [
    'a member of a project',
    (value) =>
      fixture.call(
        operations.setProjectMember,
        { projectId: fixture.projectId, userId: bob },
        { role: value === 1 ? 'viewer' : 'member' },
        fixture.adaInPerson,
      ),
  ],
  [
    'a server',
    (value) =>
      fixture.call(
        operations.updateProjectServer,
        { projectId: fixture.projectId, serverId },
        { name: `server ${value}` },
      ),
  ],
  [
    'a secret of a server',
    (value) =>
      fixture.call(
        operations.updateProjectServer,
        { projectId: fixture.projectId, serverId },
        { headers: { 'X-Key': `hunter${value}` } },
      ),
  ],
  [
    'a budget',
    (value) =>
      fixture.call(
        operations.setBudget,
        { organizationId: fixture.organizationId },
        { scope: { kind: 'project', id: fixture.projectId }, period: 'total', limit: { usd: value } },
        fixture.adaInPerson,
      ),
  ],
])('%s leaves no entry when nothing changes, and one when it changes', async (_, write) => {
  await write(1);
  const before = await told();
  await write(1);
  expect(await told()).toBe(before);
  await write(2);
  expect(await told()).toBe(before + 1);
});

test('a saved provider key leaves an entry each time, because keys cannot be compared', async () => {
  const set = () =>
    fixture.call(
      operations.setModelProvider,
      { organizationId: fixture.organizationId, provider: 'openai' },
      { apiKey: 'hunter2' },
      fixture.adaInPerson,
    );
  await set();
  const before = await told();
  await set();
  expect(await told()).toBe(before + 1);
});
