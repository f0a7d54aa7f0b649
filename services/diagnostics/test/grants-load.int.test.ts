import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { TokensService } from '@assay/contract/gen/assay/v1/grants';
import { importOAuthTokens } from '@assay/contract/operations/oauth';
import { callTool } from '@assay/contract/operations/primitives';
import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE } from '@assay/egress/settings';
import { unseal } from '@assay/kit/seal';
import { authorized } from '@assay/mcp/oauth/authorized';
import type { TokenSource } from '@assay/mcp/target';
import { CONFIDENTIAL, startAuthorizationServer } from '@assay/testkit/authorization-server';
import { startProtected } from '@assay/testkit/protected-server';
import { consent, startFleet } from './fleet.ts';

const PARALLEL = 200;
const LIFE_MS = 5_000;
const MS = 15_000;

test('200 parallel calls on three replicas with tokens of five seconds: one refresh per expiry, none refused, no call lost', async () => {
  const [fleet, authorization] = await Promise.all([startFleet(3), startAuthorizationServer({ lifetime: LIFE_MS / 1_000 })]);
  const server = await startProtected(authorization);
  const at = fleet.save(server.url);
  const tokens = await consent(server.url, authorization, CONFIDENTIAL);
  await fleet.call(importOAuthTokens, at, { serverUrl: server.url, tokens, clientInformation: { clientId: CONFIDENTIAL.client_id, clientSecret: CONFIDENTIAL.client_secret } });

  const begin = performance.now();
  const elapsed = () => performance.now() - begin;
  /** As a runner asks, which holds on to nothing. */
  const source = (replica: number): TokenSource => ({
    token: async (rejected) => {
      const rejectedHash = rejected === undefined ? Buffer.alloc(0) : hash('sha256', rejected, 'buffer');
      const { sealed } = await fleet.runners[replica]!.call(TokensService.getAccessToken, { ...at, origin: new URL(server.url).origin, rejectedHash });
      return unseal(sealed, fleet.keyEncryptionKey, `token:${at.serverId}`).toString();
    },
  });
  const ways = [0, 1, 2].map((replica) => authorized({ url: server.url, egress: openEgress(ONE_MACHINE), tokens: source(replica) }));
  const ask = async (i: number) => expect((await ways[i % 3]!.fetch(server.url, { method: 'HEAD' })).status).toBe(204);
  /** Beside those of the runners, calls that connect through a replica. */
  const connect = async (replica: number) => expect(await fleet.call(callTool, at, { toolName: 'whoami' }, { through: fleet.channels[replica]! })).toHaveProperty('content');
  while (elapsed() < MS) {
    await Promise.all([...Array.from({ length: PARALLEL }, (_, i) => ask(i)), ...[0, 1, 2].map(connect)]);
    await delay(100);
  }

  const refreshes = authorization.granted['refresh_token']!;
  expect(authorization.refused).toEqual([]);
  // Each token but the first came of one refresh, and each lasted until its time to be renewed.
  expect(refreshes).toBe(server.shown.size - 1);
  expect(refreshes).toBeGreaterThanOrEqual(Math.floor(elapsed() / LIFE_MS) - 1);
  expect(refreshes).toBeLessThanOrEqual(Math.ceil(elapsed() / (LIFE_MS * 0.8)));
  await Promise.all([server.stop(), fleet.stop(), authorization.stop()]);
}, 120_000);
