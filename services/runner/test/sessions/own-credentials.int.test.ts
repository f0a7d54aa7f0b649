import { Blame, Outcome } from '@assay/mesh/gen/assay/v1/iterations';
import { startModernServer, type ModernServer } from '@assay/testkit/mcp-servers/modern-server';
import { ownCredentials } from '../../src/reach/platform/own-credentials.ts';
import { RunnerBench } from '../support/runner-bench.ts';
import { callStep, partText, savedServer, workItem } from '../support/platform-stand-in.ts';
import { startRecording, type RecordingProxy } from '@assay/testkit/mcp-servers/recording-proxy';

let modern: ModernServer;
let proxy: RecordingProxy;
let bench: RunnerBench;

beforeAll(async () => {
  modern = await startModernServer();
  proxy = await startRecording(modern.url);
  const entry = { origin: new URL(proxy.url).origin, headers: { 'x-key': 'of the runner' } };
  bench = new RunnerBench({ own: ownCredentials(JSON.stringify({ srv_mine: entry }))! });
  await bench.open();
});
afterAll(async () => {
  await bench.close();
  await Promise.all([proxy.stop(), modern.stop()]);
});

test("a runner's own credentials are used for their server only, and never requested", async () => {
  const servers = ['mine', 'theirs'].map((name) =>
    savedServer(name, proxy.url, { headers: { 'x-key': 'of the platform' } }),
  );
  const { report } = await bench.execute(
    workItem(
      [callStep('a', 'mine', 'echo', { message: 'a' }), callStep('b', 'theirs', 'echo', { message: 'b' })],
      servers,
    ),
    servers,
  );
  expect(report.outcome).toBe(Outcome.COMPLETED);
  const sent = proxy.requests
    .filter(({ message }) => message.method === 'tools/call')
    .map(({ headers }) => headers['x-key']);
  expect(sent).toEqual(['of the runner', 'of the platform']);
  expect(bench.platform.resolved.map(({ serverIds, withoutCredentials }) => [serverIds, withoutCredentials])).toEqual(
    expect.arrayContaining([
      [['srv_theirs'], false],
      [['srv_mine'], true],
    ]),
  );
  expect(bench.platform.resolved).toHaveLength(2);
});

test('own credentials that a server sends back are in no trace, and the report names them', async () => {
  const servers = [savedServer('theirs', proxy.url, { headers: { 'x-key': 'of the platform' } })];
  const { report } = await bench.execute(
    workItem([callStep('a', 'theirs', 'echo', { message: 'you sent: of the platform' })], servers),
    servers,
  );
  expect(report.transcript.toString()).toContain('of the platform');
  expect(report.secrets).toContain('of the platform');
  const parts = report.parts.map(({ body }) => partText(body)).join('');
  expect(parts).toContain('you sent: [redacted]');
  expect(parts).not.toContain('of the platform');
});

test("a server that moved is not sent the runner's own credentials, and is not blamed", async () => {
  const servers = [savedServer('mine', modern.url)];
  const { report } = await bench.execute(workItem([callStep('a', 'mine', 'echo', { message: 'a' })], servers), servers);
  expect([report.outcome, report.blame]).toEqual([Outcome.SETUP_FAILED, Blame.PLATFORM]);
  expect(report.errorMessage).toContain('RUNNER_CREDENTIALS');
});
