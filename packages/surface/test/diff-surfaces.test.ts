import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { growthOf } from '@assay/testkit/growth';
import { canonicalSurface, storedSurfaceText, orderedSurface, type ListName } from '../src/canonical.ts';
import { countChanges, diffSurfaces } from '../src/diff/diff-surfaces.ts';
import { surfaceHash } from '../src/hash.ts';
import { choicesFrom } from './random.ts';
import { changedSurface, randomSurface, shuffledSurface, surfaceOf } from './surfaces.ts';

type Tool = Surface['tools'][number];
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const tool = (more: Partial<Tool>): Surface =>
  surfaceOf({ tools: [{ name: 'print', inputSchema: object({}), ...more }] });
const takes = (inputSchema: object) => tool({ inputSchema } as Partial<Tool>);
const answers = (outputSchema: object) => tool({ outputSchema } as Partial<Tool>);
const hints = (annotations: object) => tool({ annotations } as Partial<Tool>);
const one = (schema: object) => object({ a: schema });
const tuple = (last: string) => ({
  type: 'array',
  prefixItems: Array.from({ length: 201 }, (_, i) => ({ type: i === 200 ? last : 'string' })),
});
const choice = (description: string, more: object) => ({
  ...object({ a: { oneOf: [{ $ref: '#/$defs/A' }, { $ref: '#/$defs/B' }] }, z: { description } }),
  $defs: { A: object({ x: {} }, more), B: object({ y: {} }) },
});
const changesOf = (base: Surface, head: Surface) =>
  diffSurfaces(base, head).map(({ path, grade }) => `${grade} ${path}`);

