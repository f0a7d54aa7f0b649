import { startFaultyServer, type FaultyServer } from '@assay/testkit/mcp-servers/faulty-servers';
import { waitUntil } from '@assay/testkit/until';
import { answerOf, assertStep, toolCall, type Api } from '../support/api.ts';
import { sharedInstallation } from '../support/shared-installation.ts';

let faulty: FaultyServer;
let api: Api;
let project: { projectId: string };
let suiteId: string;
let runId: string;
let serverId: string;

beforeAll(async () => {
  const [installation, server] = await Promise.all([sharedInstallation(), startFaultyServer()]);
  [api, faulty] = [installation.api, server];
  project = { projectId: api.projectId };
  serverId = await api.saveServer('tickets', faulty.url('/tools'));
  await api.assay.runDoctor({ ...project, serverId });
  ({ suiteId } = await api.assay.createEvalSuite(project, {
    name: 'Refunds',
    serverIds: [serverId],
    tests: [
      {
        title: 'Refund order by echo',
        steps: [
          toolCall('call', 'tickets', 'echo'),
          assertStep('never', { type: 'toolNeverCalled', toolName: 'echo' }),
        ],
      },
    ],
  }));
});
afterAll(() => faulty.stop());

const attention = () => api.assay.getProjectAttention(project);
const search = async (q: string) => (await api.assay.searchProject(project, { q })).items;

test('a project without a verdict says that nothing has run', async () => {
  expect(await attention()).toMatchObject({
    outcome: 'note',
    sentence: 'Nothing has run yet.',
    counts: { servers: { total: 1, unusable: 0 }, suites: { total: 1, failing: 0 }, runs: { total: 0, underWay: 0 } },
    items: [],
    unavailable: [],
  });
});

test('a stream tells which parts of a project change', async () => {
  const events = api.assay.streamProjectEvents(project);
  const first = await events.next();
  expect(first.value).toMatchObject({ type: 'changed', data: { parts: [] } });
  const told = events.next();
  runId = await api.startRun({ suiteId });
  expect((await told).value).toMatchObject({ data: { parts: ['runs'] } });
  await events.return(undefined);
  await api.finishedRun(runId);
});

test('a suite that fails and a server that cannot be used need a person until dismissed', async () => {
  const down = await api.saveServer('invoices', 'http://127.0.0.1:9/mcp');
  await api.assay.runDoctor({ ...project, serverId: down });
  const found = await waitUntil(async () => {
    const read = await attention();
    return read.items.length === 2 && read;
  });
  expect(found).toMatchObject({
    outcome: 'failed',
    sentence: '1 of 1 suite fails, and 1 of 2 servers cannot be used.',
    because: 'Refunds fails since its first run.',
    items: [
      {
        kind: 'suiteFails',
        sentence: 'Refunds fails: 0 of 1 trials',
        because: 'since its first run',
        action: { label: 'Read why', page: { kind: 'run', id: runId, path: `/p/${api.projectId}/runs/${runId}` } },
      },
      { kind: 'serverUnusable', subject: { id: down, name: 'invoices' }, action: { label: 'Diagnose' } },
    ],
  });
  const item = { ...project, itemId: found.items[0]!.id };
  await api.assay.dismissAttentionItem(item);
  expect(await attention()).toMatchObject({ dismissed: 1, items: [{ kind: 'serverUnusable' }] });
  expect(await api.assay.undismissAttentionItem(item)).toEqual({ itemId: item.itemId, dismissed: false });
  expect((await attention()).items).toHaveLength(2);
});

test.each([
  ['a suite', 'refu', ['suite', 'case']],
  ['a case by words in any order', 'echo order', ['case']],
  ['a tool', 'echo', ['case', 'tool']],
  ['a run by its number', 'refunds 1', ['run']],
  ['a server', 'ticket', ['server']],
  ['nothing', 'zebra', []],
])('a search finds %s', async (_, q, kinds) => {
  expect((await search(q)).map(({ kind }) => kind)).toEqual(expect.arrayContaining(kinds));
  if (kinds.length === 0) expect(await search(q)).toEqual([]);
});

test('an id is found in a search, and tells its kind, name and page', async () => {
  const [iteration] = await api.iterations(runId);
  const page = `/p/${api.projectId}/runs/${runId}/i/${iteration!.id}`;
  expect(await search(iteration!.id)).toMatchObject([{ kind: 'iteration', path: page }]);
  expect(await api.assay.findObject({ objectId: iteration!.id })).toMatchObject({
    kind: 'iteration',
    name: 'Trial 1',
    projectId: api.projectId,
    parent: { kind: 'run', id: runId, name: 'Refunds, run 1' },
    path: page,
  });
  expect(await api.assay.findObject({ objectId: suiteId })).toMatchObject({ kind: 'suite', name: 'Refunds' });
  expect(await api.assay.findObject({ objectId: serverId })).toMatchObject({ kind: 'server', name: 'tickets' });
});

test.each(['run_00000000000000000000000000', 'srv_00000000000000000000000000', 'nonsense'])(
  'an id that names nothing is not found: %s',
  async (objectId) => {
    expect((await answerOf(api.assay.findObject.withResponse({ objectId }))).status).toBe(404);
  },
);

test('runners tell their name, slots, kinds and version, and runs that none may take are named', async () => {
  const { organizationId } = await api.assay.getProject(project);
  const { items } = await api.assay.listRunners({ organizationId });
  expect(items[0]).toMatchObject({
    isLive: true,
    isOwn: false,
    slots: expect.any(Number),
    kinds: expect.arrayContaining(['iteration', 'judge']),
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  });
});
