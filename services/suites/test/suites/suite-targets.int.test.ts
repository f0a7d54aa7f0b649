import { AuthoringService } from '@assay/mesh/gen/assay/v1/suites';
import { operations } from '@assay/contract/operations';
import { unavailable } from '@assay/contract/problem';
import type { Pool } from '@assay/kit/postgres/db';
import { bundleOfClient, bundleOfEnvironment } from '@assay/testkit/bundles-stand-in';
import { settleUnsettledChanges, settlingTargets } from '../../src/flows/suites/attach-targets.ts';
import {
  create,
  project,
  read,
  refusal,
  remove,
  startSuiteFixture,
  stopSuiteFixture,
  suiteFixture,
  update,
} from '../support/suite-calls.ts';

beforeAll(async () => {
  await startSuiteFixture();
  const { bundles } = suiteFixture;
  for (const id of ['env_a', 'env_b']) bundles.environments.set(id, bundleOfEnvironment(id, id));
  bundles.clients.push(
    bundleOfClient('client_desk', 'Desktop'),
    bundleOfClient('client_one', 'Twin'),
    bundleOfClient('client_two', 'twin'),
  );
});
afterAll(stopSuiteFixture);
afterEach(() => {
  suiteFixture.bundles.away = undefined;
  suiteFixture.bundles.attaching = async () => undefined;
});

const attach = (suiteId: string, environmentId: string) =>
  suiteFixture.call(
    operations.attachEvalSuiteEnvironment,
    { ...project, suiteId, declaredSuiteId: '' },
    { environmentId },
  );
const freeze = (suiteId: string) => suiteFixture.mesh.call(AuthoringService.freezeSuite, { ...project, suiteId });
const reserved = (suiteId: string) => suiteFixture.bundles.attached.get(suiteId);

test('environments are attached, replaced and detached, and reserved meanwhile', async () => {
  const suiteId = await create();
  expect((await update(suiteId, { environmentIds: ['env_a', 'env_b', 'env_a'] })).environmentIds).toEqual([
    'env_a',
    'env_b',
  ]);
  expect(reserved(suiteId)).toEqual({ environmentIds: ['env_a', 'env_b'], clientIds: [] });
  expect((await update(suiteId, { environmentIds: ['env_b'] })).environmentIds).toEqual(['env_b']);
  expect((await update(suiteId, { description: 'kept' })).environmentIds).toEqual(['env_b']);
  expect((await freeze(suiteId)).environmentIds).toEqual(['env_b']);
  expect(reserved(suiteId)!.environmentIds).toEqual(['env_b']);
  expect((await update(suiteId, { environmentIds: null })).environmentIds).toEqual([]);
  expect(reserved(suiteId)!.environmentIds).toEqual([]);
});

test('one environment is added to the attached ones, and once', async () => {
  const suiteId = await create({ environmentIds: ['env_a'] });
  const { revisionNumber } = await read(suiteId);
  expect(await attach(suiteId, 'env_a')).toEqual({ suiteId, attached: false, environmentIds: ['env_a'] });
  expect((await read(suiteId)).revisionNumber).toBe(revisionNumber);
  expect(await attach(suiteId, 'env_b')).toEqual({ suiteId, attached: true, environmentIds: ['env_a', 'env_b'] });
  await expect(attach(suiteId, 'env_nope')).rejects.toMatchObject({
    code: 'NOT_FOUND',
    details: { environmentId: 'env_nope' },
  });
});

test('clients are attached by id or by name in any case, with servers of the suite', async () => {
  const suiteId = await create({ serverIds: ['srv_everything', 'srv_files'] });
  const hosts = [{ host: 'desktop', servers: ['files'] }, { host: 'client_one' }, { host: 'client_desk' }];
  const attached = [
    { id: 'client_desk', name: 'Desktop', servers: ['srv_files'] },
    { id: 'client_one', name: 'Twin' },
  ];
  expect((await update(suiteId, { hosts })).hosts).toEqual(attached);
  expect(reserved(suiteId)!.clientIds).toEqual(['client_desk', 'client_one']);
  expect((await freeze(suiteId)).clients).toEqual([
    { id: 'client_desk', name: 'Desktop', serverIds: ['srv_files'], limitsServers: true },
    { id: 'client_one', name: 'Twin', serverIds: [], limitsServers: false },
  ]);
  expect((await update(suiteId, { environmentIds: ['env_a'] })).hosts).toEqual(attached);
  expect((await update(suiteId, { hosts: [] })).hosts).toEqual([]);
  expect(reserved(suiteId)).toEqual({ environmentIds: ['env_a'], clientIds: [] });
});

