import { dirname } from 'node:path';
import type { ServerResponse } from 'node:http';
import { availableParallelism } from 'node:os';
import { waitUntil } from '@assay/testkit/until';
import { initializeResult, rpcError, scriptedMcp, type McpScript } from '@assay/testkit/mcp-servers/scripted-mcp';
import { erasServerFile } from '@assay/testkit/mcp-servers/stdio-command';
import { connectSession, type ConnectOptions } from '../src/connect.ts';
import { DialectCache } from '../src/handshake/dialects.ts';
import type { McpSession } from '../src/session.ts';
import { startTurn } from '../src/stdio/start-turns.ts';
import type { ServerTarget } from '../src/target.ts';
import { savedServer } from './saved.ts';

const NEWEST = '2026-07-28';
const OLDER = '2025-11-25';

const command = (startMs: number, only = ''): ServerTarget =>
  savedServer('', {
    command: { command: process.execPath, args: [erasServerFile, String(startMs), only], env: {} },
    stdio: {
      allowedCommands: [process.execPath],
      dir: undefined,
      env: { PATH: dirname(process.execPath) },
      maxMemoryMb: 1_000,
      maxSeconds: 60,
      maxMessageBytes: 1_000_000,
      mask: (text) => text,
    },
  });

const opened: McpSession[] = [];
afterEach(() => Promise.all(opened.splice(0).map((session) => session.close())));
async function revisionOf(target: ServerTarget, options: ConnectOptions = {}): Promise<string> {
  const session = await connectSession(target, options);
  opened.push(session);
  expect((await session.listTools()).items.map(({ name }) => name)).toEqual(['echo']);
  return session.info.protocolVersion;
}

/** Longer than a late answer to the probe is waited for beside a connection. */
const LATER_MS = 1_500;

/** Longer than the probe is sent alone. */
const SLOW_MS = 3_500;

describe('a command that reads nothing before it has started', () => {
  test('keeps the newest revision when it refuses initialize after the late probe', () =>
    expect(revisionOf(command(SLOW_MS))).resolves.toBe(NEWEST));

  test('keeps the newest revision when it speaks no other one', () =>
    expect(revisionOf(command(SLOW_MS, NEWEST))).resolves.toBe(NEWEST));

  test('is initialized once when it speaks an older revision', () =>
    expect(revisionOf(command(SLOW_MS, OLDER))).resolves.toBe(OLDER));
});

test('a command that never answers the probe is initialized', () =>
  expect(revisionOf(command(0, 'silent'))).resolves.toBe(OLDER));

test('a command that is known to speak the newest revision is never initialized', async () => {
  const dialects = new DialectCache();
  await revisionOf(command(0), { dialects });
  const sent: string[] = [];
  const target = command(0);
  expect(dialects.recall(target)).toBe('modern');
  await revisionOf(target, { dialects, onWire: ({ direction, text }) => direction === 'sent' && sent.push(text) });
  expect(sent.filter((text) => text.includes('"initialize"'))).toEqual([]);
});

/** Holds the answers to both eras back until `start`, as a server does that starts with the first request. */
function coldServer(): { script: McpScript; start: () => void; waiting: () => string[] } {
  const held: { method: string; go: () => void }[] = [];
  let isWarm = false;
  const hold = (method: string, response: ServerResponse, answer: () => object) => {
    const go = () => void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer()));
    if (isWarm) go();
    else held.push({ method, go });
  };
  return {
    script: {
      'server/discover': ({ id }, response) =>
        hold('server/discover', response, () => ({
          jsonrpc: '2.0',
          id,
          result: {
            resultType: 'complete',
            supportedVersions: [NEWEST, OLDER],
            capabilities: { tools: {} },
            ttlMs: 0,
            cacheScope: 'private',
          },
        })),
      initialize: (message, response) =>
        hold('initialize', response, () => ({ jsonrpc: '2.0', id: message.id, result: initializeResult(message) })),
      'tools/list': () => ({
        resultType: 'complete',
        ttlMs: 0,
        cacheScope: 'private',
        tools: [{ name: 'echo', inputSchema: { type: 'object' } }],
      }),
    },
    waiting: () => held.map(({ method }) => method),
    // The later request is answered first.
    start: () => {
      isWarm = true;
      for (const { go } of held.splice(0).toReversed()) go();
    },
  };
}

