import type { SessionTask } from '@assay/contract/areas/journey-runs/session-work';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import type { Logger } from '@assay/kit/log';
import type { PlatformLink } from '../../reach/platform/platform-link.ts';
import { KeptContexts } from '../../reach/sessions/kept-contexts.ts';
import { serversOfSpec } from '../../reach/platform/servers-of-spec.ts';
import type { SessionContext } from '../../reach/sessions/sessions.ts';

/** How long a target without sessions is kept on this runner, in milliseconds; its credentials are dropped then. */
const IDLE_MS = 30_000;

interface OpenTarget {
  context: SessionContext;
  dropped: AbortController;
}

/** Keeps the servers and tools of a run's target while its sessions are in hand. Each session connects by itself. */
export class JourneyContexts {
  readonly #platform: Pick<PlatformLink, 'catalog' | 'key' | 'own'>;
  readonly #log: Logger;
  readonly #targets = new KeptContexts<OpenTarget>({
    idleMs: IDLE_MS,
    close: async ({ dropped }) => dropped.abort(),
  });

  constructor(platform: Pick<PlatformLink, 'catalog' | 'key' | 'own'>, log: Logger) {
    this.#platform = platform;
    this.#log = log;
  }

  /** Calls `work` with the context of the task's target. */
  use<T>(task: SessionTask, projectId: string, work: (context: SessionContext) => Promise<T>): Promise<T> {
    return this.#targets.use(
      `${task.runId} ${task.targetIndex}`,
      () => this.#open(task, projectId),
      ({ context }) => work(context),
    );
  }

  close(): Promise<void> {
    return this.#targets.close();
  }

  #open({ spec }: SessionTask, projectId: string): OpenTarget {
    const dropped = new AbortController();
    let servers: Promise<SavedServer[]> | undefined;
    const context: SessionContext = {
      spec,
      servers: () =>
        (servers ??= serversOfSpec(this.#platform, spec, projectId, dropped.signal, this.#log).catch(
          (error: unknown) => {
            servers = undefined;
            throw error;
          },
        )),
      inventory: undefined,
      shared: undefined,
      absent: new Map(),
    };
    return { context, dropped };
  }
}
