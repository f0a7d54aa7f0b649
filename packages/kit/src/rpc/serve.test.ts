import { Client, credentials, status as grpcStatus, type Metadata } from '@grpc/grpc-js';
import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import { Type } from '@assay/contract/type';
import { DirectoryService } from '@assay/mesh/gen/assay/v1/catalog';
import { nameOperations } from '@assay/contract/name-operations';
import { operation } from '@assay/contract/operation';
import { closed, open } from '@assay/contract/schema';
import { invalid, Problem } from '@assay/contract/problem';
import { dial, type Channel } from './client.ts';
import { handle } from './handle.ts';
import { inFlight } from '../requests/in-flight.ts';
import { createLog } from '../log.ts';
import { withCaller } from '../security/caller.ts';
import { LocalPeers } from './local/local-peers.ts';
import { implement, serve, type RunningServer } from './serve.ts';

const meshSecret = 'mesh';
const log = createLog('test', 'error', { write: () => undefined });
const common = { tag: 't', summary: 's', access: 'admin', service: 'catalog', path: '/projects/{projectId}' } as const;
const things = {
  getThing: operation({ ...common, method: 'GET', input: open({}), status: 200, reply: open({}) }),
  updateThing: operation({
    ...common,
    method: 'PATCH',
    input: closed({ name: Type.String() }),
    status: 200,
    reply: open({}),
  }),
};
const { updateThing, getThing } = nameOperations({ things });
const admin = { requestId: 'r', organizationId: 'o', userId: 'u', projectId: 'p', role: 'admin' as const };
const target = { projectId: 'p', input: Buffer.from('{"name":"x"}') };

test.each([
  ['foo', 'LISTEN_ADDRESS must be host:port, such as 0.0.0.0:50051, and is foo'],
  ['foo:bar', 'LISTEN_ADDRESS must be host:port, such as 0.0.0.0:50051, and is foo:bar'],
  ['no.such.invalid:50051', 'The host no.such.invalid is not known. Set LISTEN_ADDRESS to an address of this machine.'],
  ['192.0.2.1:50051', 'This machine has no address 192.0.2.1. Set LISTEN_ADDRESS to an address of this machine.'],
])('the address %s is refused by the name of its setting', async (address, fault) => {
  const serving = serve({ name: 'test', address, meshSecret, log, implementations: [] });
  await expect(serving).rejects.toMatchObject({ name: 'ConfigError', faults: [fault] });
});

test('an address in use is refused by the names of its settings', async () => {
  const first = await serve({ name: 'test', address: '127.0.0.1:0', meshSecret, log, implementations: [] });
  const { address } = first;
  const addressSettings = { setting: 'RUNNER_PORT', hostSetting: 'HOST' };
  const second = serve({ name: 'test', address, addressSettings, meshSecret, log, implementations: [] });
  const port = address.split(':')[1];
  await expect(second).rejects.toMatchObject({
    faults: [`Port ${port} is taken by another program at 127.0.0.1. Stop it, or set RUNNER_PORT to a free port.`],
  });
  await first.stop();
});

