import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sourceFiles } from '@assay/check/source-files';

const root = join(import.meta.dirname, '../../../..');
const FOR_DEVELOPERS =
  /\.test\.|(?:^|\/)test\/|^(?:deploy\/(?:check|bench)|packages\/testkit)\/|^proto\/src\/rpc\/print-operations\./;
const LAZY = /\b(?<!typeof )import\(\s*'([^']+)'/g;
const BESIDE = /new URL\('([^']+\.[mc]?[jt]s)', import\.meta\.url\)/g;
/** Modules that do their work when they are loaded; that their file exists has to be enough. */
const PROGRAMS = new Set(['@modelcontextprotocol/conformance/dist/index.js', './run.ts']);

/** A module that the product loads when it is first needed, and the URL of the module that names it. A program is only looked for. */
interface LazyModule {
  specifier: string;
  parent: string;
  isProgram: boolean;
}

/** Loads modules as the product does, in a process of their own, and prints the faults. */
const LOADER = `
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
const faults = [];
for (const { specifier, parent, isProgram } of JSON.parse(process.argv[1])) {
  try {
    const url = import.meta.resolve(specifier, parent);
    if (!isProgram) await import(url);
    else if (!existsSync(fileURLToPath(url))) throw new Error('missing');
  } catch (error) {
    faults.push(\`\${parent}: \${specifier}: \${error.message}\`);
  }
}
console.log(JSON.stringify(faults));
process.exit();
`;

function faultsOf(modules: LazyModule[]): string[] {
  const flags = ['--experimental-import-meta-resolve', '--no-warnings', '--input-type=module'];
  const printed = execFileSync(process.execPath, [...flags, '--eval', LOADER, JSON.stringify(modules)], {
    cwd: root,
    encoding: 'utf8',
  });
  return JSON.parse(printed) as string[];
}

test('every module that is loaded when it is first needed exists and loads', () => {
  const modules = sourceFiles(['*.ts', '*.js'])
    // Vite resolves the imports of the console when it builds it.
    .filter((path) => !FOR_DEVELOPERS.test(path) && !path.startsWith('services/console/src/'))
    .flatMap((path) => {
      const [source, parent] = [readFileSync(join(root, path), 'utf8'), pathToFileURL(join(root, path)).href];
      const imported = [...source.matchAll(LAZY)].map(([, specifier]) => ({
        specifier: specifier!,
        parent,
        isProgram: PROGRAMS.has(specifier!),
      }));
      const started = [...source.matchAll(BESIDE)].map(([, specifier]) => ({
        specifier: specifier!,
        parent,
        isProgram: true,
      }));
      return [...imported, ...started];
    });
  expect(modules.length).toBeGreaterThan(20);
  expect(faultsOf(modules)).toEqual([]);
}, 60_000);

test('a module that is missing is a fault', () => {
  const lost = { specifier: './lost.ts', parent: import.meta.url };
  expect(faultsOf([{ ...lost, isProgram: false }])).toHaveLength(1);
  expect(faultsOf([{ ...lost, isProgram: true }])).toHaveLength(1);
});

/** Prints the modules that are loaded before the services start. */
const STARTED = `
import { registerHooks } from 'node:module';
const loaded = [];
registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
await import('@assay/local/platform');
console.log(JSON.stringify(loaded));
process.exit();
`;

test('a start loads no module of a library that only questions, work or probes need', () => {
  const printed = execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '--eval', STARTED], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
    maxBuffer: 1 << 24,
  });
  const loaded = JSON.parse(printed) as string[];
  expect(loaded.some((url) => url.endsWith('/gateway/src/app.ts'))).toBe(true);
  const libraries =
    /\/node_modules\/(?:typebox|zod|undici|ai|@ai-sdk|@modelcontextprotocol|playwright-core|kafkajs|protobufjs|grpc-health-check|@grpc\/(?:proto-loader|reflection))\//;
  const parts = /\/packages\/(?:inspect|study-page\/client)\/|\/services\/runner\/src\/app\.ts/;
  expect(loaded.filter((url) => libraries.test(url) || parts.test(url))).toEqual([]);
});
