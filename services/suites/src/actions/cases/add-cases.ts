import type { CreateEvalCase } from '@assay/contract/areas/cases/documents';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import type { Fault } from '@assay/contract/fault';
import type { CaseOutcome, CaseToWrite, Policy } from '../../domain/cases/case-outcome.ts';
import { caseFault } from '../../domain/cases/case-rules.ts';
import { scheduledSuiteProblem } from '../../domain/schedules/scheduled-suite.ts';
import { listKnownCases } from '../../store/cases/case-identity.ts';
import { claimSchedule } from '../../store/schedules/schedules.ts';
import { claimWithServers, type WriteContext } from '../suites/writable-suite.ts';
import { auditCases } from './audit-cases.ts';
import { writeCases } from './write-cases.ts';

/** A case to write, with the request for it. */
export type CaseToAdd = CaseToWrite & { draft: CreateEvalCase };

/**
 * Adds cases to a suite, each independently; a case that breaks a rule of its suite is left out, with its fault.
 * @throws FORBIDDEN with PERSON_DECIDES for an agent, when the suite has a schedule that would run them.
 */
export const addCases = (
  pool: Pool,
  context: WriteContext,
  cases: CaseToAdd[],
  policy: Policy,
  isAgent = false,
): Promise<(CaseOutcome | { fault: Fault })[]> =>
  transaction(pool, async (tx) => {
    const { suite, serverNames } = await claimWithServers(tx, context);
    if (isAgent && (await claimSchedule(tx, suite.id))?.nextDueAt) throw scheduledSuiteProblem();
    // A repeated request is answered with the stored case, also when the suite has changed since.
    const keys = cases.flatMap(({ idempotency }) => idempotency?.key ?? []);
    const used = new Set(keys.length > 0 ? (await listKnownCases(tx, suite.id, [], keys)).map(({ key }) => key) : []);
    const faults = cases.map(({ draft, idempotency }) =>
      used.has(idempotency?.key ?? null) ? undefined : caseFault(draft, suite, serverNames),
    );
    const outcomes = await writeCases(
      tx,
      suite.id,
      cases.filter((_, i) => !faults[i]),
      policy,
    );
    await auditCases(tx, suite.id, outcomes);
    const written = outcomes.values();
    return faults.map((fault) => (fault ? { fault } : written.next().value!));
  });
