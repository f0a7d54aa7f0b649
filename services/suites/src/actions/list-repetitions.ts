import type { CaseDraft } from '@assay/contract/documents/authoring';
import type { Tx } from '@assay/kit/db';
import { marksOf } from '../domain/case-marks.ts';
import { toBody } from '../domain/case-record.ts';
import { toRequest } from '../domain/drafted-case.ts';
import { openDuplicates } from '../domain/duplicates.ts';
import { isHeldBack } from '../domain/held-back.ts';
import { listMarked, listTitles, listUnmarked } from '../store/case-identity.ts';

/** In words, the drafts that repeat a case of the suite or an earlier draft; a commit decides anew. Nothing is written, so nothing is locked. */
export async function listRepetitions(tx: Tx, suiteId: string, drafts: readonly CaseDraft[]): Promise<string[]> {
  const marked = drafts.filter((draft) => !isHeldBack(draft)).map((draft) => ({ id: draft.draftId, title: draft.case.title, marks: marksOf(toBody(toRequest(draft))) }));
  if (marked.length === 0) return [];
  const coming = marked.map(({ marks }) => marks);
  const known = await listMarked(tx, suiteId, [...new Set(coming.map(({ shape }) => shape))]);
  const unmarked = (await listUnmarked(tx, suiteId)).map(({ id, body }) => ({ id, marks: marksOf(body) }));
  const duplicates = openDuplicates([...known, ...unmarked], coming);
  const repetitions = marked.flatMap(({ id, title, marks }) => {
    const repeated = duplicates.find(marks);
    duplicates.add({ id, marks });
    return repeated ? [{ title, ...repeated }] : [];
  });
  if (repetitions.length === 0) return [];
  const titles = new Map([...await listTitles(tx, suiteId, repetitions.map(({ id }) => id)), ...marked.map(({ id, title }) => [id, title] as const)]);
  return repetitions.map(({ title, id, how }) => `"${title.slice(0, 100)}" ${how === 'same' ? 'does the same as' : 'is nearly the same as'} "${titles.get(id)?.slice(0, 100)}" (${id}).`);
}
