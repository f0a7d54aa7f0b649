import { SurfaceChanged } from '@assay/mesh/events';
import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import { operations } from '@assay/contract/operations';
import { rows, sql } from '@assay/kit/postgres/db';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { startModernServer, type ModernServer } from '@assay/testkit/mcp-servers/modern-server';
import { waitUntil } from '@assay/testkit/until';
import {
  agrees,
  changing,
  stopSurfaceFixture,
  exported,
  history,
  surfaceFixture,
  offered,
  offerTwo,
  startSurfaceFixture,
  remembered,
  tool,
} from './surface-fixture.ts';

let everything: McpServerProcess;
let modern: ModernServer;
beforeAll(async () => {
  [everything, modern] = await Promise.all([
    sharedEverythingServer({ transport: 'streamableHttp' }),
    startModernServer(),
    startSurfaceFixture(),
  ]);
}, 60_000);
afterAll(() => Promise.all([stopSurfaceFixture(), everything.stop(), modern.stop()]));
beforeEach(offerTwo);

test.each([
  ['a 1.x server', () => everything.url],
  ['a 2.x server', () => modern.url],
])('%s is exported whole, and twice with the same result', async (_, url) => {
  const at = surfaceFixture.save(url());
  const [first, second] = [await exported(at), await exported(at)];
  expect({ ...second, exportedAt: '' }).toEqual({ ...first, exportedAt: '' });
  expect(first).toMatchObject({
    serverId: at.serverId,
    contentHash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    exportedAt: expect.stringMatching(/Z$/),
    capabilities: { tools: {} },
  });
  const listed = (await surfaceFixture.call(operations.listTools, at)) as { items: { name: string }[] };
  expect(first.tools.map(({ name }) => name)).toEqual(listed.items.map(({ name }) => name).sort());
});

test('an export has every page in order, and an unsupported list is empty', async () => {
  offered.tools = ['c', 'a', 'b'].map((name) => tool(name));
  expect(await exported(surfaceFixture.save(changing.url))).toMatchObject({
    tools: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
    resources: [],
    resourceTemplates: [],
    prompts: [],
  });
});

test('every complete reading of a server is recorded once in its history', async () => {
  const at = surfaceFixture.save(everything.url);
  const { contentHash } = await exported(at);
  await surfaceFixture.call(operations.runDoctor, at);
  await surfaceFixture.call(operations.lintServer, at);
  const [seen] = await remembered(at, 1);
  expect(seen).toMatchObject({ hash: contentHash, timesSeen: 1, surfaceId: expect.stringMatching(/^surface_/) });
  expect(seen).not.toHaveProperty('changesFromPrevious');
});

test('a replaced server at the same address drifts: history and event tell what changed', async () => {
  const at = surfaceFixture.save(changing.url);
  const { contentHash: before } = await exported(at);
  await remembered(at, 1);
  offered.tools = [tool('print', { annotations: { readOnlyHint: false } }), tool('copy')];
  const { contentHash: after } = await exported(at);
  const [latest, first] = await remembered(at, 2);
  expect([latest!.hash, first!.hash]).toEqual([after, before]);
  expect(latest!.changesFromPrevious).toEqual({ breaking: 2, additive: 1, cosmetic: 0 });

  const read = agrees.read(
    await surfaceFixture.send(operations.getServerSurface, { ...at, surfaceId: latest!.surfaceId }),
  );
  expect(read).toMatchObject({
    surfaceId: latest!.surfaceId,
    hash: after,
    surface: { tools: [{ name: 'copy' }, { name: 'print' }] },
  });
  expect(read.changes!.map(({ grade, name, path }) => `${grade} ${name} ${path}`)).toEqual([
    'additive copy ',
    'breaking print /annotations/readOnlyHint',
    'breaking scan ',
  ]);
  expect(
    agrees.read(await surfaceFixture.send(operations.getServerSurface, { ...at, surfaceId: first!.surfaceId })),
  ).not.toHaveProperty('changes');

  const events = await waitUntil(async () => {
    const told = await rows<{ value: Buffer }>(
      surfaceFixture.bus,
      sql`select value from messages where topic = ${SurfaceChanged.topic} and key = ${at.serverId} and type = ${SurfaceChanged.type}`,
    );
    return told.length > 0 && told;
  });
  expect(events.map(({ value }) => SurfaceChanged.codec.decode(value))).toMatchObject([
    {
      serverId: at.serverId,
      projectId: at.projectId,
      surfaceId: latest!.surfaceId,
      hash: after.slice(7),
      previousHash: before.slice(7),
      breaking: 2,
      additive: 1,
      cosmetic: 0,
    },
  ]);
});

test('a disabled server can be linted and not exported', async () => {
  const off = surfaceFixture.save(changing.url, { enabled: false });
  await expect(surfaceFixture.send(operations.exportServer, off)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await surfaceFixture.call(operations.lintServer, off)).toMatchObject({ serverId: off.serverId });
});

