import type { BundleFile } from './bundle-files.ts';
import { readPlugin } from './plugin.ts';
import { readSkillBundle } from './skill-bundle.ts';

const filesOf = (files: Record<string, string | Uint8Array>): BundleFile[] =>
  Object.entries(files).map(([path, content]) => ({ path, bytes: Buffer.from(content as string) }));
const skill = (name: string, more = '') => `---\nname: ${name}\ndescription: Does things.\n${more}---\n\n# Do it\n`;
const MANIFEST = '.claude-plugin/plugin.json';
const manifest = (fields: object = {}) => JSON.stringify({ name: 'tools', ...fields });
const plugin = (files: Record<string, string | Uint8Array>) => readPlugin(filesOf(files));
const http = (url = 'https://example.com/mcp') => ({ type: 'http', url });

test('a plugin is read with its servers, skills and counts', () => {
  const read = plugin({
    [MANIFEST]: manifest({ version: '1.2.0', description: 'Tools.', displayName: 'The tools', hooks: './hooks.json' }),
    '.mcp.json': JSON.stringify({
      mcpServers: {
        docs: { ...http(), headers: { 'X-Team': 'a', Authorization: 'Bearer ${TOKEN}' } },
        local: { command: 'npx', args: ['-y', 'server'], env: { KEY: '${KEY:-none}' } },
        own: { command: '${CLAUDE_PLUGIN_ROOT}/server.js' },
      },
    }),
    'skills/forms/SKILL.md': skill('forms', 'license: MIT\n'),
    'skills/forms/references/GUIDE.md': '# Guide',
    'README.md': 'Read me.',
    '.app.json': '{"apps": {"a": {}}}',
  });
  expect(read).toMatchObject({
    name: 'tools',
    displayName: 'The tools',
    version: '1.2.0',
    description: 'Tools.',
    bundleHash: expect.stringMatching(/^[\da-f]{64}$/),
    manifestHash: expect.stringMatching(/^[\da-f]{64}$/),
    servers: [
      {
        name: 'docs',
        connection: { transportType: 'http', url: 'https://example.com/mcp' },
        given: { 'X-Team': 'a' },
        missing: ['Authorization'],
      },
      {
        name: 'local',
        connection: { transportType: 'stdio', command: 'npx', args: ['-y', 'server'] },
        missing: ['KEY'],
      },
    ],
    skills: [
      { folder: 'skills/forms', name: 'forms', description: 'Does things.', license: 'MIT', instructions: '# Do it' },
    ],
    counts: { skills: 1, servers: 2, apps: 1, assets: 1, unsupported: 3 },
    faults: [],
  });
  expect(read.warnings.map(({ message }) => message)).toEqual([
    'declares a server "own" that starts a program of the bundle, which is never unpacked',
    'brings hooks, which are not used',
    'declares apps, which are not used',
  ]);
  expect(read.skills[0]!.files.map(({ path }) => path)).toEqual(['references/GUIDE.md']);
});

test.each<[string, object | undefined]>([
  ['${TOKEN}', { variable: 'TOKEN' }],
  ['Bearer ${Weather key}', { prefix: 'Bearer ', variable: 'Weather key' }],
  ['${TOKEN:-none}', undefined],
  ['${TOKEN} more', undefined],
  ['${ONE}${TWO}', undefined],
  ['${}', undefined],
])('a header %s refers to a variable if its value ends with it', (value, reference) => {
  const read = plugin({ [MANIFEST]: manifest({ mcpServers: { docs: { ...http(), headers: { 'X-Key': value } } } }) });
  expect(read.servers).toMatchObject([{ missing: ['X-Key'], references: reference ? { 'X-Key': reference } : {} }]);
});

test.each<[string, Record<string, string>]>([
  ['in a folder', { 'tools-main/.codex-plugin/plugin.json': manifest(), 'tools-main/skills/a/SKILL.md': skill('a') }],
  ['with a plain manifest', { 'plugin.json': manifest(), 'skills/a/SKILL.md': skill('a') }],
  ['with skills elsewhere', { [MANIFEST]: manifest({ skills: ['./more/'] }), 'more/a/SKILL.md': skill('a') }],
  ['with one skill at its root', { [MANIFEST]: manifest({ skills: './' }), 'SKILL.md': skill('a') }],
])('a plugin %s is read', (_case, files) => {
  expect(plugin(files)).toMatchObject({ name: 'tools', skills: [{ name: 'a' }], faults: [] });
});

