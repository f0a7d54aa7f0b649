import { bounded } from '../../src/actions/admin/bundle.ts';

test('a bundle that is too long loses the ends of its lists, and stays JSON', () => {
  const items = Array.from({ length: 900 }, (_, i) => ({ id: `item ${i}`, text: 'x'.repeat(100) }));
  const text = bounded({ items, name: 'kept' }, 20_000);
  expect(text.length).toBeLessThanOrEqual(20_001);
  const read = JSON.parse(text) as { items: unknown[]; name: string };
  expect([read.name, read.items[0]]).toEqual(['kept', items[0]]);
  expect(read.items.at(-1)).toMatch(/^… \d+ more$/);
});

test('a short bundle is written whole', () => {
  expect(JSON.parse(bounded({ items: [1, 2, 3] }, 1_000))).toEqual({ items: [1, 2, 3] });
});
