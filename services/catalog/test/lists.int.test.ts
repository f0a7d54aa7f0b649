import { given } from '@assay/contract/given';
import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import type { Operation } from '@assay/contract/operation';
import { allOperations } from '@assay/contract/operations';
import { addRows } from './support/listed-rows.ts';
import { startTestCatalog, type TestCatalog } from './support/start.ts';

interface Item {
  id?: string;
  userId?: string;
  serverId?: string;
  group?: string;
}
interface Page {
  items: Item[];
  nextCursor?: string;
}
type Place = 'organization' | 'project' | 'server' | undefined;

/** Every list of the catalog: its place, default and maximum page size, and the parameters of its query. */
const lists: [operationId: string, place: Place, fallback: number, max: number, query?: Record<string, string>][] = [
  ['listProjects', undefined, 200, 500],
  ['listProjectServers', 'project', 200, 500],
  ['listServerChanges', 'project', 50, 200],
  // At most 200 diagnoses of a server are kept; the rows here were not stored by the service.
  ['listServerDiagnoses', 'server', 50, 200],
  ['listSecrets', 'project', 50, 200],
  ['listOrganizations', undefined, 200, 500],
  ['listOwnSessions', undefined, 50, 200],
  ['listMembers', 'organization', 50, 200],
  ['listProjectMembers', 'project', 50, 200],
  ['listInvitations', 'organization', 50, 200],
  ['listApiKeys', undefined, 50, 200],
  ['listOwnGrants', undefined, 50, 200],
  ['listOrganizationApiKeys', 'organization', 50, 200],
  ['listRunnerTokens', 'organization', 50, 200],
  ['listChatSessions', undefined, 50, 200],
  ['listAuditLog', 'organization', 50, 200],
  ['listBudgets', 'organization', 50, 200],
  ['listUsage', 'organization', 100, 500, { groupBy: 'suite' }],
  ['listRegistryServers', 'project', 50, 200],
  ['listRegistryConnections', 'project', 200, 500],
];
/** Lists with one page, and lists whose rows come from a source: registry.int.test.ts walks through these. */
// Of the operator's, operator.test.ts asks.
const ofOperator = ['listDeadLetters', 'listHeldBudgets', 'listOperatorActs'];
const others = [
  'listServerDays',
  'listModels',
  'listModelProviders',
  'listDirectorySources',
  'listDirectoryServers',
  ...ofOperator,
];

let fixture: TestCatalog;
let rows = 0;
const add = async (count: number) => {
  await addRows(fixture, rows + 1, rows + count);
  rows += count;
};
beforeAll(async () => {
  fixture = await startTestCatalog();
  await add(505);
}, 60_000);
afterAll(() => fixture.stop());

async function read(operationId: string, place: Place, query: Record<string, string>): Promise<Page> {
  const rpc = rpcOf(allOperations[operationId] as Operation);
  const target =
    place === 'project' || place === 'server'
      ? { projectId: fixture.projectId, serverId: `srv_${'1'.padStart(26, '0')}` }
      : place === 'organization'
        ? { organizationId: fixture.organizationId }
        : {};
  const { json } = (await fixture.mesh.call(
    rpc,
    { ...target, input: Buffer.from(JSON.stringify(query)) },
    { caller: fixture.adaInPerson },
  )) as { json: Buffer };
  return JSON.parse(json.toString()) as Page;
}
const keyOf = ({ id, userId, serverId, group }: Item): string => (id ?? userId ?? serverId ?? group)!;

test('every list of the catalog is tested here', () => {
  const all = Object.entries(allOperations).filter(
    ([, { service, reply }]) =>
      service === 'catalog' && 'items' in ((reply as { properties?: object }).properties ?? {}),
  );
  expect(all.map(([id]) => id).toSorted()).toEqual([...lists.map(([id]) => id), ...others].toSorted());
});

describe.each(lists)('%s', (operationId, place, fallback, max, query = {}) => {
  test.each<[string, string | undefined, number]>([
    ['without a limit', undefined, fallback],
    ['with a limit of 0', '0', fallback],
    ['with a limit that is not a number', 'many', fallback],
    ['with an empty limit', '', fallback],
    ['with a negative limit', '-3', 1],
    ['with a limit', '3', 3],
    ['with a fractional limit', '2.9', 2],
    ['with the highest limit', String(max), max],
    ['above the highest limit', String(max + 1), max],
    ['far above the highest limit', '1e9', max],
  ])('a page %s', async (_, limit, size) => {
    const page = await read(operationId, place, { ...query, ...given({ limit }) });
    expect([page.items.length, page.nextCursor]).toEqual([size, expect.any(String)]);
  });

  test('is complete, without repetitions, and ends while rows are added', async () => {
    const before = new Set<string>();
    for (let cursor: string | undefined; before.size === 0 || cursor;) {
      const page = await read(operationId, place, { ...query, limit: String(max), ...(cursor && { cursor }) });
      for (const item of page.items) before.add(keyOf(item));
      cursor = page.nextCursor;
    }
    const walked: string[] = [];
    for (let cursor: string | undefined; walked.length === 0 || cursor;) {
      const page = await read(operationId, place, { ...query, limit: '190', ...(cursor && { cursor }) });
      expect(page.items.length).toBeGreaterThan(0);
      walked.push(...page.items.map(keyOf));
      await add(1);
      cursor = page.nextCursor;
    }
    expect(walked).toHaveLength(new Set(walked).size);
    expect([...before].filter((key) => !walked.includes(key))).toEqual([]);
  });

  test('takes only its own cursors', async () => {
    const other =
      operationId === 'listProjects'
        ? await read('listProjectServers', 'project', { limit: '1' })
        : await read('listProjects', undefined, { limit: '1' });
    const { nextCursor } = await read(operationId, place, { ...query, limit: '1' });
    const bytes = Buffer.from(nextCursor!, 'base64url');
    const changed = [0, 15, 16, bytes.length - 1].map((at) =>
      Buffer.from(bytes.map((byte, i) => (i === at ? byte ^ 1 : byte))).toString('base64url'),
    );
    for (const cursor of [
      ...changed,
      other.nextCursor!,
      'x',
      '!',
      nextCursor!.slice(0, 10),
      `${nextCursor}AAAA`,
      'A'.repeat(10_000),
    ]) {
      await expect(read(operationId, place, { ...query, cursor })).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { issues: [{ path: '/cursor' }] },
      });
    }
  });
});
