import { createHash, randomBytes } from 'node:crypto';
import { DirectoryService, LedgerService, SecretsService, type SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { HeldService } from '@assay/mesh/gen/assay/v1/held';
import { TokensService } from '@assay/mesh/gen/assay/v1/grants';
import { CassettesService } from '@assay/mesh/gen/assay/v1/iterations';
import { WorkService, type LeaseRequest, type WorkItem } from '@assay/mesh/gen/assay/v1/work';
import { notFound, Problem } from '@assay/contract/problem';
import type { Caller } from '@assay/kit/security/caller';
import { dial, dialOutside, type Channel } from '@assay/kit/rpc/client';
import { createLog } from '@assay/kit/log';
import { seal, unseal } from '@assay/kit/security/seal';
import { implement, serve, type RunningServer } from '@assay/kit/rpc/serve';
import { startRunnerEdge } from '../../src/runner-edge/runner-edge.ts';
import { nearestPrivate } from '../../src/addresses/trusted-proxies.ts';

export const meshSecret = 'a secret of this test';
const log = createLog('test', 'silent');
export const platformKey = randomBytes(32);

export const tokenOf = (letter: string) => `rt_${letter.repeat(43)}`;
export const [token, bound, starter, starterOnly] = [tokenOf('o'), tokenOf('p'), tokenOf('r'), tokenOf('s')] as const;
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export const tokenHolders = new Map([
  [sha256(token), { tokenId: 'token_1', organizationId: 'org', projectId: '', labels: ['eu', 'lab'] }],
  [sha256(bound), { tokenId: 'token_2', organizationId: 'org', projectId: 'prj', labels: ['lab'] }],
  [sha256(starter), { tokenId: 'token_4', organizationId: 'org', projectId: '', labels: ['eu', 'lab', 'stdio'] }],
  [sha256(starterOnly), { tokenId: 'token_5', organizationId: 'org', projectId: '', labels: ['stdio'] }],
]);

/** The calls to the services behind the edge, with their callers. */
export const recordedCalls: { method: string; request: object; caller: Caller }[] = [];
/** The work and servers that those services offer, and the servers with held work by token id. */
export const offeredWork: { items: WorkItem[]; servers: SavedServer[]; held: Record<string, string[]> } = {
  items: [],
  servers: [],
  held: {},
};
export let lookUps = 0;

const noted =
  <Req extends object, Res>(method: string, answer: (request: Req, caller: Caller) => Res) =>
  async (request: Req, caller: Caller): Promise<Res> => {
    recordedCalls.push({ method, request, caller });
    return answer(request, caller);
  };

const services = [
  implement(WorkService, {
    lease: noted('lease', () => ({ items: offeredWork.items })),
    beat: noted('beat', () => ({ stopIds: ['gone'] })),
    complete: noted('complete', () => ({ refusedIds: ['late'] })),
  }),
  implement(CassettesService, { readCassette: noted('readCassette', () => ({ body: Buffer.from('tape') })) }),
  implement(HeldService, {
    findHeldRun: noted('findHeldRun', ({ runId }, { tokenId }) => {
      if (runId !== 'run of i') throw notFound('run');
      return { suiteId: `suite for ${tokenId}`, keyId: '' };
    }),
    listHeldSecrets: noted('listHeldSecrets', ({ secretIds }) => ({
      secretIds: secretIds.filter((id) => id.startsWith('held')),
    })),
    listHeldServers: noted('listHeldServers', ({ serverIds, tokenId }) => ({
      serverIds: serverIds.filter((id) => offeredWork.held[tokenId]?.includes(id)),
    })),
  }),
  implement(TokensService, {
    getAccessToken: noted('getAccessToken', ({ serverId }) => ({
      sealed: seal(Buffer.from('an access token'), platformKey, `token:${serverId}`),
      freshForMs: 5,
    })),
  }),
  implement(
    {
      resolveServers: DirectoryService.resolveServers,
      authenticateRunner: DirectoryService.authenticateRunner,
      reseal: DirectoryService.reseal,
    },
    {
      resolveServers: noted('resolveServers', ({ serverIds }) => ({
        servers: offeredWork.servers.filter(({ id, name }) => serverIds.includes(id) || serverIds.includes(name)),
      })),
      authenticateRunner: async ({ tokenHash }) => {
        lookUps++;
        const holder = tokenHolders.get(tokenHash.toString('hex'));
        if (!holder) throw new Problem('UNAUTHORIZED', 'The runner token is not valid.');
        return holder;
      },
      reseal: noted('reseal', ({ key, values }) => ({
        sealed: values.map(({ sealed, context }) => seal(unseal(sealed, platformKey, context), key, context)),
      })),
    },
  ),
  implement(
    { sealSecrets: SecretsService.sealSecrets },
    {
      sealSecrets: noted('sealSecrets', ({ serverId, secretIds }) => ({
        sealedCredentials: seal(Buffer.from(secretIds.join()), platformKey, `server:${serverId}`),
      })),
    },
  ),
  implement(
    { reserve: LedgerService.reserve, extend: LedgerService.extend, settle: LedgerService.settle },
    {
      reserve: noted('reserve', () => ({})),
      extend: noted('extend', () => ({})),
      settle: noted('settle', () => ({ costMicros: 7 })),
    },
  ),
];

let mesh: RunningServer;
/** The services as the edge reaches them, and the edge as runners reach it. */
export let catalogChannel: Channel;
export let runnerEdge: RunningServer;
const opened: Channel[] = [];

export async function startFixture(): Promise<void> {
  mesh = await serve({ name: 'services', address: '127.0.0.1:0', implementations: services, meshSecret, log });
  catalogChannel = dial(mesh.address, meshSecret, 'gateway');
  runnerEdge = await startRunnerEdge(
    { address: '127.0.0.1:0', tls: undefined },
    { runs: catalogChannel, catalog: catalogChannel, diagnostics: catalogChannel },
    { limit: undefined, trustedProxies: nearestPrivate },
    log,
  );
}
/** Resets the services before a test. */
export function resetFixture(): void {
  recordedCalls.length = 0;
  Object.assign(offeredWork, { items: [], servers: [], held: {} });
}
export async function stopFixture(): Promise<void> {
  for (const channel of [...opened, catalogChannel]) channel.close();
  await runnerEdge.stop();
  await mesh.stop();
}

export function channelOf(given: string): Channel {
  const channel = dialOutside({ address: runnerEdge.address, tls: false }, given);
  opened.push(channel);
  return channel;
}
export const callsOf = (method: string) => recordedCalls.filter((each) => each.method === method);
export const leaseWork = (given: string, request: Partial<LeaseRequest> = {}) =>
  channelOf(given).call(WorkService.lease, {
    runnerId: 'r',
    labels: [],
    kinds: ['iteration'],
    freeSlots: 2,
    waitMs: 0,
    ...request,
  });
export const resolveServers = (given: string, serverIds = ['a']) =>
  channelOf(given).call(DirectoryService.resolveServers, { projectId: 'prj', serverIds });
