import { activity } from '@assay/kit/concurrency/activity';
import {
  WorkService,
  type BeatRequest,
  type CompleteRequest,
  type LeaseRequest,
  type WorkItem,
  type WorkReport,
} from '@assay/mesh/gen/assay/v1/work';
import type { WakeUp } from '@assay/kit/concurrency/wake-ups/wake-up';
import { inFlight } from '@assay/kit/requests/in-flight';
import { onlyForService } from '@assay/kit/rpc/only-for-service';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import { SeenRunners } from '../operator/seen-runners.ts';
import type { LeasedWork, WorkHold, WorkScope, ClaimRequest, WorkSource } from './work-source.ts';

/** How long a lease holds without a heartbeat, in milliseconds. Runners beat every second. */
export const LEASE_MS = 15_000;
/** The longest that a runner is kept waiting for work, in milliseconds. */
const MAX_WAIT_MS = 20_000;
const MAX_SLOTS = 256;
const NOTHING = Buffer.alloc(0);

export interface WorkProvider {
  sources: WorkSource[];
  /** Wakes runners that wait for work, and requests that wait for the end of some. */
  wakeUp: WakeUp;
  leaseMs?: number;
}

const seen = new WeakMap<WorkProvider, SeenRunners>();

/** The runners that asked this process for the work of a provider. */
export function seenRunnersOf(provider: WorkProvider): SeenRunners {
  const known = seen.get(provider) ?? new SeenRunners();
  seen.set(provider, known);
  return known;
}

/** Hands the work of a service to runners. */
export const workService = (provider: WorkProvider): Implementation => {
  const lastLook: LastLook = { vain: undefined };
  const runners = seenRunnersOf(provider);
  return implement(WorkService, {
    lease: onlyForService('runner', async (request, scope) => {
      if (request.freeSlots === 0) runners.forget(request.runnerId);
      else runners.asked({ ...request, scope });
      return { items: await lease(provider, lastLook, request, scope) };
    }),
    beat: onlyForService('runner', async (request, scope) => {
      runners.beat(request.runnerId);
      return { stopIds: await beat(provider, request, scope) };
    }),
    complete: onlyForService('runner', async (request, scope) => ({
      refusedIds: await complete(provider, request, scope),
    })),
  });
};

/** The wake-ups before the last look that found nothing, and what it looked for. */
interface LastLook {
  vain: string | undefined;
}

async function lease(
  { sources, wakeUp, leaseMs = LEASE_MS }: WorkProvider,
  lastLook: LastLook,
  { runnerId, labels, kinds, freeSlots, ahead, facts, waitMs }: LeaseRequest,
  scope: WorkScope,
): Promise<WorkItem[]> {
  if (freeSlots === 0) return stopRunner(sources, { runnerId, kinds }, leaseMs);
  const request = { runnerId, labels, kinds, scope, count: Math.min(freeSlots, MAX_SLOTS), ahead, facts };
  const until = Date.now() + Math.min(waitMs, MAX_WAIT_MS);
  const look = () => `${wakeUp.wakes} ${JSON.stringify([labels, kinds, scope])}`;
  // In a quiet process the same look would find nothing again, and would keep a connection to Postgres open.
  if (activity.isQuiet() && look() === lastLook.vain && !(await wakeUp.wokenSince(wakeUp.wakes, until - Date.now())))
    return [];
  const claimed =
    (await wakeUp.waitFor(until - Date.now(), async () => {
      const before = look();
      const items = await claim(sources, request, leaseMs);
      if (items.length > 0) return items;
      lastLook.vain = before;
      return undefined;
    })) ?? [];
  if (inFlight()?.signal.aborted !== true) return claimed.map((item) => workItem(item, leaseMs));
  // The runner that asked is gone.
  const returned = claimed.map(({ id, fence, kind }) => ({ hold: { id, fence }, kind, begun: false, output: NOTHING }));
  await inSources(sources, returned, (source, some) => source.giveBack(some, scope));
  return [];
}

