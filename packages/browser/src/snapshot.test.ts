import { type AriaNode, MASK, snapshotOf } from './snapshot.ts';

const form: AriaNode[] = [
  {
    role: 'form',
    name: 'Order',
    ref: 'e1',
    children: [
      'Say "hunter2" twice\nor once',
      { role: 'textbox', name: 'Password', ref: 'e2', text: 'hunter2', active: true },
      { role: 'textbox', name: 'Code', ref: 'e3', text: 'ab', disabled: true },
      {
        role: 'combobox',
        name: 'Size',
        ref: 'e4',
        expanded: false,
        children: [
          { role: 'option', name: 'S' },
          { role: 'option', name: 'M', selected: true },
        ],
      },
      { role: 'checkbox', name: 'Gift', ref: 'e5', checked: true },
      { role: 'link', name: 'Help', ref: 'e6', url: '/help' },
    ],
  },
];

test('a snapshot has one line per node and masks secrets', () => {
  const { tree, truncated } = snapshotOf(form, ['hunter2', 'ab']);
  expect(tree.split('\n')).toEqual([
    '- form "Order" [ref=e1]',
    `  - text: ${JSON.stringify(`Say "${MASK}" twice\nor once`)}`,
    `  - textbox "Password" [active] [ref=e2]: ${MASK}`,
    `  - textbox "Code" [disabled] [ref=e3]: ${MASK}`,
    '  - combobox "Size" [ref=e4]',
    '    - option "S"',
    '    - option "M" [selected]',
    '  - checkbox "Gift" [checked] [ref=e5]',
    '  - link "Help" [url=/help] [ref=e6]',
  ]);
  expect(truncated).toBeUndefined();
});

test('elements of a snapshot have their states and values', () =>
  expect(snapshotOf(form, ['hunter2'], true).elements).toEqual([
    { ref: 'e2', role: 'textbox', name: 'Password', value: MASK, focused: true },
    { ref: 'e3', role: 'textbox', name: 'Code', value: 'ab', disabled: true },
    { ref: 'e4', role: 'combobox', name: 'Size', value: 'M', expanded: false },
    { ref: 'e5', role: 'checkbox', name: 'Gift', checked: true },
    { ref: 'e6', role: 'link', name: 'Help' },
  ]));

test.each([
  ['elements', Array.from({ length: 600 }, (_, i) => ({ role: 'button', name: `${i}`, ref: `e${i}` })), 500],
  ['text', ['x'.repeat(30_000), 'y'.repeat(30_000), { role: 'button', name: 'late', ref: 'e1' }], 0],
] as [string, AriaNode[], number][])('a snapshot with too many %s is cut and says so', (_what, nodes, elements) => {
  const snapshot = snapshotOf(nodes, []);
  expect(snapshot).toMatchObject({ truncated: true });
  expect(snapshot.elements).toHaveLength(elements);
  expect(snapshot.tree.length).toBeLessThan(50_000);
});
