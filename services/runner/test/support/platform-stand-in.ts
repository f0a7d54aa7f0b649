import { randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { CassetteContent } from '@assay/contract/areas/cassettes/documents';
import type { RunSpec } from '@assay/contract/areas/eval-runs/run-spec';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import type { TracePartContent } from '@assay/contract/areas/transcripts/trace';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { given } from '@assay/contract/given';
import {
  DirectoryService,
  SecretsService,
  type ResolveServersRequest,
  type SavedServer,
} from '@assay/mesh/gen/assay/v1/catalog';
import {
  CassettesService,
  IterationOutput,
  IterationTask,
  type ReadCassetteRequest,
} from '@assay/mesh/gen/assay/v1/iterations';
import type { TracePart, WorkItem, WorkReport } from '@assay/mesh/gen/assay/v1/work';
import { notFound } from '@assay/contract/problem';
import { newId } from '@assay/kit/id';
import { createLog } from '@assay/kit/log';
import { seal } from '@assay/kit/security/seal';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import { implement, serve, type RunningServer } from '@assay/kit/rpc/serve';
import type { StdioRules } from '@assay/mcp/target';
import { freePort } from '@assay/postgres/free-port';
import { waitUntil } from '@assay/testkit/until';
import { boardItem, WorkBoard } from '@assay/testkit/work/work-board';
import type { Config } from '../../src/config.ts';
import type { IterationWork } from '../../src/handlers/iteration/iteration-work.ts';
import { LedgerStandIn } from './ledger-stand-in.ts';

export const silentLog = createLog('test', 'silent');
export const meshSecret = 'mesh';
export const keyEncryptionKey = randomBytes(32);

/** The first work item of a kind loads its modules and starts processes. */
const REPORT_MS = 25_000;

/** An offered iteration. */
export type OfferedIteration = IterationWork & { leaseMs: number };
/** The reported outcome of an iteration. */
export type IterationReport = IterationOutput &
  Pick<WorkReport, 'fence' | 'givenBack' | 'begun'> & { iterationId: string };

const ITERATION = 'iteration';

/** Stand-in for the platform, with the services that a runner calls: work, and saved servers. */
export class PlatformStandIn {
  servers: SavedServer[] = [];
  readonly work = new WorkBoard();
  readonly ledger = new LedgerStandIn();
  lookups = 0;
  readonly resolved: ResolveServersRequest[] = [];
  /** Values of secrets, by their ids. */
  secrets: Record<string, string> = {};
  /** The recording to replay. */
  cassette: CassetteContent | undefined;
  readonly cassetteReads: ReadCassetteRequest[] = [];
  #running: RunningServer | undefined;
  #address = '';

  constructor() {
    // The iteration that is interrupted was cancelled.
    this.work.offersAgain = ({ kind }) => kind !== ITERATION;
  }

  get address(): string {
    return this.#address;
  }
  /** Every report of an answered iteration. */
  get reports(): IterationReport[] {
    return this.work.batches
      .flat()
      .filter(({ kind }) => kind === ITERATION)
      .map(iterationReport);
  }

  offer(...items: OfferedIteration[]): void {
    this.work.offer(...items.map(offeredItem));
  }

  report(item: OfferedIteration): Promise<IterationReport> {
    return waitUntil(
      () => this.reports.find(({ iterationId, fence }) => iterationId === item.iterationId && fence === item.fence),
      REPORT_MS,
    );
  }

  /** Starts the platform, or restarts it on its address. */
  async start(): Promise<void> {
    // Another process could take a port that the kernel chooses before the restart.
    this.#address ||= `127.0.0.1:${await freePort()}`;
    this.#running = await serve({
      name: 'platform',
      address: this.#address,
      meshSecret,
      log: silentLog,
      implementations: this.#implementations(),
    });
  }

  /** Stops the platform, so that its address refuses connections. */
  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    this.work.close();
    await running?.stop();
  }

  #implementations() {
    return [
      this.work.implementation(),
      implement(CassettesService, {
        readCassette: async (hold) => {
          this.cassetteReads.push(hold);
          if (!this.cassette) throw notFound('cassette');
          return { body: gzipSync(JSON.stringify(this.cassette)) };
        },
      }),
      this.ledger.implementation(),
      implement(SecretsService, {
        findSecrets: () => Promise.reject(notFound('secret')),
        sealSecrets: async ({ serverId, secretIds }) => {
          const secrets = Object.fromEntries(Object.entries(this.secrets).filter(([id]) => secretIds.includes(id)));
          const text = Buffer.from(JSON.stringify({ secrets }));
          return { sealedCredentials: seal(text, keyEncryptionKey, `server:${serverId}`) };
        },
      }),
      implement(DirectoryService, {
        authenticate: () => Promise.reject(notFound('key')),
        authorize: () => Promise.reject(notFound('project')),
        prepareLaunch: () => Promise.reject(notFound('project')),
        grantModels: () => Promise.reject(notFound('model')),
        authenticateRunner: () => Promise.reject(notFound('token')),
        reseal: () => Promise.reject(notFound('key')),
        resolveServers: async (request) => {
          this.lookups++;
          this.resolved.push(request);
          const found = this.servers.filter(({ id }) => request.serverIds.includes(id));
          return {
            servers: request.withoutCredentials
              ? found.map((server) => ({ ...server, sealedCredentials: Buffer.alloc(0) }))
              : found,
          };
        },
      }),
    ];
  }
}

