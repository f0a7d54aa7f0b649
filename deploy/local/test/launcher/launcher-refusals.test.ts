import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listenLocally } from '@assay/testkit/listen';
import { twoFreePorts } from '../support/free-ports.ts';
import { isThere, Launches } from './launches.ts';

const launches = new Launches();
afterAll(() => launches.end());

test('a launcher whose port is taken says so before it starts anything', async () => {
  const dataDir = join(await launches.newFolder(), 'not made');
  const { origin, stop } = await listenLocally((_request, response) => {
    response.end();
  });
  const { port } = new URL(origin);
  const launched = await launches.start(dataDir, { ASSAY_PORT: port });
  expect(await launched.exited).toBe(1);
  expect([launched.stdout, launched.stderr]).toEqual([[], [expect.stringContaining(`Port ${port} is taken`)]]);
  expect(await isThere(dataDir)).toBe(false);
  await stop();
});

test.each(['METRICS_PORT', 'RUNNER_PORT'])('a launcher whose %s is taken names it and the port', async (setting) => {
  const { origin, stop } = await listenLocally((_request, response) => {
    response.end();
  });
  const { port } = new URL(origin);
  const launched = await launches.start(await launches.newFolder(), { [setting]: port, CONSOLE_DIR: tmpdir() });
  expect(await launched.exited).toBe(1);
  expect(launched.stderr).toEqual([
    expect.stringMatching(
      new RegExp(`^Port ${port} is taken by another program.*\\. Stop it, or set ${setting} to a free port\\.$`),
    ),
  ]);
  await stop();
});

test("a launcher that has no port for its runner's metrics says so before it starts anything", async () => {
  const port = await twoFreePorts();
  const other = createServer().listen(port + 1);
  await once(other, 'listening');
  const refusalOf = async (metricsPort: number) => {
    const dataDir = join(await launches.newFolder(), 'not made');
    const launched = await launches.start(dataDir, { METRICS_PORT: String(metricsPort) });
    expect([await launched.exited, await isThere(dataDir)]).toEqual([1, false]);
    return launched.stderr.join('\n');
  };
  expect(await refusalOf(port)).toBe(
    `Port ${port + 1} is taken by another program. Stop it, or set METRICS_PORT to a free port. The metrics of the runner are at the port after METRICS_PORT.`,
  );
  expect(await refusalOf(65_535)).toBe(
    'METRICS_PORT must be at most 65534 here: the metrics of the runner are at the port after it',
  );
  other.close();
});

test('a launcher whose folder belongs to another version says so', async () => {
  const dataDir = await launches.newFolder();
  await writeFile(join(dataDir, 'installation.json'), '{"format":99}');
  const launched = await launches.start(dataDir);
  expect(await launched.exited).toBe(1);
  expect(launched.stderr).toEqual([expect.stringMatching(/has format 99; this version of Assay reads format \d+/)]);
  expect(await isThere(join(dataDir, 'postgres'))).toBe(false);
});

test('a launcher with a malformed setting says so', async () => {
  const launched = await launches.start(await launches.newFolder(), { ASSAY_PORT: 'four thousand' });
  expect(await launched.exited).toBe(1);
  expect(launched.stderr).toEqual(['ASSAY_PORT must be a whole number, between 0 and 65535']);
});

test('a launcher names the malformed settings of all its parts before it starts anything', async () => {
  const dataDir = join(await launches.newFolder(), 'not made');
  const launched = await launches.start(dataDir, {
    ASSAY_PORT: 'q',
    METRICS_PORT: 'x',
    LOG_LEVEL: 'loud',
    RATE_LIMIT_BURST: '0',
    LEASE_MS: '1',
    RUNNER_SLOTS: 'a',
    HOSTED_MODELS: 'x',
    OIDC_CLIENT_ID: 'y',
    MAIL_FROM: 'z',
    AGENT_MODEL: 'foo',
    PERSONA_MODEL: 'foo',
    MAX_BODY_BYTES: '0',
    EGRESS_SCHEMES: 'ftp',
  });
  expect(await launched.exited).toBe(1);
  const told = new Set(launched.stderr.map((line) => line.split(' ')[0]));
  expect(told).toEqual(
    new Set([
      'AGENT_MODEL',
      'ASSAY_PORT',
      'EGRESS_SCHEMES',
      'HOSTED_MODELS',
      'LEASE_MS',
      'LOG_LEVEL',
      'MAIL_FROM',
      'MAX_BODY_BYTES',
      'METRICS_PORT',
      'OIDC_CLIENT_SECRET',
      'OIDC_ISSUER',
      'PERSONA_MODEL',
      'RATE_LIMIT_BURST',
      'RUNNER_SLOTS',
      'SMTP_URL',
    ]),
  );
  expect(await isThere(dataDir)).toBe(false);
});
