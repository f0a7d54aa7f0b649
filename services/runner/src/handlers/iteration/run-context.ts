import type { RunSpec } from '@assay/contract/areas/eval-runs/run-spec';
import type { ModelAccess } from '@assay/contract/areas/eval-runs/execution';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { CassettesService } from '@assay/mesh/gen/assay/v1/iterations';
import type { Logger } from '@assay/kit/log';
import type { McpSession } from '@assay/mcp/session';
import { openAccess } from '../../engine/models/models.ts';
import type { PlatformLink } from '../../reach/platform/platform-link.ts';
import { MetSurfaces } from '../../reach/sessions/met-surfaces.ts';
import { KeptContexts } from '../../reach/sessions/kept-contexts.ts';
import { closeSessions, type SessionContext } from '../../reach/sessions/sessions.ts';
import { serversOfSpec } from '../../reach/platform/servers-of-spec.ts';
import { openCassette, type CassetteIndex } from '../../engine/tools/cassette-index.ts';
import type { IterationWork } from './iteration-work.ts';
import { platformOutage } from '@assay/work/runner/platform-outage';
import { untilAnswered } from '@assay/work/runner/until-answered';

/** State that the iterations of one run share on this runner. */
export interface RunContext extends SessionContext {
  spec: RunSpec;
  /** The cassette that the run replays, requested once with the lease of one iteration. */
  cassette(hold: Hold): Promise<CassetteIndex>;
  /** Access to model providers that the project brought; without it the runner's own settings are used. */
  access: ModelAccess | undefined;
  met: MetSurfaces;
}

type PlatformSide = Pick<PlatformLink, 'runs' | 'catalog' | 'key' | 'own'>;
type Hold = Pick<IterationWork, 'iterationId' | 'fence'>;

/** A run without work for this long is over on this runner, in milliseconds; its credentials and keys are dropped. */
const IDLE_MS = 30_000;

interface OpenRun {
  context: RunContext;
  dropped: AbortController;
}

/** Keeps the shared state of a run while its iterations are in hand, and closes it afterwards. */
export class RunContexts {
  readonly #platform: PlatformSide;
  readonly #log: Logger;
  readonly #runs = new KeptContexts<OpenRun>({ idleMs: IDLE_MS, close: closeRun });

  constructor(platform: PlatformSide, log: Logger) {
    this.#platform = platform;
    this.#log = log;
  }

  /** Calls `work` with the context of the item's run. */
  use<T>(item: IterationWork, work: (context: RunContext) => Promise<T>): Promise<T> {
    return this.#runs.use(
      item.runId,
      () => this.#open(item),
      ({ context }) => work(context),
    );
  }

  close(): Promise<void> {
    return this.#runs.close();
  }

  #open(item: IterationWork): OpenRun {
    const spec = JSON.parse(item.spec.toString()) as RunSpec;
    const { projectId } = item;
    const access = openAccess(item.sealedModels, this.#platform.key, `run:${item.runId}`);
    const dropped = new AbortController();
    let servers: Promise<SavedServer[]> | undefined;
    let cassette: Promise<CassetteIndex> | undefined;
    const askForServers = () =>
      (servers ??= serversOfSpec(this.#platform, spec, projectId, dropped.signal, this.#log).catch((error: unknown) => {
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
      met: new MetSurfaces(),
    };
    return { context, dropped };
  }

  async #readCassette({ iterationId, fence }: Hold, signal: AbortSignal): Promise<CassetteIndex> {
    const { body } = await untilAnswered(
      () => this.#platform.runs.call(CassettesService.readCassette, { iterationId, fence }),
      signal,
      platformOutage(this.#log),
    );
    return openCassette(body);
  }
}

async function closeRun({ context, dropped }: OpenRun): Promise<void> {
  dropped.abort();
  await closeSessions(context.shared?.values() ?? []);
}
