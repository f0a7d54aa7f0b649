import { access, glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unlaunchable } from '@assay/contract/areas/environments/unlaunchable';
import { problemCodes, reasons } from '@assay/contract/problem';
import { sourceFiles } from '../source-files.ts';

const root = join(import.meta.dirname, '../../..');
const pages = await Array.fromAsync(
  glob(['*.md', 'docs/**/*.md', '{gateway,proto}/*.md', '{packages,services,deploy}/*/*.md'], {
    cwd: root,
    exclude: ['**/node_modules/**'],
  }),
);
const read = (path: string) => readFile(join(root, path), 'utf8');
const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

test('every link of the docs leads to a file, and to one of its headings', async () => {
  const missing: string[] = [];
  for (const page of pages) {
    for (const [, target = ''] of (await read(page)).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [file = '', heading] = target.split('#');
      const path = file ? join(root, dirname(page), file) : join(root, page);
      if (!(await exists(path))) missing.push(`${page}: ${target}`);
      else if (heading && !headingsOf(await readFile(path, 'utf8')).includes(heading))
        missing.push(`${page}: ${target}`);
    }
  }
  expect(missing).toEqual([]);
});

const headingsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  );

/** Files that are made: in the image, by the benchmark, and by a release. */
const MADE = /^(?:\w+\/main\.js|node_modules\/|deploy\/(?:bench|docker|releases)\/dist\/.*)$/;
const NAMED = /`([\w.@/-]+\.(?:tsx?|sql|proto|js)|(?:[\w.@-]+\/)+)`/g;

test('every file and folder that a page names exists in its package or from the root', async () => {
  const files = sourceFiles();
  const missing: string[] = [];
  for (const page of pages.filter((path) => path !== 'CHANGELOG.md')) {
    const folder = /^(?:\.|docs(?:\/.*)?)$/.test(dirname(page)) ? '' : `${dirname(page)}/`;
    const own = files.filter((path) => path.startsWith(folder));
    for (const [, name = ''] of (await read(page)).replace(/^```.*?^```/gms, '').matchAll(NAMED))
      if (!MADE.test(name) && !files.some((path) => path.startsWith(name)) && !own.some(isNamed(name)))
        missing.push(`${page}: ${name}`);
  }
  expect(missing).toEqual([]);
});

/** Whether a path has the name: ends with the name of a file, or has the name of a folder in it. */
const isNamed = (name: string) => (path: string) =>
  name.endsWith('/') ? path.includes(`/${name}`) : path.endsWith(`/${name}`);

const CITED = /(?<![\w./-])(?:deploy|docs|gateway|packages|proto|services)\/[\w./-]+\.(?:tsx?|sql|proto|md|yaml|js)\b/g;

test('every file that a source cites exists', async () => {
  const missing = new Set<string>();
  for (const source of sourceFiles(['*.ts', '*.js', '*.sql', '*.proto', '*.yaml', '*.tpl', '*.txt']))
    if (!source.endsWith('.test.ts'))
      for (const [file] of (await read(source)).matchAll(CITED))
        if (!MADE.test(file) && !(await exists(join(root, file)))) missing.add(`${source}: ${file}`);
  expect([...missing]).toEqual([]);
});

test('README.md links every page of the docs outside of folders', async () => {
  const readme = await read('README.md');
  expect(pages.filter((page) => dirname(page) === 'docs' && !readme.includes(`](${page})`))).toEqual([]);
});

/** The pages for operators. */
const BOOK = pages.filter((page) => page.startsWith('docs/operations/'));
/** In lines: two screens. */
const MAX_BOOK_PAGE = 90;

test('docs/operations.md and the page of the runbooks link every page of the book', async () => {
  const contents = await read('docs/operations.md');
  const runbooks = await read('docs/operations/runbooks.md');
  const isLinked = (page: string) =>
    contents.includes(`](${page.replace('docs/', '')})`) ||
    runbooks.includes(`](${page.replace('docs/operations/', '')}`);
  expect(BOOK.length).toBeGreaterThan(10);
  expect(BOOK.filter((page) => !isLinked(page))).toEqual([]);
});

test('every page of the book fits on two screens', async () => {
  const lengths = await Promise.all(
    BOOK.map(async (page) => ({ page, lines: (await read(page)).split('\n').length - 1 })),
  );
  expect(lengths.filter(({ lines }) => lines > MAX_BOOK_PAGE)).toEqual([]);
});

test('every runbook that a process names is a section of the book', async () => {
  const sections = (await Promise.all(BOOK.map(read))).flatMap(headingsOf);
  const named = new Set<string>();
  for (const source of sourceFiles(['packages/*/src/*.ts', 'services/*/src/*.ts']))
    for (const [, alert = ''] of (await read(source)).matchAll(/\bSee the runbook, (\w+)/gi)) named.add(alert);
  expect(named.size).toBeGreaterThan(5);
  expect([...named].filter((alert) => !sections.includes(alert.toLowerCase()))).toEqual([]);
});

test('every npm script that the docs name exists', async () => {
  const scriptsOf = async (folder: string) =>
    (JSON.parse(await read(join(folder, 'package.json'))) as { scripts?: Record<string, string> }).scripts ?? {};
  const missing: string[] = [];
  for (const page of pages)
    for (const [, script = '', folder = '.'] of (await read(page)).matchAll(
      /\bnpm run ([a-z][a-z:-]*)(?: --workspace ([\w/-]+))?/g,
    ))
      if (!(script in (await scriptsOf(folder)))) missing.push(`${page}: ${script} of ${folder}`);
  expect(missing).toEqual([]);
});

// Node strips types from 22.18 on; npm runs its scripts with the Node of the packages.
test('every command of the docs runs under Node 20', async () => {
  const unready: string[] = [];
  for (const page of [...pages, ...sourceFiles(['deploy/check/*.ts'])])
    for (const [command] of (await read(page)).matchAll(/\bnode [\w./-]+\.ts\b/g)) unready.push(`${page}: ${command}`);
  expect(unready).toEqual([]);
});

test('every table of the docs begins with its head', async () => {
  const broken: string[] = [];
  for (const page of pages) {
    const lines = (await read(page)).split('\n');
    lines.forEach((line, at) => {
      const begins = line.startsWith('|') && !lines[at - 1]?.startsWith('|');
      if (begins && !/^\|[-:| ]+\|$/.test(lines[at + 1] ?? '')) broken.push(`${page}:${at + 1}`);
    });
  }
  expect(broken).toEqual([]);
});

test('docs/errors.md explains every code with its status, every reason, and nothing else', async () => {
  const text = await read('docs/errors.md');
  const codes = [...text.matchAll(/^\| `(\w+)` \| (\d+) \|/gm)].map(([, code, status]) => `${code} ${status}`);
  expect(codes.sort()).toEqual(
    Object.entries(problemCodes)
      .map(([code, { http }]) => `${code} ${http}`)
      .sort(),
  );
  const listed = text
    .slice(text.indexOf('| Reason |'))
    .split('\n')
    .flatMap((line) => [...(/^\| (`\w+`(?:, `\w+`)*) \|/.exec(line)?.[1] ?? '').matchAll(/\w+/g)]);
  expect(listed.map(([reason]) => reason).sort()).toEqual(
    [...Object.keys(reasons), ...Object.keys(unlaunchable)].sort(),
  );
});
