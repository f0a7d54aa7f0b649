import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);

/** The most files that a folder of source holds, tests beside them included. */
const MAX_FILES = 25;
/** Generated folders, and folders that go when operations and documents stand in their areas. */
const UNBOUNDED = [/\/gen(\/|$)/, /^proto\/assay\/v1$/, /^proto\/src\/operations$/];

test('nothing but main, app, config, deps and service stands at the root of a service', () => {
  const atRoot = tracked.filter((path) => /^services\/[^/]+\/src\/[^/]+$/.test(path));
  const strangers = atRoot.filter((path) => !/\/(main|app|config|deps|service)(\.test)?\.ts$/.test(path));
  expect(strangers).toEqual([]);
});

test(`no folder holds more than ${MAX_FILES} files of source`, () => {
  const source = tracked.filter((path) => /\.(ts|tsx|js|sql|proto)$/.test(path));
  const large = [...Map.groupBy(source, (path) => dirname(path))]
    .filter(([folder, files]) => files.length > MAX_FILES && !UNBOUNDED.some((pattern) => pattern.test(folder)))
    .map(([folder, files]) => `${folder}: ${files.length} files`);
  expect(large).toEqual([]);
});
