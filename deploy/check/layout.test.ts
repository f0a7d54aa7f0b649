import { dirname } from 'node:path';
import { sourceFiles } from './source-files.ts';

const files = sourceFiles();

/** The most files in a folder of source, tests included. */
const MAX_FILES = 25;
/** Generated folders, and the folder of the mesh's messages. */
const UNBOUNDED = [/\/gen(\/|$)/, /^proto\/assay\/v1$/];

test('only main, app, config, deps and service stand at the root of a service', () => {
  const atRoot = files.filter((path) => /^services\/[^/]+\/src\/[^/]+$/.test(path));
  const strangers = atRoot.filter((path) => !/\/(main|app|config|deps|service)(\.test)?\.ts$/.test(path));
  expect(strangers).toEqual([]);
});

test(`a folder has at most ${MAX_FILES} files of source`, () => {
  const source = files.filter((path) => /\.(ts|tsx|js|sql|proto)$/.test(path));
  const large = [...Map.groupBy(source, (path) => dirname(path))]
    .filter(([folder, { length }]) => length > MAX_FILES && !UNBOUNDED.some((pattern) => pattern.test(folder)))
    .map(([folder, { length }]) => `${folder}: ${length} files`);
  expect(large).toEqual([]);
});
