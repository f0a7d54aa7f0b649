import type { ReadinessEvidence } from '@assay/contract/areas/readiness/work';
import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { isObject } from '@assay/contract/json';
import { PRIMITIVE_LISTS } from '@assay/mcp/requests/pages';
import { boundedCopy } from './bounded-copy.ts';

export type ListName = keyof typeof PRIMITIVE_LISTS;
type Item = Record<string, unknown>;
type Lists = Pick<Surface, ListName>;

/** Limits of the evidence: items of one list, and characters of JSON in all. */
const EVIDENCE_LIMITS = { items: 2_000, characters: 4_000_000 };

const NAMES = Object.keys(PRIMITIVE_LISTS) as ListName[];
const TEXTS = ['title', 'description', 'mimeType'];
const OBJECTS = ['inputSchema', 'outputSchema', 'annotations', '_meta'];
/** At most this many flaws are named one by one. */
const TOLD = 50;

/** The kept parts of the lists as evidence, and their issues. */
interface KeptLists extends Pick<ReadinessEvidence, 'unread' | 'flaws'> {
  lists: Lists;
}

/** Keeps the items of lists as they came, except for fields of a wrong type, and names what was left out. */
export function keptLists(raw: Partial<Record<ListName, unknown[]>>, limits = EVIDENCE_LIMITS): KeptLists {
  const kept: KeptLists = {
    lists: {
      tools: [],
      resources: [],
      resourceTemplates: [],
      prompts: [],
    },
    unread: [],
    flaws: [],
  };
  let left = limits.characters;
  for (const list of NAMES) {
    const all = raw[list] ?? [];
    const identified = all.filter(
      (item): item is Item => isObject(item) && typeof item[PRIMITIVE_LISTS[list].identity] === 'string',
    );
    if (identified.length < all.length)
      kept.unread.push({
        list,
        message: `${all.length - identified.length} items of ${list} have no ${PRIMITIVE_LISTS[list].identity}.`,
      });
    const items: Item[] = [];
    for (const item of identified.slice(0, limits.items)) {
      const { item: typed, flaws } = wellTyped(list, item);
      left -= JSON.stringify(typed).length;
      if (left < 0) break;
      items.push(typed);
      kept.flaws.push(...flaws.slice(0, Math.max(0, TOLD - kept.flaws.length)));
    }
    if (items.length < identified.length)
      kept.unread.push({
        list,
        message: `Only the first ${items.length} of ${identified.length} ${list} were looked at.`,
      });
    Object.assign(kept.lists, { [list]: items });
  }
  return kept;
}

function wellTyped(list: ListName, item: Item): { item: Item; flaws: KeptLists['flaws'] } {
  const name = String(item[PRIMITIVE_LISTS[list].identity]).slice(0, 200);
  const flaws: KeptLists['flaws'] = [];
  const typed: Item = {};
  for (const [key, value] of Object.entries(item)) {
    if (TEXTS.includes(key) && typeof value !== 'string')
      flaws.push({ list, name, message: `Its ${key} is not text.` });
    else if (OBJECTS.includes(key) && !isObject(value))
      flaws.push({ list, name, message: `Its ${key} is not an object.` });
    else {
      const { value: shallow, isCut } = boundedCopy(value);
      typed[key] = shallow;
      if (isCut) flaws.push({ list, name, message: `Its ${key} is nested too deeply to be read.` });
    }
  }
  return { item: typed, flaws };
}
