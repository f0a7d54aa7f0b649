import { dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import {
  CONFORMANCE_ENGINE,
  type ConformanceOutput,
  type ConformanceTask,
  type ScenarioResult,
} from '@assay/contract/areas/conformance/work';
import { listenLocally } from '@assay/testkit/listen';
import { startWidgetServer } from '@assay/testkit/mcp-servers/widget-server';
import { waitUntil } from '@assay/testkit/until';
import { boardItem } from '@assay/testkit/work/work-board';
import { startRunner } from '../../src/app.ts';
import { configFor, NO_COMMANDS, PlatformStandIn, savedServer, silentLog } from '../support/platform-stand-in.ts';

const LONG_MS = 60_000;
const NODE = process.execPath;
const stdio = { ...NO_COMMANDS, allowedCommands: [NODE], env: { PATH: dirname(NODE) } };

let platform: PlatformStandIn;
let runner: { stop(): Promise<void> };

beforeAll(async () => {
  platform = new PlatformStandIn();
  await platform.start();
  runner = startRunner(configFor(platform, { stdio }), silentLog);
});
afterAll(async () => {
  await runner.stop();
  await platform.stop();
});

async function tested(
  server: ReturnType<typeof savedServer>,
  suites: ConformanceTask['suites'],
  more: Partial<ConformanceTask> = {},
): Promise<ScenarioResult[]> {
  platform.servers = [server];
  const task: ConformanceTask = {
    version: 1,
    server,
    suites,
    engineVersion: CONFORMANCE_ENGINE.version,
    ...more,
  };
  const offered = boardItem('conformance', task, { timeoutMs: LONG_MS });
  platform.work.offer(offered);
  const { output, errorCode, errorMessage } = await waitUntil(
    () => platform.work.answers.find(({ id }) => id === offered.id),
    LONG_MS,
  );
  expect([errorCode, errorMessage]).toEqual(['', '']);
  return (JSON.parse(output.toString()) as ConformanceOutput).scenarios;
}
const command = (name: string, ...args: string[]) =>
  savedServer('command', '', {
    transport: 'stdio',
    command: NODE,
    args: [fileURLToPath(import.meta.resolve(`@modelcontextprotocol/${name}/dist/index.js`)), ...args],
  });

test.each<[string, string[], string]>([
  ['server-everything', [], 'assay/tasks-cancel-unknown'],
  ['server-filesystem', ['/tmp'], 'assay/output-clean'],
  ['server-memory', [], 'assay/unknown-resource'],
])(
  'the command %s passes the scenarios that apply to commands',
  async (name, args, applicable) => {
    const scenarios = await tested(command(name, ...args), ['protocol', 'apps', 'tasks']);
    const checks = scenarios.flatMap((scenario) => scenario.checks);
    expect(checks.filter(({ status }) => status === 'FAILURE')).toEqual([]);
    expect(checks.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['assay/initialize', 'assay/unknown-method', 'assay/tool-schemas', applicable]),
    );
    expect(scenarios.find(({ scenario }) => scenario === 'server-initialize')).toMatchObject({
      status: 'notApplicable',
      reason: expect.stringContaining('over HTTP only'),
    });
    expect(scenarios.filter(({ status }) => status === 'couldNotRun')).toEqual([]);
  },
  LONG_MS,
);

test(
  'the scenario that ends a server is named, and only wanted scenarios are played',
  async () => {
    let isGone = false;
    const { origin, stop } = await listenLocally(async (request, response) => {
      const { method, id, params } = messageIn((await buffer(request)).toString());
      isGone ||= request.method === 'POST' && method === undefined;
      if (isGone) return void response.destroy();
      const result =
        method === 'initialize'
          ? {
              protocolVersion: params?.protocolVersion,
              capabilities: {},
              serverInfo: { name: 'brittle', version: '1' },
            }
          : {};
      return void response
        .writeHead(id === undefined ? 202 : 200, { 'content-type': 'application/json' })
        .end(id === undefined ? '' : JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
    const only = ['assay/ping', 'assay/malformed-json', 'assay/invalid-request'];
    const scenarios = await tested(savedServer('brittle', `${origin}/mcp`), ['protocol'], { scenarios: only });
    await stop();
    expect(scenarios).toMatchObject([
      {
        scenario: only[0],
        area: 'messages',
        title: expect.any(String),
        durationMs: expect.any(Number),
        checks: [{ status: 'SUCCESS', details: { exchanges: [{ sent: {}, answer: { status: 200 } }] } }],
      },
      { scenario: only[1], endedServer: true, checks: [{ status: 'FAILURE' }] },
      { scenario: only[2], status: 'couldNotRun', reason: expect.stringContaining('a broken connection') },
    ]);
  },
  LONG_MS,
);

function messageIn(text: string): { method?: string; id?: number; params?: { protocolVersion?: string } } {
  try {
    return JSON.parse(text) as object;
  } catch {
    return {};
  }
}

test(
  'a tool whose user interface cannot be read fails the suite of apps, with the exchange as evidence',
  async () => {
    const widgets = await startWidgetServer();
    const scenarios = await tested(savedServer('widgets', `${widgets.origin}/mcp`), ['apps']);
    await widgets.stop();
    expect(scenarios).toMatchObject([
      { scenario: 'assay/app-address', checks: [{ status: 'SUCCESS' }] },
      {
        scenario: 'assay/app-served',
        checks: [
          {
            status: 'FAILURE',
            errorMessage: expect.stringContaining('"lost"'),
            specReferences: [{ url: expect.stringContaining('ext-apps') }],
            details: {
              exchanges: expect.arrayContaining([
                {
                  sent: expect.objectContaining({ body: expect.stringContaining('ui://lost') }),
                  answer: expect.objectContaining({ status: 200, body: expect.stringContaining('-32602') }),
                },
              ]),
            },
          },
        ],
      },
    ]);
  },
  LONG_MS,
);
