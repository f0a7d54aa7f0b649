import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { whyNoPgBouncer } from '@assay/testkit/database/pg-bouncer';
import { endDeletion, makeFullProject, waitUntilDeleted } from '../../local/test/deletion/deleted-project.ts';
import { rowsNaming } from '../../local/test/deletion/remaining-rows.ts';
import { temporaryFolder, type TestFolder } from '../../local/test/support/installation.ts';
import { startCluster, type Cluster } from '../src/cluster/cluster.ts';

const LONG_MS = 300_000;

(whyNoPgBouncer === undefined ? describe : describe.skip)(
  `the product behind PgBouncer with two connections for each service${whyNoPgBouncer === undefined ? '' : `: ${whyNoPgBouncer}`}`,
  () => {
    let cluster: Cluster;
    let everything: McpServerProcess;
    let folder: TestFolder;
    beforeAll(async () => {
      folder = await temporaryFolder();
      [cluster, everything] = await Promise.all([
        startCluster({ BLOBS_DIR: folder.path }, { pooled: true }),
        sharedEverythingServer({ transport: 'streamableHttp' }),
      ]);
    }, LONG_MS);
    afterAll(async () => {
      await Promise.all([cluster.stop(), everything.stop()]);
      await folder.remove();
    });

    test(
      'makes a project with everything in it, and deletes it without a rest',
      async () => {
        const { api, pool } = cluster;
        const sql = async <Row>(statement: string) => (await pool.query(statement)).rows as Row[];
        const ids = await makeFullProject(api, everything.url, sql);
        await api.assay.deleteProject({ projectId: api.projectId });
        await waitUntilDeleted(sql, ids);
        await endDeletion(sql);
        expect(await rowsNaming(sql, ids)).toEqual([]);
      },
      LONG_MS,
    );
  },
);
