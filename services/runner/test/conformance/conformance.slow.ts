import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  CONFORMANCE_ENGINE,
  type ConformanceOutput,
  type ConformanceTask,
  type ScenarioResult,
} from '@assay/contract/areas/conformance/work';
import type { WorkReport } from '@assay/mesh/gen/assay/v1/work';
import { startConformanceServer, type ConformanceServer } from '@assay/testkit/mcp-servers/conformance-server';
import { startFaultyServer, type FaultyServer } from '@assay/testkit/mcp-servers/faulty-servers';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { startModernServer, type ModernServer } from '@assay/testkit/mcp-servers/modern-server';
import { rpcError, scriptedMcp } from '@assay/testkit/mcp-servers/scripted-mcp';
import { waitUntil } from '@assay/testkit/until';
import { startRunner } from '../../src/app.ts';
import { runEngine } from '../../src/handlers/conformance/run-engine.ts';
import { CONFORMANCE_SCENARIOS } from '../../src/domain/conformance/scenarios.ts';
import { boardItem } from '@assay/testkit/work/work-board';
import { configFor, silentLog, PlatformStandIn, savedServer } from '../support/platform-stand-in.ts';

const LONG_MS = 120_000;
const main = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));

let platform: PlatformStandIn;
let runner: { stop(): Promise<void> };
let everything: McpServerProcess;
let older: McpServerProcess;
let modern: ModernServer;
let faulty: FaultyServer;
const fixtures: ConformanceServer[] = [];

beforeAll(async () => {
  platform = new PlatformStandIn();
  [everything, older, modern, faulty] = await Promise.all([
    sharedEverythingServer({ transport: 'streamableHttp' }),
    sharedEverythingServer({ transport: 'sse' }),
    startModernServer(),
    startFaultyServer(),
    platform.start(),
  ]);
  runner = startRunner(configFor(platform), silentLog);
});
afterEach(() => Promise.all(fixtures.splice(0).map((fixture) => fixture.stop())));
afterAll(async () => {
  await runner.stop();
  await Promise.all([platform, everything, older, modern, faulty].map((each) => each.stop()));
});

const fixture = async (faults: Parameters<typeof startConformanceServer>[0] = {}): Promise<ConformanceServer> => {
  const started = await startConformanceServer(faults);
  fixtures.push(started);
  return started;
};
const task = (name: string, more: Partial<ConformanceTask> = {}): ConformanceTask => ({
  version: 1,
  server: { id: `srv_${name}`, name },
  suites: ['protocol', 'apps', 'tasks'],
  engineVersion: CONFORMANCE_ENGINE.version,
  ...more,
});

function offer(
  url: string,
  { headers, ...more }: Partial<ConformanceTask> & { headers?: Record<string, string> } = {},
) {
  platform.servers = [savedServer('tested', url, headers && { headers })];
  const offered = boardItem('conformance', task('tested', more), { timeoutMs: LONG_MS });
  platform.work.offer(offered);
  return offered;
}
const answerTo = (offered: ReturnType<typeof offer>): Promise<WorkReport> =>
  waitUntil(() => platform.work.answers.find(({ id }) => id === offered.id), LONG_MS);
async function hold(...asked: Parameters<typeof offer>): Promise<ConformanceOutput> {
  const { output, errorCode, errorMessage } = await answerTo(offer(...asked));
  expect([errorCode, errorMessage]).toEqual(['', '']);
  return JSON.parse(output.toString()) as ConformanceOutput;
}

const verdict = ({ status, checks }: ScenarioResult) =>
  status ?? (checks.some((check) => check.status === 'FAILURE') ? 'failed' : 'passed');
const verdicts = ({ scenarios }: ConformanceOutput) =>
  Object.fromEntries(scenarios.map((each) => [each.scenario, verdict(each)]));
/** Without the scenarios of our own. */
const official = (output: ConformanceOutput): ConformanceOutput => ({
  ...output,
  scenarios: output.scenarios.filter(({ scenario }) => !scenario.startsWith('assay/')),
});
const named = (verdictsOf: Record<string, string>, wanted: string) =>
  Object.keys(verdictsOf).filter((name) => verdictsOf[name] === wanted);

test('the installed suite has the version of the tasks and the scenarios of the table', () => {
  const installed = JSON.parse(readFileSync(main.replace('dist/index.js', 'package.json'), 'utf8')) as {
    version: string;
  };
  expect(installed.version).toBe(CONFORMANCE_ENGINE.version);
  const listed = (...more: string[]) =>
    [
      ...execFileSync(process.execPath, [main, 'list', '--server', ...more])
        .toString()
        .matchAll(/^ {2}- (\S+)/gm),
    ].map(([, name]) => name);
  expect(CONFORMANCE_SCENARIOS.map(({ name }) => name)).toEqual(listed());
  expect(CONFORMANCE_SCENARIOS.filter(({ isNew }) => !isNew).map(({ name }) => name)).toEqual(
    listed('--spec-version', '2025-06-18'),
  );
});

