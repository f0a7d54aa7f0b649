import { gunzipSync } from 'node:zlib';
import { compress } from './compress.ts';

test.each([
  ['small', 100],
  ['large', 1_000_000],
])('what is %s comes back as it was', async (_, length) => {
  const content = 'ä'.repeat(length);
  expect(gunzipSync(await compress(content)).toString()).toBe(content);
  expect(gunzipSync(await compress(Buffer.from(content))).toString()).toBe(content);
});
