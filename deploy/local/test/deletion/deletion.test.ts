import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { purgeSteps as catalog } from '@assay/catalog/background/purging';
import { purgeSteps as diagnostics } from '@assay/diagnostics/background/purging';
import { purgeSteps as environments } from '@assay/environments/background/purging';
import { purgeSteps as runs } from '@assay/runs/background/purging';
import { purgeSteps as suites } from '@assay/suites/background/purging';
import { createLog } from '@assay/kit/log';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { purgeSteps as swarms } from '@assay/swarms/background/purging';
import { type Api, answerOf } from '../support/api.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { endDeletion, makeFullProject, waitUntilDeleted } from './deleted-project.ts';
import { emptyTables, rowsNaming } from './remaining-rows.ts';

const LONG_MS = 120_000;

let everything: McpServerProcess;
let folder: string;
let installation: Installation;
const complaints: string[] = [];
const log = createLog('test', 'warn', { write: (line) => void complaints.push(line) });
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-blobs-'));
  [everything, installation] = await Promise.all([
    sharedEverythingServer({ transport: 'streamableHttp' }),
    // Work that holds a connection while it waits for another one, also in the background, would wait for ever.
    startInstallation({ BLOBS_DIR: folder, DATABASE_POOL_SIZE: '1' }, log),
  ]);
});
afterAll(async () => {
  await Promise.all([everything.stop(), installation.stop()]);
  await rm(folder, { recursive: true });
});

const usage = (api: Api, organizationId: string) => api.assay.listUsage({ organizationId }, { groupBy: 'model' });

test(
  'a deleted project leaves no row in any schema and no file, and its usage stays recorded',
  async () => {
    const { api, sql } = installation;
    const kept = api.projectId;
    const ids = await makeFullProject(api, everything.url, sql);
    expect(
      await emptyTables(sql, {
        catalog: catalog.project,
        diagnostics: diagnostics.project,
        environments: environments.project,
        suites: suites.project,
        runs: runs.project,
        swarms: swarms.project,
      }),
    ).toEqual([]);
    expect([ids.length > 20, (await readdir(folder)).length]).toEqual([true, 1]);
    const [{ organization_id: organizationId } = { organization_id: '' }] = await sql<{ organization_id: string }>(
      'select organization_id from catalog.projects',
    );
    const spent = await usage(api, organizationId);

    await api.assay.deleteProject({ projectId: api.projectId });
    expect((await answerOf(api.assay.listProjectServers.withResponse({ projectId: api.projectId }))).status).toBe(404);
    expect((await answerOf(api.assay.deleteProject.withResponse({ projectId: api.projectId }))).status).toBe(404);
    await waitUntilDeleted(sql, ids);
    expect(await readdir(folder)).toEqual([]);
    await endDeletion(sql);
    expect(await rowsNaming(sql, ids)).toEqual([]);
    expect(await usage(api, organizationId)).toEqual(spent);
    expect((await answerOf(api.assay.getProject.withResponse({ projectId: kept }))).status).toBe(200);
    expect(complaints.filter((line) => line.includes('timeout exceeded when trying to connect'))).toEqual([]);
  },
  2 * LONG_MS,
);
