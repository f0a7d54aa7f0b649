import { DiagnosesService } from '@assay/mesh/gen/assay/v1/catalog';
import { SurfaceChanged } from '@assay/mesh/gen/assay/v1/events';
import { operations } from '@assay/contract/operations';
import { transaction } from '@assay/kit/postgres/db';
import { messageOf } from '@assay/testkit/message-of';
import { noteSurfaceChange } from '../../src/events/surface-changed.ts';
import { startTestCatalog, type TestCatalog } from '../support/start.ts';

let fixture: TestCatalog;
beforeAll(async () => {
  fixture = await startTestCatalog();
});
afterAll(() => fixture.stop());
beforeEach(() => fixture.pool.query('delete from servers'));

const project = () => ({ projectId: fixture.projectId });
const save = async (name: string, more: object = {}) => {
  const body = { name, enabled: true, transportType: 'http', url: `https://${name}.example/mcp`, ...more };
  return { ...project(), serverId: (await fixture.call(operations.createProjectServer, project(), body)).id };
};
type Saved = Awaited<ReturnType<typeof save>>;

const ready = { status: 'ready', durationMs: 12, signIn: 'none', toolCount: 4, protocolVersion: '2025-11-25' };
const refused = {
  status: 'error',
  stage: 'probe',
  cause: 'connection_refused',
  explanation: 'Nothing listens there.',
  evidence: { port: 1 },
  durationMs: 3,
  signIn: 'none',
};
const diagnose = (at: Saved, diagnosis: object) =>
  fixture.mesh.call(
    DiagnosesService.noteDiagnosis,
    { ...at, diagnosis: Buffer.from(JSON.stringify(diagnosis)) },
    { caller: fixture.ada },
  );
const changeSurface = (at: Saved, breaking: number) =>
  transaction(fixture.pool, (tx) =>
    noteSurfaceChange(
      tx,
      messageOf(SurfaceChanged, { ...at, breaking, additive: 1, cosmetic: 0, seenAtMs: Date.now() }),
    ),
  );
const read = (at: Saved) => fixture.call(operations.getProjectServer, at);
const list = (query: object = {}) => fixture.call(operations.listProjectServers, project(), query);
const changes = async () => (await fixture.call(operations.listServerChanges, project())).items;

test('a server keeps its last diagnosis, its first cause and when it was ready', async () => {
  const at = await save('printer');
  expect(await read(at)).not.toHaveProperty('state');
  await diagnose(at, { ...ready, checks: { probe: { status: 'ok', detail: 'first' } } });
  await diagnose(at, { ...refused, checks: { probe: { status: 'error', detail: 'second' } } });
  expect(await read(at)).toMatchObject({
    state: 'unusable',
    toolCount: 4,
    readyAt: expect.any(Number),
    lastDiagnosis: {
      cause: 'connection_refused',
      evidence: { port: 1 },
      checks: { probe: { detail: 'second' } },
      diagnosedBy: fixture.ada.userId,
    },
  });
  const kept = await fixture.pool.query('select id from server_diagnoses where checks is not null');
  expect(kept.rowCount).toBe(1);
  const { items } = await fixture.call(operations.listServerDiagnoses, at);
  expect(items.map(({ status, evidence }) => [status, evidence])).toEqual([
    ['error', undefined],
    ['ready', undefined],
  ]);
});

test('a state begins with its first diagnosis and not with a repeated one', async () => {
  const at = await save('printer');
  await diagnose(at, refused);
  const { stateSince } = await read(at);
  await diagnose(at, refused);
  expect(await read(at)).toMatchObject({ stateSince });
  expect(await changes()).toHaveLength(1);
});

test('changes of states and surfaces are listed, the newest first', async () => {
  const at = await save('printer');
  await diagnose(at, ready);
  await changeSurface(at, 2);
  await diagnose(at, refused);
  expect(await changes()).toMatchObject([
    { kind: 'diagnosis', serverName: 'printer', from: 'look', to: 'unusable', cause: 'connection_refused' },
    { kind: 'surface', from: 'well', to: 'look', breaking: 2 },
    { kind: 'diagnosis', to: 'well' },
  ]);
});

