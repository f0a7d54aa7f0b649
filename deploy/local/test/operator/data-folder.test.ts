import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@assay/postgres/free-port';
import { removePostgres } from '@assay/postgres/remove-postgres';
import { scriptedMcp } from '@assay/testkit/mcp-servers/scripted-mcp';
import { startInFolder, type RunningAssay } from '../../src/start-in-folder.ts';
import { assertStep, openApi, toolCall, type Api } from '../support/api.ts';
import { Machine, type CommandEnd } from '../support/assay-command.ts';
import { testLog } from '../support/installation.ts';

/** The credential of the stored server, which the server asks for. */
const SECRET = 'Bearer well-hidden';

let root: string;
let machine: Machine;
let vault: Awaited<ReturnType<typeof scriptedMcp>>;
let running: RunningAssay | undefined;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-e2e-'));
  // Root's Postgres runs as another user, who has to reach it.
  await chmod(root, 0o755);
  machine = await Machine.set();
  vault = await scriptedMcp({
    'tools/call': (_message, _response, { headers }) => ({
      content: [{ type: 'text', text: headers['x-vault'] === SECRET ? 'opened' : 'closed' }],
    }),
  });
});
afterAll(async () => {
  await running?.stop();
  await Promise.all([vault.stop(), machine.remove()]);
  for (const name of ['keyed', 'data', 'backup', 'restored']) await removePostgres(at(name), testLog);
  await rm(root, { recursive: true });
});

const at = (name: string) => join(root, name);
const admin = (...words: string[]): Promise<CommandEnd> => machine.type('admin', ...words);
const secretsOf = async (name: string): Promise<{ keyEncryptionKey: string; passwords: object }> =>
  JSON.parse(await readFile(join(at(name), 'installation.json'), 'utf8'));
const writeSecrets = (name: string, secrets: object) =>
  writeFile(join(at(name), 'installation.json'), JSON.stringify(secrets));

/** Starts the product in this process, whose tests have loaded its modules. */
async function start(name: string, env: Record<string, string> = {}): Promise<Api> {
  running = await startInFolder(
    { host: '127.0.0.1', port: await freePort(), dataDir: at(name), durable: false },
    { RATE_LIMIT_PER_MINUTE: '0', REGISTRY_SOURCES: 'none', CONSOLE_DIR: root, ...env },
    testLog,
    () => undefined,
  );
  return openApi(running.url, (await readFile(join(at(name), 'api-key'), 'utf8')).trim());
}

async function stop(): Promise<void> {
  await running?.stop();
  running = undefined;
}

/** Reads all that was saved, and uses the credential. */
async function readSaved({ assay }: Api) {
  const project = (await assay.listProjects()).items.find(({ name }) => name === 'Vaults')!;
  const [server] = (await assay.listProjectServers({ projectId: project.id })).items;
  const [suite] = (await assay.listEvalSuites({ projectId: project.id })).items;
  const called = await assay.callTool({ projectId: project.id, serverId: server!.id }, { toolName: 'print' });
  return { projectId: project.id, serverId: server!.id, suiteId: suite!.id, called };
}

test('the key of OPERATOR_KEY is the one that commands on this machine find', async () => {
  const key = `op_${'n'.repeat(40)}`;
  const health = () => machine.type('admin', 'health', 'gateway', '--assay-url', running!.url, '--data', at('keyed'));
  await start('keyed');
  const made = await readFile(join(at('keyed'), 'operator-key'), 'utf8');
  expect(await health()).toMatchObject({ code: 0, stderr: '' });
  await stop();

  await start('keyed', { OPERATOR_KEY: `${made.trim()},${key}` });
  expect(await readFile(join(at('keyed'), 'operator-key'), 'utf8')).toBe(`${key}\n`);
  expect(await health()).toMatchObject({ code: 0, stderr: '' });
  await stop();
});

test('a data folder is backed up, restored and rekeyed, and its credentials still open', async () => {
  const first = await start('data');
  const { id: projectId } = await first.assay.createProject({ name: 'Vaults' });
  const api = first.inProject(projectId);
  const serverId = await api.saveServer('vault', vault.url, { headers: { 'x-vault': SECRET } });
  const steps = [toolCall('a', 'vault', 'print'), assertStep('b', { type: 'toolResultContains', needle: 'opened' })];
  const suite = { name: 'opens', serverIds: [serverId], tests: [{ title: 'opens', steps }] };
  const { suiteId } = await api.assay.createEvalSuite({ projectId }, suite);
  const saved = { projectId, serverId, suiteId, called: { content: [{ type: 'text', text: 'opened' }] } };
  expect(await readSaved(api)).toMatchObject(saved);

  // While it runs.
  const secrets = await secretsOf('data');
  for (const words of [['backup', at('backup')], ['rekey']])
    expect(await admin(...words, '--data', at('data'))).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(`${at('data')} is in use by process ${process.pid}; stop it first`),
    });
  expect((await admin('restore', at('data'), '--data', at('restored'))).stderr).toContain('is in use by process');
  expect(await secretsOf('data')).toEqual(secrets);
  expect(await readSaved(api)).toMatchObject(saved);
  await stop();

  expect(await admin('backup', at('backup'), '--data', at('data'))).toMatchObject({ code: 0, stderr: '' });
  expect(await admin('restore', at('backup'), '--data', at('restored'))).toMatchObject({ code: 0, stderr: '' });
  expect(await secretsOf('restored')).toEqual(secrets);

  // With the secrets of another installation no credential opens, and those secrets stay.
  const foreign = {
    ...secrets,
    keyEncryptionKey: randomBytes(32).toString('hex'),
    passwords: Object.fromEntries(Object.keys(secrets.passwords).map((role) => [role, 'another'])),
  };
  await writeSecrets('restored', foreign);
  expect(await admin('rekey', '--data', at('restored'))).toEqual({
    code: 1,
    stdout:
      '0 stored credentials are under the new key.\n1 open with none of the keys, and all keys are kept: restore the key of them, and repeat.\n',
    stderr: '',
  });
  expect(await secretsOf('restored')).toEqual(foreign);

  await writeSecrets('restored', secrets);
  expect(await admin('rekey', '--data', at('restored'))).toEqual({
    code: 0,
    stdout: '1 stored credentials are under the new key.\n',
    stderr: '',
  });
  const rekeyed = await secretsOf('restored');
  const [newKey, keyBefore] = rekeyed.keyEncryptionKey.split(',');
  expect([keyBefore, newKey]).toEqual([secrets.keyEncryptionKey, expect.stringMatching(/^[0-9a-f]{64}$/)]);

  // With the new key alone, so that no value is left under the one before.
  await writeSecrets('restored', { ...rekeyed, keyEncryptionKey: newKey });
  expect(await readSaved(await start('restored'))).toMatchObject(saved);
});
