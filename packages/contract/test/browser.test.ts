import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
/** The most that the whole contract may weigh in a browser, in bytes of minified JavaScript. */
const MAX_BYTES = 600_000;

const sources = async () =>
  (await readdir(join(root, 'src'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name));

test('every file of the contract is bundled for a browser, and nothing foreign comes in', async () => {
  const files = await sources();
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: [
        ...files.map((file) => `import ${JSON.stringify(file)};`),
        `export { operations } from ${JSON.stringify(join(root, 'src/operations.ts'))};`,
        `export { Problem } from ${JSON.stringify(join(root, 'src/problem.ts'))};`,
        `export { secretHider } from ${JSON.stringify(join(root, 'src/areas/servers/secret-values.ts'))};`,
      ].join('\n'),
      resolveDir: root,
    },
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'contract',
    minify: true,
    metafile: true,
    write: false,
  });
  const foreign = Object.keys(metafile.inputs).filter(
    (path) => path !== '<stdin>' && !path.startsWith(relative(process.cwd(), join(root, 'src'))),
  );
  expect(foreign).toEqual([]);

  const [script] = outputFiles;
  expect(script!.contents.length).toBeLessThan(MAX_BYTES);
  // A context has only the globals of the language; these are the ones of browsers that the contract needs.
  const { contract } = runInNewContext(`${script!.text}; ({ contract })`, { TextEncoder, btoa }) as {
    contract: {
      operations: object;
      Problem: new (code: string, message: string) => Error;
      secretHider(secrets: string[]): (text: string) => string;
    };
  };
  expect(Object.keys(contract.operations).length).toBeGreaterThan(300);
  expect(new contract.Problem('NOT_FOUND', 'No such run.').message).toBe('No such run.');
  expect(contract.secretHider(['top secret value'])('is top secret value')).not.toContain('top secret');
});
