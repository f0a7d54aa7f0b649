import type { MethodDefinition } from '@grpc/grpc-js';
import { DirectoryService, LedgerService } from '@assay/contract/gen/assay/v1/catalog';
import { WorkService } from '@assay/contract/gen/assay/v1/work';
import { forbidden } from '@assay/contract/problem';
import type { Channel } from '@assay/kit/client';
import { implement, serve, type Implementation, type Running, type Tls } from '@assay/kit/serve';
import type { Logger } from '@assay/kit/log';
import { Guests, KNOWN_MS } from './guests.ts';
import { reseal } from './reseal.ts';

export interface RunnerEdge {
  /** host:port to serve gRPC on. */
  address: string;
  /** Without it the port speaks plain text, for a proxy in front that does TLS. */
  tls: Tls | undefined;
}

export interface Rooms { runs: Channel; catalog: Channel }

/**
 * The one port for runners outside of the installation: what they need of runs and catalog, each call in the name of
 * their token's organization and project, which those services hold them to.
 */
export function startRunnerEdge({ address, tls }: RunnerEdge, rooms: Rooms, log: Logger): Promise<Running> {
  const guests = new Guests(rooms.catalog);
  return serve({ name: 'the edge for runners', address, tls, admit: guests.admit, implementations: edge(rooms, guests), log });
}

const edge = ({ runs, catalog }: Rooms, guests: Guests): Implementation[] => [
  implement(WorkService, {
    lease: async (request, caller) => {
      const { labels, token } = guests.of(caller);
      // No longer than the token is known for: nobody is handed work on a token that was revoked while they waited.
      const { items } = await runs.call(WorkService.lease, { ...request, labels: offered(request.labels, labels), waitMs: Math.min(request.waitMs, KNOWN_MS) });
      const sealed = await reseal(catalog, caller, token, items.map(({ runId, sealedModels }) => ({ sealed: sealedModels, context: `run:${runId}` })));
      return { items: items.map((item, i) => ({ ...item, sealedModels: sealed[i]! })) };
    },
    heartbeat: pass(runs, WorkService.heartbeat),
    complete: pass(runs, WorkService.complete),
    readCassette: pass(runs, WorkService.readCassette),
  }),
  implement({ resolveServers: DirectoryService.resolveServers }, {
    resolveServers: async (request, caller) => {
      const { labels, token } = guests.of(caller);
      const { servers } = await catalog.call(DirectoryService.resolveServers, request);
      const theirs = servers.filter(({ runnerLabels }) => runnerLabels.every((label) => labels.includes(label)));
      const sealed = await reseal(catalog, caller, token, theirs.map(({ id, sealedCredentials }) => ({ sealed: sealedCredentials, context: `server:${id}` })));
      return { servers: theirs.map((server, i) => ({ ...server, sealedCredentials: sealed[i]! })) };
    },
  }),
  implement({ reserve: LedgerService.reserve, settle: LedgerService.settle }, {
    reserve: pass(catalog, LedgerService.reserve),
    settle: pass(catalog, LedgerService.settle),
  }),
];

/** Asks the same of a service, in the name of the caller that was admitted. */
const pass = <Req, Res>(room: Channel, method: MethodDefinition<Req, Res>) => (request: Req): Promise<Res> => room.call(method, request);

/** The labels that a runner takes work for: those it asks for, which its token has to stand for, else all of its token's. */
function offered(asked: string[], allowed: string[]): string[] {
  const foreign = asked.find((label) => !allowed.includes(label));
  if (foreign !== undefined) throw forbidden(`This runner's token does not stand for the label "${foreign}".`);
  return asked.length > 0 ? asked : allowed;
}
