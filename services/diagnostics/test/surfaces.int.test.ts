import { randomBytes } from 'node:crypto';
import { SurfaceChanged } from '@assay/contract/gen/assay/v1/events';
import { LintReport } from '@assay/contract/documents/lint';
import { ServerDiff, ServerExport, SurfacePage, SurfaceRead, type Surface } from '@assay/contract/documents/surface';
import { runDoctor } from '@assay/contract/operations/diagnostics';
import { listTools } from '@assay/contract/operations/primitives';
import { diffServer, exportServer, getServerSurface, lintServer, listServerSurfaces } from '@assay/contract/operations/surfaces';
import { openPool, rows, sql, transaction, type Tx } from '@assay/kit/db';
import { createLog } from '@assay/kit/log';
import { parser } from '@assay/kit/parse';
import { startEverything, type McpServerProcess } from '@assay/testkit/mcp-servers';
import { startModern, type ModernServer } from '@assay/testkit/modern-server';
import { until } from '@assay/testkit/until';
import { storeSurface } from '../src/actions/store-surface.ts';
import type { Address } from '../src/find-server.ts';
import { recordSurface } from '../src/record-surface.ts';
import { forgetProject, forgetServer } from '../src/store/forget.ts';
import { dropOldSurfaces } from '../src/store/surfaces.ts';
import { answered, refused, startRaw } from './raw-server.ts';
import { startTestDiagnostics, type TestDiagnostics } from './start.ts';

type Tools = Surface['tools'];
let house: TestDiagnostics;
let everything: McpServerProcess;
let modern: ModernServer;
/** A server whose offer the test changes while it runs. */
let offered: { tools: Tools; pageSize: number; endless?: boolean };
let changing: Awaited<ReturnType<typeof startRaw>>;

beforeAll(async () => {
  [house, everything, modern] = await Promise.all([startTestDiagnostics(), startEverything({ transport: 'streamableHttp' }), startModern()]);
  changing = await startRaw((message, response) => {
    if (message.method !== 'tools/list') return refused(response, message, -32601);
    const { tools, pageSize, endless = false } = offered;
    const start = Number(message.params?.['cursor'] ?? 0);
    const next = start + pageSize < tools.length ? start + pageSize : endless ? 0 : undefined;
    answered(response, message, JSON.stringify({ tools: tools.slice(start, start + pageSize), ...(next !== undefined && { nextCursor: String(next) }) }));
  });
});
afterAll(() => Promise.all([house, everything, modern, changing].map((each) => each.stop())));
beforeEach(() => { offered = { tools: [tool('print'), tool('scan')], pageSize: 1 }; });

const tool = (name: string, more: object = {}) => ({ name, description: `Use it to ${name}.`, inputSchema: { type: 'object', properties: { page: { type: 'integer' } } }, annotations: { readOnlyHint: true }, ...more }) as Tools[number];
const surface = (tools: Tools): Surface => ({ protocolVersion: '2025-11-25', capabilities: { tools: {} }, tools, resources: [], resourceTemplates: [], prompts: [] });
const agrees = { export: parser(ServerExport), diff: parser(ServerDiff), lint: parser(LintReport), page: parser(SurfacePage), read: parser(SurfaceRead) };
const exported = async (at: Address) => agrees.export(await house.send(exportServer, at));
const history = async (at: Address, query: object = {}) => agrees.page(await house.send(listServerSurfaces, at, query));
const remembered = (at: Address, count: number) => until(async () => { const { items } = await history(at); return items.length === count && items; });

test.each([['a 1.x server', () => everything.url], ['a 2.x server', () => modern.url]])('%s is exported whole, and twice the same', async (_, url) => {
  const at = house.save(url());
  const [first, second] = [await exported(at), await exported(at)];
  expect({ ...second, exportedAt: '' }).toEqual({ ...first, exportedAt: '' });
  expect(first).toMatchObject({ serverId: at.serverId, contentHash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/), exportedAt: expect.stringMatching(/Z$/), capabilities: { tools: {} } });
  const listed = await house.call(listTools, at) as { items: { name: string }[] };
  expect(first.tools.map(({ name }) => name)).toEqual(listed.items.map(({ name }) => name).sort());
});

