import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openPool } from '@assay/kit/postgres/db';
import { createLog } from '@assay/kit/log';
import { findProcess } from '@assay/postgres/processes';
import { startFaultyServer } from '@assay/testkit/mcp-servers/faulty-servers';
import { openApi, type Api } from '../support/api.ts';
import type { LaunchedProcess } from '../support/launch.ts';
import { isThere, Launches } from './launches.ts';
import { Person } from '../support/person.ts';

const launches = new Launches();
afterAll(() => launches.end());

const keptKey = async (dataDir: string) => (await readFile(join(dataDir, 'api-key'), 'utf8')).trim();
const keptPassword = async (dataDir: string) => (await readFile(join(dataDir, 'owner-password'), 'utf8')).trim();
const postmaster = async (dataDir: string) =>
  Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
const reach = async (launched: LaunchedProcess, dataDir: string): Promise<Api> =>
  openApi(await launched.said('ready '), await keptKey(dataDir));
const secretsOf = async (dataDir: string): Promise<string[]> => {
  const { meshSecret, keyEncryptionKey, passwords } = JSON.parse(
    await readFile(join(dataDir, 'installation.json'), 'utf8'),
  ) as { meshSecret: string; keyEncryptionKey: string; passwords: Record<string, string> };
  const { password } = JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8')) as { password: string };
  return [meshSecret, keyEncryptionKey, password, ...Object.values(passwords)];
};
const occurrences = (lines: string[], text: string) => lines.join('\n').split(text).length - 1;

describe('an installation', () => {
  let dataDir: string;
  let serverId: string;
  let faulty: Awaited<ReturnType<typeof startFaultyServer>>;
  let launched: LaunchedProcess;
  beforeAll(async () => {
    [dataDir, faulty] = await Promise.all([launches.newFolder(), startFaultyServer()]);
  });
  afterAll(() => faulty.stop());

  /** Checks that the server's credentials still unseal, which needs the keys of the first start. */
  const holdsWhatWasSaved = async () => {
    const api = await reach(launched, dataDir);
    expect(await api.assay.callTool({ projectId: api.projectId, serverId }, { toolName: 'echo' })).toMatchObject({
      content: [{ type: 'text' }],
    });
  };

  test('is made by the first start, which prints its phases, the key once, and its address', async () => {
    launched = await launches.start(dataDir, { LOG_LEVEL: 'trace' });
    const api = await reach(launched, dataDir);
    const phases = launched.stdout
      .filter((line) => /^ *\d+\.\d s {2}/.test(line))
      .map((line) => line.replace(/^ *\d+\.\d s {2}/, ''));
    expect(phases).toEqual([
      `data in ${dataDir}`,
      expect.stringMatching(/^Postgres on 127\.0\.0\.1:\d+$/),
      'schemas up to date',
      'services started',
      expect.stringMatching(/^(pages are opened in |no Chromium was found)/),
      expect.stringContaining('EGRESS_ALLOW_PRIVATE=false'),
    ]);
    expect(launched.stdout.at(-1)).toMatch(/^ready http:\/\/127\.0\.0\.1:\d+$/);
    expect(launched.stdout).toContain(`project   ${api.projectId}`);
    serverId = await api.saveServer('faulty', faulty.url('/tools'), { headers: { 'x-secret': 'wellhidden' } });
    await holdsWhatWasSaved();
  });

  test("prints its owner's password, which signs in", async () => {
    expect(launched.stdout).toEqual(
      expect.arrayContaining(['owner     owner@localhost', `password  ${await keptPassword(dataDir)}`]),
    );
    expect(
      (await new Person(await launched.said('ready ')).signIn('owner@localhost', await keptPassword(dataDir))).status,
    ).toBe(200);
  });

  test('keeps the key and the password where only its owner reads them', async () => {
    for (const name of ['api-key', 'owner-password', 'operator-key'])
      expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataDir, 'installation.json'))).mode & 0o777).toBe(0o600);
    expect((await stat(dataDir)).mode & 0o066).toBe(0);
  });

  test('is not opened by a second launcher', async () => {
    const second = await launches.start(dataDir);
    expect(await second.exited).toBe(1);
    expect(second.stderr.join('\n')).toContain(`in use by process ${launched.pid}`);
    await holdsWhatWasSaved();
  });

  test('ends with Ctrl-C and leaves no process and no lock behind', async () => {
    const database = await postmaster(dataDir);
    expect(await launched.kill('SIGINT')).toBe(0);
    expect(await findProcess(database)).toBeUndefined();
    expect(
      await Promise.all(['postgres.lock', 'postgres/postmaster.pid'].map((name) => isThere(join(dataDir, name)))),
    ).toEqual([false, false]);
  });

  test('logs no secret except that key and that password, at any level', async () => {
    expect(launched.stderr.length).toBeGreaterThan(10);
    for (const secret of [await keptKey(dataDir), await keptPassword(dataDir)])
      expect([occurrences(launched.stdout, secret), occurrences(launched.stderr, secret)]).toEqual([1, 0]);
    const said = [...launched.stdout, ...launched.stderr];
    for (const secret of [...(await secretsOf(dataDir)), 'wellhidden']) expect(occurrences(said, secret)).toBe(0);
  });

  test('is complete after a second start, which prints no key, password or warning', async () => {
    launched = await launches.start(dataDir);
    await holdsWhatWasSaved();
    expect([...launched.stdout, ...launched.stderr].join('\n')).not.toMatch(/\bsk_|API key|password/);
    // A machine that stalls for a moment logs that access cannot be watched, and that it can be again.
    expect(launched.stderr.filter((line) => !/changes of access (cannot be|are) watched/.test(line))).toEqual([]);
  });

  test('is complete after the launcher was killed', async () => {
    const [database, key] = [await postmaster(dataDir), await keptKey(dataDir)];
    expect(await launched.kill('SIGKILL')).toBe('SIGKILL');
    launched = await launches.start(dataDir);
    await holdsWhatWasSaved();
    expect(await findProcess(database)).toBeUndefined();
    expect(await keptKey(dataDir)).toBe(key);
  });

  test('leaves nothing behind when its start is interrupted', async () => {
    await launched.kill('SIGTERM');
    launched = await launches.start(dataDir);
    await launched.said('Postgres on');
    const database = await postmaster(dataDir);
    expect(await launched.kill('SIGINT')).toBe(0);
    expect(await findProcess(database)).toBeUndefined();
    expect(await isThere(join(dataDir, 'postgres.lock'))).toBe(false);
  });
});

