import { Problem } from '@assay/contract/problem';
import { egressVia, openEgress } from '@assay/egress/egress';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import { listenLocally, type ListeningServer } from '@assay/testkit/listen';
import { connectSession } from '../../src/connect.ts';
import { withAccessToken } from '../../src/oauth/authorized.ts';
import type { TokenSource } from '../../src/target.ts';
import { savedServer } from '../saved.ts';

const egress = openEgress(ONE_MACHINE_EGRESS);
let server: ListeningServer;
let good: string | undefined;
const seen: (string | undefined)[] = [];
beforeAll(async () => {
  server = await listenLocally((request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(request.headers.authorization === good ? 200 : 401).end();
  });
});
beforeEach(() => {
  seen.length = 0;
});
afterAll(() => server.stop());

/** Returns tokens in order; records each rejected one. */
function tokensOf(...tokens: (string | undefined)[]) {
  const rejected: string[] = [];
  const source: TokenSource = {
    token: async (bad) => {
      if (bad !== undefined) rejected.push(bad);
      return tokens.length > 1 ? tokens.shift() : tokens[0];
    },
  };
  return { source, rejected };
}
const send = (tokens: TokenSource, init: RequestInit = { method: 'POST', body: '{}' }) =>
  withAccessToken({ url: `${server.origin}/mcp`, egress, tokens }).fetch(`${server.origin}/mcp`, init);

test.each<[string, (string | undefined)[], string | undefined, number, (string | undefined)[], string[]]>([
  ['a good token is sent once', ['a'], 'Bearer a', 200, ['Bearer a'], []],
  ['one that is turned down is followed by another', ['a', 'b'], 'Bearer b', 200, ['Bearer a', 'Bearer b'], ['a']],
  ['a request is repeated once and never again', ['a', 'b', 'c'], 'Bearer c', 401, ['Bearer a', 'Bearer b'], ['a']],
  ['the same token is not tried twice', ['a', 'a'], 'Bearer z', 401, ['Bearer a'], ['a']],
  ['without another token the refusal stands', ['a', undefined], 'Bearer z', 401, ['Bearer a'], ['a']],
  ['without a token the request goes as it is', [undefined], undefined, 200, [undefined], []],
])('%s', async (_, tokens, accepted, status, sent, turnedDown) => {
  good = accepted;
  const { source, rejected } = tokensOf(...tokens);
  expect((await send(source)).status).toBe(status);
  expect([seen, rejected]).toEqual([sent, turnedDown]);
});

test('a token replaces a saved Authorization header, and other headers stay', async () => {
  good = 'Bearer a';
  await send(tokensOf('a').source, { method: 'GET', headers: { Authorization: 'Basic x', 'x-route': '1' } });
  expect(seen).toEqual(['Bearer a']);
});

test('a token is not sent to the target of a redirect', async () => {
  const other = await listenLocally((request, response) => {
    seen.push(request.headers.authorization);
    response.end();
  });
  await withAccessToken({ url: `${server.origin}/mcp`, egress, tokens: tokensOf('a').source }).fetch(
    `${other.origin}/message`,
    { method: 'POST', body: '{}' },
  );
  expect(seen).toEqual([undefined]);
  await other.stop();
});

test('the caller receives the reason why there is no token', async () => {
  const tokens: TokenSource = {
    token: async () => {
      throw new Problem('OAUTH_REQUIRED', 'The grant is lost.', { reason: 'GRANT_LOST' });
    },
  };
  await expect(connectSession({ ...savedServer(`${server.origin}/mcp`), tokens })).rejects.toMatchObject({
    code: 'OAUTH_REQUIRED',
    message: 'The grant is lost.',
    details: { reason: 'GRANT_LOST' },
  });
  expect(seen).toEqual([]);
});

test('a 401 answer is discarded when there is no other token', async () => {
  const cancelled = Promise.withResolvers<string>();
  const body = { read: async () => undefined, cancel: () => cancelled.resolve('cancelled') };
  const refusing = egressVia(egress, async (url) => ({ url: String(url), status: 401, headers: {}, body }));
  const source: TokenSource = {
    token: async (rejected) => {
      if (rejected === undefined) return 'a';
      throw new Problem('OAUTH_REQUIRED', 'Lost.');
    },
  };
  await expect(
    withAccessToken({ url: `${server.origin}/mcp`, egress: refusing, tokens: source }).fetch(`${server.origin}/mcp`),
  ).rejects.toMatchObject({ code: 'OAUTH_REQUIRED' });
  expect(await cancelled.promise).toBe('cancelled');
});