test.each<[string, object, Record<string, string>]>([
  ['in its manifest', { mcpServers: { docs: http() } }, {}],
  [
    'in a file that the manifest names',
    { mcpServers: './servers.json' },
    { 'servers.json': JSON.stringify({ docs: http() }) },
  ],
  ['in .mcp.json without a key of its own', {}, { '.mcp.json': JSON.stringify({ docs: http() }) }],
])('servers are read %s', (_case, fields, files) => {
  expect(plugin({ [MANIFEST]: manifest(fields), ...files })).toMatchObject({ servers: [{ name: 'docs' }], faults: [] });
});

test.each<[string, Record<string, string | Uint8Array>, string]>([
  ['no manifest', { 'README.md': '' }, 'The bundle has no manifest'],
  ['a manifest that is not JSON', { [MANIFEST]: '{' }, `The file ${MANIFEST} is not JSON`],
  ['a manifest that is a list', { [MANIFEST]: '[]' }, 'is not a JSON object'],
  ['a manifest that is not UTF-8', { [MANIFEST]: new Uint8Array([0xff]) }, 'is not UTF-8'],
  ['half a character', { [MANIFEST]: '{"name":"a","displayName":"\\ud800"}' }, 'has half of a surrogate pair'],
  ['no name', { [MANIFEST]: '{}' }, 'has no name'],
  ['a name that cannot be seen', { [MANIFEST]: manifest({ name: 'a\u200b' }) }, 'a character that cannot be seen'],
  ['a name that is a number', { [MANIFEST]: manifest({ name: 1 }) }, 'has a name that is not text'],
])('a bundle with %s is refused', (_case, files, message) => {
  expect(() => plugin(files)).toThrow(
    expect.objectContaining({ code: 'VALIDATION_ERROR', message: expect.stringContaining(message) }),
  );
});

