import { RetentionService, type RetentionDays } from '@assay/mesh/gen/assay/v1/retention';
import { inBatches, repeat, type BackgroundTask } from '@assay/kit/concurrency/background-task';
import { idPages } from '@assay/kit/concurrency/id-pages';
import type { Logger } from '@assay/kit/log';
import { repeatInTurn } from '@assay/kit/postgres/turns';
import { deleteIdleBrowsers } from '../actions/browsers/remove-browsers.ts';
import { deleteIdleSessions } from '../actions/chat-sessions/delete-idle-sessions.ts';
import type { Deps } from '../deps.ts';
import { listBrowserOrganizations } from '../store/browsers/browsers.ts';
import { listSessionOrganizations } from '../store/chat-sessions/chat-sessions.ts';
import { deleteEmptyStudies } from '../store/studies/studies.ts';
import { deleteOldEvents } from '../store/turns/turn-events.ts';
import { deleteOldTurnParts } from '../store/turns/turn-parts.ts';

const [HOUR_MS, MINUTE_MS] = [3_600_000, 60_000];
/** How long events are kept for watchers that come back, in milliseconds. */
const EVENTS_MS = 10 * MINUTE_MS;
const EVENT_BATCH = 5_000;
const PART_BATCH = 1_000;
const STUDY_BATCH = 50;

type RetentionDeps = Pick<Deps, 'pool' | 'catalog'>;

/** Deletes the sessions and traces that organizations no longer keep, once an hour; of several replicas one does it. */
export const startChatRetention = (deps: RetentionDeps, log: Logger): BackgroundTask =>
  repeatInTurn({ what: 'the retention of chat sessions', everyMs: HOUR_MS }, deps.pool, log, (signal) =>
    deleteOldSessions(deps, signal),
  );

/** Deletes events of turns that no watcher asks for any more, once a minute. */
export const startEventRetention = ({ pool }: Pick<Deps, 'pool'>, log: Logger): BackgroundTask =>
  repeat('the retention of turn events', MINUTE_MS, log, (signal) =>
    inBatches(signal, () => deleteOldEvents(pool, EVENTS_MS, EVENT_BATCH)),
  );

/**
 * One pass over all organizations; may be interrupted anywhere and repeated. Nothing is deleted without an answer from
 * catalog. A study that was unpublished goes with its last session.
 */
export async function deleteOldSessions({ pool, catalog }: RetentionDeps, signal: AbortSignal): Promise<void> {
  for (const listOrganizations of [listSessionOrganizations, listBrowserOrganizations])
    for await (const organizationIds of idPages(signal, (after, limit) => listOrganizations(pool, after, limit))) {
      const { organizations } = await catalog.call(RetentionService.listRetentionDays, { organizationIds });
      for (const each of organizations) await deleteOldOfOrganization(pool, each, signal);
    }
  await inBatches(signal, () => deleteEmptyStudies(pool, STUDY_BATCH));
}

async function deleteOldOfOrganization(
  pool: Deps['pool'],
  { organizationId, sessions, traces }: RetentionDays,
  signal: AbortSignal,
): Promise<void> {
  if (sessions > 0) {
    await inBatches(signal, () => deleteIdleSessions(pool, { organizationId, days: sessions }));
    await inBatches(signal, () => deleteIdleBrowsers(pool, { organizationId, days: sessions }));
  }
  if (traces > 0) await inBatches(signal, () => deleteOldTurnParts(pool, organizationId, traces, PART_BATCH));
}
