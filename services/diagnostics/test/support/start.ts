import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Static, TSchema } from 'typebox';
import { DirectoryService, Role, type SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { ONE_MACHINE_EGRESS, type EgressSettings } from '@assay/egress/settings';
import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import type { Operation, TargetOf } from '@assay/contract/operation';
import { Problem } from '@assay/contract/problem';
import { busMigrations, eventMigrations } from '@assay/kit/bus/migrations';
import type { Caller } from '@assay/kit/security/caller';
import { dial } from '@assay/kit/rpc/client';
import { workMigrations } from '@assay/work/migrations';
import type { LocalRunner } from '@assay/work/service/local-runner';
import { createLog } from '@assay/kit/log';
import { implement, serve } from '@assay/kit/rpc/serve';
import { testDatabase } from '@assay/testkit/database/database';
import { startDiagnostics } from '../../src/app.ts';
import { savedServer } from './saved-server.ts';

const meshSecret = 'a secret of this test';
const projectId = 'prj_1';
const folders = [eventMigrations, workMigrations, join(import.meta.dirname, '../../migrations')];
const member: Caller = {
  requestId: 'req_1',
  organizationId: 'org_1',
  userId: 'usr_1',
  keyId: 'key_1',
  projectId,
  role: 'member',
};

type Saving = Partial<SavedServer> & { headers?: Record<string, string> };

/** The real service with a catalog of the test, and calls to it as a member of the project. */
export async function startTestDiagnostics({
  egress = ONE_MACHINE_EGRESS,
  browserRunners = false,
  localRunner,
}: { egress?: EgressSettings; browserRunners?: boolean; localRunner?: LocalRunner } = {}) {
  const keyEncryptionKey = randomBytes(32);
  const log = createLog('test', 'silent');
  const saved = new Map<string, SavedServer>();
  /** Users, keys and sessions without access; all others are members. */
  const gone = new Set<string>();
  const unused = async (): Promise<never> => {
    throw new Problem('INTERNAL_ERROR', 'Diagnostics has no business here.');
  };
  const directory = implement(DirectoryService, {
    authenticate: unused,
    prepareLaunch: unused,
    grantModels: unused,
    authenticateRunner: unused,
    reseal: unused,
    authorize: async ({ userId, keyId = '', sessionId = '', projectId }) => ({
      role: [userId, keyId, sessionId].some((each) => gone.has(each)) ? Role.UNSPECIFIED : Role.MEMBER,
      projectId,
    }),
    resolveServers: async (request) => ({
      servers: request.serverIds
        .flatMap((id) => saved.get(id) ?? [])
        .filter((server) => server.projectId === request.projectId),
    }),
  });
  const catalog = await serve({
    name: 'catalog',
    address: '127.0.0.1:0',
    implementations: [directory],
    meshSecret,
    log,
  });
  const [database, busDatabase] = await Promise.all([
    testDatabase({ folders }),
    testDatabase({ folders: [busMigrations] }),
  ]);
  const service = await startDiagnostics(
    {
      address: '127.0.0.1:0',
      databaseUrl: database.url,
      meshSecret,
      keyEncryptionKey,
      catalogAddress: catalog.address,
      reflection: false,
      bus: { transport: 'postgres', url: busDatabase.url, retentionHours: 1 },
      publicUrl: 'https://assay.test',
      gatewayUrl: 'https://assay.test',
      maxAnswerBytesInFlight: 256 * 1024 * 1024,
      browserRunners,
      localRunner,
      egress,
    },
    log,
  );
  const [mesh, runner] = [dial(service.address, meshSecret, 'test'), dial(service.address, meshSecret, 'runner')];

  let stopping: Promise<void> | undefined;

  /** Saves a server and returns its address. */
  const save = (url: string, { headers, ...more }: Saving = {}) => {
    const id = `srv_${saved.size + 1}`;
    saved.set(
      id,
      savedServer({ projectId, ...more, id, url, ...(headers && { credentials: { headers } }) }, keyEncryptionKey),
    );
    return { projectId, serverId: id };
  };

  /** Calls an operation as the gateway does; returns the bytes of the reply. */
  const send = async <Req>(
    operation: Operation<Req>,
    target: TargetOf<Req>,
    input: object | string = {},
    options: { signal?: AbortSignal; caller?: Caller; timeoutMs?: number } = {},
  ): Promise<Buffer> => {
    const body = Buffer.from(typeof input === 'string' ? input : JSON.stringify(input));
    const { json } = await mesh.call(rpcOf(operation), { ...target, input: body } as Req, {
      caller: member,
      timeoutMs: 60_000,
      ...options,
    });
    return json;
  };
  const call = async <Req, In extends TSchema, Out extends TSchema>(
    operation: Operation<Req, In, Out>,
    target: TargetOf<Req>,
    input: object = {},
  ) => JSON.parse((await send(operation, target, input)).toString()) as Static<Out>;

  /** A saved server as catalog answers it. */
  const savedAs = ({ serverId }: ReturnType<typeof save>): SavedServer => saved.get(serverId)!;
  /** Changes a saved server. */
  const change = ({ serverId }: ReturnType<typeof save>, more: Partial<SavedServer>) =>
    void saved.set(serverId, { ...saved.get(serverId)!, ...more });

  return {
    projectId,
    member,
    gone,
    save,
    savedAs,
    change,
    send,
    call,
    pool: database.pool,
    bus: busDatabase.pool,
    keyEncryptionKey,
    mesh,
    runner,
    stopService: () => (stopping ??= service.stop()),
    async stop() {
      mesh.close();
      runner.close();
      await (stopping ??= service.stop());
      await catalog.stop();
      await Promise.all([database.drop(), busDatabase.drop()]);
    },
  };
}

export type TestDiagnostics = Awaited<ReturnType<typeof startTestDiagnostics>>;
