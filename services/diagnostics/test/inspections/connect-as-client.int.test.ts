import type { ClientConfig } from '@assay/contract/areas/clients/config';
import { ConnectionsService } from '@assay/mesh/gen/assay/v1/inspection';
import { plainClient } from '@assay/testkit/clients/plain-client';
import { scriptedMcp, initializeResult } from '@assay/testkit/mcp-servers/scripted-mcp';
import { waitUntil } from '@assay/testkit/until';
import { startTestDiagnostics, type TestDiagnostics } from '../support/start.ts';

let fixture: TestDiagnostics;
let printer: Awaited<ReturnType<typeof scriptedMcp>>;
const seen: { protocolVersion: unknown; tenant: unknown; clientInfo: unknown }[] = [];
let listings = 0;
beforeAll(async () => {
  [fixture, printer] = await Promise.all([
    startTestDiagnostics(),
    scriptedMcp({
      initialize: (message, response, request) => {
        const { protocolVersion, clientInfo } = message.params!;
        seen.push({ protocolVersion, tenant: request.headers['x-tenant'], clientInfo });
        if (request.headers['x-tenant'] === 'banned') return void response.writeHead(403).end();
        return initializeResult(message);
      },
      'tools/list': () => {
        listings++;
        return { tools: [] };
      },
    }),
  ]);
});
afterAll(() => Promise.all([fixture.stop(), printer.stop()]));

const connect = (config: ClientConfig, at = fixture.save(printer.url)) =>
  fixture.mesh.call(
    ConnectionsService.connectServer,
    { server: fixture.savedAs(at), clientConfig: Buffer.from(JSON.stringify(config)) },
    { caller: { requestId: 'req', organizationId: 'org_1', projectId: at.projectId, role: 'member' } },
  );

test('a launch connects with the headers, the revision and the name of its client', async () => {
  seen.length = 0;
  const client = plainClient({
    connectionDefaults: { headers: { 'X-Tenant': 'a' }, requestTimeout: null },
    mcpProfile: {
      profileVersion: 1,
      mcpProtocolVersion: '2025-03-26',
      initialize: { clientInfo: { name: 'Desktop', version: '1' } },
    },
  });
  await connect(client);
  expect(seen.at(-1)).toEqual({
    protocolVersion: '2025-03-26',
    tenant: 'a',
    clientInfo: { name: 'Desktop', version: '1' },
  });
  expect(listings).toBe(0);
});

test('a server that refuses the client refuses the launch', async () => {
  const client = plainClient({ connectionDefaults: { headers: { 'X-Tenant': 'banned' }, requestTimeout: null } });
  await expect(connect(client)).rejects.toMatchObject({ code: 'FORBIDDEN', details: { phase: 'initialize' } });
});

test('the surface is read for a client without settings, as for a validation', async () => {
  await connect(plainClient());
  expect(await waitUntil(() => listings > 0)).toBe(true);
});
