import type { Pool } from '@assay/kit/postgres/db';
import type { ServiceParts } from '@assay/kit/service';
import { ACCESS, RUNS } from '../domain/topics.ts';
import { onProjectDeleted } from './project-deleted.ts';
import { onRunFinished } from './run-finished.ts';
import { onRunRegraded } from './run-regraded.ts';
import { onScheduleTickSettled } from './schedule-tick-settled.ts';

/** The topics this service listens to, and what each type of event does here. */
export function consumed(pool: Pool): NonNullable<ServiceParts['consumes']> {
  const handlers = new Map([
    ['assay.v1.RunFinished', onRunFinished(pool)],
    ['assay.v1.RunRegraded', onRunRegraded(pool)],
    ['assay.v1.ScheduleTickSettled', onScheduleTickSettled(pool)],
    ['assay.v1.ProjectDeleted', onProjectDeleted(pool)],
  ]);
  return { topics: [RUNS, ACCESS], handle: async (message) => handlers.get(message.type)?.(message) };
}
