import type { Tx } from '@assay/kit/postgres/db';
import { newId } from '@assay/kit/id';
import { newDeclaredId } from './declared-id.ts';
import { claimedOutcomes, refusedCase } from '../../domain/cases/case-claims.ts';
import { marksOf, type CaseMarks } from '../../domain/cases/case-marks.ts';
import type { CaseOutcome, CaseToWrite, Policy } from '../../domain/cases/case-outcome.ts';
import type { StoredCase } from '../../domain/cases/case-record.ts';
import { repetitionText, type DuplicateIndex, type RepeatedCase } from '../../domain/cases/duplicates.ts';
import { loadOf, roomFault, sumOfLoads } from '../../domain/suites/suite-capacity.ts';
import { listKnownCases, listTitles, replaceMarks } from '../../store/cases/case-identity.ts';
import { findExtent, insertCases } from '../../store/cases/cases.ts';
import { searchDuplicates } from './search-duplicates.ts';

export type { CaseOutcome, CaseToWrite, Policy } from '../../domain/cases/case-outcome.ts';

/**
 * Appends cases to a suite whose row the transaction has locked, each independently. Outcomes are in the order of
 * `cases`. The number of statements does not depend on the number of cases.
 */
export async function writeCases(
  tx: Tx,
  suiteId: string,
  cases: CaseToWrite[],
  policy: Policy,
): Promise<CaseOutcome[]> {
  const [ids, keys] = [
    cases.flatMap(({ declaredId }) => declaredId ?? []),
    cases.flatMap(({ idempotency }) => idempotency?.key ?? []),
  ];
  const taken = claimedOutcomes(cases, await listKnownCases(tx, suiteId, ids, keys));
  const rows = cases.map(({ body, declaredId = newDeclaredId(), idempotency }) => ({
    id: newId('case'),
    declaredId,
    body,
    idempotency,
    marks: marksOf(body),
  }));

  const free = rows.filter((_, i) => !taken[i]);
  const duplicates = await duplicatesIn(
    tx,
    suiteId,
    free.map(({ marks }) => marks),
    policy,
  );
  const extent = await findExtent(tx, suiteId);
  const repeats = new Map<string, RepeatedCase>();
  let load = extent.load;
  const accepted = free.filter((row) => {
    const repeated = duplicates?.find(row.marks);
    if (repeated) repeats.set(row.id, repeated);
    if (repeated && policy.duplicatePolicy === 'block') return false;
    const next = sumOfLoads(load, loadOf(row.body));
    if (roomFault(next)) return false;
    load = next;
    duplicates?.add(row);
    return true;
  });

  const stored = await insertCases(tx, suiteId, accepted, extent.end, policy.overrideReason);
  const written = new Map(stored.map((each) => [each.id, each]));
  const titles =
    repeats.size > 0
      ? await listTitles(
          tx,
          suiteId,
          [...repeats.values()].map(({ id }) => id),
        )
      : new Map<string, string>();
  return rows.map(({ id }, i) => {
    const repeated = repeats.get(id);
    return (
      taken[i] ??
      outcomeOf(written.get(id), repeated && repetitionText('It', repeated, titles.get(repeated.id)), policy)
    );
  });
}

/** The search for repeated cases, unless the policy allows them; stores marks for cases that had none. */
async function duplicatesIn(
  tx: Tx,
  suiteId: string,
  coming: CaseMarks[],
  { duplicatePolicy, near }: Policy,
): Promise<DuplicateIndex | undefined> {
  if (duplicatePolicy === 'create_anyway') return undefined;
  const { duplicates, fresh } = await searchDuplicates(tx, suiteId, coming, near !== 'allow');
  if (fresh.length > 0) await replaceMarks(tx, suiteId, fresh);
  return duplicates;
}

function outcomeOf(
  written: StoredCase | undefined,
  repetition: string | undefined,
  { duplicatePolicy }: Policy,
): CaseOutcome {
  if (written)
    return {
      written,
      replayed: false,
      warnings: repetition === undefined ? [] : [{ code: 'DUPLICATE_CONTENT', message: repetition }],
    };
  if (repetition !== undefined && duplicatePolicy === 'block') return refusedCase('DUPLICATE_CONTENT', repetition);
  return refusedCase(
    'UNSTORABLE_ITEM',
    'With it the suite would go beyond the 10,000 cases, or the 32 MiB of them as JSON, that it holds.',
  );
}