test(
  'a server with all fixtures passes every scenario',
  async () => {
    const output = await hold((await fixture()).url);
    const all = verdicts(output);
    expect([named(all, 'failed'), named(all, 'couldNotRun')]).toEqual([[], []]);
    const found = verdicts(official(output));
    // The server does not drop and resume streams.
    expect(named(found, 'notApplicable')).toEqual(['server-sse-polling']);
    expect(named(found, 'passed')).toHaveLength(CONFORMANCE_SCENARIOS.length - 1);
    for (const suite of ['apps', 'tasks'])
      expect(new Set(output.scenarios.filter((each) => each.suite === suite).map(({ status }) => status))).toEqual(
        new Set(['notApplicable']),
      );
  },
  LONG_MS,
);

test(
  'each fault of a server fails its own scenario',
  async () => {
    const output = await hold(
      (
        await fixture({
          only: ['test_simple_text', 'test_image_content'],
          empty: ['test_simple_text'],
          rebindable: true,
        })
      ).url,
    );
    expect(named(verdicts(output), 'failed')).toEqual([
      'tools-call-simple-text',
      'dns-rebinding-protection',
      'assay/origin',
    ]);
    const { checks } = output.scenarios.find(({ scenario }) => scenario === 'tools-call-simple-text')!;
    expect(checks).toEqual([
      expect.objectContaining({
        id: 'tools-call-simple-text',
        status: 'FAILURE',
        errorMessage: expect.any(String),
        specReferences: [expect.objectContaining({ url: expect.stringMatching(/^https:/) })],
      }),
    ]);
  },
  LONG_MS,
);

test(
  'scenarios whose fixtures a server lacks do not apply, and name the fixture',
  async () => {
    const output = await hold(everything.url, { protocolVersion: '2025-11-25' });
    const found = verdicts(official(output));
    expect(named(found, 'passed')).toEqual([
      'server-initialize',
      'logging-set-level',
      'ping',
      'tools-list',
      'server-sse-multiple-streams',
      'resources-list',
      'prompts-list',
    ]);
    expect(named(found, 'failed')).toEqual(['dns-rebinding-protection']);
    expect(output.scenarios.find(({ scenario }) => scenario === 'tools-call-simple-text')).toMatchObject({
      status: 'notApplicable',
      reason: 'The server has no tool test_simple_text.',
      checks: [],
    });
    expect(official(output).scenarios).toHaveLength(CONFORMANCE_SCENARIOS.length);
    // It answers a session that was ended with 400.
    expect(named(verdicts(output), 'failed').slice(1)).toEqual(['assay/origin', 'assay/session-ended']);
  },
  LONG_MS,
);

test(
  'an older revision has fewer scenarios, and only requested suites are run',
  async () => {
    const protocol = await hold(everything.url, { protocolVersion: '2025-06-18', suites: ['protocol'] });
    expect(official(protocol).scenarios).toHaveLength(26);
    expect(new Set(protocol.scenarios.map(({ suite }) => suite))).toEqual(new Set(['protocol']));
    const tasks = await hold(everything.url, { suites: ['tasks'] });
    expect(named(verdicts(tasks), 'passed')).toEqual(tasks.scenarios.map(({ scenario }) => scenario));
  },
  LONG_MS,
);

test(
  'saved headers open the server without reaching the suite, and rebinding is not tried',
  async () => {
    const guarded = await fixture({ only: ['test_simple_text'], key: ['x-key', 'of-the-owner'] });
    const output = await hold(guarded.url, { headers: { 'x-key': 'of-the-owner' }, protocolVersion: '2025-11-25' });
    expect(named(verdicts(output), 'failed')).toEqual([]);
    expect(verdicts(output)).toMatchObject({ ping: 'passed', 'dns-rebinding-protection': 'notApplicable' });
    expect(JSON.stringify(output)).not.toContain('of-the-owner');
    expect(guarded.seen.every(({ host }) => host === new URL(guarded.url).host)).toBe(true);
  },
  LONG_MS,
);

