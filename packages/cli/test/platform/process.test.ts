import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import type { Server } from 'node:net';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { TEST_CERTIFICATE } from '@assay/testkit/certificates/certificate';
import { waitUntil } from '@assay/testkit/until';
import { always, standInPlatform, type StandInPlatform } from '../support/stand-in-platform.ts';

const main = join(import.meta.dirname, '../../src/main.ts');
let folder: string;
let platform: StandInPlatform;
beforeAll(async () => {
  [folder, platform] = await Promise.all([mkdtemp(join(tmpdir(), 'assay-process-')), standInPlatform()]);
});
afterAll(() => Promise.all([platform.stop(), rm(folder, { recursive: true })]));
beforeEach(() => Object.assign(platform, { requests: [], answer: undefined }));

function start(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [main, ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      XDG_CONFIG_HOME: folder,
      ASSAY_API_KEY: 'sk_x',
      ASSAY_URL: platform.origin,
      ...env,
    },
  });
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]).then(
    ([[code], stdout, stderr]) => ({ code: code as number, stdout, stderr }),
  );
  return { child, ended };
}

test('Ctrl-C ends a command that waits for the platform', async () => {
  const asked = new Promise<void>((resolve) => {
    platform.answer = () => {
      resolve();
      return true;
    };
  });
  const { child, ended } = start(['whoami']);
  await asked;
  child.kill('SIGINT');
  expect(await ended).toMatchObject({ code: 130, stdout: '' });
});

test('Ctrl-C ends a command that reads standard input', async () => {
  const { child, ended } = start(['login', '--with-key', '--debug', 'reading.log']);
  await waitUntil(() => access(join(folder, 'reading.log')).then(() => true));
  child.kill('SIGINT');
  expect(await ended).toMatchObject({ code: 130, stdout: '' });
});

test('a reader that closes the pipe early ends no command with an error', async () => {
  // The shell tells the exit code of the command, though its reader has ended before the first line.
  const command = `"$NODE" "$MAIN" help --all | :; echo "\${PIPESTATUS[0]}"`;
  const child = spawn('bash', ['-c', command], { env: { ...process.env, NODE: process.execPath, MAIN: main } });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect([stdout, stderr]).toEqual(['0\n', '']);
});

test('an unknown issuer is told with the variable that adds it, which makes it known', async () => {
  const server = createTlsServer(TEST_CERTIFICATE, (req, res) => {
    always(403, { code: 'FORBIDDEN', message: 'No.' })(req, res);
  });
  const port = await listening(server);
  const env = { ASSAY_URL: `https://localhost:${port}` };
  expect(await start(['whoami'], env).ended).toMatchObject({
    code: 4,
    stderr: expect.stringMatching(/issuer of its certificate is unknown\)\.\n.*NODE_EXTRA_CA_CERTS=/),
  });
  const path = join(folder, 'issuer.pem');
  await writeFile(path, TEST_CERTIFICATE.cert);
  expect(await start(['whoami'], { ...env, NODE_EXTRA_CA_CERTS: path }).ended).toMatchObject({ code: 5 });
  server.close();
});

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
