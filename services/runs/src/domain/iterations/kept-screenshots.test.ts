import type { Screenshot } from '@assay/mesh/gen/assay/v1/browsers';
import { keptScreenshots } from './kept-screenshots.ts';

const image = (id: string, more: Partial<Screenshot> = {}, bytes = 100): Screenshot => ({
  id,
  mimeType: 'image/jpeg',
  body: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(bytes - 3)]),
  width: 1,
  height: 1,
  ...more,
});
const numbered = (count: number, bytes?: number) => Array.from({ length: count }, (_, i) => image(`s${i}`, {}, bytes));

test.each<[string, Screenshot[], number]>([
  ['images', numbered(3), 3],
  ['the first twenty', numbered(21), 20],
  ['four megabytes in all', numbered(20, 300 * 1024), 13],
  ['none over its limit', [image('big', {}, 300 * 1024 + 1), image('fine')], 1],
  ['none whose id is no part of a path', [image('../x'), image(''), image('fine')], 1],
  ['none of another type', [image('a', { mimeType: 'image/svg+xml' }), image('b', { body: Buffer.from('<svg>') })], 0],
])('a report keeps %s', (_, reported, kept) => expect(keptScreenshots(reported)).toHaveLength(kept));
