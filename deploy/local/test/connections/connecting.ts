import type { ServerConnection } from '@assay/contract/areas/server-connections/documents';
import { startAuthorizationServer, type AuthorizationServer } from '@assay/testkit/identity/authorization-server';
import { startEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { startProtectedServer, type ProtectedServer } from '@assay/testkit/mcp-servers/protected-server';
import { setOut } from './consenting.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

// This module starts the product, an authorization server and the servers behind it for the tests of connections.
export let assay: Installation;
export let authorization: AuthorizationServer;
export let guarded: ProtectedServer;
export let everything: McpServerProcess;

beforeAll(async () => {
  [assay, authorization, everything] = await Promise.all([
    startInstallation(),
    startAuthorizationServer({ lifetime: 60 }),
    startEverythingServer({ transport: 'streamableHttp' }),
  ]);
  guarded = await startProtectedServer(authorization);
});
afterAll(() => Promise.all([assay, authorization, guarded, everything].map((each) => each.stop())));
afterEach(async () => {
  const { items } = await assay.api.get<{ items: { id: string }[] }>('/servers');
  for (const { id } of items) await assay.api.inProject('DELETE', `/servers/${id}`);
});

export const create = (body: object) => assay.api.ask<ServerConnection>('POST', '/server-connections', body);
export const read = (id: string) => assay.api.ask<ServerConnection>('GET', `/server-connections/${id}`);
export const act = (id: string, what: string) =>
  assay.api.send<{ code: string }>('POST', `/server-connections/${id}/${what}`, {});

/** A connection whose person has consented, and whose browser is about to come back. */
export async function agreed(body: object = {}) {
  const created = await create({ url: guarded.url, ...body });
  const { link, cookie } = await setOut(created.handoffUrl!);
  return { id: created.connectionRequestId, back: await authorization.browse(link), cookie };
}
