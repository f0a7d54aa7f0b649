import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { startTestGateway, type TestGateway } from '../start.ts';

const PAGE =
  '<meta name="assay-base" content="" /><script nonce="__CSP_NONCE__" src="./assets/index-1.js"></script><link href="./favicon.svg" />';

let folder: string;
let fixture: TestGateway;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-console-'));
  fixture = await startTestGateway({ consoleDir: folder, publicUrl: 'https://assay.example/tools/assay' });
});
afterAll(async () => {
  await fixture.stop();
  await rm(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${fixture.origin}${path}`, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' });
const signedIn = { cookie: '__Host-assay_session=any' };

test('a person without a session is led to sign in and back, under the path of the gateway', async () => {
  const answer = await get('/p/prj_1/runs?sel=run_1');
  expect([answer.status, answer.headers.get('location')]).toEqual([
    302,
    '/tools/assay/auth/sign-in?returnTo=%2Ftools%2Fassay%2Fp%2Fprj_1%2Fruns%3Fsel%3Drun_1',
  ]);
});

test('a console that is being built says so and asks again, with status 503', async () => {
  const answer = await get('/', signedIn);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await answer.text()).toContain('http-equiv="refresh"');
});

describe('a built console', () => {
  beforeAll(async () => {
    await mkdir(join(folder, 'assets'), { recursive: true });
    await mkdir(join(folder, 'previous/assets'), { recursive: true });
    await writeFile(join(folder, 'index.html'), PAGE);
    await writeFile(join(folder, 'assets/index-1.js'), 'new');
    await writeFile(join(folder, 'assets/index-1.js.br'), brotliCompressSync('new'));
    await writeFile(join(folder, 'previous/assets/index-0.js'), 'old');
    await writeFile(join(folder, 'secret.txt'), 'secret');
  });

  test('has a page with a new nonce per answer, and addresses under the path of the installation', async () => {
    const answers = await Promise.all([get('/', signedIn), get('/p/prj_1', signedIn), get('/by-id/run_1', signedIn)]);
    const nonces = answers.map(({ headers }) => /'nonce-([^']+)'/.exec(headers.get('content-security-policy')!)![1]!);
    expect(new Set(nonces).size).toBe(3);
    expect(answers[0].headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-.*require-trusted-types-for 'script'/,
    );
    expect(await answers[0].text()).toBe(
      `<meta name="assay-base" content="/tools/assay" /><script nonce="${nonces[0]!}" src="/tools/assay/assets/index-1.js"></script><link href="/tools/assay/favicon.svg" />`,
    );
  });

  test('has files that browsers keep, compressed where they can be, also of the release before', async () => {
    const answer = await fetch(`${fixture.origin}/assets/index-1.js`, { headers: { 'accept-encoding': 'br' } });
    expect(['content-encoding', 'cache-control', 'content-type'].map((name) => answer.headers.get(name))).toEqual([
      'br',
      'public, max-age=31536000, immutable',
      'text/javascript; charset=utf-8',
    ]);
    expect(await answer.text()).toBe('new');
    expect(await (await get('/assets/index-0.js')).text()).toBe('old');
  });

  test.each(['/assets/..%2fsecret.txt', '/assets/%2e%2e%2findex.html', '/assets/gone.js', '/assets/secret.txt'])(
    'serves no file at %s',
    async (path) => {
      expect((await fetch(`${fixture.origin}${path}`)).status).toBe(404);
    },
  );

  test('answers an unknown address with its page to a person and with JSON to a program, both 404', async () => {
    const [person, program] = await Promise.all([get('/nowhere'), fetch(`${fixture.origin}/nowhere`)]);
    expect([person.status, person.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await program.json()).toMatchObject({ code: 'NOT_FOUND' });
    expect((await get('/api/v1/nowhere')).headers.get('content-type')).toContain('application/json');
  });
});