test.each<[string, object, object, string[]]>([
  ['an optional property more', object({}), one({ type: 'string' }), ['additive /properties/a']],
  [
    'a required property more',
    object({}),
    object({ a: {} }, { required: ['a'] }),
    ['breaking /required', 'additive /properties/a'],
  ],
  ['a property that is required now', one({}), object({ a: {} }, { required: ['a'] }), ['breaking /required']],
  ['a property that is optional now', object({ a: {} }, { required: ['a'] }), one({}), ['additive /required']],
  ['a property less', one({}), object({}), ['breaking /properties/a']],
  [
    'properties that are not declared',
    object({}),
    object({}, { additionalProperties: false }),
    ['breaking /additionalProperties'],
  ],
  [
    'no more of those refused',
    object({}, { additionalProperties: false }),
    object({}),
    ['additive /additionalProperties'],
  ],
  ['an explicit default', object({}), object({}, { additionalProperties: true }), ['cosmetic ']],
  ['a narrower type', one({ type: 'number' }), one({ type: 'integer' }), ['breaking /properties/a/type']],
  ['a wider type', one({ type: 'integer' }), one({ type: ['number', 'null'] }), ['additive /properties/a/type']],
  ['a type in a list', one({ type: 'string' }), one({ type: ['string'] }), []],
  ['a value less', one({ enum: ['x', 'y'] }), one({ enum: ['y'] }), ['breaking /properties/a/enum']],
  ['a value more', one({ enum: ['x'] }), one({ enum: ['y', 'x'] }), ['additive /properties/a/enum']],
  [
    'values for a type that has them all',
    one({ enum: ['x'] }),
    one({ type: 'string' }),
    ['additive /properties/a/enum'],
  ],
  ['values in another order', one({ enum: ['x', 'y'] }), one({ enum: ['y', 'x'] }), []],
  ['a tighter bound', one({ maximum: 5 }), one({ exclusiveMaximum: 5 }), ['breaking /properties/a/exclusiveMaximum']],
  ['a looser bound', one({ minLength: 5 }), one({ minLength: 4 }), ['additive /properties/a/minLength']],
  ['a bound that was none', one({ minLength: 0 }), one({}), ['cosmetic ']],
  ['another pattern', one({ pattern: 'x' }), one({ pattern: 'y' }), ['breaking /properties/a/pattern']],
  ['a pattern less', one({ pattern: 'x' }), one({}), ['additive /properties/a/pattern']],
  [
    'null as well',
    one({ type: 'string' }),
    one({ anyOf: [{ type: 'string' }, { type: 'null' }] }),
    ['additive /properties/a/type'],
  ],
  [
    'null no longer',
    one({ anyOf: [{ type: 'string' }, { type: 'null' }] }),
    one({ type: 'string' }),
    ['breaking /properties/a/type'],
  ],
  [
    'within an alternative',
    one({ anyOf: [object({ b: { type: 'string' } }), { type: 'null' }] }),
    one({ anyOf: [{ type: 'null' }, object({ b: { type: 'string' }, c: {} })] }),
    ['additive /properties/a/anyOf/0/properties/c'],
  ],
  [
    'an alternative that tells itself apart',
    one({ oneOf: [object({ t: { const: 1 } }, { required: ['t'] })] }),
    one({
      oneOf: [object({ t: { const: 1 } }, { required: ['t'] }), object({ t: { const: 2 } }, { required: ['t'] })],
    }),
    ['additive /properties/a/oneOf'],
  ],
  [
    'alternatives that may overlap',
    one({ oneOf: [{ minimum: 1 }] }),
    one({ oneOf: [{ minimum: 1 }, { maximum: 3 }] }),
    ['breaking /properties/a/oneOf'],
  ],
  [
    'a definition put in its place',
    { ...one({ $ref: '#/$defs/T' }), $defs: { T: { type: 'string' } } },
    one({ type: 'string' }),
    ['cosmetic '],
  ],
  [
    'a definition that is narrower',
    { ...one({ $ref: '#/$defs/T' }), $defs: { T: { type: ['string', 'null'] } } },
    { ...one({ $ref: '#/$defs/T' }), $defs: { T: { type: 'string' } } },
    ['breaking /properties/a/type'],
  ],
  [
    'a definition that holds itself',
    { $ref: '#/$defs/T', $defs: { T: object({ next: { $ref: '#/$defs/T' }, v: { type: 'string' } }) } },
    { $ref: '#/$defs/T', $defs: { T: object({ next: { $ref: '#/$defs/T' }, v: {} }) } },
    ['additive /properties/v/type'],
  ],
  [
    'a keyword that is not compared',
    one({ not: { type: 'string' } }),
    one({ not: { type: 'null' } }),
    ['breaking /properties/a/not'],
  ],
  ['an unknown keyword', one({ colour: 1 }), one({ colour: 2 }), ['breaking /properties/a/colour']],
  ['a description', one({ description: 'old' }), one({ description: 'new' }), ['cosmetic /properties/a/description']],
  [
    'a keyword under a property of its name',
    object({ required: { enum: ['b', 'a'] } }),
    object({ required: { enum: ['a', 'b'] } }),
    [],
  ],
  [
    'values whose names stand beside them, in another order',
    one({ enum: ['b', 'a'], enumNames: ['B', 'A'] }),
    one({ enum: ['a', 'b'], enumNames: ['B', 'A'] }),
    ['cosmetic '],
  ],
  [
    'one of two equal alternatives, of which exactly one had to fit',
    one({ oneOf: [{ type: 'string' }, { type: 'string' }] }),
    one({ oneOf: [{ type: 'string' }] }),
    ['breaking /properties/a/oneOf'],
  ],
  [
    'a bound of draft-04 moved',
    one({ minimum: 0, exclusiveMinimum: true }),
    one({ minimum: 10, exclusiveMinimum: true }),
    ['breaking /properties/a/minimum'],
  ],
  [
    'a bound of draft-04 that lets its value through',
    one({ maximum: 9, exclusiveMaximum: true }),
    one({ maximum: 9, exclusiveMaximum: false }),
    ['breaking /properties/a/exclusiveMaximum'],
  ],
  [
    'an index of a tuple beyond the compared ones',
    one(tuple('string')),
    one(tuple('integer')),
    ['breaking /properties/a/prefixItems'],
  ],
  [
    'an unchanged choice of definitions beside another description',
    choice('old', {}),
    choice('new', {}),
    ['cosmetic /properties/z/description'],
  ],
  [
    'another description of a definition',
    choice('z', { description: 'old' }),
    choice('z', { description: 'new' }),
    ['cosmetic /properties/a/oneOf/0/description'],
  ],
  [
    'an optional property of one of several parts',
    { type: 'object', allOf: [object({ q: {} }), object({ s: {} })] },
    { type: 'object', allOf: [object({ q: {}, r: {} }), object({ s: {} })] },
    ['additive /allOf/0/properties/r'],
  ],
  [
    'what a definition that is ruled out lets through',
    { ...object({ a: { type: 'integer' }, b: { not: { $ref: '#/properties/a' } } }) },
    { ...object({ a: { type: ['integer', 'string'] }, b: { not: { $ref: '#/properties/a' } } }) },
    ['additive /properties/a/type', 'breaking /properties/b/not'],
  ],
  [
    'what an anchor that is ruled out lets through',
    object({ a: { $anchor: 'A', type: 'integer' }, b: { not: { $ref: '#A' } } }),
    object({ a: { $anchor: 'A' }, b: { not: { $ref: '#A' } } }),
    ['additive /properties/a/type', 'breaking /properties/b/not'],
  ],
  [
    'a list of types in other words',
    one({ type: ['null', 'string'] }),
    one({ anyOf: [{ type: 'string' }, { type: 'null' }] }),
    ['cosmetic '],
  ],
  [
    'a list of values in other words',
    one({ anyOf: [{ const: 'x' }, { const: 'y' }] }),
    one({ enum: ['x', 'y'] }),
    ['cosmetic '],
  ],
  ['nothing taken any more', one({}), one({ not: {} }), ['breaking /properties/a']],
])('input schema: %s', (_, from, to, expected) => {
  expect(changesOf(takes(from), takes(to))).toEqual(expected.map((each) => each.replace(' ', ' /inputSchema')));
});

