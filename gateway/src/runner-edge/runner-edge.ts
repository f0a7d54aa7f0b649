import type { MethodDefinition } from '@grpc/grpc-js';
import { requiredLabels } from '@assay/launching/required-labels';
import { BROWSER_LABEL } from '@assay/contract/areas/runner-tokens/browser-label';
import { STDIO_LABEL } from '@assay/contract/areas/runner-tokens/stdio-label';
import {
  DirectoryService,
  LedgerService,
  SecretsService,
  type ResolveServersRequest,
  type SavedServer,
} from '@assay/mesh/gen/assay/v1/catalog';
import { TokensService } from '@assay/mesh/gen/assay/v1/grants';
import { HeldService } from '@assay/mesh/gen/assay/v1/held';
import { CassettesService, IterationTask } from '@assay/mesh/gen/assay/v1/iterations';
import { WorkService, type WorkItem } from '@assay/mesh/gen/assay/v1/work';
import { forbidden, notFound } from '@assay/contract/problem';
import type { Caller } from '@assay/kit/security/caller';
import type { Channel } from '@assay/kit/rpc/client';
import { implement, serve, type Implementation, type RunningServer } from '@assay/kit/rpc/serve';
import type { Logger } from '@assay/kit/log';
import type { Config, RunnerEdgeSettings } from '../config.ts';
import { HOST, RUNNER_PORT } from '../settings.ts';
import { RunnerCallers } from './runner-callers.ts';
import { heldServers, nameOnToken } from './held-servers.ts';
import { resealValues } from './reseal.ts';

interface EdgeChannels {
  runs: Channel;
  catalog: Channel;
  diagnostics: Channel;
}

const ITERATION = 'iteration';
/** The kinds of work for outside runners: iterations, and work about a server that only a runner reaches. */
const KINDS: Record<'runs' | 'diagnostics', string[]> = {
  runs: [ITERATION],
  diagnostics: ['inspect', 'readiness', 'conformance'],
};

/**
 * The longest wait of a runner for work, in milliseconds; for so long it may still get work after its token was refused
 * elsewhere.
 */
const WAIT_MS = 1_000;

/**
 * The port for runners outside of the installation: their calls to runs, catalog and diagnostics, in the name of the
 * organization and project of their token, to which those services restrict them.
 */
export function startRunnerEdge(
  { address, tls }: RunnerEdgeSettings,
  channels: EdgeChannels,
  callers: Pick<Config, 'limit' | 'trustedProxies'>,
  log: Logger,
): Promise<RunningServer> {
  const runnerCallers = new RunnerCallers(channels.catalog, callers);
  return serve({
    name: 'the edge for runners',
    address,
    addressSettings: { setting: RUNNER_PORT.name, hostSetting: HOST.name },
    tls,
    admit: runnerCallers.admit,
    implementations: edge(channels, runnerCallers),
    log,
  });
}

function edge(channels: EdgeChannels, runnerCallers: RunnerCallers): Implementation[] {
  const { runs, catalog, diagnostics } = channels;
  /** The requested servers that the caller may see: its held work is about them, and its token has their labels. */
  const serversOf = async (
    caller: Caller,
    { projectId, serverIds, withoutCredentials }: ResolveServersRequest,
  ): Promise<SavedServer[]> => {
    const { labels, tokenId } = runnerCallers.of(caller);
    const held = await heldServers(channels, projectId, serverIds, tokenId);
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
        const { labels, token, tokenId } = runnerCallers.of(caller);
        const asked = wanted(request, labels, tokenId);
        // A request for kinds of both services is answered by the first one with work; only the last one waits.
        const owning = owners(channels, asked.kinds);
        // A runner without any of these kinds waits too.
        if (owning.length === 0) return diagnostics.call(WorkService.lease, { ...asked, kinds: [] });
        // The items that a runner holds come without tasks, so nothing is resealed.
        if (asked.freeSlots === 0) {
          const held = await Promise.all(
            owning.map(({ channel, kinds }) => channel.call(WorkService.lease, { ...asked, kinds })),
          );
          return { items: held.flatMap(({ items }) => items) };
        }
        for (const [i, { channel, kinds }] of owning.entries()) {
          const waitMs = i === owning.length - 1 ? asked.waitMs : 0;
          const { items } = await channel.call(WorkService.lease, { ...asked, kinds, waitMs });
          if (items.length > 0) return { items: await resealed(catalog, caller, token, items) };
        }
        return { items: [] };
      },
      beat: async ({ beats, ...request }) => {
        const answers = await Promise.all(
          owners(channels, kindsOf(beats)).map(({ channel, kinds }) =>
            channel.call(WorkService.beat, { ...request, beats: beats.filter(({ kind }) => kinds.includes(kind)) }),
          ),
        );
        const foreign = beats.filter(({ kind }) => !isOurs(kind)).map(({ id }) => id);
        return { stopIds: [...answers.flatMap(({ stopIds }) => stopIds), ...foreign] };
      },
      complete: async ({ reports, ...request }) => {
        const answers = await Promise.all(
          owners(channels, kindsOf(reports)).map(({ channel, kinds }) =>
            channel.call(WorkService.complete, {
              ...request,
              reports: reports.filter(({ kind }) => kinds.includes(kind)),
            }),
          ),
        );
        const foreign = reports.filter(({ kind }) => !isOurs(kind)).map(({ id }) => id);
        return { refusedIds: [...answers.flatMap(({ refusedIds }) => refusedIds), ...foreign] };
      },
    }),
    implement(CassettesService, { readCassette: pass(runs, CassettesService.readCassette) }),
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
        const [sealed] = await resealValues(catalog, caller, runnerCallers.of(caller).token, [
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
          const sealed = await resealValues(
            catalog,
            caller,
            runnerCallers.of(caller).token,
            theirs.map(({ id, sealedCredentials }) => ({ sealed: sealedCredentials, context: `server:${id}` })),
          );
          return { servers: theirs.map((server, i) => ({ ...server, sealedCredentials: sealed[i]! })) };
        },
      },
    ),
    implement(
      { sealSecrets: SecretsService.sealSecrets },
      {
        sealSecrets: async ({ projectId, serverId, secretIds }, caller) => {
          const { token, tokenId } = runnerCallers.of(caller);
          const asked = { projectId, serverId, secretIds, tokenId };
          const held = await runs.call(HeldService.listHeldSecrets, asked);
          const granted = await catalog.call(SecretsService.sealSecrets, {
            projectId,
            serverId,
            secretIds: held.secretIds,
          });
          const [sealedCredentials] = await resealValues(catalog, caller, token, [
            { sealed: granted.sealedCredentials, context: `server:${serverId}` },
          ]);
          return { sealedCredentials: sealedCredentials! };
        },
      },
    ),
    implement(
      { reserve: LedgerService.reserve, extend: LedgerService.extend, settle: LedgerService.settle },
      {
        reserve: async (request) => {
          // Such a runner has no other work that calls models.
          if (request.purpose !== 'turn') throw notFound('run');
          const account = await runs.call(HeldService.findHeldRun, request);
          return catalog.call(LedgerService.reserve, { ...request, ...account });
        },
        extend: pass(catalog, LedgerService.extend),
        settle: pass(catalog, LedgerService.settle),
      },
    ),
  ];
}

