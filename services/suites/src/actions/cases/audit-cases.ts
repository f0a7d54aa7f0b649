import { audit } from '@assay/kit/audit/audit';
import type { Tx } from '@assay/kit/postgres/db';
import type { CaseOutcome } from '../../domain/cases/case-outcome.ts';
import { toCase } from '../../domain/cases/case-record.ts';

/** Writes new cases into the audit log: a single case with all its fields, several cases by their ids. */
export async function auditCases(tx: Tx, suiteId: string, outcomes: CaseOutcome[]): Promise<void> {
  const written = outcomes.flatMap((outcome) => ('written' in outcome && !outcome.replayed ? outcome.written : []));
  const [first, ...others] = written;
  await audit(
    tx,
    first &&
      (others.length === 0
        ? { target: { suiteId, caseId: first.id }, after: toCase(first) }
        : { target: { suiteId }, after: { cases: written.length, caseIds: written.map(({ id }) => id) } }),
  );
}
