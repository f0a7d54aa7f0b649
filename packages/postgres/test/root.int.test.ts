import { access, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createLog, type Logger } from '@assay/kit/log';
import { refuseStray } from '@assay/postgres/cluster-folder';
import { reachableBinaries } from '@assay/postgres/binaries';
import { removePostgres } from '@assay/postgres/remove-postgres';
import { startPostgres } from '@assay/postgres/start-postgres';

const asRoot = process.getuid?.() === 0 ? describe : describe.skip;
const silent = createLog('test', 'silent');
const OVERFLOW_USER = { uid: 65_534, gid: 65_534 };

/** mkdtemp makes a folder that only its owner can enter, like /root. */
const closedFolder = () => mkdtemp(join(tmpdir(), 'closed-'));
const stateOf = async (dataDir: string) =>
  JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8')) as { home?: string };
const gone = (path: string) =>
  access(path).then(
    () => false,
    () => true,
  );

asRoot('as root', () => {
  let closed: string;
  beforeEach(async () => {
    closed = await closedFolder();
  });
  afterEach(() => rm(closed, { recursive: true, force: true }));

  test('a cluster below a closed folder is kept elsewhere, logged, reused and removed', async () => {
    const dataDir = join(closed, 'data');
    const said: string[] = [];
    const log = Object.assign(Object.create(silent) as Logger, {
      info: (_: object, message: string) => {
        said.push(message);
      },
    });
    const run = async (text: string) => {
      const postgres = await startPostgres({ dataDir, durable: false, log });
      const client = new pg.Client(postgres.superuserUrl);
      await client.connect();
      const { rows } = await client.query(text);
      await client.end();
      await postgres.stop();
      return rows as object[];
    };
    await run('create table things as select 7 as id');
    const { home = '' } = await stateOf(dataDir);
    expect(said).toEqual([expect.stringContaining(`the database is kept in ${home}`)]);
    expect(await run('select id from things')).toEqual([{ id: 7 }]);
    expect(said).toHaveLength(1);
    await removePostgres(dataDir, silent);
    expect([await gone(home), await gone(dataDir)]).toEqual([true, true]);
  });

  test('a folder that was deleted without its database says how to begin anew', async () => {
    const dataDir = join(closed, 'data');
    await (await startPostgres({ dataDir, durable: false, log: silent })).stop();
    const { home = '' } = await stateOf(dataDir);
    await rm(dataDir, { recursive: true });
    await mkdir(dataDir);
    const words = `${home}/postgres holds a database, but postgres.json with its password is missing from ${dataDir}. Restore the file, remove ${home} to begin anew without its data, or choose another data folder.`;
    await expect(refuseStray(dataDir)).rejects.toThrow(words);
    await expect(startPostgres({ dataDir, durable: false, log: silent })).rejects.toThrow(words);
    expect(await readdir(dataDir)).toEqual([]);
    await rm(home, { recursive: true });
    await expect(refuseStray(dataDir)).resolves.toBeUndefined();
  });

  test('a data folder that others cannot list keeps its mode and holds the cluster', async () => {
    const { stop } = await startPostgres({ dataDir: closed, durable: false, log: silent });
    await stop();
    expect((await stateOf(closed)).home).toBeUndefined();
    expect((await stat(closed)).mode & 0o066).toBe(0);
    expect((await stat(join(closed, 'postgres'))).uid).toBe(OVERFLOW_USER.uid);
  });

  test('programs below a closed folder are copied, and copied again when their version changes', async () => {
    const home = await mkdtemp(join(tmpdir(), 'open-'));
    const shipped = {
      postgres: join(closed, 'native', 'bin', 'postgres'),
      initdb: join(closed, 'native', 'bin', 'initdb'),
    };
    await mkdir(join(closed, 'native', 'bin'), { recursive: true });
    for (const version of ['1', '2']) {
      await writeFile(join(closed, 'package.json'), version);
      await writeFile(shipped.postgres, `postgres ${version}`);
      const { postgres } = await reachableBinaries(shipped, home, OVERFLOW_USER);
      expect(postgres.startsWith(home)).toBe(true);
      expect(await readFile(postgres, 'utf8')).toBe(`postgres ${version}`);
    }
    await rm(home, { recursive: true });
  });
});
