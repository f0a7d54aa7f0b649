import { personPath } from './person-path.ts';

const NPM = '/usr/lib/node_modules/npm/node_modules/@npmcli/run-script/lib/node-gyp-bin';
const OURS = '/srv/assay/node_modules/.bin';
const PERSON = '/home/ada/.nvm/v20/bin:/home/ada/site/node_modules/.bin:/usr/bin';

test.each<[string, Record<string, string>, string | undefined]>([
  ['npm start', { npm_lifecycle_event: 'start', PATH: `${OURS}:/srv/node_modules/.bin:${NPM}:${PERSON}` }, PERSON],
  ['a script that calls npm start', { npm_lifecycle_event: 'start', PATH: `${OURS}:${NPM}:${OURS}:${PERSON}` }, PERSON],
  ['another package manager', { npm_lifecycle_event: 'start', PATH: `${OURS}:${PERSON}` }, PERSON],
  ['no package manager', { PATH: `${OURS}:${PERSON}` }, `${OURS}:${PERSON}`],
  ['an environment without a path', { npm_lifecycle_event: 'start' }, undefined],
])("the path of commands is the person's under %s", (_, env, expected) =>
  expect(personPath(env, '/srv/assay')).toBe(expected),
);
