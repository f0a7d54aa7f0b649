import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { sourceFiles } from './source-files.ts';

const root = join(import.meta.dirname, '../..');
const files = sourceFiles();

/** The most files in a folder of source, tests included. */
const MAX_FILES = 25;
/** Generated folders, and the folder of the mesh's messages. */
const UNBOUNDED = [/\/gen(\/|$)/, /^proto\/assay\/v1$/];

/** The console has rooms of its own. */
const isConsole = (path: string): boolean => path.startsWith('services/console/');
const CONSOLE_ROOMS = ['routes', 'screens', 'components', 'data', 'lib', 'styles'];

test('every folder of the console is one of its rooms, and its root holds main alone', () => {
  const strangers = files.filter((path) => {
    const [, room] = /^services\/console\/src\/([^/]+)/.exec(path) ?? [];
    return room !== undefined && room !== 'main.tsx' && !CONSOLE_ROOMS.includes(room);
  });
  expect(strangers).toEqual([]);
});

test('only main, app, config, settings, deps and service stand at the root of a service', () => {
  const atRoot = files.filter((path) => /^services\/[^/]+\/src\/[^/]+$/.test(path) && !isConsole(path));
  const strangers = atRoot.filter((path) => !/\/(main|app|config|settings|deps|service)(\.test)?\.ts$/.test(path));
  expect(strangers).toEqual([]);
});

/** The layers of a service; the runner, which serves nothing, has its own. */
const LAYERS = ['rpc', 'flows', 'background', 'actions', 'domain', 'store', 'events'];
const RUNNER_LAYERS = ['handlers', 'engine', 'reach', 'domain'];

test('every folder of a service is one of its layers', () => {
  const strangers = files.filter((path) => {
    const [, service, layer] = /^services\/([^/]+)\/src\/([^/]+)\//.exec(path) ?? [];
    return layer !== undefined && !isConsole(path) && !(service === 'runner' ? RUNNER_LAYERS : LAYERS).includes(layer);
  });
  expect(strangers).toEqual([]);
});

test('every kind of work of the runner has a folder with its handler', () => {
  const handlers = files.filter((path) => path.startsWith('services/runner/src/handlers/'));
  const kinds = [...new Set(handlers.map((path) => path.split('/')[4]!))];
  expect(kinds).toContain('iteration');
  expect(kinds.filter((kind) => !handlers.includes(`services/runner/src/handlers/${kind}/${kind}-handler.ts`))).toEqual(
    [],
  );
});

test(`a folder has at most ${MAX_FILES} files of source`, () => {
  const source = files.filter((path) => /\.(ts|tsx|js|sql|proto)$/.test(path));
  const large = [...Map.groupBy(source, (path) => dirname(path))]
    .filter(([folder, { length }]) => length > MAX_FILES && !UNBOUNDED.some((pattern) => pattern.test(folder)))
    .map(([folder, { length }]) => `${folder}: ${length} files`);
  expect(large).toEqual([]);
});

/** The files of areas that hold handlers, and the handlers in each as they are written. */
const handlersInAreas = files
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
  // Several services have the handlers of the finder.
  const serviceOf = (path: string): string => path.split('/')[1]!;
  const shared = new Set(
    handlersInAreas.flatMap(({ path, handlers }) =>
      handlers.map((text) => `${serviceOf(path)} ${/\w+(?= =)/.exec(text)![0].toLowerCase()}`),
    ),
  );
  const own = files.filter(
    (path) =>
      /\/src\/rpc\/.*\.ts$/.test(path) && shared.has(`${serviceOf(path)} ${basename(path, '.ts').replaceAll('-', '')}`),
  );
  expect(own).toEqual([]);
});