describe.each([
  ['over gRPC', undefined],
  ['within a process', new LocalPeers()],
])('calls %s', (_way, localPeers) => {
  let running: RunningServer;
  let channel: Channel;
  const [entered, heardOfIt] = [Promise.withResolvers<void>(), Promise.withResolvers<unknown>()];
  const lines: { msg: string; rpc?: string }[] = [];
  const log = createLog('test', 'error', { write: (line) => void lines.push(JSON.parse(line) as { msg: string }) });

  beforeAll(async () => {
    const unused = () => Promise.reject(new Error('postgres://me:hunter2@db is broken'));
    running = await serve({
      name: 'test',
      address: '127.0.0.1:0',
      meshSecret,
      log,
      localPeers,
      reflection: true,
      implementations: [
        implement(
          { updateThing: rpcOf(updateThing), getThing: rpcOf(getThing) },
          {
            updateThing: handle(updateThing, async (caller, { projectId }, { name }) => ({
              caller: caller.userId,
              projectId,
              name,
            })),
            getThing: unused,
          },
        ),
        implement(DirectoryService, {
          authenticate: () => Promise.reject(invalid('no', { reason: 'X' })),
          authorize: async () => ({ role: Math.round(inFlight()!.deadline - Date.now()) as never, projectId: '' }),
          prepareLaunch: (request) =>
            channel
              .call(
                DirectoryService.authorize,
                { organizationId: '', userId: '', projectId: request.projectId },
                { timeoutMs: 60_000 },
              )
              .then(({ role }) => ({
                servers: [],
                maxConcurrentRuns: role,
                hostedModels: [],
                runMinutes: 0,
                queueMinutes: 0,
                maxRepetitions: 0,
              })),
          grantModels: unused,
          authenticateRunner: () => Promise.reject(new Problem('constructor' as never, 'hunter2')),
          reseal: unused,
          resolveServers: () => {
            const { signal } = inFlight()!;
            return new Promise((_, reject) => {
              signal.addEventListener('abort', () => {
                heardOfIt.resolve(signal.reason);
                reject(new Error('gone'));
              });
              entered.resolve();
            });
          },
        }),
      ],
    });
    channel = dial(running.address, meshSecret, 'tester', { localPeers });
  });
  afterAll(async () => {
    channel.close();
    await running.stop();
  });

  const update = (caller: object, request: object = target) =>
    channel
      .call(rpcOf(updateThing), { ...target, ...request }, { caller: { ...admin, ...caller } })
      .then(({ json }) => JSON.parse(json.toString()) as unknown);

  test('a document travels there and back with its caller', async () => {
    expect(await update({})).toEqual({ caller: 'u', projectId: 'p', name: 'x' });
  });

  test.each([
    ['another project than the one authorized', { projectId: 'q' }, 'NOT_FOUND'],
    ['no project', { projectId: undefined }, 'NOT_FOUND'],
    ['too small a role', { role: 'member' }, 'FORBIDDEN'],
    ['no principal', { organizationId: undefined }, 'UNAUTHORIZED'],
  ])('the owning service refuses %s', async (_, caller, code) => {
    await expect(update(caller)).rejects.toMatchObject({ code });
  });

  test('an unknown key is refused by the service, its path named', async () => {
    await expect(update({}, { input: Buffer.from('{"name":"x","nme":1}') })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: '/nme' }] },
    });
  });

  test('a Problem arrives as it was thrown; a bug shows nothing of itself', async () => {
    await expect(channel.call(DirectoryService.authenticate, { keyHash: Buffer.alloc(0) })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'no',
      details: { reason: 'X' },
    });
    await expect(channel.call(rpcOf(getThing), target)).rejects.toMatchObject({
      code: 'INTERNAL_ERROR',
      message: 'Internal error.',
    });
  });

  test('a bug that every call meets is one line of the log', async () => {
    const ofBug = () => lines.filter(({ rpc }) => rpc === rpcOf(getThing).path);
    for (let i = 0; i < 5; i++)
      await expect(channel.call(rpcOf(getThing), target)).rejects.toMatchObject({ code: 'INTERNAL_ERROR' });
    expect(ofBug()).toMatchObject([{ msg: 'an RPC failed unexpectedly' }]);
  });

  test('a call without our signature is refused as a fault of the mesh, not of a caller', async () => {
    const stranger = dial(running.address, 'wrong', 'tester');
    await expect(stranger.call(rpcOf(getThing), target)).rejects.toMatchObject({
      code: 'INTERNAL_ERROR',
      message: 'Internal error.',
    });
    stranger.close();
  });

  test('a Problem that cannot be written down ends no process', async () => {
    await expect(
      channel.call(DirectoryService.authenticateRunner, { tokenHash: Buffer.alloc(0) }),
    ).rejects.toMatchObject({ code: 'INTERNAL_ERROR', message: 'Internal error.' });
    expect(await update({})).toMatchObject({ name: 'x' });
  });

  test('a deadline shrinks with each hop, also when the inner call asks for more', async () => {
    const { maxConcurrentRuns: leftMs } = await channel.call(
      DirectoryService.prepareLaunch,
      { projectId: 'p', organizationId: '', serverIds: [] },
      { timeoutMs: 20_000 },
    );
    expect(leftMs).toBeGreaterThan(1_000);
    expect(leftMs).toBeLessThan(19_976);
  });

  test('a caller that stops waiting is heard by the handler', async () => {
    const leave = new AbortController();
    const answer = channel.call(
      DirectoryService.resolveServers,
      { projectId: 'p', serverIds: [] },
      { signal: leave.signal },
    );
    await entered.promise;
    leave.abort();
    await expect(answer).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(await heardOfIt.promise).toBeInstanceOf(Problem);
  });

  test('an RPC that the peer does not have says that it is older', async () => {
    await expect(channel.call({ ...rpcOf(getThing), path: '/assay.v1.None/None' }, target)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      details: { reason: 'RPC_UNKNOWN' },
    });
  });

  test('a call that ran out of time is TIMEOUT', async () => {
    const answer = channel.call(DirectoryService.resolveServers, { projectId: 'p', serverIds: [] }, { timeoutMs: 20 });
    await expect(answer).rejects.toMatchObject({ code: 'TIMEOUT' });
  });

  test('a stopping peer answers the calls in flight first, and further ones are UNAVAILABLE', async () => {
    const [called, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<{ role: 0; projectId: string }>()];
    const peer = await serve({
      name: 'test',
      address: '127.0.0.1:0',
      meshSecret,
      log,
      localPeers,
      implementations: [
        implement(
          { authorize: DirectoryService.authorize },
          {
            authorize: () => {
              called.resolve();
              return answer.promise;
            },
          },
        ),
      ],
    });
    const caller = dial(peer.address, meshSecret, 'tester', { localPeers });
    const authorize = () => caller.call(DirectoryService.authorize, { organizationId: '', userId: '', projectId: 'p' });
    const inFlight = authorize();
    await called.promise;
    const stopped = peer.stop();
    answer.resolve({ role: 0, projectId: 'p' });
    expect(await inFlight).toMatchObject({ projectId: 'p' });
    await stopped;
    await expect(authorize()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    caller.close();
  });
});

