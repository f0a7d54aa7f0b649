import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);

/** The most files in a folder of source, tests included. */
const MAX_FILES = 25;
/** Generated folders, and folders that will be removed when all operations and documents are in their areas. */
const UNBOUNDED = [/\/gen(\/|$)/, /^proto\/assay\/v1$/, /^proto\/src\/operations$/];

test('only main, app, config, deps and service stand at the root of a service', () => {
  const atRoot = tracked.filter((path) => /^services\/[^/]+\/src\/[^/]+$/.test(path));
  const strangers = atRoot.filter((path) => !/\/(main|app|config|deps|service)(\.test)?\.ts$/.test(path));
  expect(strangers).toEqual([]);
});

test(`a folder has at most ${MAX_FILES} files of source`, () => {
  const source = tracked.filter((path) => /\.(ts|tsx|js|sql|proto)$/.test(path));
  const large = [...Map.groupBy(source, (path) => dirname(path))]
    .filter(([folder, files]) => files.length > MAX_FILES && !UNBOUNDED.some((pattern) => pattern.test(folder)))
    .map(([folder, files]) => `${folder}: ${files.length} files`);
  expect(large).toEqual([]);
});

/** The files of areas that hold handlers, and the handlers in each as they are written. */
const handlersInAreas = tracked
  .filter((path) => /^services\/[^/]+\/src\/rpc\/([^/]+)\/\1\.ts$/.test(path))
  .map((path) => ({
    path,
    handlers: readFileSync(join(root, path), 'utf8')
      .split(/^(?=export const )/m)
      .slice(1)
      .map((text) => text.trim()),
  }));

test('a handler in the file of its area only forwards: one expression in at most five lines', () => {
  const working = handlersInAreas.flatMap(({ path, handlers }) =>
    handlers
      .filter((text) => text.split('\n').length > 5 || /=>\s*\{/.test(text))
      .map((text) => `${path}: ${text.split('\n', 1)[0]}`),
  );
  expect(working).toEqual([]);
});

test('the file of an area holds at least two handlers, none of which has a file of its own', () => {
  expect(handlersInAreas.filter(({ handlers }) => handlers.length < 2)).toEqual([]);
  const shared = new Set(
    handlersInAreas.flatMap(({ handlers }) => handlers.map((text) => /\w+(?= =)/.exec(text)![0].toLowerCase())),
  );
  const own = tracked.filter(
    (path) => /\/src\/rpc\/.*\.ts$/.test(path) && shared.has(basename(path, '.ts').replaceAll('-', '')),
  );
  expect(own).toEqual([]);
});
