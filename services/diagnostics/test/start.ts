import { randomBytes } from 'node:crypto';
import type { Static, TSchema } from 'typebox';
import { DirectoryService, type SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import type { Operation } from '@assay/contract/operation';
import { Problem } from '@assay/contract/problem';
import type { Caller } from '@assay/kit/caller';
import { dial } from '@assay/kit/client';
import { createLog } from '@assay/kit/log';
import { seal } from '@assay/kit/seal';
import { implement, serve } from '@assay/kit/serve';
import { startDiagnostics } from '../src/app.ts';

const meshSecret = 'a secret of this test';
const projectId = 'prj_1';
const member: Caller = { requestId: 'req_1', organizationId: 'org_1', userId: 'usr_1', keyId: 'key_1', projectId, role: 'member' };

type Saving = Partial<SavedServer> & { headers?: Record<string, string> };

/** The real service beside a directory of our own, and a way to call it as a member of the project. */
export async function startTestDiagnostics() {
  const keyEncryptionKey = randomBytes(32);
  const log = createLog('test', 'silent');
  const saved = new Map<string, SavedServer>();
  const unused = async (): Promise<never> => { throw new Problem('INTERNAL_ERROR', 'Diagnostics has no business here.'); };
  const directory = implement(DirectoryService, {
    authenticate: unused, authorize: unused, prepareLaunch: unused, grantModels: unused, authenticateRunner: unused, reseal: unused,
    resolveServers: async (request) => ({
      servers: request.serverIds.flatMap((id) => saved.get(id) ?? []).filter((server) => server.projectId === request.projectId),
    }),
  });
  const catalog = await serve({ name: 'catalog', address: '127.0.0.1:0', implementations: [directory], meshSecret, log });
  const service = await startDiagnostics({ address: '127.0.0.1:0', meshSecret, keyEncryptionKey, catalogAddress: catalog.address, reflection: false }, log);
  const mesh = dial(service.address, meshSecret, 'test');

  /** Saves a server and returns its address. */
  const save = (url: string, { headers, ...more }: Saving = {}) => {
    const id = `srv_${saved.size + 1}`;
    saved.set(id, {
      id, projectId, name: 'Printer', enabled: true, transport: 'http', url, command: '', args: [], timeoutMs: 0, protocolVersion: '', useOauth: false, runnerLabels: [],
      sealedCredentials: headers ? seal(Buffer.from(JSON.stringify({ headers })), keyEncryptionKey, `server:${id}`) : Buffer.alloc(0), ...more,
    });
    return { projectId, serverId: id };
  };

  /** Calls an operation as the gateway would; the reply's bytes. */
  const send = async <Req>(operation: Operation<Req>, target: Omit<Req, 'input'>, input: object | string = {}, options: { signal?: AbortSignal; caller?: Caller } = {}): Promise<Buffer> => {
    const body = Buffer.from(typeof input === 'string' ? input : JSON.stringify(input));
    const { json } = await mesh.call(operation.rpc, { ...target, input: body } as Req, { caller: member, timeoutMs: 60_000, ...options });
    return json;
  };
  const call = async <Req, In extends TSchema, Out extends TSchema>(operation: Operation<Req, In, Out>, target: Omit<Req, 'input'>, input: object = {}) =>
    JSON.parse((await send(operation, target, input)).toString()) as Static<Out>;

  return {
    projectId, member, save, send, call,
    async stop() {
      mesh.close();
      await service.stop();
      await catalog.stop();
    },
  };
}

export type TestDiagnostics = Awaited<ReturnType<typeof startTestDiagnostics>>;
