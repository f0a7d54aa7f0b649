import { WorkService, type WorkItem, type WorkReport } from '@assay/mesh/gen/assay/v1/work';
import { WakeUp } from '@assay/kit/concurrency/wake-ups/wake-up';
import { dial, type Channel } from '@assay/kit/rpc/client';
import { createLog } from '@assay/kit/log';
import { rows, sql, transaction } from '@assay/kit/postgres/db';
import { serve, type RunningServer } from '@assay/kit/rpc/serve';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { waitUntil } from '@assay/testkit/until';
import { workMigrations } from '@assay/work/migrations';
import { oneByOne, queuedWork, type QueuedKind } from '@assay/work/queue/queued-work';
import { enqueueWork, type NewWork } from '@assay/work/queue/work-queue';
import { answeredWork, givenBack, type WorkEnding } from '@assay/work/runner/work-handler';
import { workService, type WorkProvider } from '@assay/work/service/work-service';

export const log = createLog('test', 'silent');
const meshSecret = 'a secret of this test';
export let database: TestDatabase;
let service: RunningServer;
export let wakeUp: WatchedWakeUp;
export let [runner, stranger]: Channel[] = [];

/** The live events and the trace parts that the service was told of, as `id index body`. */
export const heard: string[] = [];
export const recorded: string[] = [];
const toldOf = ({ id, index, body }: { id: string; index: number; body: Buffer }) =>
  `${id} ${index} ${body.toString()}`;

/** A service whose work is rows of `things`; what becomes of them is written there. */
export const thinking: QueuedKind = {
  settle: oneByOne(async (tx, { id, result }) => {
    if ('output' in result && result.output.toString() === 'unbearable') throw new Error('a bug of this service');
    const end = 'output' in result ? result.output.toString() : `${result.error.code} ${result.error.message}`;
    await tx.query(sql`update things set ends = ends || ${end}::text where id = ${id}`);
  }),
  async returned(tx, items) {
    for (const { id, why } of items)
      await tx.query(sql`update things set ends = ends || ${`back ${why.toString()}`}::text where id = ${id}`);
  },
  async progress(db, phases) {
    for (const { id, phase } of phases) await db.query(sql`update things set phase = ${phase} where id = ${id}`);
  },
  recorded: async (_, parts) => void recorded.push(...parts.map(toldOf)),
  heard: async (_, events) => void heard.push(...events.map(toldOf)),
};

export const providerFor = (kind = thinking): WorkProvider => ({
  sources: [queuedWork(database.pool, { think: kind, dream: kind })],
  wakeUp,
});

/** Counts the looks of waiting callers. */
class WatchedWakeUp extends WakeUp {
  underWay = 0;
  ended = 0;

  override waitFor<T>(ms: number, look: () => Promise<T | undefined>): Promise<T | undefined> {
    return super.waitFor(ms, async () => {
      this.underWay++;
      try {
        return await look();
      } finally {
        this.underWay--;
        this.ended++;
      }
    });
  }
}

beforeAll(async () => {
  database = await testDatabase({ folders: [workMigrations] });
  await database.pool.query(`create table things (id text primary key, ends text[] not null default '{}', phase text)`);
});
beforeEach(async () => {
  await database.pool.query('truncate work, work_turns, work_group_turns, stopped_runners, things');
  heard.length = recorded.length = 0;
  wakeUp = new WatchedWakeUp();
  service = await serve({
    name: 'things',
    address: '127.0.0.1:0',
    implementations: [workService(providerFor())],
    meshSecret,
    log,
  });
  [runner, stranger] = [dial(service.address, meshSecret, 'runner'), dial(service.address, meshSecret, 'gateway')];
});
afterEach(async () => {
  wakeUp.stop();
  runner!.close();
  stranger!.close();
  await service.stop();
});
afterAll(() => database.drop());

/** Makes items of these ids, oldest first. */
export const make = (...ids: string[]): Promise<void> => makeFor('prj', ids);

export async function makeFor(
  projectId: string,
  ids: string[],
  kind = 'think',
  more: Partial<NewWork> = {},
): Promise<void> {
  for (const id of ids) {
    await transaction(database.pool, async (tx) => {
      await tx.query(sql`insert into things (id) values (${id})`);
      await enqueueWork(tx, { id, kind, projectId, task: Buffer.from(`task of ${id}`), timeoutMs: 60_000, ...more });
    });
  }
  wakeUp.wake();
}

export const asked = { runnerId: 'r1', freeSlots: 10, waitMs: 0, kinds: ['think'], labels: [] as string[] };

export const lease = async (runnerId = 'r1', freeSlots = 10, waitMs = 0): Promise<WorkItem[]> =>
  (await runner!.call(WorkService.lease, { ...asked, runnerId, freeSlots, waitMs })).items;
export const beatOf = ({ id, kind, fence }: WorkItem, phase = '') => ({
  id,
  kind,
  fence,
  phase,
  parts: [],
  events: [],
});
export const beat = async (items: WorkItem[], phase = ''): Promise<string[]> =>
  (await runner!.call(WorkService.beat, { runnerId: 'r1', beats: items.map((item) => beatOf(item, phase)) })).stopIds;
export const reportOf = ({ id, kind, fence }: WorkItem, ending: WorkEnding): WorkReport => ({
  id,
  kind,
  fence,
  ...ending,
});
/** The ids that were refused. */
export const report = async (...reports: WorkReport[]): Promise<string[]> =>
  (await runner!.call(WorkService.complete, { runnerId: 'r1', reports })).refusedIds;
/** True when it was refused. */
export const complete = async (item: WorkItem, output = 'done'): Promise<boolean> =>
  (await report(reportOf(item, answeredWork(Buffer.from(output))))).length > 0;
export const giveBack = async (item: WorkItem, begun = false, why = ''): Promise<boolean> =>
  (await report(reportOf(item, givenBack(begun, Buffer.from(why))))).length > 0;
export const thing = async (id: string) =>
  (
    await rows<{ ends: string[]; phase: string | null }>(
      database.pool,
      sql`select ends, phase from things where id = ${id}`,
    )
  )[0]!;
/** A runner that has looked for work, found none, and waits. */
export async function waitingRunner(): Promise<{ answer: Promise<WorkItem[]> }> {
  const before = wakeUp.ended;
  const answer = lease('r1', 1, 20_000);
  await waitUntil(() => wakeUp.ended > before);
  return { answer };
}
export const queued = async () =>
  (await rows<{ id: string }>(database.pool, sql`select id from work order by id`)).map(({ id }) => id);
export const silence = () => database.pool.query(`update work set lease_until = now() - interval '1 s'`);
/** How many statements wait for locks. */
export const lockWaits = async () =>
  (
    await rows(
      database.pool,
      sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
  ).length;