test(
  'a server that is newer than the official suite is tested with scenarios of our own',
  async () => {
    const output = await hold(modern.url, { suites: ['protocol'] });
    expect(official(output).scenarios).toHaveLength(CONFORMANCE_SCENARIOS.length);
    for (const { status, reason } of official(output).scenarios)
      expect([status, reason]).toEqual(['notApplicable', expect.stringContaining('2026-07-28')]);
    // Its SDK leaves the check of Origin to the application.
    expect(named(verdicts(output), 'failed')).toEqual(['assay/origin']);
    expect(named(verdicts(output), 'passed')).toEqual(
      expect.arrayContaining(['assay/discover', 'assay/version-header-mismatch', 'assay/caching-hints']),
    );
  },
  LONG_MS,
);

test(
  'a revision that the server does not speak does not apply, with the reason',
  async () => {
    const output = await hold(everything.url, { protocolVersion: '2026-07-28', suites: ['protocol'] });
    expect(named(verdicts(output), 'notApplicable')).toHaveLength(output.scenarios.length);
    expect(output.scenarios.at(-1)).toMatchObject({
      reason: 'The server speaks revision 2025-11-25, and not 2026-07-28.',
    });
  },
  LONG_MS,
);

test(
  'a server that answers, but not in MCP, fails the scenarios without fixtures',
  async () => {
    const found = verdicts(await hold(faulty.url('/html')));
    expect(named(found, 'failed')).toEqual([
      'server-initialize',
      'ping',
      'dns-rebinding-protection',
      'assay/initialize',
      'assay/version-agreed',
      'assay/version-unknown',
    ]);
    expect(named(found, 'passed')).toEqual([]);
  },
  LONG_MS,
);

test.each<[string, () => string, string]>([
  ['no server listens there', () => 'http://127.0.0.1:1/mcp', 'SERVER_UNREACHABLE'],
  ['the older transport', () => older.url, 'FEATURE_NOT_SUPPORTED'],
  ['a server that asks for a grant', () => faulty.url('/oauth'), 'OAUTH_REQUIRED'],
  ['a server that turns us away', () => faulty.url('/unauthorized'), 'UNAUTHORIZED'],
])('%s: the run ends with the cause', async (_, url, errorCode) => {
  expect(await answerTo(offer(url()))).toMatchObject({ errorCode, output: Buffer.alloc(0) });
});

test('a task for another version of the suite fails with the reason, and is not offered again', async () => {
  expect(await answerTo(offer(everything.url, { engineVersion: '9.9.9' }))).toMatchObject({
    errorCode: 'FEATURE_NOT_SUPPORTED',
    errorMessage: expect.stringContaining('9.9.9'),
  });
});

test(
  'a second run is given back while a suite runs, and a cancelled run ends its scenario at once',
  async () => {
    const hanging = await fixture({ only: ['test_simple_text'], hangs: 'test_simple_text' });
    const first = offer(hanging.url);
    await waitUntil(() => hanging.called.includes('test_simple_text'), LONG_MS);
    const second = offer(everything.url);
    await waitUntil(() => platform.work.returned.some(({ id }) => id === second.id));
    expect(suites()).toHaveLength(1);
    // Every user of the machine can list arguments, and the address of the proxy opens the server.
    expect(suites().join()).not.toContain('http');
    for (const { id } of [first, second]) platform.work.stopped.add(id);
    await waitUntil(() => suites().length === 0, LONG_MS);
  },
  LONG_MS,
);

test(
  'a secret that the server sends back is in no result',
  async () => {
    const key = 'of-the-owner';
    const telling = await scriptedMcp({
      ping: (message, response, request) =>
        rpcError(response, message, -32_000, `The key ${String(request.headers['x-key'])} may not ping.`),
    });
    const output = await hold(telling.url, { headers: { 'x-key': key }, suites: ['protocol'] });
    await telling.stop();
    expect(verdicts(output)).toMatchObject({ ping: 'failed' });
    expect(JSON.stringify(output)).not.toContain(key);
  },
  LONG_MS,
);

test(
  'a suite without end is killed at its deadline, and finished scenarios are kept',
  async () => {
    const hanging = await fixture({ only: ['test_simple_text'], hangs: 'test_simple_text' });
    const { checks, cutShort } = await runEngine(hanging.url, undefined, new AbortController().signal, {
      deadlineMs: 20_000,
      heapMb: 192,
      maxBytes: 1_000_000,
    });
    expect(cutShort).toBe('The suite did not end within 20 s.');
    expect(checks.get('ping')).toMatchObject([{ id: 'ping', status: 'SUCCESS' }]);
    expect(checks.has('tools-call-simple-text')).toBe(false);
  },
  LONG_MS,
);

/** Processes of the suite that this test started. */
const suites = (): string[] =>
  execFileSync('ps', ['-o', 'args=', '--ppid', String(process.pid)])
    .toString()
    .split('\n')
    .filter((line) => line.includes('conformance-process'));