test('an export holds every page, in order, and a list that is not served is empty', async () => {
  offered.tools = ['c', 'a', 'b'].map((name) => tool(name));
  expect(await exported(house.save(changing.url))).toMatchObject({ tools: [{ name: 'a' }, { name: 'b' }, { name: 'c' }], resources: [], resourceTemplates: [], prompts: [] });
});

test('every look at all of a server leaves one mark in its history, whoever looks', async () => {
  const at = house.save(everything.url);
  const { contentHash } = await exported(at);
  await house.call(runDoctor, at);
  await house.call(lintServer, at);
  const [seen] = await remembered(at, 1);
  expect(seen).toMatchObject({ hash: contentHash, timesSeen: 1, surfaceId: expect.stringMatching(/^surface_/) });
  expect(seen).not.toHaveProperty('changesFromPrevious');
});

test('a server that was replaced by another at the same address drifts: the history tells what changed, and an event goes out', async () => {
  const at = house.save(changing.url);
  const { contentHash: before } = await exported(at);
  await remembered(at, 1);
  offered.tools = [tool('print', { annotations: { readOnlyHint: false } }), tool('copy')];
  const { contentHash: after } = await exported(at);
  const [latest, first] = await remembered(at, 2);
  expect([latest!.hash, first!.hash]).toEqual([after, before]);
  expect(latest!.changesFromPrevious).toEqual({ breaking: 2, additive: 1, cosmetic: 0 });

  const read = agrees.read(await house.send(getServerSurface, { ...at, surfaceId: latest!.surfaceId }));
  expect(read).toMatchObject({ surfaceId: latest!.surfaceId, hash: after, surface: { tools: [{ name: 'copy' }, { name: 'print' }] } });
  expect(read.changes!.map(({ grade, name, path }) => `${grade} ${name} ${path}`)).toEqual(['additive copy ', 'breaking print /annotations/readOnlyHint', 'breaking scan ']);
  expect(agrees.read(await house.send(getServerSurface, { ...at, surfaceId: first!.surfaceId }))).not.toHaveProperty('changes');

  const events = await until(async () => {
    const told = await rows<{ value: Buffer }>(house.bus, sql`select value from messages where topic = 'assay.servers.v1' and key = ${at.serverId} and type = 'assay.v1.SurfaceChanged'`);
    return told.length > 0 && told;
  });
  expect(events.map(({ value }) => SurfaceChanged.decode(value))).toMatchObject([{
    serverId: at.serverId, projectId: at.projectId, surfaceId: latest!.surfaceId, hash: after.slice(7), previousHash: before.slice(7), breaking: 2, additive: 1, cosmetic: 0,
  }]);
});

test('two surfaces are compared: kept ones, exports of any time, and the server as it is now', async () => {
  const at = house.save(changing.url);
  const old = await exported(at);
  const surfaceId = (await remembered(at, 1))[0]!.surfaceId;
  expect(agrees.diff(await house.send(diffServer, at, { base: { surfaceId } }))).toMatchObject({ base: { surfaceId, hash: old.contentHash }, head: { hash: old.contentHash }, compatible: true, changes: [] });

  offered.tools = [...offered.tools.toReversed(), tool('copy')];
  const more = agrees.diff(await house.send(diffServer, at, { base: { export: old }, head: 'live' }));
  expect(more).toMatchObject({ compatible: true, summary: { breaking: 0, additive: 1, cosmetic: 0 }, changes: [{ kind: 'tool', name: 'copy', path: '', change: 'added', grade: 'additive', message: 'Tool "copy" is new.' }] });
  const back = agrees.diff(await house.send(diffServer, at, { base: { export: await exported(at) }, head: { surfaceId } }));
  expect(back).toMatchObject({ compatible: false, summary: { breaking: 1 }, changes: [{ name: 'copy', change: 'removed', grade: 'breaking' }], head: { surfaceId } });
  // An export in which less is said.
  const { tools, resources, prompts } = old;
  expect(await house.call(diffServer, at, { base: { export: { tools, resources, prompts } }, head: { surfaceId } })).toMatchObject({ summary: { breaking: 0, additive: 0 } });
});