test.each<[string, object, object, string[]]>([
  ['a property more', object({}), one({}), ['additive /outputSchema/properties/a']],
  ['a property less', one({}), object({}), ['breaking /outputSchema/properties/a']],
  [
    'a property that is no longer certain',
    object({ a: {} }, { required: ['a'] }),
    one({}),
    ['breaking /outputSchema/required'],
  ],
  [
    'a property that is certain now',
    one({}),
    object({ a: {} }, { required: ['a'] }),
    ['additive /outputSchema/required'],
  ],
  [
    'a wider type',
    one({ type: 'string' }),
    one({ type: ['string', 'null'] }),
    ['breaking /outputSchema/properties/a/type'],
  ],
  [
    'a narrower type',
    one({ type: ['string', 'null'] }),
    one({ type: 'string' }),
    ['additive /outputSchema/properties/a/type'],
  ],
  [
    'a property of another type than all others',
    object({}, { additionalProperties: { type: 'string' } }),
    object({ a: { type: 'integer' } }, { additionalProperties: { type: 'string' } }),
    [
      'additive /outputSchema/properties/a',
      'additive /outputSchema/properties/a/type',
      'breaking /outputSchema/properties/a/type',
    ],
  ],
])('output schema: %s', (_, from, to, expected) => expect(changesOf(answers(from), answers(to))).toEqual(expected));

