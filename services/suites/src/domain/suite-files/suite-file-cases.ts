import { canonicalJson } from '@assay/contract/canonical';
import type { CreateEvalCase } from '@assay/contract/areas/cases/documents';
import { toBody, type CaseBody, type StoredCase } from '../cases/case-record.ts';

/** A case as a file declares it. */
export interface DeclaredCase {
  declaredId: string;
  body: CaseBody;
}

/** The changes that make the stored cases of a suite equal to its file. */
export interface CasePlan {
  created: DeclaredCase[];
  updated: { id: string; declaredId: string; body: CaseBody }[];
  unchanged: number;
  deleted: string[];
}

/** The id of a case that has none in its file. */
export const placeId = (index: number): string => `case-${index + 1}`;

/**
 * Cases as a file declares them; a case without an id gets one from its position, distinct from the ids in the file.
 */
export function declaredCases(cases: readonly CreateEvalCase[]): DeclaredCase[] {
  const given = new Set(cases.map(({ id }) => id));
  return cases.map((each, i) => {
    let place = placeId(i);
    while (given.has(place)) place = `_${place}`;
    return { declaredId: each.id ?? place, body: toBody(each) };
  });
}

/** Compares the cases of a file with the stored ones. */
export function planCases(declared: readonly DeclaredCase[], stored: readonly StoredCase[]): CasePlan {
  const known = new Map(
    stored.flatMap((each) => (each.declaredId === undefined ? [] : [[each.declaredId, each] as const])),
  );
  const plan: CasePlan = {
    created: [],
    updated: [],
    unchanged: 0,
    deleted: [],
  };
  const kept = new Set<string>();
  for (const each of declared) {
    const before = known.get(each.declaredId);
    if (before) kept.add(before.id);
    if (!before) plan.created.push(each);
    else if (canonicalJson(before.body) === canonicalJson(each.body)) plan.unchanged++;
    else plan.updated.push({ id: before.id, ...each });
  }
  plan.deleted = stored.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  return plan;
}
