import { dirname } from 'node:path';
import { InspectionOutcome } from '@assay/mesh/gen/assay/v1/inspection';
import { plainClient } from '@assay/testkit/clients/plain-client';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { stdioServerFile } from '@assay/testkit/mcp-servers/stdio-command';
import { waitUntil } from '@assay/testkit/until';
import { startRunner } from '../../src/app.ts';
import { boardItem } from '@assay/testkit/work/work-board';
import { configFor, silentLog, NO_COMMANDS, PlatformStandIn, savedServer } from '../support/platform-stand-in.ts';

const NODE = process.execPath;
const stdio = { ...NO_COMMANDS, allowedCommands: [NODE], env: { PATH: dirname(NODE) } };
const program = (name: string, command = NODE, mode = 'healthy') =>
  savedServer(name, '', {
    transport: 'stdio',
    command,
    args: [stdioServerFile, mode],
  });

let everything: McpServerProcess;
let platform: PlatformStandIn;
let runner: { stop(): Promise<void> };

beforeAll(async () => {
  everything = await sharedEverythingServer({ transport: 'streamableHttp' });
  platform = new PlatformStandIn();
  await platform.start();
  platform.servers = [
    savedServer('web', everything.url, { headers: { 'x-key': 'k' } }),
    program('command'),
    program('forbidden', '/bin/sh'),
    program('crashing', NODE, 'crash'),
  ];
  runner = startRunner(configFor(platform, { stdio, labels: ['stdio'] }), silentLog);
});
afterAll(async () => {
  await runner.stop();
  await platform.stop();
  await everything.stop();
});

const offer = (inspection: string, name: string, input: object = {}, more: object = {}) => {
  const offered = boardItem('inspect', { version: 1, inspection, server: { id: `srv_${name}`, name }, input, ...more });
  platform.work.offer(offered);
  return offered;
};
async function found(...asked: Parameters<typeof offer>) {
  const { output, errorCode } = await platform.work.answer(offer(...asked));
  expect(errorCode).toBe('');
  const { reply, problem, surface } = InspectionOutcome.decode(output);
  return {
    reply: reply?.toString(),
    problem: problem && (JSON.parse(problem.toString()) as object),
    surface: surface.length > 0 ? (JSON.parse(surface.toString()) as object) : undefined,
  };
}

test.each([
  ['web', 'streamable-http'],
  ['command', 'stdio'],
])('an inspection of a server returns the reply of the API: %s', async (name, transport) => {
  expect(JSON.parse((await found('validate', name)).reply!)).toMatchObject({ success: true, initInfo: { transport } });
});

test("a server's result is passed on byte for byte", async () => {
  const result = '{ "z":1.0, "content":[ ] }';
  expect((await found('callTool', 'command', { toolName: 'raw', parameters: { result } })).reply).toBe(result);
});

test('an inspection that has read all of the surface returns it, too', async () => {
  const { reply, surface } = await found('doctor', 'command');
  expect(JSON.parse(reply!)).toMatchObject({ status: 'ready' });
  expect(surface).toMatchObject({
    serverInfo: { name: 'stdio' },
    tools: expect.arrayContaining([expect.objectContaining({ name: 'echo' })]),
  });
});

test('an inspection as a client speaks as it does, and returns no surface of the server', async () => {
  const mcpProfile = { profileVersion: 1 as const, mcpProtocolVersion: '2025-03-26' as const };
  const client = plainClient({ mcpProfile });
  const { reply, surface } = await found('doctor', 'command', {}, { client });
  expect(JSON.parse(reply!)).toMatchObject({ status: 'ready', initInfo: { protocolVersion: '2025-03-26' } });
  expect(surface).toBeUndefined();
});

test.each<[string, string, object]>([
  [
    'a server that ends',
    'crashing',
    { code: 'SERVER_UNREACHABLE', details: { exitCode: 1, stderr: expect.stringContaining('PRINTER_KEY') } },
  ],
  ['a server that is gone', 'gone', { code: 'NOT_FOUND' }],
])('a Problem of the server is an answer: %s', async (_, name, problem) => {
  expect(await found('validate', name)).toMatchObject({ reply: undefined, problem });
});

test.each([
  ['an inspection that only newer runners know', 'predict', {}],
  ['a task that only newer runners understand', 'validate', { version: 2 }],
  ['a name that every object has', 'toString', {}],
])('%s is given back', async (_, inspection, more) => {
  const offered = offer(inspection, 'web', {}, more);
  expect(await waitUntil(() => platform.work.returned.some(({ id }) => id === offered.id))).toBe(true);
});

test('a command that this runner may not start is given back with the reason', async () => {
  const offered = offer('validate', 'forbidden');
  const { output } = await waitUntil(() => platform.work.returned.find(({ id }) => id === offered.id));
  expect(JSON.parse(InspectionOutcome.decode(output).problem!.toString())).toMatchObject({
    code: 'FORBIDDEN',
    details: { command: '/bin/sh' },
  });
});

test('the runner asks for work with its labels', () =>
  expect(platform.work.leases).toContainEqual(expect.objectContaining({ labels: ['stdio'], kinds: ['inspect'] })));

test('inspections have slots of their own, which long work does not take', async () => {
  const config = configFor(platform, { stdio, labels: ['stdio'], runnerName: 'two' });
  const second = startRunner(config, silentLog);
  try {
    const leases = await waitUntil(() => {
      const theirs = platform.work.leases.filter(({ runnerId }) => runnerId.startsWith('two/'));
      return theirs.some(({ kinds }) => kinds.includes('inspect')) && theirs.length >= 4 && theirs;
    });
    expect(leases).toContainEqual(expect.objectContaining({ kinds: ['inspect'], freeSlots: 4 }));
    expect(leases).toContainEqual(
      expect.objectContaining({ kinds: expect.not.arrayContaining(['inspect']), freeSlots: 2 }),
    );
  } finally {
    await second.stop();
  }
});
