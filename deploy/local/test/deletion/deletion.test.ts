import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { purgeSteps as catalog } from '@assay/catalog/background/purging';
import { purgeSteps as diagnostics } from '@assay/diagnostics/background/purging';
import { purgeSteps as runs } from '@assay/runs/background/purging';
import { purgeSteps as suites } from '@assay/suites/background/purging';
import { startEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { waitUntil } from '@assay/testkit/until';
import type { Api } from '../support/api.ts';
import { startCluster } from '../support/cluster.ts';
import { fillProject } from './full-project.ts';
import { startInstallation } from '../support/installation.ts';
import { emptyTables, idsIn, rowsNaming, type ReadRows } from './remaining-rows.ts';

const LONG_MS = 120_000;
const SCHEMAS = ['catalog', 'diagnostics', 'suites', 'runs', 'environments'];

let everything: McpServerProcess;
beforeAll(async () => {
  everything = await startEverythingServer({ transport: 'streamableHttp' });
});
afterAll(() => everything.stop());

/** Parts that a test started. */
const started: { stop(): Promise<unknown> }[] = [];
const toBeStopped = <T extends { stop(): Promise<unknown> }>(what: T): T => {
  started.unshift(what);
  return what;
};
afterEach(async () => {
  for (const each of started.splice(0)) await each.stop();
}, LONG_MS);

async function blobsFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-blobs-'));
  toBeStopped({ stop: () => rm(folder, { recursive: true }) });
  return folder;
}

/** Fills a project; returns the ids that came with it, which the `api` then uses. */
async function fullProject(api: Api, read: ReadRows): Promise<string[]> {
  const before = await idsIn(read);
  api.projectId = (await api.ask<{ id: string }>('POST', '/projects', { name: 'Doomed' })).id;
  await fillProject(api, everything.url, read);
  return [...(await idsIn(read))].filter((id) => !before.has(id));
}

const ended = (read: ReadRows) => async () => {
  const left = await Promise.all(SCHEMAS.map((schema) => read(`select id from ${schema}.purges`)));
  return left.flat().length === 0;
};
/** Waits until no row names these ids, except the tombstone of their project. */
const nothingLeft = (read: ReadRows, ids: string[]) =>
  waitUntil(async () => {
    const left = (await rowsNaming(read, ids)).filter((row) => !/^\w+\.purges /.test(row));
    if (left.length > 0) throw new Error(left.slice(0, 20).join('\n'));
    return true;
  }, LONG_MS);
/** Moves the time forward past the hour in which late writes may still arrive. */
const anHourLater = async (read: ReadRows) => {
  for (const schema of SCHEMAS)
    await read(`update ${schema}.purges set requested_at = requested_at - interval '2 hours', due_at = now()`);
};
const usage = (api: Api, organizationId: string) =>
  api.ask<{ items: object[] }>('GET', `/organizations/${organizationId}/usage?groupBy=model`);

test(
  'a deleted project leaves no row in any schema and no file, and its usage stays recorded',
  async () => {
    const folder = await blobsFolder();
    const { api, sql } = toBeStopped(await startInstallation({ BLOBS_DIR: folder }));
    const kept = api.projectId;
    const ids = await fullProject(api, sql);
    expect(
      await emptyTables(sql, {
        catalog: catalog.project,
        diagnostics: diagnostics.project,
        suites: suites.project,
        runs: runs.project,
      }),
    ).toEqual([]);
    expect([ids.length > 20, (await readdir(folder)).length]).toEqual([true, 1]);
    const [{ organization_id: organizationId } = { organization_id: '' }] = await sql<{ organization_id: string }>(
      'select organization_id from catalog.projects',
    );
    const spent = await usage(api, organizationId);

    await api.ask('DELETE', `/projects/${api.projectId}`);
    expect((await api.inProject('GET', '/servers')).status).toBe(404);
    expect((await api.inProject('DELETE', '')).status).toBe(404);
    await nothingLeft(sql, ids);
    expect(await readdir(folder)).toEqual([]);
    await anHourLater(sql);
    await waitUntil(ended(sql), LONG_MS);
    expect(await rowsNaming(sql, ids)).toEqual([]);
    expect(await usage(api, organizationId)).toEqual(spent);
    expect((await api.send('GET', `/projects/${kept}`)).status).toBe(200);
  },
  2 * LONG_MS,
);

test(
  'a deletion ends although a process is killed in the middle',
  async () => {
    const folder = await blobsFolder();
    const cluster = toBeStopped(await startCluster({ BLOBS_DIR: folder }));
    const { api, pool } = cluster;
    const read: ReadRows = async <Row>(statement: string) => (await pool.query(statement)).rows as Row[];
    const ids = await fullProject(api, read);
    const { projectId } = api;
    // Enough rows to make the deletion take a while.
    await read(`insert into runs.runs (id, project_id, organization_id, suite_id, run_number, status, source, spec, total, deadline_at, completed_at)
    select 'run_bulk_' || i, '${projectId}', 'org', 'bulk', i, 'completed', 'api', '{}', 200, now(), now() from generate_series(1, 100) i`);
    await read(
      `insert into runs.run_cases (run_id, position, case_id, title, body, needs_inventory) select 'run_bulk_' || i, 0, 'c', 't', '{}', false from generate_series(1, 100) i`,
    );
    await read(`insert into runs.iterations (id, run_id, position, case_position, iteration_number, status)
    select 'iter_bulk_' || i || '_' || j, 'run_bulk_' || i, j, 0, j, 'completed' from generate_series(1, 100) i, generate_series(1, 200) j`);
    await read(
      `insert into runs.trace_parts (owner_id, fence, part, body) select id, fence, 0, 'x' from runs.iterations where id like 'iter_bulk%'`,
    );
    await read(
      `insert into suites.cases (id, suite_id, position, body) select 'case_bulk_' || i, (select id from suites.suites where project_id = '${projectId}' limit 1), 1000 + i, '{}' from generate_series(1, 5000) i`,
    );
    const bulk = async () =>
      (
        await read<{ n: number }>(
          `select ((select count(*) from runs.iterations) + (select count(*) from suites.cases))::int as n`,
        )
      )[0]!.n;
    const all = await bulk();

    await api.ask('DELETE', `/projects/${projectId}`);
    await waitUntil(async () => (await bulk()) < all, LONG_MS);
    await cluster.kill('postgres');
    await Promise.all((['runs', 'suites', 'diagnostics', 'catalog'] as const).map((part) => cluster.kill(part)));
    await nothingLeft(read, ids);
    await waitUntil(async () => (await bulk()) === 0, LONG_MS);
    expect(await readdir(folder)).toEqual([]);
    await anHourLater(read);
    await waitUntil(ended(read), LONG_MS);
    expect(await rowsNaming(read, ids)).toEqual([]);
  },
  3 * LONG_MS,
);
