import { fragment } from '@assay/kit/postgres/db';

/**
 * Fairness: it is the turn of the organization, and of its project, that has waited longest, for its oldest waiting item or
 * since its last lease. Common table expressions `queues` and `turns`, over an expression `free` with the columns
 * `organization`, `project_id` and `created_at` that holds the waiting items.
 */
export const WORK_TURNS = fragment(`
    queues as (
      select organization, project_id, min(created_at) as since from free group by organization, project_id),
    turns as (
      select q.organization, q.project_id, greatest(q.since, p.served_at) as project_since,
             greatest(min(q.since) over (partition by q.organization), o.served_at) as organization_since
      from queues q
      left join (select organization, max(served_at) as served_at from work_turns group by organization) o using (organization)
      left join work_turns p using (project_id))`);

/** The order of items whose queues are joined to `turns`; the order within a project follows it. */
export const TURN_ORDER = fragment(
  'turns.organization_since, turns.organization, turns.project_since, turns.project_id',
);

/** Ends the turns of the projects in an expression `served` with the columns `organization` and `project_id`. */
export const END_TURNS = fragment(`
      insert into work_turns (project_id, organization, served_at)
      select project_id, max(organization), clock_timestamp() from served group by project_id order by project_id
      on conflict (project_id) do update set organization = excluded.organization, served_at = excluded.served_at`);
