import type { ListName } from '../../canonical.ts';
import { checkServer, specificationUrl, type LintSubject, type PagesSeen, type LintRule } from '../rule.ts';

const LARGE_PAGE = 500;
const SMALL_PAGE = 10;
const MANY_PAGES = 10;
const HELP = specificationUrl('server/utilities/pagination');

const eachList = (tell: (pages: PagesSeen, list: ListName) => string | undefined) =>
  checkServer(({ pages = {} }: LintSubject) =>
    (Object.entries(pages) as [ListName, PagesSeen][]).flatMap(([list, seen]) => tell(seen, list) ?? []),
  );

export const pageRules: LintRule[] = [
  {
    id: 'pages-endless',
    severity: 'error',
    helpUrl: HELP,
    costs: 'clients read on until they give up',
    asks: 'The pages of a list end.',
    fix: 'Leave `nextCursor` out of the last page, give each page another one, and answer it with the page that it stands for.',
    check: eachList(({ sizes, fault }, list) =>
      fault === 'list_endless' ? `The pages of ${list} had not ended after ${sizes.length}.` : undefined,
    ),
  },
  {
    id: 'page-cursor-not-text',
    severity: 'error',
    helpUrl: HELP,
    costs: 'clients refuse the page',
    asks: 'The cursor of the next page is a string.',
    fix: 'Send `nextCursor` as a string, or leave it out of the last page.',
    check: eachList(({ sizes, fault }, list) =>
      fault === 'cursor_invalid' ? `Page ${sizes.length} of ${list} has a cursor that is not a string.` : undefined,
    ),
  },
  {
    id: 'page-empty',
    severity: 'note',
    helpUrl: HELP,
    costs: 'one more request for nothing',
    asks: 'A page that names a next one holds something.',
    fix: 'Name a next page only where there is something on it.',
    check: eachList(({ sizes }, list) =>
      sizes.length > 1 && sizes.includes(0) ? `A page of ${list} is empty.` : undefined,
    ),
  },
  {
    id: 'page-large',
    severity: 'note',
    helpUrl: HELP,
    costs: 'slow to read, and easily cut',
    asks: `A page holds at most ${LARGE_PAGE} items.`,
    fix: 'Answer in pages.',
    check: eachList(({ sizes }, list) =>
      Math.max(0, ...sizes) > LARGE_PAGE ? `A page of ${list} holds ${Math.max(...sizes)} items.` : undefined,
    ),
  },
  {
    id: 'pages-small',
    severity: 'note',
    helpUrl: HELP,
    costs: 'many requests for one list',
    asks: `A list comes in few pages, or in pages of at least ${SMALL_PAGE}.`,
    fix: 'Put more items on a page: each page costs a round trip.',
    check: eachList(({ sizes }, list) =>
      sizes.length > MANY_PAGES && sizes.reduce((sum, size) => sum + size, 0) / sizes.length < SMALL_PAGE
        ? `${list} comes in ${sizes.length} pages.`
        : undefined,
    ),
  },
];
