import type { ServerConnection } from '@assay/contract/areas/server-connections/documents';
import { startAuthorizationServer, type AuthorizationServer } from '@assay/testkit/identity/authorization-server';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { startProtectedServer, type ProtectedServer } from '@assay/testkit/mcp-servers/protected-server';
import { setOut } from './hand-off-page.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

// This module starts the product, an authorization server and the servers behind it for the tests of connections.
export let installation: Installation;
export let authorizationServer: AuthorizationServer;
export let guardedServer: ProtectedServer;
export let everythingServer: McpServerProcess;

beforeAll(async () => {
  [installation, authorizationServer, everythingServer] = await Promise.all([
    startInstallation(),
    startAuthorizationServer({ lifetime: 60 }),
    sharedEverythingServer({ transport: 'streamableHttp' }),
  ]);
  guardedServer = await startProtectedServer(authorizationServer);
});
afterAll(() =>
  Promise.all([installation, authorizationServer, guardedServer, everythingServer].map((each) => each.stop())),
);
afterEach(async () => {
  const { items } = await installation.api.get<{ items: { id: string }[] }>('/servers');
  for (const { id } of items) await installation.api.inProject('DELETE', `/servers/${id}`);
});

export const createConnection = (body: object) =>
  installation.api.ask<ServerConnection>('POST', '/server-connections', body);
export const readConnection = (id: string) =>
  installation.api.ask<ServerConnection>('GET', `/server-connections/${id}`);
export const actOnConnection = (id: string, what: string) =>
  installation.api.send<{ code: string }>('POST', `/server-connections/${id}/${what}`, {});

/** A connection whose person has consented, and whose browser is about to come back. */
export async function consentedConnection(body: object = {}) {
  const created = await createConnection({ url: guardedServer.url, ...body });
  const { link, cookie } = await setOut(created.handoffUrl!);
  return { id: created.connectionRequestId, back: await authorizationServer.browse(link), cookie };
}
