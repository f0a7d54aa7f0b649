import type { BusMessage } from '@assay/kit/bus/bus';
import type { ServiceParts } from '@assay/kit/service';
import type { Deps } from '../deps.ts';
import { ACCESS, RUNS, SUITES } from '../domain/eval-runs/topics.ts';
import { onProjectDeleted } from './project-deleted.ts';
import { onRunFinishedPush } from './push-run-traces.ts';
import { onRunFinished } from './run-finished.ts';
import { onScheduleTickDue } from './schedule-tick-due.ts';
import { onSuiteDeleted } from './suite-deleted.ts';

/** The topics this service listens to, and what each type of event does here. */
export function consumed(deps: Deps): NonNullable<ServiceParts['consumes']> {
  const handlers: Record<string, ((message: BusMessage) => Promise<void>)[]> = {
    'assay.v1.ScheduleTickDue': [onScheduleTickDue(deps)],
    'assay.v1.SuiteDeleted': [onSuiteDeleted(deps.pool)],
    'assay.v1.ProjectDeleted': [onProjectDeleted(deps.pool)],
    'assay.v1.RunFinished': [
      onRunFinished(deps.pool),
      ...(deps.explaining.traces ? [onRunFinishedPush(deps.pool)] : []),
    ],
  };
  const handle = async (message: BusMessage): Promise<void> => {
    for (const handler of handlers[message.type] ?? []) await handler(message);
  };
  return { topics: [SUITES, ACCESS, RUNS], handle };
}