test.each<[string, object, object, string[]]>([
  ['no longer only reads', { readOnlyHint: true }, { readOnlyHint: false }, ['breaking readOnlyHint']],
  ['no longer says that it only reads', { readOnlyHint: true, title: 'T' }, { title: 'T' }, ['breaking readOnlyHint']],
  ['only reads now', { readOnlyHint: false }, { readOnlyHint: true }, ['additive readOnlyHint']],
  ['destroys now', { destructiveHint: false }, { destructiveHint: true }, ['breaking destructiveHint']],
  ['destroys now, by default', { destructiveHint: false, title: 'T' }, { title: 'T' }, ['breaking destructiveHint']],
  [
    'destroys, which it says does not matter',
    { readOnlyHint: true, destructiveHint: false },
    { readOnlyHint: true, destructiveHint: true },
    ['cosmetic destructiveHint'],
  ],
  [
    'reads no more and destroys',
    { readOnlyHint: true, destructiveHint: false },
    { readOnlyHint: false, destructiveHint: true },
    ['breaking destructiveHint', 'breaking readOnlyHint'],
  ],
  ['is not idempotent any more', { idempotentHint: true }, { idempotentHint: false }, ['breaking idempotentHint']],
  ['reaches out now', { openWorldHint: false }, { openWorldHint: true }, ['breaking openWorldHint']],
  ['says the default', { title: 'T' }, { title: 'T', openWorldHint: true }, ['cosmetic openWorldHint']],
  ['is called otherwise', { title: 'T' }, { title: 'U' }, ['cosmetic title']],
])('annotations: a tool that %s', (_, from, to, expected) => {
  expect(changesOf(hints(from), hints(to)).sort()).toEqual(expected.map((each) => each.replace(' ', ' /annotations/')));
});

test.each<[string, object, object, string]>([
  ['cannot be called plainly any more', {}, { execution: { taskSupport: 'required' } }, 'breaking'],
  [
    'can only be called as a task',
    { execution: { taskSupport: 'optional' } },
    { execution: { taskSupport: 'required' } },
    'breaking',
  ],
  [
    'can be called as a task too',
    { execution: { taskSupport: 'forbidden' } },
    { execution: { taskSupport: 'optional' } },
    'additive',
  ],
  [
    'can be called plainly too',
    { execution: { taskSupport: 'required' } },
    { execution: { taskSupport: 'optional' } },
    'additive',
  ],
  ['cannot be called as a task any more', { execution: { taskSupport: 'optional' } }, {}, 'breaking'],
  ['leaves the default out', { execution: { taskSupport: 'forbidden' } }, {}, 'cosmetic'],
])('execution: a tool that %s', (_, from, to, grade) =>
  expect(changesOf(tool(from), tool(to))).toEqual([`${grade} /execution/taskSupport`]),
);

