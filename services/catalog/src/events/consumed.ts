import { AUDIT } from '@assay/kit/audit/audit';
import type { BusMessage } from '@assay/kit/bus/bus';
import type { Pool } from '@assay/kit/postgres/db';
import type { ServiceParts } from '@assay/kit/service';
import { RUNS, SUITES } from '../domain/topics.ts';
import { onRunsDeleted, onSuiteDeleted, onSuitesDeleted } from './budget-holders-deleted.ts';
import { onChangeMade } from './change-made.ts';

/** The topics this service listens to, and what each type of event does here. */
export function consumed(pool: Pool): NonNullable<ServiceParts['consumes']> {
  const handlers: Record<string, (message: BusMessage) => Promise<void>> = {
    'assay.v1.ChangeMade': onChangeMade(pool),
    'assay.v1.SuiteDeleted': onSuiteDeleted(pool),
    'assay.v1.SuitesDeleted': onSuitesDeleted(pool),
    'assay.v1.RunsDeleted': onRunsDeleted(pool),
  };
  return { topics: [AUDIT, SUITES, RUNS], handle: async (message) => handlers[message.type]?.(message) };
}
