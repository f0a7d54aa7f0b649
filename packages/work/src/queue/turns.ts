import { fragment } from '@assay/kit/postgres/db';

/**
 * Fairness: it is the turn of the organization, and of its project, that has waited longest, for its oldest waiting item or
 * since its last lease. The common table expression `turns`: an expression `free` of waiting items, or of queues by their
 * oldest item, with the columns `organization`, `project_id` and `created_at`, and since when each waits.
 */
export const WORK_TURNS = fragment(`
    turns as (
      select free.*, greatest(min(created_at) over (partition by free.organization, project_id), p.served_at) as project_since,
             greatest(min(created_at) over (partition by free.organization), o.served_at) as organization_since
      from free
      left join (select organization, max(served_at) as served_at from work_turns group by organization) o using (organization)
      left join work_turns p using (project_id))`);

/** The order of `turns`; the order within a project follows it. */
export const TURN_ORDER = fragment('organization_since, organization, project_since, project_id');

/** Ends the turns of the projects in an expression `served` with the columns `organization` and `project_id`. */
export const END_TURNS = fragment(`
      insert into work_turns (project_id, organization, served_at)
      select project_id, max(organization), clock_timestamp() from served group by project_id order by project_id
      on conflict (project_id) do update set organization = excluded.organization, served_at = excluded.served_at`);