type Part = Partial<Omit<Surface, ListName>> & Partial<Record<ListName, object[]>>;
test.each<[string, Part, Part, string[]]>([
  ['a tool is gone', { tools: [{ name: 'a' }] }, {}, ['breaking tool a ']],
  ['a tool is new', {}, { tools: [{ name: 'a' }] }, ['additive tool a ']],
  [
    'a tool has another description',
    { tools: [{ name: 'a', description: 'x' }] },
    { tools: [{ name: 'a', description: 'y' }] },
    ['cosmetic tool a /description models'],
  ],
  [
    'a tool has a field of its own, named as what every object has',
    { tools: [{ name: 'a' }] },
    { tools: [{ name: 'a', constructor: null }] },
    ['additive tool a /constructor'],
  ],
  [
    'an audience in another order',
    { resources: [{ uri: 'x:a', annotations: { audience: ['user', 'assistant'] } }] },
    { resources: [{ uri: 'x:a', annotations: { audience: ['assistant', 'user'] } }] },
    [],
  ],
  [
    'a template was modified',
    { resourceTemplates: [{ uriTemplate: 'x:{a}', annotations: { lastModified: '1' } }] },
    { resourceTemplates: [{ uriTemplate: 'x:{a}', annotations: { lastModified: '2' } }] },
    [],
  ],
  [
    'a tool promises no more structured results',
    { tools: [{ name: 'a', outputSchema: {} }] },
    { tools: [{ name: 'a' }] },
    ['breaking tool a /outputSchema'],
  ],
  [
    'a resource is of another type',
    { resources: [{ uri: 'x:a', mimeType: 'a/b' }] },
    { resources: [{ uri: 'x:a', mimeType: 'a/c' }] },
    ['breaking resource x:a /mimeType'],
  ],
  [
    'a resource holds more at the moment',
    { resources: [{ uri: 'x:a', size: 1, annotations: { lastModified: 'a' } }] },
    { resources: [{ uri: 'x:a', size: 2 }] },
    [],
  ],
  ['a template is gone', { resourceTemplates: [{ uriTemplate: 'x:{a}' }] }, {}, ['breaking resourceTemplate x:{a} ']],
  [
    'an argument is asked for',
    { prompts: [{ name: 'p', arguments: [{ name: 'a' }] }] },
    { prompts: [{ name: 'p', arguments: [{ name: 'b' }, { name: 'a', required: true }] }] },
    ['breaking prompt p /arguments/a/required', 'additive prompt p /arguments/b'],
  ],
  [
    'an argument is needed that was not there',
    { prompts: [{ name: 'p' }] },
    { prompts: [{ name: 'p', arguments: [{ name: 'a', required: true }] }] },
    ['breaking prompt p /arguments/a'],
  ],
  [
    'a capability is gone',
    { capabilities: { tools: {}, logging: {} } },
    { capabilities: { tools: {} } },
    ['breaking capability logging /logging'],
  ],
  [
    'a capability is smaller',
    { capabilities: { resources: { subscribe: true } } },
    { capabilities: { resources: {} } },
    ['breaking capability resources.subscribe /resources/subscribe'],
  ],
  [
    'a capability is new',
    { capabilities: {} },
    { capabilities: { prompts: {} } },
    ['additive capability prompts /prompts'],
  ],
  [
    'instructions are others',
    { instructions: 'a' },
    { instructions: 'b' },
    ['cosmetic instructions instructions  models'],
  ],
  [
    'the version is another',
    { serverInfo: { version: '1' } },
    { serverInfo: { version: '2' } },
    ['cosmetic server server /serverInfo/version'],
  ],
  ['the protocol is another', { protocolVersion: '2025-06-18' }, {}, ['cosmetic server server /protocolVersion']],
  [
    'a name is declared twice',
    { tools: [{ name: 'a' }] },
    { tools: [{ name: 'a' }, { name: 'a' }] },
    ['additive tool a '],
  ],
  [
    'a name is declared twice otherwise',
    { tools: [{ name: 'a' }, { name: 'a' }, { name: 'a', title: 'x' }] },
    { tools: [{ name: 'a' }, { name: 'a', title: 'x' }, { name: 'a', title: 'x' }] },
    ['cosmetic tool a /title'],
  ],
])('surface: %s', (_, from, to, expected) => {
  expect(
    diffSurfaces(surfaceOf(from as Partial<Surface>), surfaceOf(to as Partial<Surface>)).map(
      ({ grade, kind, name, path, affectsModels }) =>
        `${grade} ${kind} ${name} ${path}${affectsModels ? ' models' : ''}`,
    ),
  ).toEqual(expected);
});

test('an export keeps order: a reference to an alternative by index finds the same one', () => {
  const declared = (first: string, second: string) =>
    takes(object({ a: { anyOf: [{ type: first }, { type: second }] }, b: { $ref: '#/properties/a/anyOf/0' } }));
  const [text, number] = [declared('string', 'integer'), declared('integer', 'string')];
  expect(orderedSurface(text)).toEqual(text);
  expect(JSON.parse(storedSurfaceText(text))).toEqual(text);
  expect(surfaceHash(text)).not.toBe(surfaceHash(number));
  expect(changesOf(text, number)).toContain('breaking /inputSchema/properties/b/type');
});

