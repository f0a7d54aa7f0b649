import { packedBytes } from './packed-bytes.ts';

test('byte strings are found in the packed bytes by their places, and missing ones have none', () => {
  const strings = [Buffer.from('ab'), null, Buffer.alloc(0), Buffer.from('€')];
  const { bytes, starts, lengths } = packedBytes(strings);
  expect(starts).toEqual([1, null, 3, 3]);
  expect(lengths).toEqual([2, null, 0, 3]);
  expect(
    starts.map((start, i) => (start === null ? null : bytes.subarray(start - 1, start - 1 + lengths[i]!))),
  ).toEqual(strings);
});