/** Passes a call on to a service, in the name of the admitted caller. */
const pass =
  <Req, Res>(channel: Channel, method: MethodDefinition<Req, Res>) =>
  (request: Req): Promise<Res> =>
    channel.call(method, request);

const kindsOf = (items: { kind: string }[]): string[] => [...new Set(items.map(({ kind }) => kind))];

const isOurs = (kind: string): boolean => Object.values(KINDS).some((kinds) => kinds.includes(kind));

/** The services with work of these kinds, each with its own kinds. */
const owners = (channels: EdgeChannels, asked: string[]): { channel: Channel; kinds: string[] }[] =>
  (['runs', 'diagnostics'] as const)
    .map((name) => ({ channel: channels[name], kinds: asked.filter((kind) => KINDS[name].includes(kind)) }))
    .filter(({ kinds }) => kinds.length > 0);

/** Work items whose iterations have the model keys sealed for the runner. */
async function resealed(catalog: Channel, caller: Caller, token: string, items: WorkItem[]): Promise<WorkItem[]> {
  const tasks = items.map(({ kind, task }) => (kind === ITERATION ? IterationTask.decode(task) : undefined));
  const closed = tasks.map((task) =>
    task ? { sealed: task.sealedModels, context: `run:${task.runId}` } : { sealed: Buffer.alloc(0), context: '' },
  );
  const sealed = await resealValues(catalog, caller, token, closed);
  return items.map((item, i) => {
    const task = tasks[i];
    if (!task) return item;
    return { ...item, task: Buffer.from(IterationTask.encode({ ...task, sealedModels: sealed[i]! }).finish()) };
  });
}

/** The lease request with the runner's id, its labels and a bounded wait. */
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

/** The servers that a token with these labels may see. */
const withinReach = (servers: SavedServer[], labels: string[]): SavedServer[] =>
  servers.filter((server) => requiredLabels(server).every((label) => labels.includes(label)));

/**
 * The labels that a runner takes work for: the requested ones, which its token must allow, else all of its token's. The
 * runner itself says whether it may start commands, and whether it has a browser.
 */
function offered(asked: string[], allowed: string[]): string[] {
  const foreign = asked.find((label) => !allowed.includes(label));
  if (foreign !== undefined) throw forbidden(`This runner's token does not stand for the label "${foreign}".`);
  const isGiven = (label: string) => label !== STDIO_LABEL && label !== BROWSER_LABEL;
  const labels = asked.some(isGiven) ? asked : [...allowed.filter(isGiven), ...asked];
  // Work without a label is for the runners of the installation.
  if (labels.length === 0)
    throw forbidden(
      `This runner's token stands for ${named(allowed)} alone: set RUNNER_ALLOWED_COMMANDS or BROWSER_EXECUTABLE.`,
    );
  return labels;
}

const named = (labels: string[]) => labels.map((label) => `the label "${label}"`).join(' and ');
