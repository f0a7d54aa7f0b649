import type { Tx } from '@assay/kit/db';
import { newId } from '@assay/kit/id';
import { newDeclaredId } from '../declared-id.ts';
import { claimed, refused } from '../domain/case-claims.ts';
import { marksOf, type Marks } from '../domain/case-marks.ts';
import type { CaseOutcome, CaseToWrite, Policy } from '../domain/case-outcome.ts';
import type { StoredCase } from '../domain/case-record.ts';
import { openDuplicates, type Duplicates, type Repeated } from '../domain/duplicates.ts';
import { listKnownCases, listMarked, listTitles, listUnmarked, replaceMarks } from '../store/case-identity.ts';
import { insertCases, nextPosition } from '../store/cases.ts';
import { lockSuite } from '../store/suites.ts';

export type { CaseOutcome, CaseToWrite, Policy } from '../domain/case-outcome.ts';

/**
 * Appends cases to a suite, each by itself, in the caller's transaction; the suite row is locked meanwhile. Outcomes are in
 * the order of `cases`. Many cases cost a constant number of statements.
 */
export async function writeCases(tx: Tx, suiteId: string, cases: CaseToWrite[], { duplicatePolicy, overrideReason }: Policy): Promise<CaseOutcome[]> {
  await lockSuite(tx, suiteId);
  const [ids, keys] = [cases.flatMap(({ declaredId }) => declaredId ?? []), cases.flatMap(({ idempotency }) => idempotency?.key ?? [])];
  const taken = claimed(cases, await listKnownCases(tx, suiteId, ids, keys));
  const rows = cases.map(({ body, declaredId = newDeclaredId(), idempotency }) => ({ id: newId('case'), declaredId, body, idempotency, marks: marksOf(body) }));

  const free = rows.filter((_, i) => !taken[i]);
  const duplicates = duplicatePolicy === 'create_anyway' ? undefined : await duplicatesIn(tx, suiteId, free.map(({ marks }) => marks));
  const repeats = new Map<string, Repeated>();
  const accepted = free.filter((row) => {
    const repeated = duplicates?.find(row.marks);
    if (repeated) repeats.set(row.id, repeated);
    if (repeated && duplicatePolicy === 'block') return false;
    duplicates?.add(row);
    return true;
  });

  const stored = await insertCases(tx, suiteId, accepted, await nextPosition(tx, suiteId), overrideReason);
  const written = new Map(stored.map((each) => [each.id, each]));
  const titles = repeats.size > 0 ? await listTitles(tx, suiteId, [...repeats.values()].map(({ id }) => id)) : new Map<string, string>();
  return rows.map(({ id }, i) => taken[i] ?? outcomeOf(written.get(id), repeatedText(repeats.get(id), titles)));
}

/** The search for repeated cases in a suite; cases that were never marked are marked first. */
async function duplicatesIn(tx: Tx, suiteId: string, coming: Marks[]): Promise<Duplicates> {
  const unmarked = await listUnmarked(tx, suiteId);
  if (unmarked.length > 0) await replaceMarks(tx, suiteId, unmarked.map(({ id, revision, body }) => ({ id, revision, marks: marksOf(body) })));
  return openDuplicates(await listMarked(tx, suiteId, [...new Set(coming.map(({ shape }) => shape))]), coming);
}

const repeatedText = (repeated: Repeated | undefined, titles: Map<string, string>): string | undefined =>
  repeated && `It ${repeated.how === 'same' ? 'does the same as' : 'is nearly the same as'} the case ${repeated.id} ("${titles.get(repeated.id)?.slice(0, 100)}").`;

function outcomeOf(written: StoredCase | undefined, repeated: string | undefined): CaseOutcome {
  const message = repeated ?? '';
  if (!written) return refused('DUPLICATE_CONTENT', message);
  return { written, replayed: false, warnings: repeated === undefined ? [] : [{ code: 'DUPLICATE_CONTENT', message }] };
}
