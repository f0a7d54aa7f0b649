import type { RunSpec } from '@assay/contract/areas/eval-runs/run-spec';
import type { ModelAccess } from '@assay/contract/areas/eval-runs/execution';
import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import type { SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import { CassettesService } from '@assay/contract/gen/assay/v1/iterations';
import type { Logger } from '@assay/kit/log';
import type { McpSession } from '@assay/mcp/session';
import { openAccess } from '../models/models.ts';
import type { PlatformLink } from '../platform/platform-link.ts';
import { declaredServers } from '../sessions/declared-servers.ts';
import { savedServers } from '../sessions/saved-servers.ts';
import { openCassette } from '../tools/open-cassette.ts';
import type { CassetteIndex } from '../tools/cassette-index.ts';
import type { IterationWork } from './iteration-work.ts';
import { platformOutage } from '@assay/work/runner/platform-outage';
import { untilAnswered } from '@assay/work/runner/until-answered';

/** State that the iterations of one run share on this runner. */
export interface RunContext {
  spec: RunSpec;
  /** The run's servers in their order, with sealed credentials; requested when they are first needed. */
  servers(): Promise<SavedServer[]>;
  /** The cassette that the run replays, requested once with the lease of one iteration. */
  cassette(hold: Hold): Promise<CassetteIndex>;
  /** The tools that each server declares, read once. */
  inventory: Promise<ServerInventory[]> | undefined;
  /** Sessions that the run's iterations share, by server id; undefined when each iteration opens its own. */
  shared: Map<string, Promise<McpSession>> | undefined;
  /** Access to model providers that the project brought; without it the runner's own settings are used. */
  access: ModelAccess | undefined;
}

type PlatformSide = Pick<PlatformLink, 'runs' | 'catalog' | 'key' | 'own'>;
type Hold = Pick<IterationWork, 'iterationId' | 'fence'>;

/** A run without work for this long is over on this runner, in milliseconds; its credentials and keys are dropped. */
const IDLE_MS = 30_000;

interface Kept {
  context: RunContext;
  users: number;
  timer: NodeJS.Timeout;
  dropped: AbortController;
}

/** Keeps the shared state of a run while its iterations are in hand, and closes it afterwards. */
export class RunContexts {
  readonly #platform: PlatformSide;
  readonly #log: Logger;
  readonly #kept = new Map<string, Kept>();

  constructor(platform: PlatformSide, log: Logger) {
    this.#platform = platform;
    this.#log = log;
  }

  /** Calls `work` with the context of the item's run. */
  async use<T>(item: IterationWork, work: (context: RunContext) => Promise<T>): Promise<T> {
    const kept = this.#kept.get(item.runId) ?? this.#open(item);
    kept.users++;
    try {
      return await work(kept.context);
    } finally {
      kept.users--;
      kept.timer.refresh();
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#kept].map(([runId, kept]) => this.#drop(runId, kept)));
  }

  #open(item: IterationWork): Kept {
    const spec = JSON.parse(item.spec.toString()) as RunSpec;
    const { projectId } = item;
    const access = openAccess(item.sealedModels, this.#platform.key, `run:${item.runId}`);
    const dropped = new AbortController();
    let servers: Promise<SavedServer[]> | undefined;
    let cassette: Promise<CassetteIndex> | undefined;
    const askForServers = () =>
      (servers ??= this.#serversOf(spec, projectId, dropped.signal).catch((error: unknown) => {
        servers = undefined;
        throw error;
      }));
    const context: RunContext = {
      spec,
      // The request of the first iteration fails when that iteration has lost its lease. Then each waiting iteration
      // asks with its own.
      servers: () => servers?.catch(askForServers) ?? askForServers(),
      // That iteration may have lost its lease in the meantime; the next one asks again.
      cassette: (hold) =>
        (cassette ??= this.#readCassette(hold, dropped.signal).catch((error: unknown) => {
          cassette = undefined;
          throw error;
        })),
      inventory: undefined,
      shared: spec.sessionIsolation === 'run' ? new Map<string, Promise<McpSession>>() : undefined,
      access,
    };
    const timer = setTimeout(() => {
      if (kept.users === 0) void this.#drop(item.runId, kept);
    }, IDLE_MS).unref();
    const kept: Kept = {
      context,
      users: 0,
      timer,
      dropped,
    };
    this.#kept.set(item.runId, kept);
    return kept;
  }

  /** The servers of a run in their order: saved ones as catalog has them now, and declared ones as the run froze them. */
  async #serversOf(spec: RunSpec, projectId: string, signal: AbortSignal): Promise<SavedServer[]> {
    const { catalog, key } = this.#platform;
    const declared = await declaredServers(spec, { catalog, key, projectId }, signal, this.#log);
    const wanted = spec.servers.filter(({ id }) => !declared.some((server) => server.id === id));
    const saved = await savedServers(this.#platform, { projectId, servers: wanted }, signal, this.#log);
    const all = [...saved, ...declared];
    return spec.servers.map(({ id }) => all.find((server) => server.id === id)!);
  }

  async #readCassette({ iterationId, fence }: Hold, signal: AbortSignal): Promise<CassetteIndex> {
    const { body } = await untilAnswered(
      () => this.#platform.runs.call(CassettesService.readCassette, { iterationId, fence }),
      signal,
      platformOutage(this.#log),
    );
    return openCassette(body);
  }

  async #drop(runId: string, kept: Kept): Promise<void> {
    clearTimeout(kept.timer);
    kept.dropped.abort();
    if (this.#kept.get(runId) === kept) this.#kept.delete(runId);
    await Promise.all(
      [...(kept.context.shared?.values() ?? [])].map((session) =>
        session.then(
          (open) => open.close(),
          () => undefined,
        ),
      ),
    );
  }
}
