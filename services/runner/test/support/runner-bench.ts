import type { Browsers } from '@assay/browser/isolated-context';
import type { TraceSpan, WireEntry } from '@assay/contract/areas/transcripts/trace';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import { dial, type Channel } from '@assay/kit/rpc/client';
import type { Logger } from '@assay/kit/log';
import { refusingTunnelEgress } from '@assay/mcp/tunnel';
import { sessionConnector, openServerReach, type ConnectSession } from '../../src/reach/sessions/connect.ts';
import { workOn } from '@assay/work/runner/current-work';
import { WorkInHand } from '@assay/work/runner/work-in-hand';
import { ModelMeter } from '../../src/engine/models/meter.ts';
import { Models } from '../../src/engine/models/models.ts';
import type { ProviderEndpoints } from '../../src/engine/models/provider-settings.ts';
import { NO_CREDENTIALS, type OwnCredentials } from '../../src/reach/platform/own-credentials.ts';
import type { PlatformLink } from '../../src/reach/platform/platform-link.ts';
import { RunContexts } from '../../src/handlers/iteration/run-context.ts';
import { iterationHandler } from '../../src/handlers/iteration/iteration-handler.ts';
import type { SessionTask } from '@assay/contract/areas/journey-runs/session-work';
import type { TurnTask } from '@assay/contract/areas/chat-sessions/turn-work';
import type { ConversationDeps } from '../../src/engine/turns/model-conversation.ts';
import { LiveBrowsers } from '../../src/reach/browsers/live-browsers.ts';
import { JourneyContexts } from '../../src/handlers/session/journey-contexts.ts';
import { sessionHandler } from '../../src/handlers/session/session-handler.ts';
import { ChatContexts } from '../../src/handlers/turn/chat-contexts.ts';
import { turnHandler } from '../../src/handlers/turn/turn-handler.ts';
import { eventsOf, takenTurn, turnItem, type TakenTurn } from './chat-turns.ts';
import { heldSession, sessionItem, type HeldSession } from './journey-sessions.ts';
import { RETRY_POLICY, type RetryPolicy } from '../../src/engine/turns/ask-with-retries.ts';
import { SilentModels } from '../../src/engine/models/silent-models.ts';
import { RateLimits } from '../../src/engine/models/rate-limits.ts';
import {
  contentsOf,
  iterationReport,
  keyEncryptionKey,
  silentLog as silent,
  meshSecret,
  NO_COMMANDS,
  offeredItem,
  PlatformStandIn,
  transcriptOf,
  type IterationReport,
  type OfferedIteration,
} from './platform-stand-in.ts';

const egress = openEgress(ONE_MACHINE_EGRESS);

/** The outcome of one iteration, unpacked. */
export interface ExecutedIteration {
  report: IterationReport;
  transcript: Transcript;
  spans: TraceSpan[];
  wire: WireEntry[];
  traceId: string | undefined;
}

/**
 * Settings of the runner: its providers, its retries, its wait for costs and the interval of its extensions, its log, and
 * its own credentials.
 */
export interface BenchSettings {
  /** The browser of the runner. */
  browsers?: Browsers;
  endpoints?: ProviderEndpoints;
  retryPolicy?: Partial<RetryPolicy>;
  costMs?: number;
  extendMs?: number;
  log?: Logger;
  own?: OwnCredentials;
}

