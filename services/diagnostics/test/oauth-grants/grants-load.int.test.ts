import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { TokensService } from '@assay/mesh/gen/assay/v1/grants';
import { operations } from '@assay/contract/operations';
import { Problem } from '@assay/contract/problem';
import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import { unseal } from '@assay/kit/security/seal';
import { withAccessToken } from '@assay/mcp/oauth/authorized';
import type { TokenSource } from '@assay/mcp/target';
import { CONFIDENTIAL_CLIENT, startAuthorizationServer } from '@assay/testkit/identity/authorization-server';
import { startProtectedServer } from '@assay/testkit/mcp-servers/protected-server';
import { isSlowRun } from '@assay/testkit/slow-run';
import { waitUntil } from '@assay/testkit/until';
import { consent, startFleet } from './fleet.ts';

const PARALLEL = 200;
/** A younger token is not renewed, even when the server rejects it. */
const YOUNG_MS = 5_000;
/** Much longer than that: a token that arrives late and is rejected early is still renewed. */
const LIFE_MS = 10_000;
/** The short variant lasts until the first token expires, the full one until the second. */
const MS = isSlowRun ? 25_000 : 11_000;

test('200 parallel calls on three replicas refresh once per expiry and lose no call', async () => {
  const begin = performance.now();
  const elapsed = () => performance.now() - begin;
  const [fleet, authorization] = await Promise.all([
    startFleet(3),
    startAuthorizationServer({ lifetime: LIFE_MS / 1_000 }),
  ]);
  const server = await startProtectedServer(authorization);
  const at = fleet.save(server.url);
  const tokens = await consent(server.url, authorization, CONFIDENTIAL_CLIENT);
  await fleet.call(operations.importOAuthTokens, at, {
    serverUrl: server.url,
    tokens,
    clientInformation: { clientId: CONFIDENTIAL_CLIENT.client_id, clientSecret: CONFIDENTIAL_CLIENT.client_secret },
  });

  /** Asks as a runner does, without a cache. */
  const source = (replica: number): TokenSource => ({
    token: async (rejected) => {
      const rejectedHash = rejected === undefined ? Buffer.alloc(0) : hash('sha256', rejected, 'buffer');
      const { sealed } = await fleet.runners[replica]!.call(TokensService.getAccessToken, {
        ...at,
        origin: new URL(server.url).origin,
        rejectedHash,
      });
      return unseal(sealed, fleet.keyEncryptionKey, `token:${at.serverId}`).toString();
    },
  });
  const ways = [0, 1, 2].map((replica) =>
    withAccessToken({ url: server.url, egress: openEgress(ONE_MACHINE_EGRESS), tokens: source(replica) }),
  );
  const ask = async (i: number) => expect((await ways[i % 3]!.fetch(server.url, { method: 'HEAD' })).status).toBe(204);
  let connected = 0;
  /**
   * Calls that connect through a replica, beside the calls of runners. Where the machine is too slow for a handshake,
   * the token is not the cause.
   */
  const connect = async (replica: number) => {
    const said = await fleet
      .call(operations.callTool, at, { toolName: 'whoami' }, { through: fleet.channels[replica]! })
      .catch((problem: Problem) => problem);
    if (said instanceof Problem && said.code === 'TIMEOUT' && said.details?.['cause'] !== 'token_unavailable') return;
    expect(said).toHaveProperty('content');
    connected += 1;
  };
  for (const end = performance.now() + MS; performance.now() < end;) {
    await Promise.all([...[0, 1, 2].map(connect), ...Array.from({ length: PARALLEL }, (_, i) => ask(i))]);
    await delay(100);
  }

  // The last renewal may have produced a token that no call has used yet; the next token lasts.
  authorization.setLifetime(600);
  const refreshes = () => authorization.granted['refresh_token'] ?? 0;
  // Each token but the first came from one refresh, and was used until its renewal was due. The first may expire
  // unused.
  const used = () => new Set([tokens.access_token, ...server.shown.keys()]).size;
  await waitUntil(async () => {
    await ask(0);
    return refreshes() > 0 && refreshes() === used() - 1;
  }, 30_000);
  expect(authorization.refused).toEqual([]);
  expect(connected).toBeGreaterThan(0);
  expect(refreshes()).toBeLessThanOrEqual(Math.ceil(elapsed() / YOUNG_MS));
  await Promise.all([server.stop(), fleet.stop(), authorization.stop()]);
}, 180_000);
