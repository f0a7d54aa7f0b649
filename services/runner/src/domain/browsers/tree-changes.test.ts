import { treeChanges } from './tree-changes.ts';

test.each<[string, string, string, ReturnType<typeof treeChanges>]>([
  ['a tree that stayed', '- a\n  - b', '- a\n  - b', undefined],
  ['an element that moved deeper', '- a\n- b', '- a\n  - b', undefined],
  ['an element that changed its state', '- box', '- box [checked]', { added: ['- box [checked]'], removed: ['- box'] }],
  ['a second line of the same text', '- a', '- a\n- a', { added: ['- a'], removed: [] }],
  ['a page that was empty', '', '- a', { added: ['- a'], removed: [] }],
])('the changes of %s', (_what, before, after, changes) => expect(treeChanges(before, after)).toEqual(changes));

test('changes are told by 50 lines of each kind at most, each of them clipped', () => {
  const { added, removed } = treeChanges(
    '',
    Array.from({ length: 99 }, (_, i) => `${i}${'x'.repeat(500)}`).join('\n'),
  )!;
  expect([added.length, removed, added[49]!.length]).toEqual([50, [], 201]);
});
