import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { DirectoryService, type SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import type { Operation, TargetOf } from '@assay/contract/operation';
import { operations } from '@assay/contract/operations';
import { busMigrations, eventMigrations } from '@assay/kit/bus/migrations';
import type { Caller } from '@assay/kit/security/caller';
import { dial, type Channel } from '@assay/kit/rpc/client';
import { workMigrations } from '@assay/work/migrations';
import { createLog } from '@assay/kit/log';
import { implement, serve } from '@assay/kit/rpc/serve';
import { beginAuthorization, finishAuthorization } from '@assay/mcp/oauth/authorization-code';
import type { OAuthClient } from '@assay/mcp/oauth/client';
import { discoverOAuth } from '@assay/mcp/oauth/discover';
import { REDIRECT_URI, type AuthorizationServer } from '@assay/testkit/identity/authorization-server';
import { testDatabase } from '@assay/testkit/database/database';
import { waitUntil } from '@assay/testkit/until';
import { startDiagnostics } from '../../src/app.ts';
import { savedServer, type Saving } from '../support/saved-server.ts';

const meshSecret = 'a secret of this test';
export const projectId = 'prj_1';
export const member: Caller = {
  requestId: 'req_1',
  organizationId: 'org_1',
  userId: 'usr_1',
  keyId: 'key_1',
  projectId,
  role: 'member',
};
const folders = [eventMigrations, workMigrations, join(import.meta.dirname, '../../migrations')];

/** Replicas of the service on one database, with a catalog of the test. */
export async function startFleet(size: number) {
  const keyEncryptionKey = randomBytes(32);
  const log = createLog('test', 'silent');
  const saved = new Map<string, SavedServer>();
  let updated = () => {};
  const catalog = await serve({
    name: 'catalog',
    address: '127.0.0.1:0',
    meshSecret,
    log,
    implementations: [
      implement(
        { resolveServers: DirectoryService.resolveServers },
        {
          resolveServers: async (request) => ({
            servers: request.serverIds
              .flatMap((id) => saved.get(id) ?? [])
              .filter((server) => server.projectId === request.projectId),
          }),
        },
      ),
      implement(
        { updateProjectServer: rpcOf(operations.updateProjectServer) },
        {
          updateProjectServer: async ({ serverId, input }) => {
            const { useOAuth, authMethod } = JSON.parse(Buffer.from(input).toString()) as {
              useOAuth: boolean;
              authMethod: string;
            };
            saved.set(serverId, { ...saved.get(serverId)!, useOauth: useOAuth, authMethod });
            updated();
            updated = () => {};
            return { json: Buffer.from('{}'), otherwise: false, contentType: '', headers: {} };
          },
        },
      ),
    ],
  });
  const [database, busDatabase] = await Promise.all([
    testDatabase({ folders }),
    testDatabase({ folders: [busMigrations] }),
  ]);
  const config = {
    address: '127.0.0.1:0',
    databaseUrl: database.url,
    meshSecret,
    keyEncryptionKey,
    catalogAddress: catalog.address,
    reflection: false,
    bus: { transport: 'postgres' as const, url: busDatabase.url, retentionHours: 1 },
    publicUrl: 'https://assay.test',
    gatewayUrl: 'https://assay.test',
    maxAnswerBytesInFlight: 256 * 1024 * 1024,
    browserRunners: false,
    egress: ONE_MACHINE_EGRESS,
  };
  const replicas = await Promise.all(Array.from({ length: size }, () => startDiagnostics(config, log)));
  const channels = replicas.map(({ address }) => dial(address, meshSecret, 'test'));

  /** Saves a server and returns its address. */
  const save = (url: string, saving: Saving = {}) => {
    const id = saving.id ?? `srv_${saved.size + 1}`;
    saved.set(id, savedServer({ projectId, ...saving, id, url }, keyEncryptionKey));
    return { projectId, serverId: id };
  };

  /** Calls an operation of a replica as the gateway does. */
  const call = async <Req>(
    operation: Operation<Req>,
    target: TargetOf<Req>,
    input: object = {},
    { through = channels[0]!, caller = member }: { through?: Channel; caller?: Caller } = {},
  ) => {
    const { json } = await through.call(
      rpcOf(operation),
      { ...target, input: Buffer.from(JSON.stringify(input)) } as Req,
      { caller, timeoutMs: 60_000 },
    );
    return JSON.parse(json.toString()) as Record<string, unknown>;
  };

  return {
    save,
    call,
    remove: (id: string) => void saved.delete(id),
    onUpdate: (then: () => void) => {
      updated = then;
    },
    channels,
    keyEncryptionKey,
    pool: database.pool,
    saved: (id: string) => saved.get(id)!,
    runners: replicas.map(({ address }) => dial(address, meshSecret, 'runner')),
    /** Starts one more replica in a process of its own. */
    async startProcess() {
      const given = JSON.stringify({ ...config, keyEncryptionKey: keyEncryptionKey.toString('base64') });
      const child = spawn(process.execPath, [join(import.meta.dirname, 'replica.ts'), given], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const written: string[] = [];
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => written.push(text));
      const address = await waitUntil(() => /\{"address":"([^"]+)"\}/.exec(written.join(''))?.[1], 60_000);
      const channel = dial(address, meshSecret, 'test');
      return {
        channel,
        written: () => written.join(''),
        async kill() {
          const gone = once(child, 'exit');
          child.kill('SIGKILL');
          await gone;
          channel.close();
        },
      };
    },
    async stop() {
      for (const channel of channels) channel.close();
      await Promise.all(replicas.map((replica) => replica.stop()));
      await catalog.stop();
      await Promise.all([database.drop(), busDatabase.drop()]);
    },
  };
}

export type Fleet = Awaited<ReturnType<typeof startFleet>>;

/** The tokens of a person who consents to everything. */
export async function consent(url: string, authorization: AuthorizationServer, client: OAuthClient) {
  const egress = openEgress(ONE_MACHINE_EGRESS);
  const discovery = await discoverOAuth({ url, egress });
  const { url: start, codeVerifier } = await beginAuthorization({ discovery, client, redirectUri: REDIRECT_URI });
  const { searchParams: back } = await authorization.browse(start);
  return finishAuthorization({
    discovery,
    client,
    redirectUri: REDIRECT_URI,
    code: back.get('code')!,
    iss: back.get('iss') ?? undefined,
    codeVerifier,
    egress,
  });
}