const side = { export: { tools: [], resources: [], prompts: [] } };
test.each<[string, object, string]>([
  ['no base', {}, '/base'],
  ['a base that is nothing', { base: {} }, '/base'],
  ['a base that is two things', { base: { surfaceId: 'surface_1', ...side } }, '/base'],
  ['an export without tools', { base: { export: { resources: [], prompts: [] } } }, '/base/export/tools'],
  ['a tool without a name', { base: { export: { tools: [{}], resources: [], prompts: [] } } }, '/base/export/tools/0/name'],
  ['an id that is none', { base: { surfaceId: 'a b' } }, '/base/surfaceId'],
  ['a key that nobody knows', { base: { live: true } }, '/base/live'],
  ['a head that is nothing', { base: side, head: 'then' }, '/head'],
])('a comparison with %s is refused naming the path', async (_, input, path) => {
  await expect(house.send(diffServer, house.save(changing.url), input)).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path }] } });
});

test('an export that is nested without end is refused', async () => {
  const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
  const body = `{"base":{"export":{"tools":[{"name":"a","_meta":${deep}}],"resources":[],"prompts":[]}},"head":{"export":{"tools":[],"resources":[],"prompts":[]}}}`;
  await expect(house.send(diffServer, house.save(changing.url), body)).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path: '/base/export/tools/0/_meta' }] } });
});

test('surfaces of another server or project do not exist, nor do those of a server that is not there', async () => {
  const [mine, other] = [house.save(changing.url), house.save(changing.url)];
  await exported(other);
  const surfaceId = (await remembered(other, 1))[0]!.surfaceId;
  const elsewhere = house.save(changing.url, { projectId: 'prj_2' });
  const gone = { code: 'NOT_FOUND' };
  await expect(house.send(getServerSurface, { ...mine, surfaceId })).rejects.toMatchObject(gone);
  await expect(house.send(diffServer, mine, { base: { surfaceId } })).rejects.toMatchObject(gone);
  await expect(house.send(diffServer, mine, { base: side, head: { surfaceId } })).rejects.toMatchObject(gone);
  for (const operation of [exportServer, lintServer, listServerSurfaces]) {
    await expect(house.send(operation, { projectId: house.projectId, serverId: 'srv_none' })).rejects.toMatchObject(gone);
    await expect(house.send(operation, { ...elsewhere, projectId: house.projectId })).rejects.toMatchObject(gone);
  }
  await expect(house.send(diffServer, { projectId: house.projectId, serverId: 'srv_none' }, { base: side, head: side })).rejects.toMatchObject(gone);
});

test('a server that is switched off can be judged and not be exported', async () => {
  const off = house.save(changing.url, { enabled: false });
  await expect(house.send(exportServer, off)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await house.call(lintServer, off)).toMatchObject({ serverId: off.serverId });
});

test('findings name their rule, are ignored by it, and come as SARIF', async () => {
  const at = house.save(changing.url);
  offered.tools = [tool('print', { inputSchema: { type: 'text' } })];
  const report = agrees.lint(await house.send(lintServer, at));
  expect(report).toMatchObject({ serverId: at.serverId, contentHash: (await exported(at)).contentHash, findings: expect.arrayContaining([expect.objectContaining({ ruleId: 'schema-ill-formed', severity: 'error', location: { kind: 'tool', name: 'print', path: '/inputSchema/type' } })]) });
  expect(report.summary.error).toBe(2);
  expect(await house.call(lintServer, at, { ignore: ['schema-ill-formed'], severity: 'error' })).toMatchObject({ summary: { error: 1, warning: 0, note: 0 } });
  const reply = await house.mesh.call(lintServer.rpc, { ...at, input: Buffer.from('{"format":"sarif","severity":"error"}') }, { caller: house.member });
  expect(reply.contentType).toBe('application/sarif+json');
  expect(JSON.parse(reply.json.toString())).toMatchObject({ version: '2.1.0', runs: [{ results: [{ ruleId: 'input-schema-not-object' }, { ruleId: 'schema-ill-formed' }] }] });
});

