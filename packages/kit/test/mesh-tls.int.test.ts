import { once } from 'node:events';
import { mkdtemp, rm, rename, symlink, writeFile, mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer, type PeerCertificate } from 'node:tls';
import { Client, credentials, status as grpcStatus } from '@grpc/grpc-js';
import { DirectoryService } from '@assay/mesh/gen/assay/v1/catalog';
import { UNKNOWN_ISSUER_CERTIFICATE } from '@assay/testkit/certificates/bad-certificates';
import { MESH_CERTIFICATE, RENEWED_MESH_CERTIFICATE } from '@assay/testkit/certificates/mesh-certificates';
import { waitUntil } from '@assay/testkit/until';
import { createLog } from '../src/log.ts';
import { dial, type Channel } from '../src/rpc/client.ts';
import { MeshCertificate, type MeshTlsFiles } from '../src/rpc/mesh/mesh-certificate.ts';
import { implement, serve, type RunningServer } from '../src/rpc/serve.ts';
import { withCaller } from '../src/security/caller.ts';

const meshSecret = 'mesh';
const RELOAD_MS = 20;
const { authorize } = DirectoryService;
const question = { organizationId: '', userId: '', projectId: 'p' };
const lines: { msg: string; reason?: string; peer?: string }[] = [];
const log = createLog('test', 'info', { write: (line) => void lines.push(JSON.parse(line) as { msg: string }) });
const messages = () => lines.map(({ msg }) => msg);

let folder: string;
let files: MeshTlsFiles;
let certificate: MeshCertificate;
let running: RunningServer;
let generation = 0;

/** Writes the files like the kubelet: into a new folder, to which a link is turned at once. */
async function mount({ cert, key, ca }: Record<keyof MeshTlsFiles, string>): Promise<void> {
  const data = `data-${generation++}`;
  await mkdir(join(folder, data));
  await Promise.all(
    Object.entries({ 'tls.crt': cert, 'tls.key': key, 'ca.crt': ca }).map(([name, pem]) =>
      writeFile(join(folder, data, name), pem),
    ),
  );
  await symlink(data, join(folder, 'next'));
  await rename(join(folder, 'next'), join(folder, 'data'));
}

const startServer = () =>
  serve({
    name: 'test',
    address: 'localhost:0',
    meshSecret,
    certificate,
    log,
    implementations: [
      implement({ authorize }, { authorize: async ({ projectId }) => ({ role: 0 as never, projectId }) }),
    ],
  });
const portOf = ({ address }: RunningServer) => Number(address.slice(address.lastIndexOf(':') + 1));
const open = (given: MeshCertificate | undefined = certificate) =>
  dial(running.address, meshSecret, 'tester', { certificate: given });
const ask = (channel: Channel) => channel.call(authorize, question);

/** Asks over a connection of its own. */
async function askAnew(given?: MeshCertificate): Promise<unknown> {
  const channel = open(given);
  try {
    return await ask(channel);
  } finally {
    channel.close();
  }
}

/** The certificate that a new connection to the server is shown. */
async function shownByServer(): Promise<string> {
  const socket = connect({ port: portOf(running), servername: 'localhost', ...MESH_CERTIFICATE });
  await once(socket, 'secureConnect');
  const { serialNumber } = socket.getPeerCertificate();
  socket.destroy();
  return serialNumber;
}

beforeEach(async () => {
  lines.length = 0;
  folder = await mkdtemp(join(tmpdir(), 'mesh-tls-'));
  files = {
    cert: join(folder, 'data/tls.crt'),
    key: join(folder, 'data/tls.key'),
    ca: join(folder, 'data/ca.crt'),
  };
  await mount(MESH_CERTIFICATE);
  certificate = new MeshCertificate(files, log, RELOAD_MS);
  running = await startServer();
});
afterEach(async () => {
  await running.stop();
  certificate.close();
  await rm(folder, { recursive: true });
});

test('two services of a mesh call each other over mutual TLS', async () => {
  expect(await askAnew()).toEqual({ role: 0, projectId: 'p' });
  expect(messages()).toEqual([]);
});