test('findings name their rule, can be ignored by it, and are available as SARIF', async () => {
  const at = surfaceFixture.save(changing.url);
  offered.tools = [tool('print', { inputSchema: { type: 'text' } })];
  const report = agrees.lint(await surfaceFixture.send(operations.lintServer, at));
  expect(report).toMatchObject({
    serverId: at.serverId,
    contentHash: (await exported(at)).contentHash,
    findings: expect.arrayContaining([
      expect.objectContaining({
        ruleId: 'schema-ill-formed',
        severity: 'error',
        location: { kind: 'tool', name: 'print', path: '/inputSchema/type' },
      }),
    ]),
  });
  expect(report.summary.error).toBe(2);
  expect(
    await surfaceFixture.call(operations.lintServer, at, { ignore: ['schema-ill-formed'], severity: 'error' }),
  ).toMatchObject({
    summary: { error: 1, warning: 0, note: 0 },
  });
  const reply = await surfaceFixture.mesh.call(
    rpcOf(operations.lintServer),
    { ...at, input: Buffer.from('{"format":"sarif","severity":"error"}') },
    { caller: surfaceFixture.member },
  );
  expect(reply.contentType).toBe('application/sarif+json');
  expect(JSON.parse(reply.json.toString())).toMatchObject({
    version: '2.1.0',
    runs: [{ results: [{ ruleId: 'input-schema-not-object' }, { ruleId: 'schema-ill-formed' }] }],
  });
});

test('suppressed findings are counted apart, and reported again when the suppression is deleted', async () => {
  const at = surfaceFixture.save(changing.url);
  offered.tools = [tool('print', { inputSchema: { type: 'text' } })];
  const suppress = (input: object) => surfaceFixture.call(operations.createLintSuppression, at, input);
  await expect(suppress({ ruleId: 'nonsense', reason: 'r' })).rejects.toMatchObject({
    details: { issues: [{ path: '/ruleId' }] },
  });
  const place = { item: { kind: 'tool', name: 'print' }, paths: ['/inputSchema/type'] };
  const kept = await suppress({ ruleId: 'schema-ill-formed', ...place, reason: 'Printers read text.' });
  expect(await surfaceFixture.call(operations.listLintSuppressions, at)).toEqual({ items: [kept] });
  expect(kept).toMatchObject({ createdBy: 'usr_1', reason: 'Printers read text.' });
  const report = agrees.lint(await surfaceFixture.send(operations.lintServer, at, { severity: 'error' }));
  expect([report.summary, report.suppressed.map(({ suppressionId }) => suppressionId)]).toEqual([
    { error: 1, warning: 0, note: 0, suppressed: 1 },
    [kept.id],
  ]);
  const { json } = await surfaceFixture.mesh.call(
    rpcOf(operations.lintServer),
    { ...at, input: Buffer.from('{"format":"sarif","severity":"error"}') },
    { caller: surfaceFixture.member },
  );
  expect(JSON.parse(json.toString())).toMatchObject({
    runs: [{ results: [{}, { suppressions: [{ kind: 'external', justification: 'Printers read text.' }] }] }],
  });
  await surfaceFixture.call(operations.deleteLintSuppression, { ...at, suppressionId: kept.id });
  expect(await surfaceFixture.call(operations.lintServer, at, { severity: 'error' })).toMatchObject({
    summary: { error: 2, suppressed: 0 },
  });
});

test.each<[string, object, string]>([
  ['a rule that is not there', { ignore: ['tool-title-missing', 'nonsense'] }, '/ignore/1'],
  ['another severity', { severity: 'fatal' }, '/severity'],
  ['another format', { format: 'xml' }, '/format'],
  ['another key', { rules: [] }, '/rules'],
])('linting with %s is refused naming the path', async (_, input, path) => {
  await expect(
    surfaceFixture.send(operations.lintServer, surfaceFixture.save(changing.url), input),
  ).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: [{ path }] },
  });
});

test('an endless list is a finding of lint and export, and no surface is stored', async () => {
  const at = surfaceFixture.save(changing.url);
  offered.endless = true;
  expect(await surfaceFixture.call(operations.lintServer, at)).toMatchObject({
    findings: expect.arrayContaining([expect.objectContaining({ ruleId: 'pages-endless' })]),
  });
  expect(await surfaceFixture.call(operations.exportServer, at)).toMatchObject({
    tools: offered.tools.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    incompleteLists: [{ list: 'tools', cause: 'list_endless', why: expect.stringContaining('do not end') }],
  });
  expect((await history(at)).items).toEqual([]);
});

test('1,000 tools in pages are exported, linted and compared', async () => {
  const at = surfaceFixture.save(changing.url);
  offered.tools = Array.from({ length: 1_000 }, (_, i) =>
    tool(`tool_${i}`, { description: 'Use it when you want to. '.repeat(20) }),
  );
  offered.pageSize = 100;
  const document = await exported(at);
  expect(document.tools).toHaveLength(1_000);
  expect(await surfaceFixture.call(operations.lintServer, at, { severity: 'error' })).toMatchObject({
    summary: { error: 0 },
  });
  expect(await surfaceFixture.call(operations.diffServer, at, { base: { export: document } })).toMatchObject({
    changes: [],
  });
}, 60_000);

test('the surfaces of a deleted server are gone for readers before its event has travelled', async () => {
  const at = surfaceFixture.save(everything.url);
  await exported(at);
  const { surfaceId } = (await remembered(at, 1))[0]!;
  surfaceFixture.change(at, { projectId: 'prj_of_none' });
  const gone = { code: 'NOT_FOUND' };
  await expect(surfaceFixture.send(operations.getServerSurface, { ...at, surfaceId })).rejects.toMatchObject(gone);
  await expect(surfaceFixture.send(operations.listServerSurfaces, at)).rejects.toMatchObject(gone);
});