test('a change in a recursive definition is reported once, and not for each reference', () => {
  const leaf = (type: unknown, refers: number) =>
    takes({
      ...object({ e: { $ref: '#/$defs/E' } }),
      $defs: {
        E: object({
          ...Object.fromEntries(
            Array.from({ length: refers }, (_, i) => [`r${i}`, { $ref: '#/$defs/E', description: String(i) }]),
          ),
          v: { type },
        }),
      },
    });
  expect(changesOf(leaf('string', 20), leaf(['string', 'null'], 20))).toEqual([
    'additive /inputSchema/properties/e/properties/v/type',
  ]);
  const filter = (type: unknown) => {
    const F = { $ref: '#/$defs/F' };
    const only = (name: string, schema: object) =>
      object({ [name]: schema }, { required: [name], additionalProperties: false });
    return takes({
      ...object({ f: F }),
      $defs: {
        F: {
          anyOf: [
            only('and', { type: 'array', items: F }),
            only('not', F),
            only('or', { type: 'array', items: F }),
            only('value', { type }),
          ],
        },
      },
    });
  };
  expect(changesOf(filter('string'), filter(['string', 'null']))).toEqual([
    'additive /inputSchema/properties/f/anyOf/3/properties/value/type',
  ]);
  expect(changesOf(filter(['string', 'null']), filter('string'))).toEqual([
    'breaking /inputSchema/properties/f/anyOf/3/properties/value/type',
  ]);
});

test('a changed description within an alternative is reported at its path', () => {
  const nullable = (description: string) => takes(one({ anyOf: [{ type: 'null' }, { type: 'string', description }] }));
  expect(diffSurfaces(nullable('x'), nullable('y'))).toMatchObject([
    { grade: 'cosmetic', affectsModels: true, path: expect.stringMatching(/\/anyOf\/\d\/description$/) },
  ]);
});

test('a reordered surface is unchanged, and surfaces are equal exactly when their hashes are', () => {
  const choices = choicesFrom(7);
  const met = { same: 0, other: 0 };
  for (let i = 0; i < 150; i++) {
    const surface = randomSurface(choices);
    const other = shuffledSurface(surface, choices);
    expect(diffSurfaces(surface, other)).toEqual([]);
    expect(canonicalSurface(other).text).toBe(canonicalSurface(surface).text);
    for (const exported of [orderedSurface(other), JSON.parse(storedSurfaceText(other)) as Surface])
      expect(surfaceHash(exported)).toBe(surfaceHash(surface));
    const changed = choices.chance(0.2) ? randomSurface(choices) : changedSurface(surface, choices);
    const isSame = surfaceHash(surface) === surfaceHash(changed);
    expect(diffSurfaces(surface, changed).length === 0).toBe(isSame);
    met[isSame ? 'same' : 'other']++;
  }
  expect(Math.min(...Object.values(met))).toBeGreaterThan(3);
}, 60_000);

test('invisible characters of a name are spelled out, and long values stay out of changes', () => {
  const [change] = diffSurfaces(
    surfaceOf({ tools: [{ name: 'a\u202eb', description: 'x'.repeat(2_000) }] }),
    surfaceOf({ tools: [{ name: 'a\u202eb', description: 'y' }] }),
  );
  expect(change).toMatchObject({ message: 'Tool "a\\u{202e}b": description is another.', to: 'y' });
  expect(change).not.toHaveProperty('from');
  const [other] = diffSurfaces(
    surfaceOf({ tools: [{ name: 'a' }] }),
    surfaceOf({ tools: [{ name: 'a', ['x\n/'.repeat(50)]: 1 }] }),
  );
  expect(other).toMatchObject({ path: expect.stringMatching(/^\/x\n~1/), message: expect.not.stringContaining('\n') });
  expect(other!.message.length).toBeLessThan(150);
});

