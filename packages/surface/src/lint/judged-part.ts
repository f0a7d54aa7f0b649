import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { SURFACE_LISTS, type ListName } from '../canonical.ts';
import { textOf } from '../json.ts';

const MAX_ITEMS = 2_000;
const MAX_CHARACTERS = 4_000_000;

export interface ListCut {
  list: ListName;
  judged: number;
  of: number;
}

/** The part of a surface that can be linted item by item within the time of a request, and the lists that were cut. */
export function judgedPart(surface: Surface): { part: Surface; cuts: ListCut[] } {
  const cuts: ListCut[] = [];
  let left = MAX_CHARACTERS;
  const part = { ...surface };
  for (const list of Object.keys(SURFACE_LISTS) as ListName[]) {
    const items: object[] = surface[list];
    let judged = 0;
    for (; judged < items.length && judged < MAX_ITEMS && left > 0; judged++) left -= textOf(items[judged]).length;
    if (judged === items.length) continue;
    Object.assign(part, { [list]: items.slice(0, judged) });
    cuts.push({ list, judged, of: items.length });
  }
  return { part, cuts };
}
