import type { Tx } from '@assay/kit/postgres/db';
import { keysOf, marksOf, type CaseMarks } from '../../domain/cases/case-marks.ts';
import { openDuplicates, type DuplicateIndex, type MarkedCase } from '../../domain/cases/duplicates.ts';
import { listSame, listSimilar, listUnmarked } from '../../store/cases/case-identity.ts';

/** A search for repeated cases, and the new marks of cases that had none. */
export interface DuplicateSearch {
  duplicates: DuplicateIndex;
  fresh: (MarkedCase & { revision: number })[];
}

/** Reads the cases of a suite that the `coming` cases may repeat, and no others; without `near` only equal ones. */
export async function searchDuplicates(
  tx: Tx,
  suiteId: string,
  coming: readonly CaseMarks[],
  near = true,
): Promise<DuplicateSearch> {
  const fresh = (await listUnmarked(tx, suiteId)).map(({ id, revision, body }) => ({
    id,
    revision,
    marks: marksOf(body),
  }));
  const same = await listSame(
    tx,
    suiteId,
    coming.map(({ content }) => content),
  );
  const found = new Set(same.map(({ marks }) => marks.content));
  const rest = near ? coming.filter(({ content }) => !found.has(content)) : [];
  const similar =
    rest.length > 0
      ? await listSimilar(
          tx,
          suiteId,
          rest.map((marks) => keysOf(suiteId, marks).probed),
        )
      : [];
  const duplicates = openDuplicates(suiteId, { near });
  [...same, ...similar, ...fresh].forEach(duplicates.add);
  return { duplicates, fresh };
}