describe('a headless first start', () => {
  const key = `sk_${'k'.repeat(40)}`;
  let dataDir: string;
  let launched: LaunchedProcess;

  test('takes names, owner and key from the environment and from files', async () => {
    dataDir = await launches.newFolder();
    const fileOf = async (name: string, text: string) => {
      await writeFile(join(dataDir, name), `${text}\n`);
      return join(dataDir, name);
    };
    launched = await launches.start(dataDir, {
      ASSAY_INIT_ORG: 'Acme',
      ASSAY_INIT_PROJECT_FILE: await fileOf('project', 'Printers'),
      ASSAY_INIT_OWNER_EMAIL: 'ada@acme.example',
      ASSAY_INIT_OWNER_PASSWORD_FILE: await fileOf('password', 'correct horse'),
      ASSAY_INIT_API_KEY_FILE: await fileOf('key', key),
    });
    const api = await openApi(await launched.said('ready '), key);
    expect(await api.assay.getMe()).toMatchObject({ email: 'ada@acme.example' });
    expect(await api.assay.listOrganizations()).toMatchObject({ items: [{ name: 'Acme' }] });
    expect(await api.assay.listProjects()).toMatchObject({ items: [{ name: 'Printers' }] });
    expect(await keptKey(dataDir)).toBe(key);
    expect(await isThere(join(dataDir, 'owner-password'))).toBe(false);
    for (const secret of ['correct horse', key])
      expect(occurrences([...launched.stdout, ...launched.stderr], secret)).toBe(0);
  });

  test('stops in good order after a Ctrl-C that arrives twice, as npm delivers it', async () => {
    const first = launched.kill('SIGINT');
    expect(await Promise.all([first, launched.kill('SIGINT')])).toEqual([0, 0]);
    expect(await isThere(join(dataDir, 'postgres.lock'))).toBe(false);
  });
});

describe('after a first start that failed half-way', () => {
  let dataDir: string;
  let launched: LaunchedProcess;

  test('neither the key nor other data is lost', async () => {
    dataDir = await launches.newFolder();
    const failed = await launches.start(dataDir, { ASSAY_INIT_OWNER_EMAIL: 'nobody' });
    expect(await failed.exited).toBe(1);
    expect(failed.stderr.join('\n')).toContain('ASSAY_INIT_OWNER_EMAIL');
    expect(await isThere(join(dataDir, 'postgres.lock'))).toBe(false);
    launched = await launches.start(dataDir);
    expect(await (await reach(launched, dataDir)).assay.getMe()).toMatchObject({ email: 'owner@localhost' });
  });

  test('an owner without a password gets one, printed once; an empty setting hides nothing', async () => {
    const { passwords } = JSON.parse(await readFile(join(dataDir, 'installation.json'), 'utf8')) as {
      passwords: { catalog: string };
    };
    const port = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[3]!;
    const pool = openPool(
      `postgres://catalog:${passwords.catalog}@127.0.0.1:${port}/postgres`,
      createLog('test', 'silent'),
      { max: 1, applicationName: 'test' },
    );
    await pool.query('update users set password_hash = null');
    await pool.end();
    await rm(join(dataDir, 'owner-password'));
    expect(await launched.kill('SIGTERM')).toBe(0);

    launched = await launches.start(dataDir, { ASSAY_INIT_OWNER_PASSWORD: '', ASSAY_INIT_OWNER_EMAIL: '' });
    expect(await launched.said('owner@localhost had no password')).toContain(join(dataDir, 'owner-password'));
    expect(
      (await new Person(await launched.said('ready ')).signIn('owner@localhost', await keptPassword(dataDir))).status,
    ).toBe(200);
    const made = await keptPassword(dataDir);
    expect([
      occurrences([...launched.stdout, ...launched.stderr], made),
      (await stat(join(dataDir, 'owner-password'))).mode & 0o777,
    ]).toEqual([0, 0o600]);
    expect(await launched.kill('SIGTERM')).toBe(0);

    launched = await launches.start(dataDir);
    await launched.said('ready ');
    expect([launched.stdout.join('\n').includes('had no password'), await keptPassword(dataDir)]).toEqual([
      false,
      made,
    ]);
  });

  test('a launcher whose Postgres dies says so and ends, instead of failing every request', async () => {
    process.kill(await postmaster(dataDir), 'SIGINT');
    expect(await launched.exited).toBe(1);
    expect(launched.stderr.join('\n')).toContain('Postgres ended by itself');
  });
});
