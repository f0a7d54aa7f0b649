import { PRIMITIVE_LISTS } from '@assay/mcp/requests/pages';
import { diagnosisOf } from '@assay/mcp/diagnosis/diagnosis';
import { findListFlaw } from './list-flaws.ts';

const RULES = { mirrorsHeaders: false };
const tool = (more: object = {}) => ({ name: 'a', inputSchema: { type: 'object' }, ...more });

test('items that can be used are kept, and an index counts over all pages', () => {
  const { items, flaw } = findListFlaw(PRIMITIVE_LISTS.tools, [[tool()], [tool({ name: 'b' }), null]], RULES);
  expect(items).toEqual([tool(), tool({ name: 'b' })]);
  expect(diagnosisOf(flaw!).evidence).toMatchObject({
    pages: 2,
    items: 3,
    invalid: [{ index: 2, why: 'is not an object', leftOut: true }],
  });
});

test('a name repeated on another page means that the list moved, on the same page a duplicate', () => {
  const causeOf = (...pages: unknown[][]) => diagnosisOf(findListFlaw(PRIMITIVE_LISTS.tools, pages, RULES).flaw!);
  expect(causeOf([tool()], [tool()])).toMatchObject({ cause: 'list_changed_while_read', evidence: { names: ['a'] } });
  expect(causeOf([tool(), tool()], [tool({ name: 'b' })])).toMatchObject({
    cause: 'names_repeated',
    evidence: { names: ['a'] },
  });
});
