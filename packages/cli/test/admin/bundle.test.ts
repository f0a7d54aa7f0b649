import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bounded } from '../../src/actions/admin/bundle.ts';
import { runInProcess } from '../support/command.ts';
import { always, standInPlatform } from '../support/stand-in-platform.ts';

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

test('a bundle with the name - is printed, and no file is written', async () => {
  const platform = await standInPlatform();
  platform.answer = always(200, { service: 'any', parts: [], items: [] });
  const folder = await mkdtemp(join(tmpdir(), 'assay-bundle-'));
  const env = { ASSAY_URL: platform.origin, ASSAY_OPERATOR_KEY: 'op_key' };
  try {
    const { code, stdout, stderr } = await runInProcess(['admin', 'bundle', '-o', '-'], { env, folder });
    expect([code, stderr, Object.keys(JSON.parse(stdout) as object)]).toEqual([
      0,
      '',
      ['writtenAt', 'commandLine', 'health', 'reports', 'stuckWork', 'deadLetters'],
    ]);
    expect(await readdir(folder)).toEqual([]);
  } finally {
    await platform.stop();
    await rm(folder, { recursive: true });
  }
});

test('a bundle without a name of its file is refused before anything is asked', async () => {
  expect(await runInProcess(['admin', 'bundle', '-o', ''])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining("'-o, --out <file>' argument '' is invalid. It is the name of a file."),
  });
});
