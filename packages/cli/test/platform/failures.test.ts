import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:net';
import { listenLocally } from '@assay/testkit/listen';
import { runInProcess } from '../support/command.ts';
import { always, standInPlatform, type StandInPlatform } from '../support/stand-in-platform.ts';

let platform: StandInPlatform;
let folder: string;
beforeAll(async () => {
  [platform, folder] = await Promise.all([standInPlatform(), mkdtemp(join(tmpdir(), 'assay-failures-'))]);
});
afterAll(() => Promise.all([platform.stop(), rm(folder, { recursive: true })]));
beforeEach(() => Object.assign(platform, { requests: [], answer: undefined }));

const SECRET = 'sk_very_secret';
const whoami = (env: Record<string, string> = {}, ...args: string[]) =>
  runInProcess(['whoami', ...args], {
    folder,
    env: { ASSAY_API_KEY: SECRET, ASSAY_URL: platform.origin, ...env },
  });

test('an address where no program listens is told with its origin', async () => {
  const ended = await listenLocally(() => undefined);
  await ended.stop();
  expect(await whoami({ ASSAY_URL: ended.origin })).toEqual({
    code: 4,
    stdout: '',
    stderr: `assay: ${ended.origin} does not answer (connection refused).\n  The address comes from ASSAY_URL.\n`,
  });
});

test('a page in place of the API is told with its status, type and origin', async () => {
  platform.answer = always(200, '<html>Sign in to the network</html>');
  expect(await whoami()).toEqual({
    code: 4,
    stdout: '',
    stderr:
      `assay: the address ${platform.origin} answers with a page, not with Assay's API (HTTP 200, text/html).\n` +
      '  The address comes from ASSAY_URL.\n',
  });
});

test.each([
  [404, '<html>', `answers with a page, not with Assay's API (HTTP 404, text/html).`],
  [404, { error: 'not found' }, `answers, but not as Assay's API (HTTP 404, application/json).`],
  [502, '<html>', 'does not answer: the proxy in front of it says so (HTTP 502).'],
  [302, '', 'redirects to https://sso.example, and redirects are not followed'],
])('the answer %s of another program is no answer of the platform', async (status, body, told) => {
  platform.answer = always(status, body, { location: 'https://sso.example/login', 'retry-after': '120' });
  expect(await whoami()).toMatchObject({ code: 4, stderr: expect.stringContaining(told) });
});

test.each([
  [401, 'UNAUTHORIZED', {}, 5, 'The key comes from ASSAY_API_KEY.'],
  [403, 'FORBIDDEN', {}, 5, 'assay whoami'],
  [429, 'RATE_LIMITED', { 'retry-after': '90' }, 4, 'Try again in 90 s.'],
  [429, 'RATE_LIMITED', {}, 4, 'Refused.'],
  [500, 'INTERNAL_ERROR', {}, 4, 'Refused.'],
  [400, 'VALIDATION_ERROR', {}, 2, 'Refused.'],
])('the refusal %s %s ends the command with its code', async (status, code, headers, exit, told) => {
  platform.answer = always(status, { code, message: 'Refused.' }, headers);
  expect(await whoami()).toMatchObject({ code: exit, stdout: '', stderr: expect.stringContaining(told) });
});

test('a platform without the operation is told to be older', async () => {
  platform.answer = always(404, { code: 'NOT_FOUND', message: 'No such path.' });
  expect(await whoami()).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /does not know get\w+: it is older than this command line\.\n {2}assay upgrade-check/,
    ),
  });
});

test('control characters of an answer do not reach the terminal', async () => {
  platform.answer = always(400, { code: 'VALIDATION_ERROR', message: 'bad \u001B[31mred\u001B[0m \u202Etxt' });
  const { stderr } = await whoami();
  expect(stderr).toBe('assay: bad ␛[31mred␛[0m ⟨RLO⟩txt\n');
});

test('requests go through the proxy of the environment, but for the hosts of NO_PROXY', async () => {
  const passed: string[] = [];
  const proxy = createServer((socket) => {
    socket.once('data', (data) => {
      passed.push(String(data).split('\r\n', 1)[0]!);
      socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n');
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as { port: number };
  const env = { HTTP_PROXY: `http://127.0.0.1:${port}` };
  const { code, stderr } = await whoami(env);
  expect([code, stderr]).toEqual([4, expect.stringContaining('go through the proxy of HTTP_PROXY')]);
  expect(passed[0]).toContain(new URL(platform.origin).host);
  expect(await whoami({ ...env, NO_PROXY: '127.0.0.1' })).toMatchObject({ code: 0 });
  proxy.close();
});

test('the debug file holds each request and the cause of the failure, and no secret', async () => {
  platform.answer = always(401, { code: 'UNAUTHORIZED', message: 'The key is not valid.' });
  const { code } = await whoami({}, '--debug', 'debug.log', '--project', 'Helpdesk');
  const text = await readFile(join(folder, 'debug.log'), 'utf8');
  expect(code).toBe(5);
  expect(text).toMatch(/GET \/api\/v1\/me 401 UNAUTHORIZED \d+ ms/);
  expect(text).toMatch(/Problem: The key is not valid\.\n\s+at /);
  expect(text).toMatch(/ exit 5\n/);
  expect(text).not.toContain(SECRET);
});

test('a debug file that cannot be written is a misuse', async () => {
  expect(await whoami({}, '--debug', 'no/such/folder.log')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('of --debug cannot be written'),
  });
});
