import type { BrowserTarget } from '@assay/contract/areas/browsers/command';
import type { PageElement } from '@assay/contract/areas/browsers/snapshot';

/** At most this many elements are listed in an error, and this much of a name is quoted, in characters. */
const [MAX_LISTED, MAX_NAME] = [10, 60];

/** The words for a target in errors. */
export function targetText({ ref, role, name, selector, text, nth, x, y }: BrowserTarget): string {
  const nthText = nth === undefined ? '' : ` (nth ${nth})`;
  if (ref !== undefined) return `the element "${quoted(ref)}"`;
  if (role !== undefined) return `${quoted(role)}${name === undefined ? '' : ` "${quoted(name)}"`}${nthText}`;
  if (selector !== undefined) return `the selector "${quoted(selector)}"${nthText}`;
  if (text !== undefined) return `the text "${quoted(text)}"${nthText}`;
  return `the point (${x ?? 0}, ${y ?? 0})`;
}

/** Says which elements a page has, for a caller whose target is not there; the elements of the wanted role alone if there are some. */
export function presentText(elements: readonly PageElement[], { role }: Pick<BrowserTarget, 'role'>): string {
  const named = elements.filter(({ name }) => name !== '');
  const ofRole = named.filter((element) => element.role === role);
  const listed = ofRole.length > 0 ? ofRole : named;
  if (listed.length === 0) return 'The page has no named elements.';
  const more = listed.length - MAX_LISTED;
  const names = listed.slice(0, MAX_LISTED).map((element) => `${element.role} "${quoted(element.name)}"`);
  return `The page has: ${names.join(', ')}${more > 0 ? `, and ${more} more` : ''}.`;
}

const quoted = (text: string) => (text.length > MAX_NAME ? `${text.slice(0, MAX_NAME).toWellFormed()}…` : text);
