import { baseDigestOf, hashOfBlueprint, readBlueprint, validatedBlueprint, validBlueprint } from './blueprint.ts';

const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;
const least = { baseImage: `docker.io/library/node@${DIGEST}` };
const full = {
  ...least,
  packages: { apt: ['git', 'libssl3=3.0.11-1'], npm: ['@scope/server@1.2.3', 'tsx'], pip: ['uv==0.8.0', 'requests'] },
  env: { LANG: 'C.UTF-8' },
  workdir: '/srv/app',
};
const pathsOf = (document: object) => {
  const read = readBlueprint(JSON.stringify(document));
  return Array.isArray(read) ? read.map(({ path }) => path) : [];
};

test.each([
  ['the least', least],
  ['a full one', full],
  ['one of a registry with a port', { baseImage: `registry.local:5000/team/base@${DIGEST}` }],
])('%s is valid', (_, blueprint) => {
  expect(readBlueprint(JSON.stringify(blueprint))).toEqual(blueprint);
  expect(validatedBlueprint(JSON.stringify(blueprint))).toEqual({ ok: true, baseImageDigest: DIGEST });
  expect(baseDigestOf(blueprint)).toBe(DIGEST);
});

test.each<[string, object, string[]]>([
  ['without a base image', { env: {} }, ['/baseImage']],
  ['with a tag in place of a digest', { baseImage: 'docker.io/library/node:24' }, ['/baseImage']],
  ['with a tag beside the digest', { baseImage: `docker.io/library/node:24@${DIGEST}` }, ['/baseImage']],
  ['without a registry', { baseImage: `node@${DIGEST}` }, ['/baseImage']],
  ['with a line break in its base image', { baseImage: `docker.io/a@${DIGEST}\nRUN sh` }, ['/baseImage']],
  ['with a field that is not known', { ...least, run: ['curl'] }, ['/run']],
  ['with a package manager that is not known', { ...least, packages: { cargo: ['a'] } }, ['/packages/cargo']],
  ['without packages in a list of packages', { ...least, packages: { apt: [] } }, ['/packages/apt']],
  ['with a package twice', { ...least, packages: { apt: ['git', 'git'] } }, ['/packages/apt']],
  ['with an option as a package', { ...least, packages: { apt: ['-y'] } }, ['/packages/apt/0']],
  ['with a command in a package', { ...least, packages: { pip: ['a; sh'] } }, ['/packages/pip/0']],
  ['with an address as a package', { ...least, packages: { npm: ['git+ssh://a/b'] } }, ['/packages/npm/0']],
  [
    'with too many packages',
    { ...least, packages: { npm: Array.from({ length: 101 }, (_, i) => `p${i}`) } },
    ['/packages/npm'],
  ],
  ['with a bad name of a variable', { ...least, env: { 'A B': 'c' } }, ['/env']],
  ['with a line break in a variable', { ...least, env: { A: 'b\nRUN sh' } }, ['/env/A']],
  ['with a relative folder', { ...least, workdir: 'srv' }, ['/workdir']],
  ['with a folder that leads up', { ...least, workdir: '/srv/../etc' }, ['/workdir']],
  ['with two faults', { workdir: 'srv', packages: {} }, ['/baseImage', '/packages', '/workdir']],
])('one %s is refused with each place', (_, blueprint, paths) => expect(pathsOf(blueprint).toSorted()).toEqual(paths));

test('a blueprint in YAML is the same as one in JSON', () => {
  const yaml = `# our tools\nbaseImage: ${least.baseImage}\nworkdir: /srv\n`;
  expect(validBlueprint(yaml)).toEqual({ ...least, workdir: '/srv' });
  expect(hashOfBlueprint(validBlueprint(yaml))).toBe(hashOfBlueprint({ ...least, workdir: '/srv' }));
  expect(validatedBlueprint('baseImage: a\nbaseImage: b')).toMatchObject({
    ok: false,
    errors: [{ path: '/baseImage', message: expect.stringContaining('line 2') }],
  });
});

test.each([
  ['no object', 'FROM node'],
  ['empty', ''],
  ['a list', '[]'],
  ['null', 'null'],
])('a text that is %s is refused', (_, text) => {
  expect(validatedBlueprint(text)).toMatchObject({ ok: false, errors: [{ path: '' }] });
  expect(() => validBlueprint(text)).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }));
});

test('a refusal names the field of the blueprint', () =>
  expect(() => validBlueprint(JSON.stringify({ ...least, workdir: 'srv' }))).toThrow(
    '/blueprint cannot be built: its /workdir must be an absolute path',
  ));

test('equal content has an equal hash in any formatting', () => {
  const [one, other] = ['{"baseImage":"a","workdir":"/b"}', '{ "workdir": "/b",\n "baseImage": "a" }'].map((text) =>
    hashOfBlueprint(JSON.parse(text) as typeof least),
  );
  expect(one).toMatch(/^[0-9a-f]{64}$/);
  expect(other).toBe(one);
  expect(hashOfBlueprint(full)).not.toBe(hashOfBlueprint(least));
});