describe('a peer without a certificate of the mesh', () => {
  /** Asks as a peer that knows the secret of the mesh. */
  const askWith = (security: ReturnType<typeof credentials.createSsl>) => {
    const client = new Client(running.address, security);
    const body = authorize.requestSerialize(question);
    const metadata = withCaller({ requestId: 'r' }, meshSecret, { path: authorize.path, body });
    return new Promise<number>((resolve) => {
      client.makeUnaryRequest(
        authorize.path,
        (bytes: Buffer) => bytes,
        (bytes) => bytes,
        body,
        metadata,
        (error) => {
          client.close();
          resolve(error?.code ?? 0);
        },
      );
    });
  };
  const trusting = Buffer.from(MESH_CERTIFICATE.ca);

  test.each([
    ['no certificate', () => credentials.createSsl(trusting), /showed no certificate/],
    [
      'one of another authority',
      () =>
        credentials.createSsl(
          trusting,
          Buffer.from(UNKNOWN_ISSUER_CERTIFICATE.key),
          Buffer.from(UNKNOWN_ISSUER_CERTIFICATE.cert),
        ),
      /not trusted: UNABLE_TO_VERIFY/,
    ],
    ['plain text', () => credentials.createInsecure(), /http request|wrong version/i],
  ])('is refused with %s, which is logged once', async (_, security, reason) => {
    for (let i = 0; i < 3; i++) expect(await askWith(security())).toBe(grpcStatus.UNAVAILABLE);
    await waitUntil(() => lines.length > 0);
    expect(lines).toEqual([
      expect.objectContaining({
        msg: 'a connection was refused',
        reason: expect.stringMatching(reason),
        peer: expect.stringMatching(/127\.0\.0\.1|::1/),
      }),
    ]);
    expect(await askAnew()).toBeDefined();
  });

  test('is not called as a server, which is logged once', async () => {
    const impostor = createServer({ ...UNKNOWN_ISSUER_CERTIFICATE, ALPNProtocols: ['h2'] });
    impostor.on('tlsClientError', () => undefined);
    impostor.listen(0, 'localhost');
    await once(impostor, 'listening');
    const channel = dial(`localhost:${(impostor.address() as AddressInfo).port}`, meshSecret, 'tester', {
      certificate,
    });
    for (let i = 0; i < 3; i++) await expect(ask(channel)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    channel.close();
    impostor.close();
    expect(messages()).toEqual(['a peer of the mesh is not trusted']);
    expect(lines[0]!.reason).toMatch(/unable to verify/);
  });
});

describe('a certificate that is replaced on disk', () => {
  /** Calls on one connection and on new ones, until stopped. */
  function load() {
    const stopping = new AbortController();
    let answers = 0;
    const failures: unknown[] = [];
    const kept = open();
    const insist = async (call: () => Promise<unknown>) => {
      while (!stopping.signal.aborted)
        await call().then(
          () => answers++,
          (error: unknown) => failures.push(error),
        );
    };
    const callers = [insist(() => ask(kept)), insist(() => askAnew())];
    return {
      answers: () => answers,
      stop: async () => {
        stopping.abort();
        await Promise.all(callers);
        kept.close();
        return failures;
      },
    };
  }

  test('is shown to new connections, and no call fails meanwhile', async () => {
    const callers = load();
    await waitUntil(() => callers.answers() > 20);
    expect(await shownByServer()).toBe('0B');
    await mount(RENEWED_MESH_CERTIFICATE);
    await waitUntil(async () => (await shownByServer()) === '0C');
    const before = callers.answers();
    await waitUntil(() => callers.answers() > before + 20);
    expect(await callers.stop()).toEqual([]);
    expect(messages()).toEqual(['the certificate of the mesh was replaced']);
  });

  test('is shown by the channels of the process, too', async () => {
    const shown: PeerCertificate[] = [];
    const peer = createServer({ ...MESH_CERTIFICATE, requestCert: true, ALPNProtocols: ['h2'] }, (socket) => {
      shown.push(socket.getPeerCertificate());
      socket.destroy();
    });
    peer.listen(0, 'localhost');
    await once(peer, 'listening');
    const address = `localhost:${(peer.address() as AddressInfo).port}`;
    const channel = dial(address, meshSecret, 'tester', { certificate });
    await expect(ask(channel)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await mount(RENEWED_MESH_CERTIFICATE);
    await waitUntil(() => shown.at(-1)?.serialNumber === '0C' || ask(channel).then(() => false));
    expect(shown[0]?.serialNumber).toBe('0B');
    channel.close();
    peer.close();
  });

  const cutOff = MESH_CERTIFICATE.ca.slice(0, 300);
  test.each([
    ['do not fit together', { key: MESH_CERTIFICATE.key }],
    ['have a chain that is cut off', { cert: RENEWED_MESH_CERTIFICATE.cert + cutOff }],
    ['have authorities that are cut off', { ca: RENEWED_MESH_CERTIFICATE.ca + cutOff }],
  ])('stays as it was while its files %s', async (_, faulty) => {
    await mount({ ...RENEWED_MESH_CERTIFICATE, ...faulty });
    await waitUntil(() => lines.length > 0);
    expect(await askAnew()).toBeDefined();
    expect(await shownByServer()).toBe('0B');
    await mount(RENEWED_MESH_CERTIFICATE);
    await waitUntil(async () => (await shownByServer()) === '0C');
    expect(messages()).toEqual([
      'the files of the certificate of the mesh cannot be used; the certificate before them stays',
      'the files of the certificate of the mesh can be used again',
      'the certificate of the mesh was replaced',
    ]);
  });
});