export const NO_COMMANDS: StdioRules = {
  allowedCommands: [],
  dir: undefined,
  env: {},
  maxMemoryMb: 1_000,
  maxSeconds: 60,
  maxMessageBytes: 1_000_000,
  mask: (text: string) => text,
};

/** The configuration of a runner for this platform. */
export const configFor = ({ address }: PlatformStandIn, more: Partial<Config> = {}): Config => ({
  platform: {
    meshSecret,
    keyEncryptionKey,
    addresses: {
      runs: address,
      catalog: address,
      diagnostics: address,
      suites: address,
      environments: address,
      swarms: address,
    },
    gateway: { publicUrl: 'http://127.0.0.1', gatewayUrl: 'http://127.0.0.1' },
  },
  runnerName: 'test',
  slots: { long: 4, interactive: 4, browser: 4, background: 2 },
  graceMs: 10_000,
  labels: [],
  stdio: NO_COMMANDS,
  authoringModel: 'scripted/rules',
  endpoints: {},
  builder: undefined,
  browser: undefined,
  egress: ONE_MACHINE_EGRESS,
  ...more,
});

/** A saved server named `name`; its headers are sealed as catalog seals them. */
export const savedServer = (
  name: string,
  url: string,
  more: Partial<SavedServer> & { headers?: Record<string, string> } = {},
): SavedServer => {
  const { headers, ...rest } = more;
  return {
    id: `srv_${name}`,
    projectId: 'prj',
    name,
    enabled: true,
    transport: 'http',
    url,
    command: '',
    args: [],
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
    sealedCredentials: headers
      ? seal(Buffer.from(JSON.stringify({ headers })), keyEncryptionKey, `server:srv_${name}`)
      : Buffer.alloc(0),
    ...rest,
  };
};

export const callStep = (
  id: string,
  serverName: string,
  toolName: string,
  args?: Record<string, unknown>,
): EvalTestStep => ({ id, kind: 'toolCall', serverName, toolName, ...given({ arguments: args }) });

/** The specification of a run over these servers. */
export function specOf(servers: SavedServer[], more: Partial<RunSpec> = {}): Buffer {
  const spec: RunSpec = {
    suiteId: 'suite',
    suiteName: 'suite',
    servers: servers.map(({ id, name }) => ({ id, name })),
    client: { id: null, name: 'test', source: 'suite_default' },
    checks: [],
    sessionIsolation: 'iteration',
    execution: { toolApproval: 'auto', maxSteps: 20 },
    minimumAccuracy: 100,
    keyId: 'key',
    ...more,
  };
  return Buffer.from(JSON.stringify(spec));
}

/** An iteration of a case with these steps. */
export function workItem(
  steps: EvalTestStep[],
  servers: SavedServer[],
  more: Partial<OfferedIteration> = {},
): OfferedIteration {
  const frozen: FrozenCase = {
    id: 'case',
    title: 'case',
    iterations: 1,
    isNegative: false,
    models: [],
    failOnToolError: true,
    steps,
  };
  return {
    iterationId: newId('iter'),
    runId: newId('run'),
    projectId: 'prj',
    organizationId: 'org',
    fence: '1',
    leaseMs: 15_000,
    timeoutMs: 60_000,
    case: Buffer.from(JSON.stringify(frozen)),
    spec: specOf(servers),
    model: '',
    iterationNumber: 1,
    needsInventory: false,
    needsBrowser: false,
    traceparent: '',
    sealedModels: Buffer.alloc(0),
    ...more,
  };
}

/** The work item of an iteration. */
export const offeredItem = ({
  iterationId: id,
  fence,
  leaseMs,
  timeoutMs,
  organizationId,
  projectId,
  traceparent,
  ...task
}: OfferedIteration): WorkItem =>
  boardItem(
    ITERATION,
    {},
    {
      id,
      fence,
      leaseMs,
      timeoutMs,
      organizationId,
      projectId,
      traceparent,
      task: Buffer.from(IterationTask.encode(task).finish()),
    },
  );

export const iterationReport = ({ id: iterationId, fence, givenBack, begun, output }: WorkReport): IterationReport => ({
  ...IterationOutput.decode(output),
  iterationId,
  fence,
  givenBack,
  begun,
});

export const transcriptOf = ({ transcript }: IterationReport): Transcript =>
  JSON.parse(transcript.toString()) as Transcript;
export const contentsOf = (parts: TracePart[]): TracePartContent[] =>
  parts.map(({ body }) => JSON.parse(partText(body)) as TracePartContent);
export const partText = (body: Buffer): string => (body[0] === 0x1f ? gunzipSync(body) : body).toString();
