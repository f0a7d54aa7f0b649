import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { serviceNames } from '@assay/contract/services';
import { createLog } from '@assay/kit/log';
import { MESH_CERTIFICATE } from '@assay/testkit/certificates/mesh-certificates';
import { startFaultyServer, type FaultyServer } from '@assay/testkit/mcp-servers/faulty-servers';
import { toolCall } from '../support/api.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

const lines: { msg: string; address?: string; service?: string; reason?: string }[] = [];
const log = createLog('test', 'debug', { write: (line) => void lines.push(JSON.parse(line) as { msg: string }) });

let folder: string;
let installation: Installation;
let server: FaultyServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-mesh-tls-'));
  const kept = async (name: string, pem: string) => {
    await writeFile(join(folder, name), pem);
    return join(folder, name);
  };
  [installation, server] = await Promise.all([
    startInstallation(
      {
        MESH_TLS_CERT_FILE: await kept('tls.crt', MESH_CERTIFICATE.cert),
        MESH_TLS_KEY_FILE: await kept('tls.key', MESH_CERTIFICATE.key),
        MESH_TLS_CA_FILE: await kept('ca.crt', MESH_CERTIFICATE.ca),
        EGRESS_ALLOW_PRIVATE: 'true',
      },
      log,
    ),
    startFaultyServer(),
  ]);
});
afterAll(async () => {
  await installation.stop();
  await server.stop();
  await rm(folder, { recursive: true });
});

test('gateway, services and runner of an installation run a suite over mutual TLS', async () => {
  const { api } = installation;
  const serverId = await api.saveServer('faulty', server.url('/tools'));
  const test = { title: 'calls', steps: [toolCall('call', 'faulty', 'slow', { milliseconds: 1 })] };
  const { suiteId } = await api.assay.createEvalSuite(
    { projectId: api.projectId },
    {
      name: 'secure',
      serverIds: [serverId],
      tests: [test],
    },
  );
  const run = await api.finishedRun(await api.startRun({ suiteId }));
  expect(run).toMatchObject({ result: 'passed', summary: { total: 1, passed: 1 } });
  // A client of another test, whose server had the same port before, connects in plain text.
  const refusals = lines.filter(({ msg }) => /refused|not trusted/.test(msg));
  expect(refusals.filter(({ reason = '' }) => !reason.includes('wrong version number'))).toEqual([]);
});

test.each(serviceNames)('%s shows its certificate to a peer of the mesh', async (name) => {
  const address = lines.find(({ msg, service }) => msg === `${name} serves` && service === name)!.address!;
  const socket = connect({
    port: Number(address.slice(address.lastIndexOf(':') + 1)),
    servername: 'localhost',
    ...MESH_CERTIFICATE,
  });
  await once(socket, 'secureConnect');
  expect(socket.getPeerCertificate().serialNumber).toBe('0B');
  socket.destroy();
});