test.each<[string, object, string]>([
  ['a rule that is not there', { ignore: ['tool-title-missing', 'nonsense'] }, '/ignore/1'],
  ['another severity', { severity: 'fatal' }, '/severity'],
  ['another format', { format: 'xml' }, '/format'],
  ['another key', { rules: [] }, '/rules'],
])('judging with %s is refused naming the path', async (_, input, path) => {
  await expect(house.send(lintServer, house.save(changing.url), input)).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path }] } });
});

test('a list that never ends is a finding; an export of it fails, and neither is remembered', async () => {
  const at = house.save(changing.url);
  offered.endless = true;
  expect(await house.call(lintServer, at)).toMatchObject({ findings: expect.arrayContaining([expect.objectContaining({ ruleId: 'pages-endless' })]) });
  await expect(house.send(exportServer, at)).rejects.toMatchObject({ code: 'INTERNAL_ERROR' });
  expect((await history(at)).items).toEqual([]);
});

test('replicas that see a change at once write it down once', async () => {
  const at = { projectId: house.projectId, serverId: 'srv_seen_at_once' };
  const see = (name: string) => Promise.all(Array.from({ length: 8 }, () => storeSurface(house.pool, at, surface([tool(name)]))));
  await see('a');
  await see('b');
  const periods = await rows<{ timesSeen: number; breaking: number | null }>(house.pool, sql`select times_seen as "timesSeen", breaking from surface_periods where server_id = ${at.serverId} order by place`);
  expect(periods).toEqual([{ timesSeen: 1, breaking: null }, { timesSeen: 1, breaking: 1 }]);
});