test('a new channel reaches a new peer, though an older one failed at its address', async () => {
  const serving = { name: 'test', meshSecret, log, implementations: [] };
  const former = await serve({ ...serving, address: '127.0.0.1:0' });
  await former.stop();
  const [older, newer] = [dial(former.address, meshSecret, 'tester'), dial(former.address, meshSecret, 'tester')];
  await expect(older.call(rpcOf(getThing), target)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  const peer = await serve({ ...serving, address: former.address });
  // The peer answers, though it has no such RPC.
  await expect(newer.call(rpcOf(getThing), target)).rejects.toMatchObject({ details: { reason: 'RPC_UNKNOWN' } });
  older.close();
  newer.close();
  await peer.stop();
});

test('a peer that is down is UNAVAILABLE', async () => {
  const unreachable = dial('127.0.0.1:1', meshSecret, 'tester');
  await expect(unreachable.call(rpcOf(getThing), target)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    retryAfter: 1,
  });
  unreachable.close();
});

describe('a signed call that was overheard', () => {
  const lines: string[] = [];
  let heard: RunningServer;
  let client: Client;
  const path = DirectoryService.authorize.path;
  const call = (metadata: Metadata, body: Buffer) =>
    new Promise<number>((resolve) => {
      client.makeUnaryRequest(
        path,
        (bytes: Buffer) => bytes,
        (bytes) => bytes,
        body,
        metadata,
        (error) => resolve(error?.code ?? 0),
      );
    });
  const body = (projectId: string) =>
    DirectoryService.authorize.requestSerialize({ organizationId: '', userId: '', projectId });

  beforeAll(async () => {
    heard = await serve({
      name: 'test',
      address: '127.0.0.1:0',
      meshSecret,
      log: createLog('test', 'info', { write: (line) => void lines.push(line) }),
      implementations: [
        implement(
          { authorize: DirectoryService.authorize },
          { authorize: async ({ projectId }) => ({ role: 0 as never, projectId }) },
        ),
      ],
    });
    client = new Client(heard.address, credentials.createInsecure());
  });
  afterAll(async () => {
    client.close();
    await heard.stop();
  });

  test('is refused without its one message', async () => {
    const send = (messages: Buffer[]) =>
      new Promise<number>((resolve) => {
        const asIs = (bytes: Buffer) => bytes;
        const metadata = withCaller(admin, meshSecret, { path, body: body('mine') });
        const sent = client.makeClientStreamRequest(path, asIs, asIs, metadata, (error) => resolve(error?.code ?? 0));
        for (const message of messages) sent.write(message);
        sent.end();
      });
    expect(await send([])).toBe(grpcStatus.INTERNAL);
    expect(await send([body('mine'), body('mine')])).toBe(grpcStatus.INTERNAL);
    expect(await send([body('mine')])).toBe(0);
    lines.length = 0;
  });

  test('cannot be repeated, nor carry another message, and each refusal is one line', async () => {
    const signed = () => withCaller(admin, meshSecret, { path, body: body('mine') });
    const metadata = signed();
    expect(await call(metadata.clone(), body('mine'))).toBe(0);
    expect(await call(metadata.clone(), body('mine'))).toBe(grpcStatus.INTERNAL);
    expect(await call(signed(), body('theirs'))).toBe(grpcStatus.INTERNAL);
    for (let i = 0; i < 3; i++) expect(await call(metadata.clone(), body('mine'))).toBe(grpcStatus.INTERNAL);
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ msg: 'a call was refused', reason: 'The call was made before.', peer: '127.0.0.1' }),
      expect.objectContaining({ reason: 'The message is not the one that the caller signed.' }),
    ]);
    expect(lines.join('')).not.toContain('stack');
  });
});
