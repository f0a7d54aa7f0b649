import type { Furniture } from '@assay/kit/service';
import type { Deps } from '../deps.ts';
import { ACCESS, SUITES } from '../topics.ts';
import { onProjectDeleted } from './project-deleted.ts';
import { onScheduleTickDue } from './schedule-tick-due.ts';
import { onSuiteDeleted } from './suite-deleted.ts';

/** The topics this service listens to, and what each type of event does here. */
export function consumed(deps: Deps): NonNullable<Furniture['consumes']> {
  const handlers = new Map([
    ['assay.v1.ScheduleTickDue', onScheduleTickDue(deps)],
    ['assay.v1.SuiteDeleted', onSuiteDeleted(deps.pool)],
    ['assay.v1.ProjectDeleted', onProjectDeleted(deps.pool)],
  ]);
  return { topics: [SUITES, ACCESS], handle: async (message) => handlers.get(message.type)?.(message) };
}
