import type { CaseDraft } from '@assay/contract/areas/authoring/drafts';
import type { Tx } from '@assay/kit/postgres/db';
import { marksOf } from '../../domain/cases/case-marks.ts';
import { toBody } from '../../domain/cases/case-record.ts';
import { toRequest } from '../../domain/authoring/drafted-case.ts';
import { repetitionText } from '../../domain/cases/duplicates.ts';
import { isHeldBack } from '../../domain/authoring/held-back.ts';
import { keptText } from '@assay/kit/text/kept-text';
import { listTitles } from '../../store/cases/case-identity.ts';
import { searchDuplicates } from '../cases/search-duplicates.ts';

/**
 * Describes the drafts that repeat a case of the suite or an earlier draft; a commit checks again. Nothing is written,
 * so nothing is locked.
 */
export async function listRepetitions(tx: Tx, suiteId: string, drafts: readonly CaseDraft[]): Promise<string[]> {
  const marked = drafts
    .filter((draft) => !isHeldBack(draft))
    .map((draft) => ({ id: draft.draftId, title: draft.case.title, marks: marksOf(toBody(toRequest(draft))) }));
  if (marked.length === 0) return [];
  const { duplicates } = await searchDuplicates(
    tx,
    suiteId,
    marked.map(({ marks }) => marks),
  );
  const repetitions = marked.flatMap(({ id, title, marks }) => {
    const repeated = duplicates.find(marks);
    duplicates.add({ id, marks });
    return repeated ? [{ title, repeated }] : [];
  });
  if (repetitions.length === 0) return [];
  const titles = new Map([
    ...(await listTitles(
      tx,
      suiteId,
      repetitions.map(({ repeated }) => repeated.id),
    )),
    ...marked.map(({ id, title }) => [id, title] as const),
  ]);
  return repetitions.map(({ title, repeated }) =>
    repetitionText(`"${keptText(title, 100)}"`, repeated, titles.get(repeated.id)),
  );
}
