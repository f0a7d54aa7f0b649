import { createContext, runInContext } from 'node:vm';
import { join, relative } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '../../..');

/** Bundles a script of a page, and names the modules that came in. */
async function bundled(script: string, minify = false) {
  const { metafile, outputFiles } = await build({
    stdin: { contents: script, resolveDir: root, loader: 'ts' },
    bundle: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    minify,
    metafile: true,
    write: false,
  });
  const modules = Object.keys(metafile.inputs)
    .map((path) => relative(root, join(process.cwd(), path)))
    .sort();
  return { modules: modules.filter((path) => path !== '<stdin>'), code: outputFiles[0]!.text };
}

const WHOLE = `import { createClient } from '@assay/sdk'; globalThis.createClient = createClient;`;

test('a browser loads the SDK, and of the contract its error codes and one helper', async () => {
  const { modules, code } = await bundled(WHOLE, true);
  expect(modules.filter((path) => !path.startsWith('packages/sdk/src/'))).toEqual([
    'packages/contract/src/given.ts',
    'packages/contract/src/problem.ts',
  ]);
  expect(code.length).toBeLessThan(80_000);
});

test('a small page loads its own operations and no other', async () => {
  const { code } = await bundled(
    `import { createClientOf } from '@assay/sdk/client';
     import { getVisit } from '@assay/sdk/gen/operations';
     globalThis.visits = createClientOf({ getVisit }, { url: '/' });`,
    true,
  );
  expect(code).toContain('/studies/{linkToken}/visit');
  expect(code).not.toContain('/eval-runs');
  expect(code.length).toBeLessThan(20_000);
});

test('the SDK runs with what browsers have, at an address relative to the page', async () => {
  const { code } = await bundled(WHOLE);
  const sent: string[] = [];
  const page = createContext({
    AbortController,
    Headers,
    Response,
    URL,
    URLSearchParams,
    clearTimeout,
    crypto,
    location: { href: 'https://tools.example/assay/runs?x=1' },
    performance,
    setTimeout,
    TextDecoder,
    fetch: async (url: string) => {
      sent.push(url);
      return Response.json({ id: 'run_1', status: 'of a newer platform' });
    },
  });
  runInContext(code, page);
  const client = `createClient({ url: '/assay', credential: { cookie: true } })`;
  const run = await runInContext(`${client}.getEvalRun({ projectId: 'p', runId: 'r' })`, page);
  expect(run).toEqual({ id: 'run_1', status: 'of a newer platform' });
  expect(sent).toEqual(['https://tools.example/assay/api/v1/projects/p/eval-runs/r']);
});
