import { EventTap } from './event-tap.ts';

/** The data of the events of a stream that comes in these parts, with its end. */
async function dataOf(...parts: string[]): Promise<string[]> {
  const left = parts.map((part) => Buffer.from(part));
  const tap = new EventTap({ read: async () => left.shift(), cancel: () => {} }, {});
  const data: string[] = [];
  while (await tap.read()) data.push(...tap.events.map((event) => event.data));
  tap.finish();
  return [...data, ...tap.events.map((event) => event.data)];
}

test.each([
  ['line feeds', ['data: 1\n\ndata: 2\n\n']],
  ['carriage returns alone', ['data: 1\r\rdata: 2\r\r']],
  ['both', ['data: 1\r\n\r\ndata: 2\r\n\r\n']],
  ['both, cut between them', ['data: 1\r', '\n\r', '\ndata: 2\r', '\n\r', '\n']],
  ['carriage returns in parts of their own', ['data: 1', '\r', '\r', 'data: 2\r', '\r']],
])('events whose lines end in %s are read', async (_, parts) => {
  expect(await dataOf(...parts)).toEqual(['1', '2']);
});

test('an event that ends in carriage returns is read before more arrives', async () => {
  const parts = [Buffer.from('data: 1\r\r')];
  const tap = new EventTap({ read: async () => parts.shift(), cancel: () => {} }, {});
  await tap.read();
  expect(tap.events.map(({ data }) => data)).toEqual(['1']);
});

test.each([
  ['lacks its blank line', 'data: {"a":1}', ['{"a":1}']],
  ['lacks half of it', 'data: {"a":1}\n', ['{"a":1}']],
  ['is cut off within its data', 'data: {"a":', []],
])('a last event that %s is read if its data are whole', async (_, text, expected) => {
  expect(await dataOf(text)).toEqual(expected);
});
