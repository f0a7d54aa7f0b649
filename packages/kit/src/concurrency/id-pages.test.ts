import { idPages } from './id-pages.ts';

const all = Array.from({ length: 1_200 }, (_, i) => `id_${String(i).padStart(4, '0')}`);
const list = async (after: string, limit: number) => all.filter((id) => id > after).slice(0, limit);

test('every id comes once and in order, in pages', async () => {
  const pages = await Array.fromAsync(idPages(new AbortController().signal, list));
  expect(pages.map(({ length }) => length)).toEqual([500, 500, 200]);
  expect(pages.flat()).toEqual(all);
});

test('no further page is read after the signal aborts', async () => {
  const stopping = new AbortController();
  const seen: string[] = [];
  for await (const ids of idPages(stopping.signal, list)) {
    seen.push(...ids);
    stopping.abort();
  }
  expect(seen).toHaveLength(500);
});