test.each<[string, object, Record<string, string | Uint8Array>, string, string]>([
  [
    'a server without an address',
    { mcpServers: { a: {} } },
    {},
    MANIFEST,
    'declares a server "a" that has neither a url nor a command',
  ],
  ['a server with both', { mcpServers: { a: { ...http(), command: 'x' } } }, {}, MANIFEST, 'has a url and a command'],
  ['a server at a file', { mcpServers: { a: http('file:///etc') } }, {}, MANIFEST, 'not http or https'],
  ['a password in a url', { mcpServers: { a: http('https://a:b@c/') } }, {}, MANIFEST, 'has a user name or password'],
  [
    'args that are numbers',
    { mcpServers: { a: { command: 'x', args: [1] } } },
    {},
    MANIFEST,
    'has args that are not a list',
  ],
  [
    'headers that are numbers',
    { mcpServers: { a: { ...http(), headers: { b: 1 } } } },
    {},
    MANIFEST,
    'not a map of texts',
  ],
  [
    'a header of the connection',
    { mcpServers: { a: { ...http(), headers: { host: '${HOST}' } } } },
    {},
    MANIFEST,
    'has the header "host", which cannot be set',
  ],
  [
    'a header with a line break',
    { mcpServers: { a: { ...http(), headers: { b: 'c\nd' } } } },
    {},
    MANIFEST,
    'has a header with line breaks',
  ],
  [
    'two skills whose names differ by case',
    { skills: ['./more/'] },
    { 'skills/a/SKILL.md': skill('a'), 'more/b/SKILL.md': skill('A') },
    'skills/a/SKILL.md',
    'has the name of more/b/SKILL.md',
  ],
  ['a strange name', { mcpServers: { 'a b': http() } }, {}, MANIFEST, 'has a name that is not 1 to 64'],
  [
    'two servers of a name',
    { mcpServers: { a: http() } },
    { '.mcp.json': JSON.stringify({ a: http() }) },
    MANIFEST,
    'declares the server "a" twice',
  ],
  [
    'a file of servers outside',
    { mcpServers: '../a.json' },
    {},
    MANIFEST,
    'name a file outside of the bundle, or none',
  ],
  [
    'a file of servers that is absent',
    { mcpServers: './a.json' },
    {},
    MANIFEST,
    'name a file outside of the bundle, or none',
  ],
  ['skills outside', { skills: '/etc' }, {}, MANIFEST, 'not paths inside of the bundle'],
  [
    'a skill without front matter',
    {},
    { 'skills/a/SKILL.md': '# a' },
    'skills/a/SKILL.md',
    'does not begin with front matter',
  ],
  [
    'a skill without description',
    {},
    { 'skills/a/SKILL.md': '---\nname: a\n---\nx' },
    'skills/a/SKILL.md',
    'has no description',
  ],
  [
    'a skill with bad YAML',
    {},
    { 'skills/a/SKILL.md': '---\nname: a\n  b: [\n---\nx' },
    'skills/a/SKILL.md',
    'has front matter that cannot be read',
  ],
  [
    'a skill with a colon in a plain value',
    {},
    { 'skills/a/SKILL.md': '---\nname: a\ndescription: Use: this one\n---\nx' },
    'skills/a/SKILL.md',
    'put the value of description in quotes',
  ],
  [
    'a skill with a sign of YAML before a value',
    {},
    { 'skills/a/SKILL.md': '---\nname: a\ndescription: @team writes\n---\nx' },
    'skills/a/SKILL.md',
    'put the value of description in quotes',
  ],
  [
    'a skill whose description is a number',
    {},
    { 'skills/a/SKILL.md': '---\nname: a\ndescription: 2026\n---\nx' },
    'skills/a/SKILL.md',
    'has a description that is not text: put it in quotes',
  ],
  [
    'a skill that is not UTF-8',
    {},
    { 'skills/a/SKILL.md': new Uint8Array([0xff]) },
    'skills/a/SKILL.md',
    'is not UTF-8',
  ],
  [
    'a hidden character in a name',
    {},
    { 'skills/a/SKILL.md': skill('"a\\u202e"') },
    'skills/a/SKILL.md',
    'an invisible one',
  ],
  [
    'a long description',
    {},
    { 'skills/a/SKILL.md': `---\nname: a\ndescription: ${'x'.repeat(1_025)}\n---\n` },
    'skills/a/SKILL.md',
    'a description longer than 1024',
  ],
  [
    'long instructions',
    {},
    { 'skills/a/SKILL.md': skill('a') + 'x'.repeat(100_001) },
    'skills/a/SKILL.md',
    'has instructions longer than 100000',
  ],
  [
    'front matter that is too long',
    {},
    { 'skills/a/SKILL.md': `---\nname: a\ndescription: d\nx: [${'{},'.repeat(5_500)}]\n---\nx` },
    'skills/a/SKILL.md',
    'has front matter longer than 16384 characters',
  ],
  [
    'two skills of a name',
    {},
    { 'skills/a/SKILL.md': skill('a'), 'skills/b/SKILL.md': skill('a') },
    'skills/b/SKILL.md',
    'has the name of skills/a/SKILL.md',
  ],
])('a plugin with %s has a fault that names the file', (_case, fields, files, path, message) => {
  expect(plugin({ [MANIFEST]: manifest(fields), ...files }).faults).toEqual([
    expect.objectContaining({ path, message: expect.stringContaining(message) }),
  ]);
});

test('front matter that cannot be read is told with its line in the file', () => {
  const { faults } = plugin({ [MANIFEST]: manifest(), 'skills/a/SKILL.md': '---\nname: a\nname: b\n---\n' });
  expect(faults).toMatchObject([{ path: 'skills/a/SKILL.md', line: 3 }]);
});

test.each([
  ['no name', '---\ndescription: d\n---\nx', 'a', 'has no name; it is called "a" after its folder'],
  ['a name in words', '---\nname: My Skill\ndescription: d\n---\nx', 'My Skill', 'not lower case letters'],
  ['a comment in its description', '---\nname: a\ndescription: Reads issue #7 and #8\n---\nx', 'a', 'begins a comment'],
  ['the name of another folder', '---\nname: b\ndescription: d\n---\nx', 'b', 'its folder another one'],
])('a skill with %s is usable, with a warning', (_case, text, name, message) => {
  const read = plugin({ [MANIFEST]: manifest(), 'skills/a/SKILL.md': text });
  expect(read).toMatchObject({
    skills: [{ name }],
    faults: [],
    warnings: [{ message: expect.stringContaining(message) }],
  });
});

