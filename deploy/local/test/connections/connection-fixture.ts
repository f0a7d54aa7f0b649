import type { ServerConnectionCreateBody } from '@assay/sdk';
import { startAuthorizationServer, type AuthorizationServer } from '@assay/testkit/identity/authorization-server';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { startProtectedServer, type ProtectedServer } from '@assay/testkit/mcp-servers/protected-server';
import { setOut } from './hand-off-page.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { answerOf } from '../support/api.ts';

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
  const { items } = await installation.api.assay.listProjectServers({ projectId: installation.api.projectId });
  for (const { id } of items)
    await answerOf(
      installation.api.assay.deleteProjectServer.withResponse({ projectId: installation.api.projectId, serverId: id }),
    );
});

export const createConnection = (body: ServerConnectionCreateBody) =>
  installation.api.assay.createServerConnection(body);
export const readConnection = (id: string) => installation.api.assay.getServerConnection({ requestId: id });
export const cancelConnection = (requestId: string) =>
  answerOf(installation.api.assay.cancelServerConnection.withResponse({ requestId }));
export const retryValidation = (requestId: string) =>
  answerOf(installation.api.assay.retryServerConnectionValidation.withResponse({ requestId }));

/** A connection whose person has consented, and whose browser is about to come back. */
export async function consentedConnection(body: Partial<ServerConnectionCreateBody> = {}) {
  const created = await createConnection({ url: guardedServer.url, ...body });
  const { link, cookie } = await setOut(created.handoffUrl!);
  return { id: created.connectionRequestId, back: await authorizationServer.browse(link), cookie };
}