test('the same again counts once a minute, content is kept once, and of 201 periods the oldest goes', async () => {
  const at = house.save(changing.url);
  const count = async (table: 'surface_periods' | 'surface_bodies') => Number((await house.pool.query<{ count: string }>(`select count(*) from ${table} where server_id = $1`, [at.serverId])).rows[0]!.count);
  await storeSurface(house.pool, at, surface([tool('a')]));
  await storeSurface(house.pool, at, surface([tool('a')]));
  await house.pool.query(sql`update surface_periods set last_seen_at = last_seen_at - interval '61 seconds' where server_id = ${at.serverId}`);
  await storeSurface(house.pool, at, surface([tool('a')]));
  expect((await history(at)).items).toMatchObject([{ timesSeen: 2 }]);
  for (let i = 1; i <= 200; i++) await storeSurface(house.pool, at, surface([tool(i % 2 ? 'b' : 'c')]));
  expect([await count('surface_periods'), await count('surface_bodies')]).toEqual([200, 2]);

  const seen: string[] = [];
  for (let cursor: string | undefined; ;) {
    const { items, nextCursor } = await history(at, { limit: '90', ...(cursor !== undefined && { cursor }) });
    seen.push(...items.map(({ surfaceId }) => surfaceId));
    if (nextCursor === undefined) break;
    cursor = nextCursor;
  }
  expect([seen.length, new Set(seen).size]).toEqual([200, 200]);
  await expect(history(house.save(changing.url), { cursor: 'x' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });

  await transaction(house.pool, (tx) => forgetServer(tx, at.serverId));
  expect([await count('surface_periods'), await count('surface_bodies')]).toEqual([0, 0]);
});

test.each([
  ['server', (tx: Tx, at: Address) => forgetServer(tx, at.serverId)],
  ['project', (tx: Tx, at: Address) => forgetProject(tx, at.projectId)],
])('what was seen of a server leaves nothing once its %s is deleted, be it in the same moment', async (what, forget) => {
  const at = { projectId: `prj_gone_with_${what}`, serverId: `srv_gone_with_${what}` };
  await storeSurface(house.pool, at, surface([tool('a')]));
  let late: Promise<void> | undefined;
  await transaction(house.pool, async (tx) => {
    await forget(tx, at);
    late = storeSurface(house.pool, at, surface([tool('b')]));
    await until(async () => (await rows(house.pool, sql`select 1 from pg_locks where locktype = 'advisory' and not granted`)).length > 0);
  });
  await late;
  await storeSurface(house.pool, at, surface([tool('c')]));
  expect(await rows(house.pool, sql`select hash from surface_bodies where server_id = ${at.serverId}`)).toEqual([]);
});

test('a reading that began before a newer one was written down comes too late', async () => {
  const at = { projectId: house.projectId, serverId: 'srv_read_slowly' };
  const began = performance.now() - 60_000;
  await storeSurface(house.pool, at, surface([tool('new')]));
  await storeSurface(house.pool, at, surface([tool('old')]), began);
  expect((await rows(house.pool, sql`select 1 from surface_periods where server_id = ${at.serverId}`))).toHaveLength(1);
});

test('what is kept of a server is bounded by bytes, and an enormous surface is not kept', async () => {
  const at = { projectId: house.projectId, serverId: 'srv_large' };
  const kept = () => rows<{ hash: string }>(house.pool, sql`select hash from surface_periods where server_id = ${at.serverId} order by place`);
  await storeSurface(house.pool, at, surface([tool('a', { description: 'x'.repeat(4 * 1024 * 1024) })]));
  expect(await kept()).toEqual([]);
  for (const name of ['a', 'b', 'c']) await storeSurface(house.pool, at, surface([tool(name, { description: randomBytes(1024).toString('hex') })]));
  const [, , newest] = await kept();
  await transaction(house.pool, (tx) => dropOldSurfaces(tx, at.serverId, { periods: 200, bytes: 2_500 }));
  const left = await kept();
  expect([left.length < 3, left.length > 0, left.at(-1)]).toEqual([true, true, newest]);
});

test('an export is compared as it was answered, whatever the server put into it', async () => {
  const at = house.save(changing.url);
  offered.tools = [tool('odd', { description: 5, inputSchema: true, outputSchema: null, _meta: null })];
  const document = await house.call(exportServer, at);
  expect(await house.call(diffServer, at, { base: { export: document } })).toMatchObject({ compatible: true, changes: [] });
});

test('a look that cannot be written down does not fail', async () => {
  const warned: unknown[] = [];
  const log = Object.assign(createLog('test', 'silent'), { warn: (...line: unknown[]) => warned.push(line) });
  const pool = openPool('postgres://127.0.0.1:1/nowhere', log);
  recordSurface({ pool, log }, { projectId: house.projectId, serverId: 'srv_1' }, surface([]), performance.now());
  await until(() => warned.length > 0);
  expect(warned).toMatchObject([[{ serverId: 'srv_1' }, 'a surface was not recorded']]);
  await pool.end();
});

test('1,000 tools in pages are exported, judged and compared within seconds', async () => {
  const at = house.save(changing.url);
  offered = { tools: Array.from({ length: 1_000 }, (_, i) => tool(`tool_${i}`, { description: 'Use it when you want to. '.repeat(20) })), pageSize: 100 };
  const startedAt = performance.now();
  const document = await exported(at);
  expect(document.tools).toHaveLength(1_000);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  expect(await house.call(lintServer, at, { severity: 'error' })).toMatchObject({ summary: { error: 0 } });
  expect(await house.call(diffServer, at, { base: { export: document } })).toMatchObject({ changes: [] });
});
