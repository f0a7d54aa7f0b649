import { messageOf } from '@assay/testkit/message-of';
import { hash } from 'node:crypto';
import { TokensService, type GetAccessTokenRequest } from '@assay/mesh/gen/assay/v1/grants';
import { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { Problem } from '@assay/contract/problem';
import { dial, type Channel } from '@assay/kit/rpc/client';
import { createLog } from '@assay/kit/log';
import { seal } from '@assay/kit/security/seal';
import { implement, serve, type RunningServer } from '@assay/kit/rpc/serve';
import { platformTokens } from '../../src/reach/platform/platform-tokens.ts';

const key = Buffer.alloc(32, 7);
const asked: GetAccessTokenRequest[] = [];
let answers: (() => { token?: string; freshMs: number })[];
let service: RunningServer;
let channel: Channel;

beforeAll(async () => {
  service = await serve({
    name: 'diagnostics',
    address: '127.0.0.1:0',
    meshSecret: 'a secret',
    log: createLog('test', 'silent'),
    implementations: [
      implement(TokensService, {
        getAccessToken: async (request) => {
          asked.push(request);
          const { token, freshMs } = (answers.length > 1 ? answers.shift()! : answers[0]!)();
          return {
            sealed: token === undefined ? Buffer.alloc(0) : seal(Buffer.from(token), key, `token:${request.serverId}`),
            freshForMs: freshMs,
          };
        },
      }),
    ],
  });
  channel = dial(service.address, 'a secret', 'runner');
});
beforeEach(() => {
  asked.length = 0;
});
afterAll(async () => {
  channel.close();
  await service.stop();
});

const saved = (url = 'https://here.test/mcp', id = 'srv_1') => messageOf(SavedServer, { id, projectId: 'prj_1', url });
const source = (id = 'srv_1') => platformTokens(channel, key)(saved(undefined, id));

test('concurrent calls ask for a fresh token once', async () => {
  answers = [() => ({ token: 'a', freshMs: 60_000 })];
  const tokens = source();
  expect(await Promise.all(Array.from({ length: 50 }, () => tokens.token()))).toEqual(
    Array.from({ length: 50 }, () => 'a'),
  );
  expect(await tokens.token()).toBe('a');
  expect(asked).toEqual([
    { projectId: 'prj_1', serverId: 'srv_1', origin: 'https://here.test', rejectedHash: Buffer.alloc(0) },
  ]);
});

test('an expired token is asked for again', async () => {
  answers = [() => ({ token: 'a', freshMs: -1 }), () => ({ token: 'b', freshMs: 60_000 })];
  const tokens = source();
  expect([await tokens.token(), await tokens.token(), await tokens.token()]).toEqual(['a', 'b', 'b']);
});

test('a rejected token is sent as a hash, once for concurrent calls', async () => {
  answers = [() => ({ token: 'a', freshMs: 60_000 }), () => ({ token: 'b', freshMs: 60_000 })];
  const tokens = source();
  await tokens.token();
  expect(await Promise.all([tokens.token('a'), tokens.token('a')])).toEqual(['b', 'b']);
  expect(await tokens.token('a')).toBe('b');
  expect(asked.map(({ rejectedHash }) => rejectedHash.toString('hex'))).toEqual(['', hash('sha256', 'a')]);
});

test('a token of the old address is not used for a server that has moved', async () => {
  answers = [
    () => ({ token: 'a', freshMs: 60_000 }),
    () => {
      throw new Problem('OAUTH_REQUIRED', 'The grant is for another origin.', { reason: 'GRANT_FOR_ANOTHER_ORIGIN' });
    },
  ];
  const tokens = platformTokens(channel, key);
  expect(await tokens(saved()).token()).toBe('a');
  await expect(tokens(saved('https://there.test/mcp')).token()).rejects.toMatchObject({
    details: { reason: 'GRANT_FOR_ANOTHER_ORIGIN' },
  });
  expect(asked.map(({ origin }) => origin)).toEqual(['https://here.test', 'https://there.test']);
});

test('tokens of the old and the new address of a server are kept and requested apart', async () => {
  answers = [() => ({ token: 'of-there', freshMs: 60_000 }), () => ({ token: 'of-here', freshMs: 60_000 })];
  const tokens = platformTokens(channel, key);
  expect(await Promise.all([tokens(saved('https://there.test/mcp')).token(), tokens(saved()).token()])).toEqual([
    'of-there',
    'of-here',
  ]);
  expect([await tokens(saved()).token(), await tokens(saved('https://there.test/mcp')).token()]).toEqual([
    'of-here',
    'of-there',
  ]);
});

test('a full cache drops the oldest token, which is then asked for again', async () => {
  answers = [() => ({ token: 'a', freshMs: 60_000 })];
  const tokens = platformTokens(channel, key);
  for (let i = 0; i <= 1_000; i += 1) await tokens(saved(undefined, `srv_${i}`)).token();
  expect(asked).toHaveLength(1_001);
  await tokens(saved(undefined, 'srv_1000')).token();
  expect(asked).toHaveLength(1_001);
  await tokens(saved(undefined, 'srv_0')).token();
  expect(asked).toHaveLength(1_002);
});

test('the absence of a token is cached for the time that the platform gives', async () => {
  answers = [() => ({ freshMs: 60_000 })];
  const tokens = source();
  expect([await tokens.token(), await tokens.token()]).toEqual([undefined, undefined]);
  expect(asked).toHaveLength(1);
});

test('a token is retried while the platform is unreachable; a lost grant fails at once', async () => {
  answers = [
    () => {
      throw new Problem('INTERNAL_ERROR', 'The database cannot be reached.', undefined, 1);
    },
    () => ({ token: 'a', freshMs: 60_000 }),
  ];
  expect(await source().token()).toBe('a');
  answers = [
    () => {
      throw new Problem('OAUTH_REQUIRED', 'The grant is lost.', { reason: 'GRANT_LOST' });
    },
  ];
  await expect(source('srv_2').token()).rejects.toMatchObject({
    code: 'OAUTH_REQUIRED',
    details: { reason: 'GRANT_LOST' },
  });
});
