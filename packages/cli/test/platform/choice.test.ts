import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInProcess } from '../support/command.ts';
import { standInPlatform, type StandInPlatform } from '../support/stand-in-platform.ts';

let one: StandInPlatform;
let other: StandInPlatform;
let root: string;
let folder: string;
let config: string;
beforeAll(async () => {
  [one, other] = await Promise.all([standInPlatform(), standInPlatform()]);
});
afterAll(() => Promise.all([one.stop(), other.stop()]));
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-choice-'));
  [folder, config] = [join(root, 'folder', 'below'), join(root, 'config')];
  await mkdir(folder, { recursive: true });
  for (const standIn of [one, other]) Object.assign(standIn, { requests: [], answer: undefined });
});
afterEach(() => rm(root, { recursive: true, force: true }));

interface Around {
  env?: Record<string, string>;
  stdin?: string;
  isPerson?: boolean;
  answer?: string;
}
const assay = (args: string[], { env, ...around }: Around = {}) =>
  runInProcess(args, { folder, env: { XDG_CONFIG_HOME: config, ...env }, ...around });
const whoami = async (args: string[] = [], around: Around = {}) => {
  const ended = await assay(['whoami', '--json', ...args], around);
  return { ...ended, told: ended.code === 0 ? (JSON.parse(ended.stdout) as Record<string, object>) : undefined };
};
const link = (value: object | string, where = join(root, 'folder')) =>
  writeFile(join(where, 'assay.json'), typeof value === 'string' ? value : JSON.stringify(value));
const signIn = (standIn: StandInPlatform, key = 'sk_login') =>
  assay(['login', '--with-key', '--url', standIn.origin], { stdin: `${key}\n` });
const KEY = { ASSAY_API_KEY: 'sk_env' };

test('the option comes before the environment, the link file and the login', async () => {
  await signIn(other);
  await link({ url: other.origin, project: 'Helpdesk' });
  const env = { ...KEY, ASSAY_URL: other.origin, ASSAY_PROJECT: 'default' };
  const { told } = await whoami(['--assay-url', one.origin, '--project', 'Helpdesk'], { env });
  expect(told).toMatchObject({
    url: one.origin,
    from: { credential: 'ASSAY_API_KEY', url: '--assay-url', project: '--project' },
  });
});

test('the environment comes before the link file and the login', async () => {
  await link({ url: other.origin, project: 'Nothing' });
  const { told } = await whoami([], { env: { ...KEY, ASSAY_URL: one.origin, ASSAY_PROJECT: 'Helpdesk' } });
  expect(told).toMatchObject({ from: { url: 'ASSAY_URL', project: 'ASSAY_PROJECT' }, project: { name: 'Helpdesk' } });
});

test('the link file of a folder above comes before the current login', async () => {
  await signIn(other);
  await signIn(one);
  await signIn(other, 'sk_other');
  await link({ url: one.origin, project: 'Helpdesk' });
  const path = join(root, 'folder', 'assay.json');
  const { told } = await whoami();
  expect(told).toMatchObject({ url: one.origin, from: { credential: 'the stored login', url: path, project: path } });
  expect(one.requests.at(-1)).toMatchObject({ authorization: 'Bearer sk_login' });
});

test('without another choice the last login says where, as whom and in which project', async () => {
  await signIn(one);
  const from = 'the stored login';
  expect((await whoami()).told).toMatchObject({ from: { credential: from, url: from, project: from }, role: 'owner' });
});

test('the project of a link file means nothing at another address', async () => {
  await link({ url: other.origin, project: 'prj_01kb0000000000000000000009' });
  const { told } = await whoami([], { env: { ...KEY, ASSAY_URL: one.origin } });
  expect(told).toMatchObject({ project: { name: 'Helpdesk' }, from: { project: 'the default' } });
});

test('a stored login is not sent to an address that a link file names', async () => {
  await signIn(one);
  await link({ url: other.origin });
  expect(await whoami()).toMatchObject({
    code: 5,
    stderr: expect.stringMatching(new RegExp(`^assay: not signed in at ${other.origin}.\n  assay login --url`)),
  });
  expect(other.requests).toEqual([]);
});

