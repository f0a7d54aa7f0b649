import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';

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
