import type { CauseFacts } from './facts.ts';
import { inBrackets, causeText } from './text.ts';

/** At most this much of a foreign name is quoted, in characters. */
const MAX_NAME = 60;
const invalid = ({ invalid: found = [] }: CauseFacts) =>
  found
    .slice(0, 3)
    .map(({ index, name, why }) => `number ${index + 1}${name === undefined ? '' : ` "${clipped(name)}"`} ${why}`)
    .join('; ');
const clipped = (name: string) => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME).toWellFormed()}…` : name);
const counted = (count: number | undefined, one: string) =>
  count !== undefined && `${count} ${one}${count === 1 ? '' : 's'}`;
const listed = ({ method, pages, items }: CauseFacts) =>
  inBrackets(method, counted(pages, 'page'), counted(items, 'item'));

/** Texts for causes about capabilities and lists. */
export const offerTexts = {
  capability_not_served: causeText(
    (facts) =>
      `The server declares the capability and answers ${facts.method ?? 'the list'} with an error${inBrackets(facts.rpcCode && `JSON-RPC ${facts.rpcCode}`, facts.httpStatus && `HTTP ${facts.httpStatus}`)}.`,
    'Serve the list, if only an empty one, or do not declare the capability in `initialize`.',
  ),
  served_not_declared: causeText(
    (facts) =>
      `The server answers ${facts.method ?? 'the list'} and does not declare the capability in \`initialize\`, so clients never ask for it.`,
    'Declare the capability in the answer to `initialize`.',
  ),
  list_endless: causeText(
    (facts) =>
      `The pages of the list do not end${listed(facts)}: a cursor or a page comes back, or there is always another.`,
    'Leave `nextCursor` out of the last page.',
  ),
  cursor_invalid: causeText(
    (facts) => `The cursor of the next page is not a string${listed(facts)}, so no client can ask for that page.`,
    'Send `nextCursor` as a string, and leave it out of the last page.',
  ),
  list_changed_while_read: causeText(
    (facts) =>
      `The list changed while its pages were read${listed(facts)}: items of one page came back on a later one.`,
    'Make cursors point behind the last item that was sent and not at a position, so that a change in between moves nothing.',
  ),
  cursor_refused: causeText(
    (facts) => `The server gave a cursor for the next page and then refused it${listed(facts)}.`,
    'Accept every cursor that was given out, on every instance, for as long as the session lasts.',
  ),
  items_invalid: causeText(
    (facts) =>
      `The list holds items that break the protocol${inBrackets(invalid(facts))}. Many clients refuse the whole list for one of them; here the others were read.`,
    'Fix these items: the evidence names each.',
  ),
  names_repeated: causeText(
    (facts) =>
      `Several items of the list have the same name, so that clients can reach only one of them${listed(facts)}.`,
    'Give each item a name of its own; the evidence lists the repeated ones.',
  ),
};
