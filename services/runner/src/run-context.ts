import type { ModelAccess } from '@assay/contract/documents/run-execution';
import type { ServerInventory } from '@assay/contract/documents/transcript';
import type { SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import type { WorkItem } from '@assay/contract/gen/assay/v1/work';
import type { Channel } from '@assay/kit/client';
import type { Logger } from '@assay/kit/log';
import type { Session } from '@assay/mcp/session';
import { openAccess } from './models/models.ts';
import { savedServers } from './saved-servers.ts';

/** What the iterations of one run have in common on this runner. */
export interface RunContext {
  /** The run's servers in their order, with sealed credentials. */
  servers: Promise<SavedServer[]>;
  /** The tools each server declared, read once. */
  inventory: Promise<ServerInventory[]> | undefined;
  /** Sessions that the run's iterations share, by server id; undefined when each iteration opens its own. */
  shared: Map<string, Promise<Session>> | undefined;
  /** How to reach the providers of models on behalf of the run; the runner's own settings are enough without it. */
  access: ModelAccess | undefined;
}

/** A run that gave no work for this long is over here, in milliseconds; the credentials and keys it held are dropped with it. */
const IDLE_MS = 30_000;

interface Kept { context: RunContext; users: number; timer: NodeJS.Timeout; dropped: AbortController }

/** Keeps what a run's iterations share while they are worked on, and closes it afterwards. */
export class RunContexts {
  readonly #catalog: Channel;
  readonly #keyEncryptionKey: Buffer;
  readonly #log: Logger;
  readonly #kept = new Map<string, Kept>();

  constructor(catalog: Channel, keyEncryptionKey: Buffer, log: Logger) {
    this.#catalog = catalog;
    this.#keyEncryptionKey = keyEncryptionKey;
    this.#log = log;
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
    const access = openAccess(item.sealedModels, this.#keyEncryptionKey, `run:${item.runId}`);
    const dropped = new AbortController();
    const servers = savedServers(this.#catalog, item, dropped.signal, this.#log);
    const context = { servers, inventory: undefined, shared: item.sessionIsolation === 'run' ? new Map<string, Promise<Session>>() : undefined, access };
    const timer = setTimeout(() => { if (kept.users === 0) void this.#drop(item.runId, kept); }, IDLE_MS).unref();
    const kept: Kept = { context, users: 0, timer, dropped };
    servers.catch(() => this.#drop(item.runId, kept));
    this.#kept.set(item.runId, kept);
    return kept;
  }

  async #drop(runId: string, kept: Kept): Promise<void> {
    clearTimeout(kept.timer);
    kept.dropped.abort();
    if (this.#kept.get(runId) === kept) this.#kept.delete(runId);
    await Promise.all([...kept.context.shared?.values() ?? []].map((session) => session.then((open) => open.close(), () => undefined)));
  }
}
