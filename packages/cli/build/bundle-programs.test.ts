import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundlePrograms } from './bundle-programs.ts';

test('the command is bundled for the oldest Node.js, whose modules have every imported name', async () => {
  const out = await mkdtemp(join(tmpdir(), 'assay-bundle-'));
  try {
    await bundlePrograms(out);
    expect(await readdir(out)).toContain('assay.js');
  } finally {
    await rm(out, { recursive: true });
  }
});
