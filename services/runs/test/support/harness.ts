import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import type { ClientConfig } from '@assay/contract/areas/clients/config';
import { join } from 'node:path';
import type { Static, TSchema } from 'typebox';
import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import { CaseDraft } from '@assay/contract/areas/authoring/drafts';
import { CreateEvalCase, type FrozenCase } from '@assay/contract/areas/cases/documents';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { DirectoryService, Role, type SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { RetentionService, type RetentionDays } from '@assay/mesh/gen/assay/v1/retention';
import { AuthoringService, type AttachClientsRequest, type FrozenSuite } from '@assay/mesh/gen/assay/v1/suites';
import type { Operation, TargetOf } from '@assay/contract/operation';
import { operations } from '@assay/contract/operations';
import { Blame, IterationOutput, IterationTask, Outcome } from '@assay/mesh/gen/assay/v1/iterations';
import { WorkService, type WorkItem } from '@assay/mesh/gen/assay/v1/work';
import { conflict, notFound, type Problem } from '@assay/contract/problem';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import type { BlobSettings } from '@assay/kit/blobs/settings';
import { ConnectionsService } from '@assay/mesh/gen/assay/v1/inspection';
import { busMigrations, eventMigrations } from '@assay/kit/bus/migrations';
import type { Caller } from '@assay/kit/security/caller';
import { dial, type Channel } from '@assay/kit/rpc/client';
import { createLog } from '@assay/kit/log';
import { parser } from '@assay/kit/json/parse';
import { callOperation } from '@assay/kit/rpc/call-operation';
import { handle } from '@assay/kit/rpc/handle';
import { implement, serve } from '@assay/kit/rpc/serve';
import { bundleOfClient, BundlesStandIn } from '@assay/testkit/bundles-stand-in';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { insightsMigrations } from '@assay/findings/migrations';
import { transcriptMigrations } from '@assay/transcripts/migrations';
import { workMigrations } from '@assay/work/migrations';
import { startRuns } from '../../src/app.ts';
import { ITERATION } from '../../src/flows/work/iteration-work.ts';
import type { RunLimits } from '../../src/domain/eval-runs/planned-run.ts';
import type { ArtifactQuota } from '../../src/domain/ingestion/artifact-quota.ts';
import type { InsightsSettings } from '../../src/flows/analysis/insights-settings.ts';
import { CatalogStandIn } from './catalog-stand-in.ts';

export const silentLog = createLog('test', 'silent');
const meshSecret = 'mesh';
export const testCaller = {
  requestId: 'req',
  organizationId: 'org',
  userId: 'usr',
  projectId: 'prj',
  role: 'member' as const,
};

export const echoCase = (id: string, more: Partial<FrozenCase> = {}): FrozenCase => ({
  id,
  title: `case ${id}`,
  iterations: 1,
  isNegative: false,
  models: [],
  failOnToolError: true,
  steps: [
    { id: 'call', kind: 'toolCall', serverName: 'everything', toolName: 'echo', arguments: { message: id } },
    { id: 'check', kind: 'assert', assertion: { type: 'toolResultContains', needle: id } },
  ],
  ...more,
});

/** A case that asks a language model. */
export const promptCase = (id: string, more: Partial<FrozenCase> = {}): FrozenCase => ({
  ...echoCase(id),
  models: [{ model: 'scripted/rules' }],
  steps: [{ id: 'call', kind: 'prompt', prompt: 'Say it.' }],
  ...more,
});

/** A transcript of `echoCase` in which the tool answered `text`. */
export const echoTranscript = (text: string): Transcript => ({
  version: 1,
  messages: [],
  userMessages: 0,
  steps: [
    { stepId: 'call', stepIndex: 0, kind: 'toolCall', status: 'ok', startMs: 0, endMs: 2 },
    { stepId: 'check', stepIndex: 1, kind: 'assert', status: 'pending', startMs: 2, endMs: 2 },
  ],
  toolCalls: [
    {
      id: 'call_1',
      stepId: 'call',
      stepIndex: 0,
      serverId: 'srv',
      serverName: 'everything',
      toolName: 'echo',
      arguments: {},
      result: { content: [{ type: 'text', text }] },
      isError: false,
      startMs: 0,
      latencyMs: 2,
      resultBytes: 40,
    },
  ],
});

/** Stand-ins for the services that runs calls; a test can change their answers. */
export interface StandIns {
  suites: Map<string, KnownSuite>;
  /** The drafts of cases, by their ids. */
  drafts: Map<string, FrozenCase>;
  /** The names of suites that inline tests wrote. */
  names: Set<string>;
  servers: SavedServer[];
  maxConcurrentRuns: number;
  limits: RunLimits;
  /** The retention settings of organizations; requests for them fail while it is undefined. */
  retention: RetentionDays[] | undefined;
  models: CatalogStandIn;
  unreachable: Problem | undefined;
  /** Refuses the deletion of suites. */
  suitesAway: Problem | undefined;
  /** The requests of launches to attach clients to their suites. */
  attachedClients: AttachClientsRequest[];
  bundles: BundlesStandIn;
  /** Servers that launches connected to, and the settings of the clients that they did it with. */
  connected: string[];
  connectedAs: ClientConfig[];
  /** The tools that servers declare, by the servers' ids; and the servers whose surface was read now. */
  tools: Map<string, { name: string; description?: string; inputSchema?: Record<string, unknown> }[]>;
  exported: string[];
}

const server: SavedServer = {
  id: 'srv',
  projectId: 'prj',
  name: 'everything',
  enabled: true,
  transport: 'http',
  url: 'http://127.0.0.1:1/mcp',
  command: '',
  args: [],
  sealedCredentials: Buffer.alloc(0),
  timeoutMs: 0,
  protocolVersion: '',
  useOauth: false,
  runnerLabels: [],
  clientId: '',
  oauthScopes: [],
  oauthResourceUrl: '',
  authMethod: '',
  registrationStrategy: '',
  clientCapabilities: Buffer.alloc(0),
};

/**
 * The real runs service on a fresh database and a fresh event log, with stand-ins for other services by their
 * contracts.
 */
export async function openRuns({
  blobs,
  artifactQuota = { artifacts: 2_000, bytes: 2 ** 31 },
  explaining,
  browserRunners = false,
}: {
  blobs?: BlobSettings;
  artifactQuota?: ArtifactQuota;
  explaining?: Partial<InsightsSettings>;
  browserRunners?: boolean;
} = {}) {
  const world: StandIns = {
    drafts: new Map(),
    suites: new Map(),
    names: new Set(),
    servers: [server],
    maxConcurrentRuns: 100,
    limits: { runMinutes: 20, queueMinutes: 1_440, maxRepetitions: 1_000 },
    retention: [],
    models: new CatalogStandIn(),
    unreachable: undefined,
    suitesAway: undefined,
    attachedClients: [],
    bundles: new BundlesStandIn(),
    connected: [],
    connectedAs: [],
    tools: new Map(),
    exported: [],
  };
  // It names no model, so that suites have to.
  world.bundles.defaultClient = { ...bundleOfClient('client_default', 'Default'), effectiveModelId: '' };
  const [db, bus] = await Promise.all([
    testDatabase({
      folders: [
        eventMigrations,
        workMigrations,
        transcriptMigrations,
        insightsMigrations,
        join(import.meta.dirname, '../../migrations'),
      ],
    }),
    testDatabase({ folders: [busMigrations] }),
  ]);
  const peers = await serve({
    name: 'peers',
    address: '127.0.0.1:0',
    meshSecret,
    log: silentLog,
    implementations: neighbours(world),
  });
  const config = {
    address: '127.0.0.1:0',
    databaseUrl: db.url,
    meshSecret,
    reflection: false,
    bus: { transport: 'postgres' as const, url: bus.url, retentionHours: 1 },
    catalogAddress: peers.address,
    suitesAddress: peers.address,
    diagnosticsAddress: peers.address,
    environmentsAddress: peers.address,
    swarmsAddress: peers.address,
    leaseMs: 15_000,
    blobs,
    artifactQuota,
    publicUrl: 'http://assay.test',
    linksReports: true,
    browserRunners,
    explaining: { insightsModel: undefined, traces: undefined, ...explaining },
    egress: ONE_MACHINE_EGRESS,
  };
  const running = await startRuns(config, silentLog);
  const [asUser, asRunner] = [
    dial(running.address, meshSecret, 'gateway'),
    dial(running.address, meshSecret, 'runner'),
  ];
  return {
    world,
    db,
    bus,
    config,
    asUser,
    asRunner,
    ...workBench(asRunner),
    call: callWith(asUser),
    close: async () => {
      asUser.close();
      asRunner.close();
      await running.stop();
      await peers.stop();
      await Promise.all([db.drop(), bus.drop()]);
    },
  };
}

export type RunsFixture = Awaited<ReturnType<typeof openRuns>> & { db: TestDatabase };

interface KnownSuite {
  cases: FrozenCase[];
  checks?: EvalAssertion[];
  suite?: Partial<FrozenSuite>;
}

const frozenSuite = (suiteId: string, { cases, checks = [], suite }: KnownSuite): FrozenSuite => ({
  suiteId,
  name: suiteId,
  revision: 1,
  serverIds: ['srv'],
  model: '',
  sessionIsolation: 'iteration',
  minimumAccuracy: 100,
  caseGrading: undefined,
  systemPrompt: '',
  temperature: undefined,
  cases: Buffer.from(JSON.stringify(cases)),
  checks: Buffer.from(JSON.stringify(checks)),
  judge: Buffer.from('{"enabled":true,"model":null,"autoRun":false,"threshold":0.7}'),
  gate: Buffer.alloc(0),
  environmentIds: [],
  clients: [],
  archived: false,
  ...suite,
});

function draftOf(suite: Buffer): { name: string; cases: FrozenCase[] } {
  const { name, tests } = JSON.parse(suite.toString()) as {
    name: string;
    tests: (Pick<FrozenCase, 'title' | 'steps'> & { model?: string })[];
  };
  return {
    name,
    cases: tests.map(({ title, steps, model }) =>
      echoCase(title, model === undefined ? {} : { steps, models: [{ model }] }),
    ),
  };
}

const asCase = parser(CreateEvalCase);
const asDraft = parser(CaseDraft);

function neighbours(world: StandIns) {
  return [
    ...world.models.implementations(),
    world.bundles.implementation(),
    implement(RetentionService, {
      listRetentionDays: async ({ organizationIds }) => {
        if (!world.retention) throw notFound('answer');
        return {
          organizations: world.retention.filter(({ organizationId }) => organizationIds.includes(organizationId)),
        };
      },
    }),
    implement(DirectoryService, {
      authenticate: () => Promise.reject(notFound('key')),
      authorize: async ({ projectId }) => ({
        projectId: projectId === 'default' ? 'prj' : projectId,
        role: projectId === 'prj' || projectId === 'default' ? Role.VIEWER : Role.UNSPECIFIED,
      }),
      resolveServers: async ({ serverIds }) => ({
        servers: world.servers.filter(({ id, name }) => serverIds.includes(id) || serverIds.includes(name)),
      }),
      prepareLaunch: async ({ serverIds, models }) => ({
        // A server that cannot be reached is another revision, so that no earlier launch vouches for it.
        servers: world.servers
          .filter(({ id }) => serverIds.includes(id))
          .map((each) => (world.unreachable ? { ...each, timeoutMs: 1_000 } : each)),
        maxConcurrentRuns: world.maxConcurrentRuns,
        ...world.limits,
        hostedModels: world.models.hostedModels,
        granted: models && (await world.models.grantModels(models)),
      }),
      grantModels: world.models.grantModels,
      authenticateRunner: () => Promise.reject(notFound('token')),
      reseal: () => Promise.reject(notFound('key')),
    }),
    implement(AuthoringService, {
      listOpenDrafts: async () => ({ suites: [] }),
      freezeDraft: async ({ draftId }) => {
        const drafted = world.drafts.get(draftId);
        if (!drafted) throw notFound('draft');
        return {
          case: Buffer.from(JSON.stringify(drafted)),
          checks: Buffer.from('[]'),
          serverIds: ['srv'],
          revision: 0,
        };
      },
      keepDraftTrial: () => Promise.reject(notFound('draft')),
      previewSchedule: async () => ({ preview: Buffer.from('{"ticks":[],"ticksPerMonth":30}'), environmentId: '' }),
      freezeSuite: async ({ suiteId }) => {
        const known = world.suites.get(suiteId);
        if (!known) throw notFound('suite');
        return frozenSuite(suiteId, known);
      },
      assertSuite: async ({ suiteId }) => {
        if (!world.suites.has(suiteId)) throw notFound('suite');
        return {};
      },
      draftSuite: async ({ suiteId, suite }) => {
        const { name, cases } = draftOf(suite);
        const known = world.suites.get(suiteId);
        if (world.names.has(name) && !known) throw conflict('taken');
        return frozenSuite(suiteId, known ?? { cases });
      },
      authorSuite: async ({ suiteId, suite }) => {
        const { name, cases } = draftOf(suite);
        const known = world.suites.get(suiteId);
        if (known) return frozenSuite(suiteId, known);
        if (world.names.has(name)) throw conflict('taken');
        world.names.add(name);
        world.suites.set(suiteId, { cases });
        return frozenSuite(suiteId, { cases });
      },
      attachClients: async (request) => {
        world.attachedClients.push(request);
        return {};
      },
      removeSuite: async ({ suiteId }) => {
        if (world.suitesAway) throw world.suitesAway;
        if (!world.suites.delete(suiteId)) throw notFound('suite');
        return {};
      },
      ensureSuite: async ({ name }) => ({ suiteId: `suite_of_${name.replaceAll(' ', '_')}`, name }),
      proposeCase: async ({ suiteId, case: proposed, evidenceNotes, doubts }) => {
        if (!world.suites.has(suiteId)) throw notFound('suite');
        const { isNegative: isNegativeTest = false, iterations: runs = 1, models = [], ...drafted } = asCase(proposed);
        const issues = doubts.map((doubt) => ({ ...doubt, blocking: true, origin: 'validation' }));
        const draft = {
          version: 1,
          draftId: 'draft',
          revision: 0,
          case: { ...drafted, isNegativeTest, runs, models },
          issues,
          evidenceNotes,
          additions: [],
          review: issues.length > 0 ? 'required' : 'accepted',
        };
        asDraft(Buffer.from(JSON.stringify(draft)));
        return { jobId: `job of ${suiteId}`, draft: Buffer.from(JSON.stringify(draft)) };
      },
    }),
    implement(
      { connectServer: ConnectionsService.connectServer },
      {
        connectServer: async ({ server, clientConfig }) => {
          world.connected.push(server!.id);
          world.connectedAs.push(JSON.parse(clientConfig.toString()) as ClientConfig);
          if (world.unreachable) throw world.unreachable;
          return {};
        },
      },
    ),
    surfacesOf(world),
  ];
}

/** The servers of a project with their surfaces. */
function surfacesOf(world: StandIns) {
  const { exportServer, listServerSurfaces, getServerSurface, listProjectServers } = operations;
  const surfaceOf = (serverId: string) => {
    const tools = world.tools.get(serverId);
    if (!tools) throw notFound('server');
    return { capabilities: {}, tools, resources: [], resourceTemplates: [], prompts: [] };
  };
  const period = { surfaceId: 'surface', hash: 'sha256:0', firstSeenAt: 0, lastSeenAt: 0, timesSeen: 1 };
  return implement(
    {
      exportServer: rpcOf(exportServer),
      listServerSurfaces: rpcOf(listServerSurfaces),
      getServerSurface: rpcOf(getServerSurface),
      listProjectServers: rpcOf(listProjectServers),
    },
    {
      exportServer: handle(exportServer, async (_caller, { serverId }) => {
        const surface = surfaceOf(serverId);
        world.exported.push(serverId);
        return { serverId, exportedAt: new Date(0).toISOString(), contentHash: 'sha256:0', ...surface };
      }),
      listServerSurfaces: handle(listServerSurfaces, async (_caller, { serverId }) => ({
        items: world.tools.has(serverId) ? [period] : [],
      })),
      getServerSurface: handle(getServerSurface, async (_caller, { serverId }) => ({
        ...period,
        surface: surfaceOf(serverId),
      })),
      listProjectServers: handle(listProjectServers, async () =>
        Buffer.from(JSON.stringify({ items: [...world.tools.keys()].map((id) => ({ id })) })),
      ),
    },
  );
}

/** Calls an operation as the gateway would, and parses the answer. */
const callWith =
  (channel: Channel) =>
  async <Req, In extends TSchema, Out extends TSchema>(
    operation: Operation<Req, In, Out>,
    target: Partial<TargetOf<Req>>,
    input: object = {},
    as: Caller = testCaller,
  ): Promise<Static<Out>> => {
    const whole = { projectId: 'prj', ...target } as unknown as TargetOf<Req>;
    return (await callOperation(channel, operation, whole, input as Static<In>, { caller: as })) as Static<Out>;
  };

/** A leased iteration. */
export type HeldItem = IterationTask &
  Pick<WorkItem, 'fence' | 'projectId' | 'organizationId' | 'leaseMs' | 'timeoutMs' | 'traceparent'> & {
    iterationId: string;
  };

export const askFor = { runnerId: 'r', labels: [] as string[], kinds: [ITERATION], freeSlots: 100, waitMs: 0 };
export const heldItem = ({ id: iterationId, kind: _kind, labels: _labels, task, ...item }: WorkItem): HeldItem => ({
  ...IterationTask.decode(task),
  ...item,
  iterationId,
});
const holdOf = ({ iterationId: id, fence }: Pick<HeldItem, 'iterationId' | 'fence'>) => ({
  id,
  kind: ITERATION,
  fence,
});
export const beatOf = (item: Pick<HeldItem, 'iterationId' | 'fence'>, parts: IterationOutput['parts'] = []) => ({
  ...holdOf(item),
  phase: '',
  parts,
  events: [],
});
/** A report of an iteration; a cancelled one is given back. */
export const reportOf = (item: Pick<HeldItem, 'iterationId' | 'fence'>, output: IterationOutput) => ({
  ...holdOf(item),
  output: Buffer.from(IterationOutput.encode(output).finish()),
  errorCode: '',
  errorMessage: '',
  givenBack: output.outcome === Outcome.CANCELLED,
  begun: output.outcome === Outcome.CANCELLED,
});

/** The calls of a runner. */
function workBench(runner: Channel) {
  const lease = async (runnerId: string, freeSlots = 100, waitMs = 0): Promise<HeldItem[]> =>
    (await runner.call(WorkService.lease, { ...askFor, runnerId, freeSlots, waitMs })).items.map(heldItem);
  const beat = async (items: HeldItem[]): Promise<string[]> =>
    (await runner.call(WorkService.beat, { runnerId: 'r', beats: items.map((item) => beatOf(item)) })).stopIds;
  const report = async (
    items: HeldItem[],
    evidence: (item: HeldItem) => Transcript,
    more: Partial<IterationOutput> | ((item: HeldItem) => Partial<IterationOutput>) = {},
  ): Promise<string[]> =>
    (
      await runner.call(WorkService.complete, {
        runnerId: 'r',
        reports: items.map((item) =>
          reportOf(item, {
            outcome: Outcome.COMPLETED,
            startedAtMs: Date.now(),
            durationMs: 3,
            errorCode: '',
            errorMessage: '',
            transcript: Buffer.from(JSON.stringify(evidence(item))),
            parts: [],
            surfaces: [],
            secrets: [],
            screenshots: [],
            blame: Blame.UNSPECIFIED,
            ...(typeof more === 'function' ? more(item) : more),
          }),
        ),
      })
    ).refusedIds;
  return { lease, beat, report };
}
