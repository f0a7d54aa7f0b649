import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const LOAD = `
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
  await import('@assay/runner/app');
  process.stdout.write(JSON.stringify(loaded));`;

test("a runner starts without the models' SDK, a browser's driver and the modules of authoring", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', LOAD], {
    cwd: import.meta.dirname,
    maxBuffer: 1 << 24,
  });
  const loaded = JSON.parse(stdout) as string[];
  expect(loaded.filter((url) => url.endsWith('/runner/src/app.ts'))).toHaveLength(1);
  expect(
    loaded.filter((url) =>
      /\/node_modules\/(?:ai|@ai-sdk|typebox|playwright-core|@modelcontextprotocol\/ext-apps)\/|\/grading\/src\/(?!cached-by-object)|\/(?:services\/runner\/src|domain)\/authoring\//.test(
        url,
      ),
    ),
  ).toEqual([]);
});
