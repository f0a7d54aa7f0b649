import type { MethodDefinition } from '@grpc/grpc-js';
import { requiredLabels } from '@assay/contract/areas/servers/required-labels';
import { STDIO_LABEL } from '@assay/contract/areas/runner-tokens/stdio-label';
import {
  DirectoryService,
  LedgerService,
  type ResolveServersRequest,
  type SavedServer,
} from '@assay/contract/gen/assay/v1/catalog';
import { TokensService } from '@assay/contract/gen/assay/v1/grants';
import { JobsService } from '@assay/contract/gen/assay/v1/jobs';
import { WorkService } from '@assay/contract/gen/assay/v1/work';
import { forbidden, notFound } from '@assay/contract/problem';
import type { Caller } from '@assay/kit/security/caller';
import type { Channel } from '@assay/kit/rpc/client';
import { implement, serve, type Implementation, type Running } from '@assay/kit/rpc/serve';
import type { Logger } from '@assay/kit/log';
import type { Config, RunnerEdgeSettings } from '../config.ts';
import { Guests } from './guests.ts';
import { heldServers, nameOnToken } from './held-servers.ts';
import { reseal } from './reseal.ts';

interface Rooms {
  runs: Channel;
  catalog: Channel;
  diagnostics: Channel;
}

/** The jobs that may be done outside: those about a server that only a runner reaches. */
const KINDS = new Set(['inspect', 'readiness', 'conformance']);

/** How long a runner waits for work at most, in milliseconds: so long it may still be handed some after its token was refused elsewhere. */
const WAIT_MS = 1_000;

/**
 * The one port for runners outside of the installation: what they need of runs, catalog and diagnostics, each call in the name of
 * their token's organization and project, which those services hold them to.
 */
export function startRunnerEdge(
  { address, tls }: RunnerEdgeSettings,
  rooms: Rooms,
  callers: Pick<Config, 'limit' | 'trustedProxies'>,
  log: Logger,
): Promise<Running> {
  const guests = new Guests(rooms.catalog, callers);
  return serve({
    name: 'the edge for runners',
    address,
    tls,
    admit: guests.admit,
    implementations: edge(rooms, guests),
    log,
  });
}

function edge(rooms: Rooms, guests: Guests): Implementation[] {
  const { runs, catalog, diagnostics } = rooms;
  /** Of the servers asked for those that the caller is told of: its work is about them, and its labels are theirs. */
  const serversOf = async (
    caller: Caller,
    { projectId, serverIds, withoutCredentials }: ResolveServersRequest,
  ): Promise<SavedServer[]> => {
    const { labels, tokenId } = guests.of(caller);
    const held = await heldServers(rooms, projectId, serverIds, tokenId);
    if (held.length === 0) return [];
    const { servers } = await catalog.call(DirectoryService.resolveServers, {
      projectId,
      serverIds: held,
      withoutCredentials,
    });
    return withinReach(servers, labels);
  };
  return [
    implement(WorkService, {
      lease: async (request, caller) => {
        const { labels, token, tokenId } = guests.of(caller);
        const { items } = await runs.call(WorkService.lease, wanted(request, labels, tokenId));
        const sealed = await reseal(
          catalog,
          caller,
          token,
          items.map(({ runId, sealedModels }) => ({ sealed: sealedModels, context: `run:${runId}` })),
        );
        return { items: items.map((item, i) => ({ ...item, sealedModels: sealed[i]! })) };
      },
      heartbeat: pass(runs, WorkService.heartbeat),
      complete: pass(runs, WorkService.complete),
      readCassette: pass(runs, WorkService.readCassette),
    }),
    implement(JobsService, {
      leaseJobs: async (request, caller) => {
        const { labels, tokenId } = guests.of(caller);
        const kinds = request.kinds.filter((kind) => KINDS.has(kind));
        return diagnostics.call(JobsService.leaseJobs, { ...wanted(request, labels, tokenId), kinds });
      },
      beatJobs: pass(diagnostics, JobsService.beatJobs),
      completeJob: pass(diagnostics, JobsService.completeJob),
    }),
    implement(TokensService, {
      getAccessToken: async (request, caller) => {
        const { serverId } = request;
        const [server] = await serversOf(caller, {
          projectId: request.projectId,
          serverIds: [serverId],
          withoutCredentials: true,
        });
        if (!server) throw notFound('server');
        const granted = await diagnostics.call(TokensService.getAccessToken, request);
        const [sealed] = await reseal(catalog, caller, guests.of(caller).token, [
          { sealed: granted.sealed, context: `token:${serverId}` },
        ]);
        return { ...granted, sealed: sealed! };
      },
    }),
    implement(
      { resolveServers: DirectoryService.resolveServers },
      {
        resolveServers: async (request, caller) => {
          const theirs = await serversOf(caller, request);
          const sealed = await reseal(
            catalog,
            caller,
            guests.of(caller).token,
            theirs.map(({ id, sealedCredentials }) => ({ sealed: sealedCredentials, context: `server:${id}` })),
          );
          return { servers: theirs.map((server, i) => ({ ...server, sealedCredentials: sealed[i]! })) };
        },
      },
    ),
    implement(
      { reserve: LedgerService.reserve, settle: LedgerService.settle },
      {
        reserve: pass(catalog, LedgerService.reserve),
        settle: pass(catalog, LedgerService.settle),
      },
    ),
  ];
}

/** Asks the same of a service, in the name of the caller that was admitted. */
const pass =
  <Req, Res>(room: Channel, method: MethodDefinition<Req, Res>) =>
  (request: Req): Promise<Res> =>
    room.call(method, request);

/** What a runner is given work for. */
const wanted = <Req extends { runnerId: string; labels: string[]; waitMs: number }>(
  request: Req,
  labels: string[],
  tokenId: string,
): Req => ({
  ...request,
  runnerId: nameOnToken(request.runnerId, tokenId),
  labels: offered(request.labels, labels),
  waitMs: Math.min(request.waitMs, WAIT_MS),
});

/** The servers that a token with these labels may be told of. */
const withinReach = (servers: SavedServer[], labels: string[]): SavedServer[] =>
  servers.filter((server) => requiredLabels(server).every((label) => labels.includes(label)));

/**
 * The labels that a runner takes work for: those it asks for, which its token has to stand for, else all of its token's.
 * Whether it may start commands it says itself in any case.
 */
function offered(asked: string[], allowed: string[]): string[] {
  const foreign = asked.find((label) => !allowed.includes(label));
  if (foreign !== undefined) throw forbidden(`This runner's token does not stand for the label "${foreign}".`);
  const isGiven = (label: string) => label !== STDIO_LABEL;
  const labels = asked.some(isGiven) ? asked : [...allowed.filter(isGiven), ...asked];
  // Work that asks for no label is for the runners of the installation.
  if (labels.length === 0)
    throw forbidden(`This runner's token stands for the label "${STDIO_LABEL}" alone: set RUNNER_ALLOWED_COMMANDS.`);
  return labels;
}
