import type { LiveEvent, TracePart } from '@assay/mesh/gen/assay/v1/work';
import { transaction, type Db, type Pool, type Tx } from '@assay/kit/postgres/db';
import { countOpenItems, listStuckItems, retryStuckItem, takeOverStuckItem } from '../operator/stuck-items.ts';
import { claimWork, hasItems } from './claim-work.ts';
import { markStopped } from './stopped-runners.ts';
import type { HeldWork, LeasedWork, WorkHold, WorkResult, WorkScope, WorkSource } from '../service/work-source.ts';
import {
  deleteHeldWork,
  dropWork,
  extendLeases,
  hasWork,
  listHeldWork,
  listWorkOf,
  releaseWork,
  takeOverAbandoned,
} from './work-queue.ts';

/** The end of an item in the queue. */
export type WorkEnd = HeldWork & { result: WorkResult };

/** The work of one kind whose items are rows of the common table. */
export interface QueuedKind {
  /**
   * Writes the ends of items, in the transaction that takes them off the queue. It may be called for ends that turn out to
   * be too late and are rolled back, so its effects are rows alone; and it locks the service's own rows, which come before
   * the queue's.
   */
  settle(tx: Tx, ends: WorkEnd[]): Promise<void>;
  /**
   * Called before the transaction of `settle`, for facts that another service has to be asked for. The items may turn out to
   * be lost afterwards, and it may be called again for an item. When it rejects, the reports are sent again.
   */
  prepare?(pool: Pool, ends: WorkEnd[]): Promise<void>;
  /**
   * Makes the tasks of items that are leased, by their ids, for work whose task would fill the queue. An item without a
   * task has become pointless and is dropped. Without this function the tasks are the enqueued ones.
   */
  tasks?(db: Db, items: LeasedWork[]): Promise<Map<string, Buffer>>;
  /** Notes that runners gave back items that they had not begun, with the reason if they said one; in the transaction that frees the items. */
  returned?(tx: Tx, items: (HeldWork & { why: Buffer })[]): Promise<void>;
  /** Notes how far items are, in the words of their kind. */
  progress?(db: Db, phases: { id: string; phase: string }[]): Promise<void>;
  /** Stores trace parts of items; a part may be sent again. */
  recorded?(pool: Pool, parts: (WorkHold & TracePart)[]): Promise<void>;
  /** Stores live events of items, in the order of each item; an event may be sent again, with its index. */
  heard?(pool: Pool, events: (WorkHold & LiveEvent)[]): Promise<void>;
}

/** Settles ends one after the other. */
export const oneByOne =
  (settle: (tx: Tx, end: WorkEnd) => Promise<void>): QueuedKind['settle'] =>
  async (tx, ends) => {
    for (const end of ends) await settle(tx, end);
  };

