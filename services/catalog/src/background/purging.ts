import type { BackgroundTask } from '@assay/kit/concurrency/background-task';
import type { Pool, Tx } from '@assay/kit/postgres/db';
import type { Logger } from '@assay/kit/log';
import { rowsOf, startPurging, type PurgeSteps } from '@assay/kit/postgres/purge';
import { forgetCallsOf } from '../store/budgets/model-calls.ts';
import { findAnyProject } from '../store/projects/projects.ts';

const ofOrganization = { where: 'organization_id = $1' };

/** The rows of a project. The cost of its model calls is kept, without the ids of the project's objects. */
const project = [
  rowsOf('runner_tokens'),
  rowsOf('invitations'),
  rowsOf('registry_installs'),
  rowsOf('secrets'),
  rowsOf('server_changes'),
  rowsOf('server_states'),
  rowsOf('server_diagnoses'),
  rowsOf('servers'),
  rowsOf('project_members'),
  rowsOf('chat_sessions'),
  rowsOf('budgets', { order: 'id' }),
  { table: 'model_calls', take: forgetCallsOf },
  // The creation of the project itself may have an idempotency key; its stored reply has the project's id.
  rowsOf('idempotency_keys', { where: `project_id = $1 or reply ->> 'id' = $1` }),
  rowsOf('projects', { where: 'id = $1' }),
];

/** The rows of an organization: of its projects, one after the other, then its own. */
const organization = [
  { table: 'projects', take: takeProjects },
  ...['runner_tokens', 'invitations', 'model_providers', 'chat_sessions', 'project_members', 'memberships'].map(
    (table) => rowsOf(table, ofOrganization),
  ),
  rowsOf('budgets', { ...ofOrganization, order: 'id' }),
  rowsOf('model_calls', ofOrganization),
  rowsOf('organization_settings', ofOrganization),
  rowsOf('idempotency_keys', { where: `organization_id = $1 or reply ->> 'id' = $1` }),
  rowsOf('organizations', { where: 'id = $1' }),
];

export const purgeSteps = { project, organization } satisfies PurgeSteps;

async function takeProjects(tx: Tx, organizationId: string): Promise<number> {
  const projectId = await findAnyProject(tx, organizationId);
  if (projectId === undefined) return 0;
  for (const place of project) {
    const taken = await place.take(tx, projectId);
    if (taken > 0) return taken;
  }
  return 0;
}

export const startCatalogPurge = (pool: Pool, log: Logger): BackgroundTask => startPurging(pool, purgeSteps, log);
