import { operations } from '@assay/contract/operations';
import {
  agrees,
  changing,
  stopSurfaceFixture,
  exported,
  surfaceFixture,
  offered,
  offerTwo,
  startSurfaceFixture,
  remembered,
  tool,
} from './surface-fixture.ts';

beforeAll(startSurfaceFixture);
afterAll(stopSurfaceFixture);
beforeEach(offerTwo);

test('stored surfaces, exports and the live surface of a server are compared', async () => {
  const at = surfaceFixture.save(changing.url);
  const old = await exported(at);
  const surfaceId = (await remembered(at, 1))[0]!.surfaceId;
  expect(agrees.diff(await surfaceFixture.send(operations.diffServer, at, { base: { surfaceId } }))).toMatchObject({
    base: { surfaceId, hash: old.contentHash },
    head: { hash: old.contentHash },
    compatible: true,
    changes: [],
  });

  offered.tools = [...offered.tools.toReversed(), tool('copy')];
  const more = agrees.diff(
    await surfaceFixture.send(operations.diffServer, at, { base: { export: old }, head: 'live' }),
  );
  expect(more).toMatchObject({
    compatible: true,
    summary: { breaking: 0, additive: 1, cosmetic: 0 },
    changes: [
      { kind: 'tool', name: 'copy', path: '', change: 'added', grade: 'additive', message: 'Tool "copy" is new.' },
    ],
  });
  const back = agrees.diff(
    await surfaceFixture.send(operations.diffServer, at, { base: { export: await exported(at) }, head: { surfaceId } }),
  );
  expect(back).toMatchObject({
    compatible: false,
    summary: { breaking: 1 },
    changes: [{ name: 'copy', change: 'removed', grade: 'breaking' }],
    head: { surfaceId },
  });
  // An older export with fewer fields.
  const { tools, resources, prompts } = old;
  expect(
    await surfaceFixture.call(operations.diffServer, at, {
      base: { export: { tools, resources, prompts } },
      head: { surfaceId },
    }),
  ).toMatchObject({ summary: { breaking: 0, additive: 0 } });
});

const side = { export: { tools: [], resources: [], prompts: [] } };
test.each<[string, object, string]>([
  ['no base', {}, '/base'],
  ['a base that is nothing', { base: {} }, '/base'],
  ['a base that is two things', { base: { surfaceId: 'surface_1', ...side } }, '/base'],
  ['an export without tools', { base: { export: { resources: [], prompts: [] } } }, '/base/export/tools'],
  [
    'a tool without a name',
    { base: { export: { tools: [{}], resources: [], prompts: [] } } },
    '/base/export/tools/0/name',
  ],
  ['an id that is none', { base: { surfaceId: 'a b' } }, '/base/surfaceId'],
  ['an unknown key', { base: { live: true } }, '/base/live'],
  ['a head that is nothing', { base: side, head: 'then' }, '/head'],
])('a comparison with %s is refused naming the path', async (_, input, path) => {
  await expect(
    surfaceFixture.send(operations.diffServer, surfaceFixture.save(changing.url), input),
  ).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: [{ path }] },
  });
});

test.each<[string, object, string, string]>([
  ['as the body', { base: undefined, ...side.export }, '/base', '{"base": {"export": {…}}'],
  ['as a side', { base: side.export }, '/base', '{"export": {…}}'],
  ['as the head', { base: side, head: side.export }, '/head', '{"export": {…}}'],
])('a bare export %s is refused with the shape that is wanted', async (_, input, path, shape) => {
  await expect(
    surfaceFixture.send(operations.diffServer, surfaceFixture.save(changing.url), input),
  ).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining(shape),
    details: { issues: [{ path }] },
  });
});

test('an export that is nested too deep is refused', async () => {
  const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
  const body = `{"base":{"export":{"tools":[{"name":"a","_meta":${deep}}],"resources":[],"prompts":[]}},"head":{"export":{"tools":[],"resources":[],"prompts":[]}}}`;
  await expect(
    surfaceFixture.send(operations.diffServer, surfaceFixture.save(changing.url), body),
  ).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: [{ path: '/base/export/tools/0/_meta' }] },
  });
});

test('surfaces of another server or project, or of an unknown server, are NOT_FOUND', async () => {
  const [mine, other] = [surfaceFixture.save(changing.url), surfaceFixture.save(changing.url)];
  await exported(other);
  const surfaceId = (await remembered(other, 1))[0]!.surfaceId;
  const elsewhere = surfaceFixture.save(changing.url, { projectId: 'prj_2' });
  const gone = { code: 'NOT_FOUND' };
  await expect(surfaceFixture.send(operations.getServerSurface, { ...mine, surfaceId })).rejects.toMatchObject(gone);
  await expect(surfaceFixture.send(operations.diffServer, mine, { base: { surfaceId } })).rejects.toMatchObject(gone);
  await expect(
    surfaceFixture.send(operations.diffServer, mine, { base: side, head: { surfaceId } }),
  ).rejects.toMatchObject(gone);
  for (const operation of [operations.exportServer, operations.lintServer, operations.listServerSurfaces]) {
    await expect(
      surfaceFixture.send(operation, { projectId: surfaceFixture.projectId, serverId: 'srv_none' }),
    ).rejects.toMatchObject(gone);
    await expect(
      surfaceFixture.send(operation, { ...elsewhere, projectId: surfaceFixture.projectId }),
    ).rejects.toMatchObject(gone);
  }
  await expect(
    surfaceFixture.send(
      operations.diffServer,
      { projectId: surfaceFixture.projectId, serverId: 'srv_none' },
      { base: side, head: side },
    ),
  ).rejects.toMatchObject(gone);
});

test('an export is compared as it was exported, with any content', async () => {
  const at = surfaceFixture.save(changing.url);
  offered.tools = [tool('odd', { description: 5, inputSchema: true, outputSchema: null, _meta: null })];
  const document = await surfaceFixture.call(operations.exportServer, at);
  expect(await surfaceFixture.call(operations.diffServer, at, { base: { export: document } })).toMatchObject({
    compatible: true,
    changes: [],
  });
});
