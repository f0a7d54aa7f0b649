import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PRINT = `const { compileCacheVariable } = await import(${JSON.stringify(import.meta.resolve('./compile-cache.ts'))});
console.log(JSON.stringify(compileCacheVariable()));`;
const printed = (env: Record<string, string>) =>
  JSON.parse(
    execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '--eval', PRINT], {
      env,
      encoding: 'utf8',
    }),
  ) as unknown;

test('a process shares the folder of its own variable, and nothing without a cache', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-compiled-'));
  try {
    expect(printed({ NODE_COMPILE_CACHE: folder })).toEqual({ NODE_COMPILE_CACHE: folder });
    expect(printed({})).toEqual({});
  } finally {
    await rm(folder, { recursive: true });
  }
});
