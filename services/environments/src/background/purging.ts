import type { BackgroundTask } from '@assay/kit/concurrency/background-task';
import type { Pool } from '@assay/kit/postgres/db';
import type { Logger } from '@assay/kit/log';
import { rowsOf, startPurging, type PurgeSteps } from '@assay/kit/postgres/purge';

/** The data of a deleted project. */
export const purgeSteps = {
  project: [
    rowsOf('work', { order: 'id' }),
    rowsOf('browsers'),
    rowsOf('browser_profiles'),
    rowsOf('chat_sessions'),
    rowsOf('studies'),
    rowsOf('attachments'),
    rowsOf('environment_revisions', {
      where: 'environment_id in (select id from environments where project_id = $1)',
    }),
    rowsOf('environments'),
    rowsOf('server_groups'),
    rowsOf('saved_servers'),
    rowsOf('client_versions', { where: 'client_id in (select id from clients where project_id = $1)' }),
    rowsOf('clients'),
    rowsOf('image_builds', { where: 'image_id in (select id from images where project_id = $1)' }),
    rowsOf('images'),
    rowsOf('plugin_skills', {
      where: 'plugin_version_id in (select id from plugin_versions where project_id = $1)',
    }),
    rowsOf('skill_versions'),
    rowsOf('skills'),
    rowsOf('plugin_versions'),
    rowsOf('plugins'),
    rowsOf('work_turns'),
    rowsOf('work_group_turns'),
    rowsOf('idempotency_keys'),
  ],
} satisfies PurgeSteps;

export const startEnvironmentsPurge = (pool: Pool, log: Logger): BackgroundTask => startPurging(pool, purgeSteps, log);
