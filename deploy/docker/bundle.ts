import { chmod, copyFile, glob, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { buildConsole } from '@assay/console/console-build';
import { build } from 'esbuild';
import { noticesOf, printNotices, type Notice } from './notices.ts';
import { ownFolder } from './own-folder.ts';
import { copyRunTimeFiles } from './run-time-files.ts';
import { imageSbom } from './sbom.ts';

const root = join(import.meta.dirname, '../..');

/** playwright-core, which loads its own parts by their places in its folder. */
const BROWSER_FILES = [
  'node_modules/playwright-core/{package.json,index.js,index.mjs,browsers.json,LICENSE,NOTICE,ThirdPartyNotices.txt}',
  'node_modules/playwright-core/lib/{*.js,*.wasm,entry/*.js,server/**/*.js,tools/**/*.js}',
];

/**
 * Writes everything the image runs into the empty folder `out`: `<process>/main.js` for the gateway, each service and
 * the migrations, the programs that services start as processes or worker threads of their own, and the files that they
 * read, at their paths in the repository.
 *
 * @returns the names of the processes, and the licences of the packages within them.
 */
export async function bundleProcesses(out: string): Promise<{ processes: string[]; notices: Notice[] }> {
  const mains = await matches(['gateway/src/main.ts', 'services/*/src/main.ts', 'deploy/migrate/src/main.ts']);
  const processes = mains.map((main) => basename(dirname(dirname(main))));
  const readers = await matches(['services/*/src/**/*-{process,worker}.ts']);
  const shared = await sharedWorkers(processes);
  const { banner, plugin } = ownFolder(root);
  const { metafile } = await build({
    entryPoints: Object.fromEntries([
      ...mains.map((main, i) => [`${processes[i]}/main`, join(root, main)]),
      ...readers.map((reader) => [`${reader.split('/')[1]}/${basename(reader, '.ts')}`, join(root, reader)]),
      ...shared,
    ]),
    outdir: out,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // The licences of all packages are in one file.
    legalComments: 'none',
    metafile: true,
    absWorkingDir: root,
    logLevel: 'warning',
    // `debug` takes the colours of a development dependency if it finds it.
    external: ['pg-native', 'playwright-core', 'supports-color'],
    plugins: [plugin],
    // CommonJS packages load Node's own modules with require.
    banner: {
      js: `import { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(import.meta.url);\n${banner}`,
    },
  });
  const copied = await copyRunTimeFiles(out, BROWSER_FILES);
  const notices = await noticesOf([...Object.keys(metafile.inputs), ...copied]);
  await writeFile(join(out, 'package.json'), '{ "type": "module" }\n');
  await writeFile(join(out, 'THIRD-PARTY-NOTICES.txt'), printNotices(notices));
  return { processes, notices };
}

/**
 * Writes everything that the image holds into the empty folder `out`: the processes, the console, our licence and the bill of
 * materials. Every user may read it, as the image may run as any of them. @returns the names of the processes.
 */
export async function bundleImage(out: string): Promise<string[]> {
  const [{ processes, notices }] = await Promise.all([bundleProcesses(out), buildConsole(join(out, 'console'))]);
  const inConsole = JSON.parse(await readFile(join(out, 'console/licenses.json'), 'utf8')) as Notice[];
  await writeFile(join(out, 'sbom.cdx.json'), await imageSbom([...notices, ...inConsole]));
  await copyFile(join(root, 'LICENSE'), join(out, 'LICENSE'));
  for (const entry of await readdir(out, { recursive: true, withFileTypes: true }))
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  return processes;
}

/** The worker threads that packages start: they are bundled beside each process that depends on their package. */
async function sharedWorkers(processes: string[]): Promise<[name: string, path: string][]> {
  const workers = await matches(['packages/*/src/**/*-worker.ts']);
  const manifests = await matches(['{gateway,services/*}/package.json']);
  const dependencies = await Promise.all(
    manifests.map(async (path) => {
      const manifest = JSON.parse(await readFile(join(root, path), 'utf8')) as { dependencies?: object };
      return [basename(dirname(path)), Object.keys(manifest.dependencies ?? {})] as const;
    }),
  );
  return dependencies.flatMap(([name, names]) =>
    workers
      .filter((worker) => processes.includes(name) && names.includes(`@assay/${worker.split('/')[1]}`))
      .map((worker): [string, string] => [`${name}/${basename(worker, '.ts')}`, join(root, worker)]),
  );
}

const matches = (patterns: string[]): Promise<string[]> => Array.fromAsync(glob(patterns, { cwd: root }));

if (import.meta.main) {
  const out = join(import.meta.dirname, 'dist');
  await rm(out, { recursive: true, force: true });
  await mkdir(out);
  const processes = await bundleImage(out);
  console.log(`${out}: ${processes.join(', ')}, console`);
}