/** The items of these kinds that a stopping runner holds, without their tasks: it may have missed an answer. */
async function stopRunner(
  sources: WorkSource[],
  { runnerId, kinds }: Pick<ClaimRequest, 'runnerId' | 'kinds'>,
  leaseMs: number,
): Promise<WorkItem[]> {
  const held = await Promise.all(sources.map((source) => source.stopRunner(runnerId)));
  const withoutTask = { organizationId: null, labels: [], task: NOTHING, timeoutMs: 0, traceparent: null };
  return held
    .flat()
    .filter(({ kind }) => kinds.includes(kind))
    .map((item) => workItem({ ...item, ...withoutTask }, leaseMs));
}

async function claim(sources: WorkSource[], request: ClaimRequest, leaseMs: number): Promise<LeasedWork[]> {
  const claimed: LeasedWork[] = [];
  for (const source of sources) {
    const kinds = request.kinds.filter((kind) => source.kinds.includes(kind));
    const count = request.count - claimed.length;
    if (kinds.length > 0 && count > 0) claimed.push(...(await source.claim({ ...request, kinds, count }, leaseMs)));
  }
  return claimed;
}

async function beat(
  { sources, leaseMs = LEASE_MS }: WorkProvider,
  { beats }: BeatRequest,
  scope: WorkScope,
): Promise<string[]> {
  if (beats.length > 0) activity.note();
  const held = await inSources(sources, beats, async (source, some) => {
    const extended = new Set(
      await source.extend(
        some.map(({ id, fence, waiting }) => ({ id, fence, waiting })),
        scope,
        leaseMs,
      ),
    );
    const news = some
      .filter(({ id, phase, parts, events }) => extended.has(id) && (phase !== '' || parts.length + events.length > 0))
      .map(({ id, fence, ...told }) => ({ hold: { id, fence }, ...told }));
    if (news.length > 0) await source.note(news);
    return extended;
  });
  return beats.map(({ id }) => id).filter((id) => !held.has(id));
}

async function complete(
  { sources, wakeUp }: WorkProvider,
  { reports }: CompleteRequest,
  scope: WorkScope,
): Promise<string[]> {
  activity.note();
  // A report may come twice in a batch, and one item under two leases.
  const once = [...new Map(reports.map((report) => [`${report.id} ${report.fence}`, report])).values()];
  const taken = await inSources(sources, once, async (source, some) => {
    const ids = [...(await settle(source, some, scope)), ...(await giveBack(source, some, scope))];
    if (ids.length > 0) {
      if (source.wakesAtOnce) wakeUp.wake();
      else wakeUp.wakeSoon();
    }
    return ids;
  });
  return reports.map(({ id }) => id).filter((id) => !taken.has(id));
}

function settle(source: WorkSource, reports: WorkReport[], scope: WorkScope): Promise<string[]> | string[] {
  const ended = reports
    .filter(({ givenBack }) => !givenBack)
    .map(({ kind, errorCode: code, errorMessage: message, output, ...report }) => ({
      hold: holdOf(report),
      kind,
      result: code === '' ? { output } : { error: { code, message } },
    }));
  return ended.length > 0 ? source.settle(ended, scope) : [];
}

function giveBack(source: WorkSource, reports: WorkReport[], scope: WorkScope): Promise<string[]> | string[] {
  const returned = reports
    .filter(({ givenBack }) => givenBack)
    .map(({ kind, begun, output, ...report }) => ({ hold: holdOf(report), kind, begun, output }));
  return returned.length > 0 ? source.giveBack(returned, scope) : [];
}

const holdOf = ({ id, fence }: WorkHold): WorkHold => ({ id, fence });

/** Hands each source what is of its kinds, and gathers the ids that the sources answer. A kind without a source has no items. */
async function inSources<Item extends { kind: string }>(
  sources: WorkSource[],
  items: Item[],
  ask: (source: WorkSource, some: Item[]) => Promise<Iterable<string>>,
): Promise<Set<string>> {
  const answered = new Set<string>();
  for (const source of sources) {
    const some = items.filter(({ kind }) => source.kinds.includes(kind));
    if (some.length === 0) continue;
    for (const id of await ask(source, some)) answered.add(id);
  }
  return answered;
}

const workItem = ({ organizationId, traceparent, ...item }: LeasedWork, leaseMs: number): WorkItem => ({
  ...item,
  organizationId: organizationId ?? '',
  traceparent: traceparent ?? '',
  leaseMs,
});
