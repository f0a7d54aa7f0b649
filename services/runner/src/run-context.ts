import type { ServerInventory } from '@assay/contract/documents/transcript';
import { DirectoryService, type SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import type { WorkItem } from '@assay/contract/gen/assay/v1/work';
import { Problem } from '@assay/contract/problem';
import type { Channel } from '@assay/kit/client';
import type { Session } from '@assay/mcp/session';

/** What the iterations of one run have in common on this runner. */
export interface RunContext {
  /** The run's servers in their order, with sealed credentials. */
  servers: Promise<SavedServer[]>;
  /** The tools each server declared, read once. */
  inventory: Promise<ServerInventory[]> | undefined;
  /** Sessions that the run's iterations share, by server id; undefined when each iteration opens its own. */
  shared: Map<string, Promise<Session>> | undefined;
}

/** A run that gave no work for this long is over here, in milliseconds; the credentials it held are dropped with it. */
const IDLE_MS = 30_000;

interface Kept { context: RunContext; users: number; timer: NodeJS.Timeout }

/** Keeps what a run's iterations share while they are worked on, and closes it afterwards. */
export class RunContexts {
  readonly #catalog: Channel;
  readonly #kept = new Map<string, Kept>();

  constructor(catalog: Channel) {
    this.#catalog = catalog;
  }

  /** Lends the context of the item's run to `work`. */
  async use<T>(item: WorkItem, work: (context: RunContext) => Promise<T>): Promise<T> {
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

  #open(item: WorkItem): Kept {
    const servers = this.#resolve(item);
    const context = { servers, inventory: undefined, shared: item.sessionIsolation === 'run' ? new Map<string, Promise<Session>>() : undefined };
    const kept: Kept = { context, users: 0, timer: setTimeout(() => { if (kept.users === 0) void this.#drop(item.runId, kept); }, IDLE_MS).unref() };
    servers.catch(() => this.#drop(item.runId, kept));
    this.#kept.set(item.runId, kept);
    return kept;
  }

  async #resolve({ projectId, serverIds }: WorkItem): Promise<SavedServer[]> {
    const { servers } = await this.#catalog.call(DirectoryService.resolveServers, { projectId, serverIds });
    if (servers.length < serverIds.length) throw new Problem('NOT_FOUND', 'A server of this run no longer exists.');
    return servers;
  }

  async #drop(runId: string, { context, timer }: Kept): Promise<void> {
    clearTimeout(timer);
    this.#kept.delete(runId);
    await Promise.all([...context.shared?.values() ?? []].map((session) => session.then((open) => open.close(), () => undefined)));
  }
}
