import { unavailable } from '@assay/contract/problem';
import { hasFailed, isWell, warns, type Finding, type HealthCheck } from '@assay/kit/operator/health-check';
import type { ChangedWork, OperatedWork } from '@assay/kit/operator/operated-work';
import { runOutsideOfRequest } from '@assay/kit/requests/in-flight';
import type { OperatedParts } from '@assay/kit/service';
import { seenRunnersOf, type WorkProvider } from '../service/work-service.ts';
import { STUCK_MINUTES, type OpenWork, type StuckItem } from '../service/work-source.ts';
import { LIVE_MS } from './seen-runners.ts';
import { stuckReason } from './stuck-reason.ts';

/** At most this many stuck items are told of. */
const MAX_ITEMS = 200;
/** How long the end of an item that is given up may take, in milliseconds. */
const SETTLE_MS = 60_000;
const GIVEN_UP = { code: 'GIVEN_UP', message: 'The operator of the installation gave it up.' };

/** The work of a service for its operator. `startsRunner`: a runner of this machine is started when there is work. */
export const operatedParts = (provider: WorkProvider, startsRunner: boolean): OperatedParts => ({
  work: operatedWork(provider),
  checks: [workCheck(provider), runnersCheck(provider, startsRunner)],
});

function operatedWork(provider: WorkProvider): OperatedWork {
  const { sources, wakeUp } = provider;
  return {
    listStuck: async () => {
      const found = (await Promise.all(sources.map((source) => source.listStuck(MAX_ITEMS)))).flat();
      const runners = seenRunnersOf(provider).live();
      return found
        .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
        .slice(0, MAX_ITEMS)
        .map((item) => ({ ...itemOf(item), ...stuckReason(item, runners) }));
    },
    retry: async (id) => {
      for (const source of sources) {
        const retried = await source.retryStuck(id);
        if (!retried) continue;
        wakeUp.wake();
        return changed(retried);
      }
      return undefined;
    },
    giveUp: async (id) => {
      for (const source of sources) {
        const taken = await source.takeOverStuck(id, SETTLE_MS);
        if (!taken) continue;
        const { fence, kind } = taken;
        // As the watchdog would: what an end causes is not done by the operator.
        const ended = { hold: { id, fence }, kind, result: { error: GIVEN_UP } };
        const settled = await runOutsideOfRequest(() => source.settle([ended], {}));
        if (!settled.includes(id)) throw unavailable('The item could not be ended: the log of the service says why.');
        wakeUp.wake();
        return changed(taken);
      }
      return undefined;
    },
  };
}

const itemOf = ({ id, kind, projectId, labels, attempts, organizationId, group, runnerId, createdAt }: StuckItem) => ({
  id,
  kind,
  projectId,
  labels,
  attempts,
  ...(organizationId !== null && { organizationId }),
  ...(group !== null && { group }),
  ...(runnerId !== null && { runnerId }),
  createdAt: createdAt.getTime(),
});

const changed = ({ organizationId, projectId }: Pick<StuckItem, 'organizationId' | 'projectId'>): ChangedWork => ({
  organizationId: organizationId ?? undefined,
  projectId,
});

const openWork = async ({ sources }: WorkProvider): Promise<OpenWork> => {
  const counts = await Promise.all(sources.map((source) => source.countOpen()));
  const times = counts.flatMap(({ oldestAt }) => (oldestAt ? [oldestAt.getTime()] : []));
  return {
    waiting: counts.reduce((sum, { waiting }) => sum + waiting, 0),
    held: counts.reduce((sum, { held }) => sum + held, 0),
    oldestAt: times.length > 0 ? new Date(Math.min(...times)) : null,
  };
};

const workCheck = (provider: WorkProvider): HealthCheck => ({
  part: 'work',
  next: 'See the runbook, AssayQueueAging.',
  look: async () => {
    const { waiting, held, oldestAt } = await openWork(provider);
    if (waiting === 0) return isWell(`${held} items are with runners, and none waits.`);
    const minutes = Math.floor((Date.now() - (oldestAt?.getTime() ?? Date.now())) / 60_000);
    const state = `${waiting} items wait, the oldest for ${minutes} min; ${held} are with runners.`;
    return minutes >= STUCK_MINUTES
      ? warns(
          state,
          'assay admin work tells what waits, and which labels no runner has; see the runbook, AssayQueueAging.',
        )
      : isWell(state);
  },
});

const runnersCheck = (provider: WorkProvider, startsRunner: boolean): HealthCheck => ({
  part: 'runners',
  next: 'See the runbook, AssayRunnersAbsent.',
  look: async (): Promise<Finding> => {
    const live = seenRunnersOf(provider).live();
    if (live.length > 0) {
      const slots = live.reduce((sum, runner) => sum + runner.slots, 0);
      const labels = [...new Set(live.flatMap((runner) => runner.labels))].toSorted();
      const versions = [...new Set(live.flatMap(({ version }) => version ?? []))].toSorted();
      return isWell(
        `${live.length} ask this service for work, ${slots} slots, labels: ${labels.join(', ') || 'none'}, version ${versions.join(', ') || 'not told'}.`,
      );
    }
    if (startsRunner) return isWell('No runner asks now; the one of this machine is started when there is work.');
    if (process.uptime() * 1_000 < LIVE_MS)
      return isWell('This process has just started, and no runner has asked it yet.');
    const { waiting } = await openWork(provider);
    const state = `No runner asked this service for work within ${LIVE_MS / 1_000} s.`;
    const next = 'Start runners, or read their logs: they need MESH_RUNNER_SECRET and the addresses of the services.';
    return waiting > 0 ? hasFailed(`${state} ${waiting} items wait.`, next) : warns(state, next);
  },
});
