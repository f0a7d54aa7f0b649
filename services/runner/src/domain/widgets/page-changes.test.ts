import type { PageSnapshot } from '@assay/contract/areas/browsers/snapshot';
import { pageChanges } from './page-changes.ts';

const snapshot = (...lines: string[]): PageSnapshot => ({
  mode: 'a11y',
  tree: lines.join('\n'),
  elements: [],
  capturedAt: 0,
});
const page = ['- main [ref=e1]', '  - text: Total 1', '  - button "Buy" [ref=e2] [cursor=pointer]'];

test.each<[string, string[], ReturnType<typeof pageChanges>]>([
  ['nothing', page, undefined],
  ['new references only', ['- main [ref=e9]', '  - text: Total 1', '  - button "Buy" [ref=e8]'], undefined],
  ['a text', [page[0]!, '  - text: Total 2', page[2]!], { added: ['- text: Total 2'], removed: ['- text: Total 1'] }],
  [
    'a second button of the same name',
    [...page, '  - button "Buy" [ref=e3]'],
    { added: ['- button "Buy"'], removed: [] },
  ],
  ['everything', [], { added: [], removed: ['- main', '- text: Total 1', '- button "Buy"'] }],
  ['a long line', [...page, `- text: ${'x'.repeat(400)}`], { added: [`- text: ${'x'.repeat(291)}…`], removed: [] }],
])('a page on which %s changed', (_, after, changes) =>
  expect(pageChanges(snapshot(...page), snapshot(...after))).toEqual(changes),
);

test('the first fifty lines are told', () => {
  const many = Array.from({ length: 60 }, (_, i) => `- text: ${i}`);
  const changes = pageChanges(snapshot(), snapshot(...many))!;
  expect([changes.added.length, changes.truncated]).toEqual([50, true]);
});

test('nothing is known without both snapshots', () =>
  expect([pageChanges(undefined, snapshot()), pageChanges(snapshot(), undefined)]).toEqual([undefined, undefined]));
