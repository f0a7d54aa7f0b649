import type { ServerInventory } from '@assay/contract/documents/transcript';
import { DirectoryService, type SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import type { WorkItem } from '@assay/contract/gen/assay/v1/work';
import { Problem } from '@assay/contract/problem';
import type { Channel } from '@assay/kit/client';
import type { Logger } from '@assay/kit/log';
import type { Session } from '@assay/mcp/session';
import { untilAnswered } from './until-answered.ts';

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

interface Kept { context: RunContext; users: number; timer: NodeJS.Timeout; dropped: AbortController }

/** Keeps what a run's iterations share while they are worked on, and closes it afterwards. */
export class RunContexts {
  readonly #catalog: Channel;
  readonly #log: Logger;
  readonly #kept = new Map<string, Kept>();

  constructor(catalog: Channel, log: Logger) {
    this.#catalog = catalog;
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
    const dropped = new AbortController();
    const servers = this.#resolve(item, dropped.signal);
    const context = { servers, inventory: undefined, shared: item.sessionIsolation === 'run' ? new Map<string, Promise<Session>>() : undefined };
    const timer = setTimeout(() => { if (kept.users === 0) void this.#drop(item.runId, kept); }, IDLE_MS).unref();
    const kept: Kept = { context, users: 0, timer, dropped };
    servers.catch(() => this.#drop(item.runId, kept));
    this.#kept.set(item.runId, kept);
    return kept;
  }

  /** Under the names that the run knows them by: a server may be renamed while the run goes on. */
  async #resolve({ projectId, servers: frozen }: WorkItem, dropped: AbortSignal): Promise<SavedServer[]> {
    const serverIds = frozen.map(({ id }) => id);
    const away = (error: unknown) => this.#log.warn({ err: error }, 'the servers of a run cannot be looked up at the moment');
    const { servers } = await untilAnswered(() => this.#catalog.call(DirectoryService.resolveServers, { projectId, serverIds }), dropped, away);
    return frozen.map(({ id, name }) => {
      const server = servers.find((each) => each.id === id);
      if (!server) throw new Problem('NOT_FOUND', `The server "${name}" of this run no longer exists.`);
      return { ...server, name };
    });
  }

  async #drop(runId: string, kept: Kept): Promise<void> {
    clearTimeout(kept.timer);
    kept.dropped.abort();
    if (this.#kept.get(runId) === kept) this.#kept.delete(runId);
    await Promise.all([...kept.context.shared?.values() ?? []].map((session) => session.then((open) => open.close(), () => undefined)));
  }
}