test('a cold start over HTTP does not change the revision', async () => {
  const cold = coldServer();
  const server = await scriptedMcp(cold.script);
  const revision = revisionOf(savedServer(server.url));
  await waitUntil(() => cold.waiting().includes('initialize'));
  cold.start();
  expect(await revision).toBe(NEWEST);
  await server.stop();
});

/** Never answers what was asked before it had started, and all that is asked afterwards at once. */
function deafUntilStarted(script: McpScript): McpScript {
  let isProbed = false;
  return {
    ...script,
    'server/discover': (message, response, request) => {
      if (isProbed) return script['server/discover']!(message, response, request);
      isProbed = true;
      return undefined;
    },
  };
}

test('a server that answers initialize while its probe still waits is probed again', async () => {
  const cold = coldServer();
  cold.start();
  const server = await scriptedMcp(deafUntilStarted(cold.script));
  expect(await revisionOf(savedServer(server.url))).toBe(NEWEST);
  await server.stop();
});

test('a server that knows no initialize is waited for while its probe is not answered', async () => {
  const cold = coldServer();
  const server = await scriptedMcp({
    ...cold.script,
    initialize: (message, response) => {
      rpcError(response, message, -32_601);
      setTimeout(cold.start, LATER_MS);
    },
  });
  expect(await revisionOf(savedServer(server.url))).toBe(NEWEST);
  await server.stop();
});

test('a server behind a gateway that refuses the probe while it starts keeps its revision', async () => {
  const cold = coldServer();
  let isRefused = false;
  const server = await scriptedMcp({
    ...cold.script,
    'server/discover': (message, response, request) => {
      if (isRefused) return cold.script['server/discover']!(message, response, request);
      isRefused = true;
      cold.start();
      response.writeHead(503).end();
    },
  });
  expect(await revisionOf(savedServer(server.url))).toBe(NEWEST);
  await server.stop();
});

test('a server that refuses initialize for the newest revision is asked in it', async () => {
  const cold = coldServer();
  const server = await scriptedMcp({
    ...cold.script,
    initialize: ({ id }, response) => {
      const error = { code: -32_022, message: 'No.', data: { supported: [NEWEST] } };
      response
        .writeHead(400, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, error }));
      cold.start();
    },
  });
  expect(await revisionOf(savedServer(server.url))).toBe(NEWEST);
  await server.stop();
});

test('no more commands start at once than there are processors, in the order of the calls', async () => {
  const cores = availableParallelism();
  const turns = await Promise.all(Array.from({ length: cores }, () => startTurn()));
  const order: string[] = [];
  const leaving = new AbortController();
  const waiting = [
    startTurn().then((end) => (order.push('first'), end)),
    startTurn(leaving.signal).catch(() => order.push('gone')),
    startTurn().then((end) => (order.push('second'), end)),
  ];
  leaving.abort();
  await waiting[1];
  expect(order).toEqual(['gone']);
  for (const end of turns) end();
  for (const end of await Promise.all([waiting[0]!, waiting[2]!])) if (typeof end === 'function') end();
  expect(order).toEqual(['gone', 'first', 'second']);
});

test('an error other than a refusal of the revision ends the handshake', async () => {
  const server = await scriptedMcp({
    'server/discover': () => {},
    initialize: (message, response) => rpcError(response, message, -32_603),
  });
  await expect(connectSession(savedServer(server.url))).rejects.toMatchObject({
    details: { cause: 'initialize_rejected' },
  });
  await server.stop();
});
