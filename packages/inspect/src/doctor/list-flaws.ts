import type { Cause } from '@assay/contract/areas/diagnosis/cause';
import { isObject } from '@assay/contract/json';
import type { Problem } from '@assay/contract/problem';
import { diagnoseCause, ServerProblem } from '@assay/mcp/diagnosis/diagnosis';
import type { CauseFacts } from '@assay/mcp/diagnosis/facts';
import { judgeItems, type ItemRules, type JudgedItems } from '@assay/mcp/requests/listed-items';
import { LIST_FAULTS, type ListFault } from '@assay/mcp/requests/page-trail';
import type { PrimitiveList } from '@assay/mcp/requests/pages';

type ListCause = Extract<
  Cause,
  ListFault | 'list_changed_while_read' | 'cursor_refused' | 'items_invalid' | 'names_repeated' | 'answer_off_protocol'
>;

const MESSAGES: Record<ListCause, string> = {
  ...LIST_FAULTS,
  list_changed_while_read: 'The list changed while it was read.',
  cursor_refused: 'The server refused a cursor that it had given.',
  items_invalid: 'The list holds items that break the protocol.',
  names_repeated: 'Several items of the list have the same name.',
  answer_off_protocol: 'The answer is not a list.',
};

export const listFlawProblem = (cause: ListCause, facts: CauseFacts): Problem =>
  new ServerProblem(
    {
      code: 'SERVER_UNREACHABLE',
      message: MESSAGES[cause],
      details: undefined,
      retryAfter: undefined,
    },
    diagnoseCause(cause, facts),
  );

/** At most this many examples are shown in evidence. */
const SHOWN = 10;

/** The items of a list that clients can use, the entries that break the protocol, and the fault of the list, if any. */
export function findListFlaw(
  listing: PrimitiveList,
  pages: unknown[][],
  rules: ItemRules,
): JudgedItems<string> & { flaw?: Problem } {
  const all = pages.flat();
  const judged = judgeItems(listing, all, rules);
  const facts = { method: listing.method, pages: pages.length, items: all.length };
  const { onOnePage, onSeveral } = repeatedNames(listing, pages);
  if (onSeveral.length > 0) {
    const flaw = listFlawProblem('list_changed_while_read', { ...facts, names: onSeveral.slice(0, SHOWN) });
    return { ...judged, flaw };
  }
  if (judged.invalidItems.length > 0) {
    const invalid = judged.invalidItems.slice(0, SHOWN).map((entry) => {
      const { item: _, ...told } = entry;
      return told;
    });
    return { ...judged, flaw: listFlawProblem('items_invalid', { ...facts, invalid }) };
  }
  if (onOnePage.length > 0) {
    const flaw = listFlawProblem('names_repeated', { ...facts, names: onOnePage.slice(0, SHOWN) });
    return { ...judged, flaw };
  }
  return judged;
}

function repeatedNames({ identity }: PrimitiveList, pages: unknown[][]): { onOnePage: string[]; onSeveral: string[] } {
  const before = new Set<string>();
  const [onOnePage, onSeveral] = [new Set<string>(), new Set<string>()];
  for (const page of pages) {
    const here = new Set<string>();
    for (const item of page) {
      const name = isObject(item) ? item[identity] : undefined;
      if (typeof name !== 'string') continue;
      if (before.has(name)) onSeveral.add(name);
      else if (here.has(name)) onOnePage.add(name);
      here.add(name);
    }
    for (const name of here) before.add(name);
  }
  return { onOnePage: [...onOnePage], onSeveral: [...onSeveral] };
}
