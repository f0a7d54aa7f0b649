import { lostIn, readAllPages, readAnswers, type JsonValue } from './released-answers.ts';

const released: JsonValue = {
  items: [
    { id: 'a', name: 'first', count: 1, status: 'running', createdAt: '2026-01-01T00:00:00.000Z', tags: ['x'] },
    { id: 'b', name: 'second', count: 2, status: 'passed', createdAt: '2026-01-02T00:00:00.000Z', tags: [] },
  ],
};

test.each<[string, (items: Record<string, JsonValue>[]) => void, string[]]>([
  ['the same', () => undefined, []],
  ['a new field', ([first]) => (first!['more'] = true), []],
  ['a new item before the others', (items) => items.unshift({ id: 'c' }), []],
  ['another count, status and time', ([first]) => Object.assign(first!, { count: 9, status: 'x', createdAt: 'y' }), []],
  ['an item that is gone', (items) => items.pop(), ['/items/1']],
  ['a field that is gone', ([first]) => delete first!['name'], ['/items/0/name']],
  ['another text', ([first]) => (first!['name'] = 'other'), ['/items/0/name']],
  ['another type', ([first]) => (first!['count'] = '1'), ['/items/0/count']],
])('an answer with %s loses what it must', (_, change, lost) => {
  const today = structuredClone(released) as { items: Record<string, JsonValue>[] };
  change(today.items);
  expect(lostIn(released, today)).toEqual(lost);
});

test('an answer that is not given any more is lost', () => {
  expect(lostIn(released, undefined)).toEqual(['']);
});

test('objects of lists are read by their ids, and what differs between two readings is not kept', async () => {
  let reading = 0;
  const answers = await readAnswers(
    async (path) => {
      if (path === '/projects/p/personas') return { items: [{ id: 'persona_1' }] };
      return path === '/projects/p/personas/persona_1' ? { id: 'persona_1', reading: ++reading } : undefined;
    },
    { projectId: 'p' },
  );
  expect(answers).toEqual({
    '/projects/p/personas': { items: [{ id: 'persona_1' }] },
    '/projects/p/personas/persona_1': { id: 'persona_1' },
  });
});

test('a list is read to its last page', async () => {
  const pages: Record<string, JsonValue> = {
    '/log': { items: [{ id: 'b' }], total: 2, nextCursor: 'a b' },
    '/log?cursor=a%20b': { items: [{ id: 'a' }] },
  };
  const read = readAllPages(async (path) => pages[path]);
  expect(await read('/log')).toEqual({ items: [{ id: 'b' }, { id: 'a' }], total: 2 });
  expect(await read('/gone')).toBeUndefined();
});
