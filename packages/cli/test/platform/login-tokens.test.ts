import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInProcess } from '../support/command.ts';
import { standInPlatform, type StandInPlatform } from '../support/stand-in-platform.ts';

let platform: StandInPlatform;
let config: string;
let tokens: { status: number; body: object };
beforeAll(async () => {
  platform = await standInPlatform();
});
afterAll(() => platform.stop());
beforeEach(async () => {
  config = await mkdtemp(join(tmpdir(), 'assay-tokens-'));
  const tokenEndpoint = `${platform.origin}/oauth/token`;
  const login = {
    url: platform.origin,
    kind: 'grant',
    accessToken: 'oat_first',
    refreshToken: 'ort_first',
    expiresAt: Date.now() + 3_600_000,
    tokenEndpoint,
    revocationEndpoint: tokenEndpoint,
  };
  await mkdir(join(config, 'assay'));
  await writeFile(logins(), JSON.stringify({ current: platform.origin, logins: [login], confirmed: [] }));
  tokens = { status: 200, body: { access_token: 'oat_second', refresh_token: 'ort_second', expires_in: 3_600 } };
  Object.assign(platform, { requests: [], answer });
});
afterEach(() => rm(config, { recursive: true }));

const logins = () => join(config, 'assay/logins.json');

/** Two pages; the first token ends between them. */
const answer: StandInPlatform['answer'] = ({ url, headers }, res) => {
  const tell = (status: number, body: object): true => {
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    return true;
  };
  if (url === '/oauth/token') return tell(tokens.status, tokens.body);
  if (!url!.includes('cursor')) return tell(200, { items: [{ id: 'a' }], nextCursor: 'next' });
  return headers.authorization === 'Bearer oat_second'
    ? tell(200, { items: [{ id: 'b' }] })
    : tell(401, { code: 'UNAUTHORIZED', message: 'The token is not valid.' });
};

const list = () =>
  runInProcess(['persona', 'list', '--jsonl', '--project', 'prj_01kb0000000000000000000001'], {
    env: { XDG_CONFIG_HOME: config },
  });

test('a token that ends in the middle of a command is renewed, and the command goes on', async () => {
  expect(await list()).toMatchObject({ code: 0, stdout: '{"id":"a"}\n{"id":"b"}\n', stderr: '' });
  expect(platform.requests.filter(({ line }) => line === 'POST /oauth/token')).toHaveLength(1);
  expect(await readFile(logins(), 'utf8')).toContain('"refreshToken": "ort_second"');
});

test('a login that has ended is told with the command that signs in again', async () => {
  tokens = { status: 400, body: { error: 'invalid_grant' } };
  const { code, stdout, stderr } = await list();
  expect([code, stdout]).toEqual([5, '{"id":"a"}\n']);
  expect(stderr).toContain(`assay login --url ${platform.origin}`);
});

test('no request carries a token of the login to another address', async () => {
  await runInProcess(['whoami', '--assay-url', `${platform.origin}/elsewhere`], { env: { XDG_CONFIG_HOME: config } });
  expect(platform.requests).toEqual([]);
});