/** The source of work that waits in the common table. An item of a kind that was removed from the service ends without effect. */
export const queuedWork = (pool: Pool, kinds: Record<string, QueuedKind>): WorkSource => ({
  kinds: Object.keys(kinds),
  wakesAtOnce: true,

  claim: async (request, leaseMs) =>
    (await hasItems(pool, request.kinds)) ? withTasks(pool, kinds, await claimWork(pool, request, leaseMs)) : [],

  hasOpen: (labels) => hasWork(pool, labels),

  stopRunner: async (runnerId) => {
    await markStopped(pool, runnerId);
    return listWorkOf(pool, runnerId);
  },

  extend: (holds, scope, leaseMs) => extendLeases(pool, holds, scope, leaseMs),

  note: async (news) => {
    for (const [kind, ofKind] of Map.groupBy(news, ({ kind }) => kind)) {
      const { progress, recorded, heard } = kinds[kind] ?? {};
      const phases = ofKind.flatMap(({ hold: { id }, phase }) => (phase === '' ? [] : [{ id, phase }]));
      if (phases.length > 0) await progress?.(pool, phases);
      const parts = ofKind.flatMap(({ hold, parts }) => parts.map((part) => ({ ...hold, ...part })));
      if (parts.length > 0) await recorded?.(pool, parts);
      const events = ofKind.flatMap(({ hold, events }) => events.map((event) => ({ ...hold, ...event })));
      if (events.length > 0) await heard?.(pool, events);
    }
  },

  settle: (ended, scope) =>
    changeHeld(
      pool,
      ended,
      scope,
      async (tx, kind, held) => {
        await kinds[kind]?.settle(tx, held);
        return deleteHeldWork(tx, held);
      },
      (kind, held) => kinds[kind]?.prepare?.(pool, held),
    ),

  giveBack: (returned, scope) =>
    changeHeld(pool, returned, scope, async (tx, kind, held) => {
      const unbegun = held.filter(({ begun }) => !begun).map(({ output: why, ...item }) => ({ ...item, why }));
      if (unbegun.length > 0) await kinds[kind]?.returned?.(tx, unbegun);
      return releaseWork(tx, held);
    }),

  takeOverAbandoned: (settleMs) => takeOverAbandoned(pool, settleMs),

  countOpen: () => countOpenItems(pool),
  listStuck: (limit) => listStuckItems(pool, limit),
  retryStuck: (id) => retryStuckItem(pool, id),
  takeOverStuck: (id, settleMs) => takeOverStuckItem(pool, id, settleMs),
});

async function withTasks(pool: Pool, kinds: Record<string, QueuedKind>, claimed: LeasedWork[]): Promise<LeasedWork[]> {
  const made = await Promise.all(
    [...Map.groupBy(claimed, ({ kind }) => kind)].map(async ([kind, items]) => {
      const tasks = await kinds[kind]?.tasks?.(pool, items);
      return tasks ? [...tasks] : items.map(({ id, task }) => [id, task] as const);
    }),
  );
  const tasks = new Map(made.flat());
  const pointless = claimed.filter(({ id }) => !tasks.has(id)).map(({ id }) => id);
  if (pointless.length > 0) await dropWork(pool, ...pointless);
  return claimed.flatMap((item) => (tasks.has(item.id) ? [{ ...item, task: tasks.get(item.id)! }] : []));
}

class Late extends Error {}

/** Changes the items that are held, in one transaction for each kind; answers their ids. */
async function changeHeld<Told extends { hold: WorkHold }>(
  pool: Pool,
  told: Told[],
  scope: WorkScope,
  change: (tx: Tx, kind: string, held: (HeldWork & Told)[]) => Promise<string[]>,
  prepare?: (kind: string, held: (HeldWork & Told)[]) => Promise<void> | undefined,
): Promise<string[]> {
  const byHold = new Map(told.map((each) => [keyOf(each.hold), each]));
  const look = async (kind?: string) =>
    (
      await listHeldWork(
        pool,
        told.map(({ hold }) => hold),
        scope,
      )
    )
      .filter((item) => kind === undefined || item.kind === kind)
      .map((item) => ({ ...byHold.get(keyOf(item))!, ...item }));
  const changed: string[] = [];
  for (const [kind, held] of Map.groupBy(await look(), (item) => item.kind)) {
    await prepare?.(kind, held);
    changed.push(
      ...(await changeTogether(
        pool,
        held,
        () => look(kind),
        (tx, some) => change(tx, kind, some),
      )),
    );
  }
  return changed;
}

/** An item that is lost between the look and the change rolls all of it back, and the others are tried again without it. */
async function changeTogether<Item>(
  pool: Pool,
  held: Item[],
  lookAgain: () => Promise<Item[]>,
  change: (tx: Tx, held: Item[]) => Promise<string[]>,
): Promise<string[]> {
  for (let items = held; items.length > 0; items = await lookAgain()) {
    const changed = await transaction(pool, async (tx) => {
      const ids = await change(tx, items);
      if (ids.length < items.length) throw new Late();
      return ids;
    }).catch((error: unknown) => {
      if (error instanceof Late) return undefined;
      throw error;
    });
    if (changed) return changed;
  }
  return [];
}

const keyOf = ({ id, fence }: WorkHold) => `${id} ${fence}`;
