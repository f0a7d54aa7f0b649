import { operations } from '@assay/contract/operations';
import { toldChanges } from '@assay/testkit/audit/told-changes';
import { startPeople } from '../support/people.ts';

let house: Awaited<ReturnType<typeof startPeople>>;
let bob: string;
let serverId: string;
beforeAll(async () => {
  house = await startPeople();
  bob = (await house.person('member')).userId;
  serverId = (
    await house.call(
      operations.createProjectServer,
      { projectId: house.projectId },
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
afterAll(() => house.stop());

const told = async () => (await toldChanges(house.pool)).length;

test.each<[string, (value: number) => Promise<unknown>]>([
  [
    'a project',
    (value) => house.call(operations.updateProject, { projectId: house.projectId }, { name: `project ${value}` }),
  ],
  [
    'an organization',
    (value) =>
      house.call(
        operations.updateOrganization,
        { organizationId: house.organizationId },
        { name: `organization ${value}` },
        house.adaInPerson,
      ),
  ],
  [
    'its settings',
    (value) =>
      house.call(
        operations.updateOrganizationSettings,
        { organizationId: house.organizationId },
        { limits: { concurrentRuns: value } },
        house.adaInPerson,
      ),
  ],
  [
    'a member',
    (value) =>
      house.call(
        operations.changeMember,
        { organizationId: house.organizationId, userId: bob },
        { role: value === 1 ? 'viewer' : 'admin' },
        house.adaInPerson,
      ),
  ],
  [
    'a member of a project',
    (value) =>
      house.call(
        operations.setProjectMember,
        { projectId: house.projectId, userId: bob },
        { role: value === 1 ? 'viewer' : 'member' },
        house.adaInPerson,
      ),
  ],
  [
    'a server',
    (value) =>
      house.call(operations.updateProjectServer, { projectId: house.projectId, serverId }, { name: `server ${value}` }),
  ],
  [
    'a secret of a server',
    (value) =>
      house.call(
        operations.updateProjectServer,
        { projectId: house.projectId, serverId },
        { headers: { 'X-Key': `hunter${value}` } },
      ),
  ],
  [
    'a budget',
    (value) =>
      house.call(
        operations.setBudget,
        { organizationId: house.organizationId },
        { scope: { kind: 'project', id: house.projectId }, period: 'total', limit: { usd: value } },
        house.adaInPerson,
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
    house.call(
      operations.setModelProvider,
      { organizationId: house.organizationId, provider: 'openai' },
      { apiKey: 'hunter2' },
      house.adaInPerson,
    );
  await set();
  const before = await told();
  await set();
  expect(await told()).toBe(before + 1);
});