test('a skill has one hash, alone and in a plugin', () => {
  const files = { 'SKILL.md': skill('a'), 'references/x.md': 'x' };
  const alone = readSkillBundle(filesOf(files)).skill;
  const packed = readSkillBundle(filesOf({ 'a/SKILL.md': skill('a'), 'a/references/x.md': 'x' })).skill;
  const inside = plugin({ [MANIFEST]: manifest(), 'skills/a/SKILL.md': skill('a'), 'skills/a/references/x.md': 'x' });
  expect(packed.contentHash).toBe(alone.contentHash);
  expect(inside.skills[0]!.contentHash).toBe(alone.contentHash);
});

test.each([
  ['no SKILL.md', { 'a.md': '' }, 'The bundle has no SKILL.md'],
  ['a SKILL.md with a fault', { 'SKILL.md': '# a' }, 'The file SKILL.md does not begin with front matter'],
])('a bundle of a skill with %s is refused', (_case, files, message) => {
  expect(() => readSkillBundle(filesOf(files))).toThrow(
    expect.objectContaining({ code: 'VALIDATION_ERROR', message: expect.stringContaining(message) }),
  );
});

describe('a file of servers as editors write it', () => {
  const declared = (content: string) => plugin({ [MANIFEST]: manifest(), '.mcp.json': content });

  test('is read with comments and trailing commas, which texts may contain', () => {
    const read = declared(`{
      // servers
      "mcpServers": { "docs": { "url": "https://docs.example/a//b,}", /* more */ }, },
    }`);
    expect(read.faults).toEqual([]);
    expect(read.servers).toMatchObject([{ name: 'docs', connection: { url: 'https://docs.example/a//b,}' } }]);
  });

  test.each(['mcpServers', 'servers', 'context_servers'])('is read under the key %s', (key) => {
    const read = declared(JSON.stringify({ inputs: [], [key]: { docs: http() } }));
    expect(read).toMatchObject({ servers: [{ name: 'docs' }], faults: [] });
  });

  test('is read under the key of the settings of VS Code', () => {
    const read = declared(JSON.stringify({ 'editor.tabSize': 2, mcp: { inputs: [], servers: { docs: http() } } }));
    expect(read).toMatchObject({ servers: [{ name: 'docs' }], faults: [] });
  });

  test.each([
    ['serverUrl', { serverUrl: 'https://docs.example/mcp' }],
    ['httpUrl', { httpUrl: 'https://docs.example/mcp' }],
    ['another word for its transport', { type: 'streamableHttp', url: 'https://docs.example/mcp' }],
  ])('may have a server with %s', (_, declaration) => {
    const read = declared(JSON.stringify({ mcpServers: { docs: declaration } }));
    expect(read.servers).toMatchObject([{ connection: { transportType: 'http', url: 'https://docs.example/mcp' } }]);
  });

  test.each([
    ['disabled', { ...http(), disabled: true }, 'is disabled'],
    ['not enabled', { command: 'x', enabled: false }, 'is disabled'],
    ['a whole command line', { command: 'npx -y some-server' }, 'has its arguments in its command'],
  ])('leaves out a server that is %s, with a warning', (_, declaration, message) => {
    const read = declared(JSON.stringify({ mcpServers: { a: declaration, docs: http() } }));
    expect(read.servers.map(({ name }) => name)).toEqual(['docs']);
    expect(read.warnings).toMatchObject([{ message: expect.stringContaining(message) }]);
  });

  test.each(['${input:TOKEN}', '${env:TOKEN}'])('has the placeholder %s as a missing secret', (value) => {
    const read = declared(JSON.stringify({ servers: { docs: { ...http(), headers: { 'X-Key': value } } } }));
    expect(read.servers).toMatchObject([
      { missing: ['X-Key'], references: { 'X-Key': { variable: 'TOKEN' } }, given: {} },
    ]);
  });
});
