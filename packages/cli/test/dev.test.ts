import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '@assay/testkit/until';
import { startAssayProcess } from './support/assay-process.ts';
import { runInProcess } from './support/command.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-dev-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a local Assay is linked with its folder and signed in to, and keeps its data', async () => {
  const env = { HOME: folder, XDG_CONFIG_HOME: join(folder, 'config') };
  const running = startAssayProcess(['dev', '--no-open'], { folder, env });
  await running.said('Ctrl-C ends it.');
  const { url } = JSON.parse(await readFile(join(folder, 'assay.json'), 'utf8')) as { url: string };
  const { code, stdout } = await runInProcess(['whoami', '--json', 'url,role'], { folder, env });
  expect([code, JSON.parse(stdout)]).toEqual([0, { url, role: 'owner' }]);
  const second = await startAssayProcess(['dev', '--no-open'], { folder, env }).ended;
  expect([second.code, second.stderr]).toEqual([4, expect.stringContaining('is in use by process')]);
  running.kill('SIGINT');
  expect(await running.ended).toMatchObject({ code: 0, stdout: `● Assay runs at ${url}.\n` });
  expect(await readFile(join(folder, '.assay/.gitignore'), 'utf8')).toBe('*\n');
  expect(
    await waitUntil(() =>
      fetch(url).then(
        () => false,
        () => true,
      ),
    ),
  ).toBe(true);
});
