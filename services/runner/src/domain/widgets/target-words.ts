import type { PageSnapshot } from '@assay/contract/areas/browsers/snapshot';
import type { WidgetLocator } from '@assay/contract/areas/cases/widget';
import { quoteValue } from '@assay/grading/quote';

/** At most this many elements of a page are named. */
const NAMED = 8;

/** A locator in words: `button "Buy"`, `the text "Total"`; several ways to find an element all hold. */
export function targetWords({ role, text, css, testId, nth }: WidgetLocator): string {
  const ways = [
    role && `${role.role}${role.name === undefined ? '' : ` ${quoteValue(role.name)}`}`,
    text !== undefined && `text ${quoteValue(text)}`,
    css !== undefined && `selector ${quoteValue(css)}`,
    testId !== undefined && `test id ${quoteValue(testId)}`,
  ].filter((way): way is string => typeof way === 'string');
  return `${ways.join(' with ')}${nth === undefined ? '' : ` (nth ${nth})`}`;
}

/** The elements of a page that people act on, in words; elements of the wanted role come first. */
export function pageWords(snapshot: PageSnapshot | undefined, { role }: Pick<WidgetLocator, 'role'> = {}): string {
  if (!snapshot) return 'The page does not answer.';
  const isWanted = (each: { role: string }) => Number(each.role === role?.role);
  const named = snapshot.elements
    .filter(({ name, role: is }) => name !== '' || is === role?.role)
    .toSorted((a, b) => isWanted(b) - isWanted(a));
  if (named.length === 0) return 'The page has no named elements.';
  const shown = named.slice(0, NAMED).map((each) => `${each.role} ${quoteValue(each.name)}`);
  const more = named.length - shown.length;
  return `The page has ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}
