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

/** The rooms of a service; the runner, which serves nothing, has its own. */
const ROOMS = ['rpc', 'flows', 'background', 'actions', 'domain', 'store', 'events'];
const RUNNER_ROOMS = ['handlers', 'engine', 'reach', 'domain'];

test('every folder of a service is one of its rooms', () => {
  const strangers = tracked.filter((path) => {
    const [, service, room] = /^services\/([^/]+)\/src\/([^/]+)\//.exec(path) ?? [];
    return room !== undefined && !(service === 'runner' ? RUNNER_ROOMS : ROOMS).includes(room);
  });
  expect(strangers).toEqual([]);
});

test('every kind of work of the runner has a folder with its handler', () => {
  const handlers = tracked.filter((path) => path.startsWith('services/runner/src/handlers/'));
  const kinds = [...new Set(handlers.map((path) => path.split('/')[4]!))];
  expect(kinds).toContain('iteration');
  expect(kinds.filter((kind) => !handlers.includes(`services/runner/src/handlers/${kind}/${kind}-handler.ts`))).toEqual(
    [],
  );
});

test(`a folder has at most ${MAX_FILES} files of source`, () => {
  const source = tracked.filter((path) => /\.(ts|tsx|js|sql|proto)$/.test(path));
  const large = [...Map.groupBy(source, (path) => dirname(path))]
    .filter(([folder, files]) => files.length > MAX_FILES && !UNBOUNDED.some((pattern) => pattern.test(folder)))
    .map(([folder, files]) => `${folder}: ${files.length} files`);
  expect(large).toEqual([]);
});