describe('a key of the environment and an address that only a link file names', () => {
  beforeEach(() => link({ url: one.origin }));

  test('the key is not sent without a person, and --yes is no confirmation', async () => {
    const { code, stderr } = await whoami(['--yes'], { env: KEY });
    expect([code, stderr]).toEqual([2, expect.stringContaining(`ASSAY_URL=${one.origin} says that it may`)]);
    expect(one.requests).toEqual([]);
  });

  test('the key is not sent when the person declines', async () => {
    const { code, stderr } = await whoami([], { env: KEY, isPerson: true, answer: '' });
    expect([code, stderr]).toEqual([5, expect.stringContaining('the key of ASSAY_API_KEY was not sent')]);
    expect(one.requests).toEqual([]);
  });

  test('a person is asked once', async () => {
    expect(await whoami([], { env: KEY, isPerson: true, answer: 'y' })).toMatchObject({ code: 0 });
    const again = await whoami([], { env: KEY });
    expect(again).toMatchObject({ code: 0, stderr: '' });
  });

  test('no person is asked when the environment names the same address', async () => {
    expect(await whoami([], { env: { ...KEY, ASSAY_URL: one.origin } })).toMatchObject({ code: 0 });
  });
});

test.each([
  ['no JSON', '{"url": ', 'is no link file'],
  ['a list', '[]', 'is no link file'],
  ['an unknown field', '{"urll": "http://127.0.0.1"}', '"urll" is not a field of a link file'],
  ['a secret', '{"key": "sk_x"}', '"key" is not a field of a link file'],
  ['a file address', '{"url": "file:///etc/passwd"}', 'is an http or https URL'],
  ['a password', '{"url": "https://ann:pw@assay.example"}', 'must not contain a password'],
  ['an empty project', '{"project": " "}', 'project is the name or the id'],
])('a link file with %s is refused by its path', async (_, text, fault) => {
  await link(text);
  const { code, stderr } = await whoami([], { env: KEY });
  expect([code, stderr]).toEqual([2, expect.stringContaining(join(root, 'folder', 'assay.json'))]);
  expect(stderr).toContain(fault);
  expect(stderr).not.toContain('pw@');
});

test('a link file with a byte order mark and CRLF is read', async () => {
  await link(`\uFEFF{\r\n  "url": "${one.origin}"\r\n}\r\n`);
  await signIn(one);
  expect(await whoami()).toMatchObject({ code: 0 });
});

test('use writes the nearest link file, and of many at once each leaves it whole', async () => {
  await link({ project: 'default' });
  await signIn(one);
  const ended = await Promise.all(Array.from({ length: 8 }, () => assay(['use', 'Helpdesk'])));
  expect(new Set(ended.map(({ code }) => code))).toEqual(new Set([0]));
  expect(JSON.parse(await readFile(join(root, 'folder', 'assay.json'), 'utf8'))).toEqual({
    url: one.origin,
    project: 'prj_01kb0000000000000000000001',
  });
});

test('the file of logins is readable for its person alone', async () => {
  await signIn(one);
  const path = join(config, 'assay', 'logins.json');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(join(config, 'assay'))).mode & 0o777).toBe(0o700);
});

test('a login that cannot be kept is told, with the folder', async () => {
  await writeFile(config, 'a file in place of the folder');
  await chmod(config, 0o400);
  const { code, stderr } = await signIn(one);
  expect([code, stderr]).toEqual([2, expect.stringContaining(`${join(config, 'assay')} cannot be written`)]);
});

test('logout forgets a login, and the command after it is not signed in', async () => {
  await signIn(one);
  expect(await assay(['logout'])).toMatchObject({ code: 0, stdout: expect.stringContaining('The key is still valid') });
  expect(await whoami()).toMatchObject({ code: 5 });
  expect(await assay(['logout'])).toMatchObject({ code: 5, stderr: 'assay: not signed in.\n' });
});

test('a key that the platform refuses is not kept', async () => {
  one.answer = (_, res) => {
    res.writeHead(401, { 'content-type': 'application/json' });
    return Boolean(res.end('{"code":"UNAUTHORIZED","message":"The key is not valid."}'));
  };
  expect(await signIn(one)).toMatchObject({ code: 5, stderr: expect.stringContaining('The key is not valid.') });
  expect(await assay(['status', '--json'])).toMatchObject({ stdout: expect.stringContaining('"logins": []') });
});

test('status tells which platform refuses its login', async () => {
  await signIn(one);
  await signIn(other);
  const { code, stdout } = await assay(['status'], { isPerson: true });
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining(`● ${other.origin} (current)   ann@example.test, by key`),
  ]);
  await one.stop();
  expect(await assay(['status'], { isPerson: true })).toMatchObject({
    code: 4,
    stdout: expect.stringContaining(`■ ${one.origin}   ${one.origin} does not answer (connection refused).`),
  });
  one = await standInPlatform();
});