test('a ready server is to look at while its surface broke callers', async () => {
  const at = await save('printer');
  await diagnose(at, ready);
  await changeSurface(at, 1);
  expect(await read(at)).toMatchObject({ state: 'look', surfaceChange: { breaking: 1, additive: 1 } });
  await changeSurface(at, 0);
  expect(await read(at)).toMatchObject({ state: 'well' });
});

test('nothing is kept of a diagnosis whose server is gone', async () => {
  await diagnose({ ...project(), serverId: 'srv_gone' }, ready);
  await changeSurface({ ...project(), serverId: 'srv_gone' }, 1);
  expect(await changes()).toEqual([]);
});

test('a diagnosis of a server of another project is refused', async () => {
  const at = await save('printer');
  const { mesh, ada } = fixture;
  const request = { ...at, projectId: 'prj_other', diagnosis: Buffer.from(JSON.stringify(ready)) };
  await expect(mesh.call(DiagnosesService.noteDiagnosis, request, { caller: ada })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('days show the worst diagnosis of each, and null where there is none', async () => {
  const at = await save('printer');
  await diagnose(at, refused);
  await fixture.pool.query(`update server_diagnoses set diagnosed_at = now() - interval '2 days'`);
  await diagnose(at, ready);
  const { items } = await fixture.call(operations.listServerDays, project(), { days: 4 });
  expect(items).toEqual([{ serverId: at.serverId, days: [null, 'unusable', null, 'well'] }]);
});

describe('a list of servers', () => {
  beforeEach(async () => {
    await diagnose(await save('beta', { tags: ['depot'] }), refused);
    await diagnose(await save('alpha', { tags: ['depot', 'north'] }), refused);
    await diagnose(await save('gamma'), { ...ready, signIn: 'oauth' });
    await save('delta_1', { transportType: 'stdio', url: undefined, command: 'npx' });
  });
  const names = async (query: object) => (await list(query)).items.map(({ name }) => name);

  test.each<[string, object, string[]]>([
    ['by name', { sort: 'name' }, ['alpha', 'beta', 'delta_1', 'gamma']],
    ['by state', { sort: 'state' }, ['alpha', 'beta', 'delta_1', 'gamma']],
    ['of a state', { state: 'unusable', sort: 'name' }, ['alpha', 'beta']],
    ['of a tag', { tag: 'north' }, ['alpha']],
    ['of a transport', { transport: 'stdio' }, ['delta_1']],
    ['of a sign-in', { signIn: 'oauth' }, ['gamma']],
    ['with words of the address', { q: 'GAMMA.example' }, ['gamma']],
    ['with a sign that is no wildcard', { q: 'a_1' }, ['delta_1']],
    ['with a percent sign', { q: '%' }, []],
  ])('is read %s', async (_, query, expected) => expect(await names(query)).toEqual(expected));

  test.each(['newest', 'name', 'state'])('is complete in pages of one, sorted by %s', async (sort) => {
    const seen: string[] = [];
    for (let cursor: string | undefined; seen.length === 0 || cursor;) {
      const page = await list({ sort, limit: 1, ...(cursor && { cursor }) });
      seen.push(...page.items.map(({ name }) => name));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(await names({ sort }));
  });

  test('counts each group under the other filters', async () => {
    expect((await list({ counts: true, state: 'unusable', tag: 'north' })).counts).toEqual({
      total: 1,
      states: { unusable: 1 },
      causes: { connection_refused: 1 },
      transports: { http: 1 },
      signIns: { none: 1 },
      tags: { depot: 2, north: 1 },
    });
  });

  test('has no evidence', async () => {
    const [first] = (await list({ state: 'unusable' })).items;
    expect(first!.lastDiagnosis).toEqual(expect.not.objectContaining({ evidence: expect.anything() }));
  });
});

test('an edit of another revision is refused with the server as it is', async () => {
  const at = await save('printer');
  const edit = (patch: object) => fixture.call(operations.updateProjectServer, at, patch);
  expect(await edit({ expectedRevision: 1, name: 'first' })).toMatchObject({ name: 'first', revision: 2 });
  await expect(edit({ expectedRevision: 1, name: 'second' })).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { currentRevision: 2, current: { name: 'first', updatedBy: fixture.ada.userId } },
  });
  expect(await edit({ name: 'third' })).toMatchObject({ name: 'third', revision: 3 });
});
