import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../../..');
const documents = join(root, 'packages/sdk/src/gen/documents.ts');

/** Compiles statements that use the printed documents; the faults that the compiler finds. */
async function faultsOf(names: string[], statements: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-sdk-documents-'));
  const options = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--allowImportingTsExtensions'];
  try {
    const file = join(folder, 'examples.ts');
    const imports = `import type { ${names.join(', ')} } from ${JSON.stringify(documents)};`;
    await writeFile(file, [imports, ...statements, ''].join('\n'));
    const compiler = join(root, 'node_modules/.bin/tsc');
    const args = ['--ignoreConfig', '--module', 'nodenext', '--types', '', ...options, file];
    return await promisify(execFile)(compiler, args, { maxBuffer: 1e8 }).then(
      ({ stdout }) => stdout,
      (error: unknown) => (error as { stdout: string }).stdout,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('every published example of a document fits the type of the document', async () => {
  const { components } = JSON.parse(await readFile(join(root, 'gateway/openapi.json'), 'utf8')) as {
    components: { schemas: Record<string, { examples?: unknown[] }> };
  };
  const printed = await readFile(documents, 'utf8');
  const names = [...printed.matchAll(/^export (?:interface|type) (\w+)/gm)]
    .map(([, name]) => name!)
    .filter((name) => (components.schemas[name]?.examples ?? []).length > 0);
  const statements = names.flatMap((name) =>
    components.schemas[name]!.examples!.map((example) => `(${JSON.stringify(example)}) satisfies ${name};`),
  );
  expect(names.length).toBeGreaterThan(500);
  expect(await faultsOf(names, statements)).toBe('');
});

test('a document does not compile with an unknown field, or without a required one', async () => {
  const faults = await faultsOf(
    ['SignInRequest'],
    [
      '({ email: "a@b.example" }) satisfies SignInRequest;',
      '({ email: "a@b.example", password: "x", more: 1 }) satisfies SignInRequest;',
    ],
  );
  expect(faults.match(/error TS/g)).toHaveLength(2);
});
