import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startRegistry } from '../start-registry.ts';
import { helm, registry } from '../tools.ts';
import { chartFolder } from './chart-values.ts';

const run = promisify(execFile);
const withRegistry = [helm, registry].every(({ program }) => existsSync(program)) ? describe : describe.skip;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-push-'));
});
afterAll(() => rm(folder, { recursive: true }));

withRegistry('the chart in a registry', () => {
  test('renders as it does from its folder', async () => {
    const { host, stop } = await startRegistry(folder);
    try {
      const of = { cwd: folder, maxBuffer: 1 << 24, env: { ...process.env, HELM_CACHE_HOME: folder } };
      await run(helm.program, ['package', chartFolder], of);
      const [packed] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
      await run(helm.program, ['push', packed!, `oci://${host}/charts`, '--plain-http'], of);
      const chart = `oci://${host}/charts/assay`;
      // `helm template` of an address prints the digest above the objects.
      await mkdir(join(folder, 'pulled'));
      await run(helm.program, ['pull', chart, '--plain-http', '--destination', 'pulled'], of);
      const fromRegistry = await run(helm.program, ['template', 'assay', join('pulled', packed!)], of);
      const fromFolder = await run(helm.program, ['template', 'assay', chartFolder], of);
      expect(fromRegistry.stdout === fromFolder.stdout).toBe(true);
      const readme = await run(helm.program, ['show', 'readme', chart, '--plain-http'], of);
      expect(readme.stdout).toContain('`image.digest`');
    } finally {
      stop();
    }
  });
});
