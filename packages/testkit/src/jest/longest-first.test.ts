import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SECONDS } from './longest-first.ts';

const ROOT = join(import.meta.dirname, '../../../..');

test('the files that are known to take long are there', () => {
  expect(Object.keys(SECONDS).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