test('schemas whose comparison never ends are breaking, in time', () => {
  const deep = (leaf: object, depth: number): object =>
    depth === 0 ? leaf : { anyOf: [deep(leaf, depth - 1), { type: 'null', title: String(depth) }] };
  const wide = (leaf: object) =>
    takes({
      ...object(Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`p${i}`, { $ref: '#/$defs/T' }]))),
      $defs: { T: deep(leaf, 30) },
    });
  expect(countChanges(diffSurfaces(wide({ type: 'string' }), wide({ type: 'integer' }))).breaking).toBeGreaterThan(0);
});

const refersToItself = (count: number, leaf: string, more: object = {}) => ({
  ...object({ a: { $ref: '#/$defs/A' } }),
  $defs: {
    A: object(
      {
        ...Object.fromEntries(
          Array.from({ length: count }, (_, i) => [`n${i}`, { $ref: '#/$defs/A', title: String(i) }]),
        ),
        v: { type: leaf },
      },
      more,
    ),
  },
});
test.each<[string, (leaf: string) => Surface, told?: RegExp]>([
  [
    'alternatives that are each all of them',
    (leaf) =>
      takes({
        ...object({ a: { $ref: '#/$defs/A' }, z: { type: leaf } }),
        $defs: { A: { anyOf: Array.from({ length: 40 }, (_, i) => ({ $ref: '#/$defs/A', title: String(i) })) } },
      }),
  ],
  [
    '200 tools with 20 ways into themselves',
    (leaf) =>
      surfaceOf({
        tools: Array.from({ length: 200 }, (_, i) => ({ name: `t${i}`, inputSchema: refersToItself(20, leaf) })),
      }),
  ],
  [
    'a recursive list of 2,000 values',
    (leaf) => takes(refersToItself(20, leaf, { enum: Array.from({ length: 2_000 }, (_, i) => i) })),
  ],
  [
    '10 tools of 50 alternatives of 100 properties, and then a small tool',
    (leaf) =>
      surfaceOf({
        tools: Array.from({ length: 11 }, (_, t) => ({
          name: `t${String(t).padStart(2, '0')}`,
          inputSchema: object({
            a: {
              anyOf: Array.from({ length: t < 10 ? 50 : 1 }, (_a, i) =>
                object(Object.fromEntries(Array.from({ length: 100 }, (_b, j) => [`p${i}_${j}`, { type: leaf }]))),
              ),
            },
          }),
        })),
      }),
    /too large to compare/,
  ],
  [
    '2,000 references to what is large',
    (leaf) =>
      takes({
        ...object(
          Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`p${i}`, { $ref: '#/$defs/A', title: leaf }])),
        ),
        $defs: { A: { type: leaf, ...Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`k${i}`, i])) } },
      }),
    /too large to compare/,
  ],
])(
  '%s: compared in time, with few changes, and never compatible',
  (_, made, told = /no longer takes|takes .* as well/) => {
    const [base, head] = [made('string'), made('integer')];
    const changes = diffSurfaces(base, head);
    expect([changes.length < 1_000, countChanges(changes).breaking > 0]).toEqual([true, true]);
    expect(changes.filter(({ message }) => !told.test(message))).toEqual([]);
  },
);

test('two surfaces of 1,000 tools are compared fast', () => {
  const choices = choicesFrom(3);
  const tools = Array.from({ length: 1_000 }, (_, i) => ({ ...randomSurface(choices).tools[0]!, name: `tool_${i}` }));
  const others = tools.map((each, i) =>
    i % 2 ? { ...each, description: 'Other.', inputSchema: object({ z: { type: 'string' } }) } : each,
  );
  const compare = (size: number) => {
    const [base, head] = [tools, others].map((list) => surfaceOf({ tools: list.slice(0, size) }));
    expect(diffSurfaces(base!, head!).length).toBeGreaterThan(size / 2);
  };
  expect(growthOf(compare, 62, 16)).toBeLessThan(64);
});