test('a new suite has the targets of its draft, and a refused one reserves none', async () => {
  const suiteId = await create({ name: 'with targets', environmentIds: ['env_a'], hosts: [{ host: 'Desktop' }] });
  expect(await read(suiteId)).toMatchObject({
    environmentIds: ['env_a'],
    hosts: [{ id: 'client_desk', name: 'Desktop' }],
  });
  const holders = new Set(suiteFixture.bundles.attached.keys());
  await expect(create({ name: 'with targets', environmentIds: ['env_b'] })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  const [refused] = [...suiteFixture.bundles.attached].filter(([id]) => !holders.has(id));
  expect(refused![1]).toEqual({ environmentIds: [], clientIds: [] });
});

test.each([
  ['the default client', {}],
  ['an environment', { environmentIds: ['env_a'] }],
  ['a client', { hosts: [{ host: 'Desktop' }] }],
])('a suite with %s needs no model for cases with a prompt', async (_, targets) => {
  const tests = [{ title: 'asks', steps: [{ id: 'a', kind: 'prompt', prompt: 'Hello.' }] }];
  expect(await create({ tests, model: undefined, ...targets })).toMatch(/^suite_/);
});

test.each<[string, object, object]>([
  ['no environments', { environmentIds: [] }, refusal('/environmentIds')],
  [
    'an unknown environment',
    { environmentIds: ['env_a', 'env_nope'] },
    { code: 'NOT_FOUND', details: { environmentId: 'env_nope' } },
  ],
  ['an unknown client', { hosts: [{ host: 'Nope' }] }, { code: 'NOT_FOUND', details: { client: 'Nope' } }],
  ['a name of two clients', { hosts: [{ host: 'Desktop' }, { host: 'TWIN' }] }, refusal('/hosts/1/host')],
  [
    'a server of a client that the suite lacks',
    { hosts: [{ host: 'Desktop', servers: ['everything', 'files'] }] },
    refusal('/hosts/0/servers/1'),
  ],
])('%s is refused, and nothing is written or stays reserved', async (_, patch, problem) => {
  const suiteId = await create({ environmentIds: ['env_b'] });
  const before = await read(suiteId);
  await expect(update(suiteId, { description: 'written', ...patch })).rejects.toMatchObject(problem);
  expect(await read(suiteId)).toEqual(before);
  expect(reserved(suiteId)).toEqual({ environmentIds: ['env_b'], clientIds: [] });
});

test('of two concurrent changes of the targets one wins, and what it attached is reserved', async () => {
  const suiteId = await create();
  const changes = await Promise.allSettled([
    update(suiteId, { environmentIds: ['env_a'] }),
    update(suiteId, { environmentIds: ['env_b'] }),
  ]);
  const { environmentIds } = await read(suiteId);
  expect(changes.some(({ status }) => status === 'fulfilled')).toBe(true);
  expect(environmentIds).toHaveLength(1);
  expect(reserved(suiteId)!.environmentIds).toEqual(environmentIds);
});

test('a change that is committed while another one is being settled keeps its targets reserved', async () => {
  const suiteId = await create();
  const { bundles } = suiteFixture;
  let requests = 0;
  bundles.attaching = async () => {
    // The first request reserves what the change wants, the second one settles it.
    if (++requests === 2) await update(suiteId, { environmentIds: ['env_b'] });
  };
  await update(suiteId, { environmentIds: ['env_a'] });
  expect((await read(suiteId)).environmentIds).toEqual(['env_b']);
  expect(reserved(suiteId)!.environmentIds).toEqual(['env_b']);
});

test('a change that lost its revision meanwhile is refused, and releases what it reserved', async () => {
  const suiteId = await create({ environmentIds: ['env_a'] });
  suiteFixture.bundles.attaching = async () => {
    suiteFixture.bundles.attaching = async () => undefined;
    await update(suiteId, { description: 'faster' });
  };
  await expect(update(suiteId, { environmentIds: ['env_b'] })).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { currentRevisionNumber: 3 - 1 },
  });
  expect(reserved(suiteId)!.environmentIds).toEqual(['env_a']);
});

test('targets cannot change while the service environments is away, and all else can', async () => {
  const suiteId = await create({ environmentIds: ['env_a'] });
  suiteFixture.bundles.away = unavailable('away');
  await expect(update(suiteId, { environmentIds: null })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect((await update(suiteId, { description: 'changed' })).environmentIds).toEqual(['env_a']);
  await remove(suiteId);
});

test('a launch attaches clients as its caller, not as a runner', async () => {
  const suiteId = await create();
  const request = { ...project, suiteId, clients: [{ client: 'Desktop', serverIds: [], limitsServers: false }] };
  const attachAs = (role: 'viewer' | 'member') =>
    suiteFixture.mesh.call(AuthoringService.attachClients, request, {
      caller: { ...suiteFixture.memberOf(project.projectId), role },
    });
  await expect(attachAs('viewer')).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await attachAs('member');
  expect((await read(suiteId)).hosts).toEqual([{ id: 'client_desk', name: 'Desktop' }]);
});

test('a reservation that its process could not settle is settled later', async () => {
  const { bundles, pool, environments } = suiteFixture;
  await create({ name: 'settled later' });
  const holders = new Set(bundles.attached.keys());
  bundles.attaching = async () => {
    bundles.away = unavailable('The process died.');
  };
  await expect(create({ name: 'settled later', environmentIds: ['env_b'] })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  const [suiteId] = [...bundles.attached.keys()].filter((id) => !holders.has(id));
  expect(reserved(suiteId!)!.environmentIds).toEqual(['env_b']);
  bundles.attaching = async () => undefined;
  const settle = () => settleUnsettledChanges({ environments, pool }, 0, 100);
  await settle();
  expect(reserved(suiteId!)!.environmentIds).toEqual(['env_b']);
  bundles.away = undefined;
  await settle();
  expect(reserved(suiteId!)).toEqual({ environmentIds: [], clientIds: [] });
  expect(await settle()).toBe(0);
});

test('a change that was made stays made when its reservation cannot be settled at once', async () => {
  const { pool, environments } = suiteFixture;
  const suiteId = await create({ name: 'made' });
  let isAway = false;
  const query = (...asked: Parameters<Pool['query']>) =>
    isAway ? Promise.reject(new Error('The database is away.')) : pool.query(...asked);
  const change = async () => {
    isAway = true;
    return 'made';
  };
  const deps = { environments, pool: { query } as unknown as Pool };
  expect(await settlingTargets(deps, { id: suiteId, projectId: project.projectId }, change)).toBe('made');
  expect(await settleUnsettledChanges({ environments, pool }, 0, 100)).toBe(1);
});