/** Executes iterations as a runner does, one at a time, but without leasing them. */
export class RunnerBench {
  readonly platform = new PlatformStandIn();
  /** The browsers of sessions that its turns find. */
  live = new LiveBrowsers();
  #catalog!: Channel;
  #contexts!: RunContexts;
  #meter!: ModelMeter;
  #chats = new ChatContexts();
  readonly #limits = new RateLimits();
  readonly #silentModels = new SilentModels();
  readonly #credentials: Pick<PlatformLink, 'key' | 'own'>;
  readonly #settings: {
    endpoints: ProviderEndpoints;
    retryPolicy: RetryPolicy;
    costMs: number;
    extendMs: number;
    log: Logger;
    browsers: Browsers | undefined;
  };

  constructor({
    endpoints = {},
    retryPolicy = {},
    costMs = 20_000,
    extendMs = 5_000,
    log = silent,
    own = NO_CREDENTIALS,
    browsers,
  }: BenchSettings = {}) {
    this.#credentials = { key: keyEncryptionKey, own };
    this.#settings = { endpoints, retryPolicy: { ...RETRY_POLICY, ...retryPolicy }, costMs, extendMs, log, browsers };
  }

  async open(): Promise<void> {
    await this.platform.start();
    this.#catalog = dial(this.platform.address, meshSecret, 'runner');
    this.#contexts = new RunContexts(
      { runs: this.#catalog, catalog: this.#catalog, ...this.#credentials },
      this.#settings.log,
    );
    this.#meter = new ModelMeter(this.#catalog, this.#settings.log, this.#settings.extendMs);
  }

  get #conversation(): ConversationDeps {
    const { endpoints, retryPolicy, costMs } = this.#settings;
    const models = new Models(endpoints, { own: egress, brought: egress });
    return { models, meter: this.#meter, retryPolicy, limits: this.#limits, silentModels: this.#silentModels, costMs };
  }

  get #connect(): ConnectSession {
    return sessionConnector(
      openServerReach(
        { ...this.#credentials, diagnostics: undefined, tunnels: refusingTunnelEgress },
        egress,
        NO_COMMANDS,
      ),
    );
  }

  async report(
    item: OfferedIteration,
    servers: SavedServer[],
    inHand = new WorkInHand(offeredItem(item)),
  ): Promise<IterationReport> {
    this.platform.servers = servers;
    const handle = iterationHandler({
      contexts: this.#contexts,
      connect: this.#connect,
      conversation: this.#conversation,
      browsers: this.#settings.browsers,
      log: this.#settings.log,
    });
    const ending = await workOn(inHand.item, async () => handle(inHand));
    return iterationReport({ ...inHand.item, ...ending! });
  }

  async execute(
    item: OfferedIteration,
    servers: SavedServer[],
    inHand = new WorkInHand(offeredItem(item)),
  ): Promise<ExecutedIteration> {
    const report = await this.report(item, servers, inHand);
    const contents = contentsOf(report.parts);
    return {
      report,
      transcript: transcriptOf(report),
      spans: contents.flatMap(({ spans }) => spans),
      wire: contents.flatMap(({ wire }) => wire),
      traceId: contents[0]?.traceId,
    };
  }

  /** Takes one turn of a chat session. */
  async turn(task: TurnTask, servers: SavedServer[], inHand = new WorkInHand(turnItem(task))): Promise<TakenTurn> {
    this.platform.servers = servers;
    const ending = await turnHandler({
      chats: this.#chats,
      platform: { catalog: this.#catalog, ...this.#credentials },
      connect: this.#connect,
      live: this.live,
      conversation: this.#conversation,
      log: this.#settings.log,
    })(inHand);
    return takenTurn(ending!, eventsOf(inHand));
  }

  /** Holds one session of a journey run. */
  async session(
    task: SessionTask,
    servers: SavedServer[],
    inHand = new WorkInHand(sessionItem(task)),
  ): Promise<HeldSession> {
    this.platform.servers = servers;
    const contexts = new JourneyContexts({ catalog: this.#catalog, ...this.#credentials }, this.#settings.log);
    const ending = await sessionHandler({
      contexts,
      platform: this.#credentials,
      connect: this.#connect,
      conversation: this.#conversation,
      log: this.#settings.log,
    })(inHand);
    await contexts.close();
    return heldSession(ending!);
  }

  /** Closes the MCP sessions of all chat sessions. */
  async endChats(): Promise<void> {
    const ended = this.#chats;
    this.#chats = new ChatContexts();
    await ended.close();
  }

  /** Resolves when all calls are settled. */
  async settled(): Promise<void> {
    await this.#meter.close(10_000);
  }

  /** Drops the shared contexts of all runs. */
  async endRuns(): Promise<void> {
    await this.#contexts.close();
  }

  async close(): Promise<void> {
    await Promise.all([this.endRuns(), this.endChats()]);
    await this.settled();
    this.#catalog.close();
    await this.platform.stop();
  }
}
