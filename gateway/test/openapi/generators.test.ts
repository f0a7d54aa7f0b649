import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { Type } from '@assay/contract/type';
import { allOperations } from '@assay/contract/operations';
import { closed, variants } from '@assay/contract/schema';
import { reasons } from '@assay/contract/problem';
import { compactJson } from '../../src/openapi/compact-json.ts';
import { printOpenapi } from '../../src/openapi/openapi.ts';
import { parameterTexts } from '../../src/openapi/parameter-texts.ts';

interface Media {
  schema: object;
  example?: unknown;
}
interface Described {
  description?: string;
  headers?: Record<string, object>;
  content?: Record<string, Media>;
}
interface PrintedOperation {
  operationId: string;
  deprecated?: boolean;
  parameters?: (Described & { name: string; in: string; required: boolean; schema: PrintedSchema })[];
  requestBody?: Described & { required: boolean };
  responses: Record<string, Described>;
}
interface PrintedSchema {
  $ref?: string;
  type?: unknown;
  anyOf?: unknown[];
  items?: PrintedSchema;
  examples?: unknown[];
  properties?: Record<string, { const?: unknown }>;
  discriminator?: { propertyName: string; mapping?: Record<string, string> };
  oneOf?: { $ref?: string }[];
}
interface PrintedApi {
  paths: Record<string, Record<string, PrintedOperation>>;
  components: { schemas: Record<string, PrintedSchema>; responses: Record<string, Described> };
}

const printed = JSON.parse(JSON.stringify(printOpenapi(allOperations))) as PrintedApi;
const { schemas } = printed.components;
const operations = Object.values(printed.paths)
  .flatMap((methods) => Object.values(methods))
  .filter(({ operationId }) => operationId !== undefined);

// Each schema checks one example, so code that is fast to make is faster than fast code.
const ajv = new Ajv2020({ strict: false, discriminator: false, inlineRefs: false, code: { optimize: false } });
formats.default(ajv);
/** A part of the document with references to the named documents as Ajv knows them. */
const partOf = (schema: object) =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"')) as object;
// Each under its own name, because Ajv compiles a schema that it knows by name once, and a part of one with every reference.
for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(partOf(schema), name);
/** The errors of an example under a schema of the document. */
const faultsOf = (schema: object, example: unknown): string[] => {
  const validate = ajv.compile(partOf(schema));
  return validate(example)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
};

test('every named document has an example that its schema accepts', () => {
  const faulty = Object.entries(schemas).flatMap(([name, { examples = [] }]) =>
    examples.length === 0
      ? [`${name}: none`]
      : faultsOf({ $ref: `#/components/schemas/${name}` }, examples[0]).map((fault) => `${name}: ${fault}`),
  );
  expect(faulty).toEqual([]);
});

test('every JSON body and answer of an operation has an example that its schema accepts', () => {
  const faulty = operations.flatMap(({ operationId, requestBody, responses }) =>
    [requestBody, ...Object.values(responses)].flatMap((described) => {
      const media = described?.content?.['application/json'];
      if (!media) return [];
      return 'example' in media
        ? faultsOf(media.schema, media.example).map((fault) => `${operationId}: ${fault}`)
        : [`${operationId}: none`];
    }),
  );
  expect(faulty).toEqual([]);
});

test('every parameter, answer and header of an answer is described', () => {
  const bare = operations.flatMap(({ operationId, parameters = [], responses }) => [
    ...parameters.filter(({ description }) => !description).map(({ name }) => `${operationId} ${name}`),
    ...Object.entries(responses)
      .filter(([status, { description, headers }]) => status < '400' && (!description || !headers?.['X-Request-Id']))
      .map(([status]) => `${operationId} ${status}`),
  ]);
  expect(bare).toEqual([]);
  const used = new Set(operations.flatMap(({ parameters = [] }) => parameters.map(({ name }) => name)));
  expect(Object.keys(parameterTexts).filter((name) => !used.has(name))).toEqual([]);
});

test('the variants of a tagged union are named and mapped by their tags', () => {
  const unions = Object.entries(schemas).filter(([, { discriminator }]) => discriminator);
  expect(unions.map(([name]) => name)).toEqual(expect.arrayContaining(['EvalAssertion', 'EvalTestStep']));
  for (const [name, { discriminator, oneOf = [] }] of unions) {
    const { mapping = {}, propertyName } = discriminator!;
    expect([name, oneOf.map(({ $ref }) => $ref)]).toEqual([name, [...new Set(Object.values(mapping))]]);
    for (const reference of Object.values(mapping))
      expect(schemas[reference.split('/').at(-1)!]!.properties).toHaveProperty(propertyName);
  }
  expect(schemas['EvalStepAssertion']!.oneOf).toEqual([
    ...schemas['EvalWidgetAssertion']!.oneOf!,
    ...schemas['EvalAssertion']!.oneOf!,
  ]);
});

test('patterns are printed without lookbehind and without classes of Unicode', () => {
  const beyond: string[] = [];
  JSON.parse(JSON.stringify(printed), (key, value: unknown) => {
    if (key === 'pattern' && typeof value === 'string' && /\(\?<|\\p\{/.test(value)) beyond.push(value);
    return value;
  });
  expect(beyond).toEqual([]);
});

test('a union with a discriminator is a document with a name', () => {
  const input = closed({ of: variants('kind', [closed({ kind: Type.Literal('a') })]) }, { $id: 'Unnamed' });
  const operation = { ...allOperations.createProject!, input };
  expect(() => printOpenapi({ operation })).toThrow('A union of variants by kind has no name.');
});

test('every schema has one type, and every parameter has one', () => {
  const several: string[] = [];
  JSON.parse(JSON.stringify(printed), (key, value: unknown) => {
    if (key === 'type' && Array.isArray(value) && value.every((each) => typeof each === 'string'))
      several.push(value.join(' or '));
    return value;
  });
  const untyped = operations.flatMap(({ operationId, parameters = [] }) =>
    parameters
      .filter(({ schema }) => !schema.type && !schema.anyOf && !schema.$ref)
      .map(({ name }) => `${operationId} ${name}`),
  );
  expect([several, untyped]).toEqual([[], []]);
  const limits = operations.flatMap(({ parameters = [] }) => parameters.filter(({ name }) => name === 'limit'));
  expect(new Set(limits.map(({ schema }) => schema.type))).toEqual(new Set(['integer']));
});

test('every number has 64 bits', () => {
  const narrow: unknown[] = [];
  JSON.parse(JSON.stringify(printed), (_key, value: { type?: unknown; format?: unknown } | null) => {
    if (value?.type === 'number' && value.format !== 'double') narrow.push(value);
    return value;
  });
  expect(narrow).toEqual([]);
});

test('a list without repetitions has items of a named document, or of any text', () => {
  const unnamed: unknown[] = [];
  JSON.parse(JSON.stringify(printed), (_key, value: { uniqueItems?: boolean; items?: { enum?: unknown } } | null) => {
    if (value?.uniqueItems === true && value.items?.enum !== undefined) unnamed.push(value.items.enum);
    return value;
  });
  expect(unnamed).toEqual([]);
});

test('the names that generators give their own classes are not names of documents', () => {
  expect(Object.keys(schemas)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(?:Api)?Client$/)]));
});

test('every POST, PUT and PATCH is printed with a body, which is optional where it is empty', () => {
  const methods = Object.values(printed.paths).flatMap((each) => Object.entries(each));
  const bare = methods
    .filter(([method, { requestBody }]) => ['post', 'put', 'patch'].includes(method) && !requestBody)
    .map(([, { operationId }]) => operationId);
  expect(bare).toEqual([]);
  expect(printed.paths['/projects/{projectId}/eval-runs/{runId}/cancel']!.post!.requestBody).toMatchObject({
    required: false,
  });
});

test('a header without which a request is refused is printed as required', () => {
  const required = operations.flatMap(({ operationId, parameters = [] }) =>
    parameters
      .filter(({ in: place, required: needed }) => place === 'header' && needed)
      .map(({ name }) => [operationId, name]),
  );
  expect(required).toEqual([['sendVisitMessage', 'Idempotency-Key']]);
});

test('every status that the description of an operation names is printed', () => {
  const missing = Object.values(allOperations).flatMap(({ id, description = '' }) => {
    const named = [...description.matchAll(/\b(?:40[01349]|422|429|50[24])\b/g)].map(([status]) => status);
    if (description.includes('CONFLICT')) named.push('409');
    const { responses } = operations.find(({ operationId }) => operationId === id)!;
    return named.filter((status) => !(status in responses)).map((status) => `${id} ${status}`);
  });
  expect(missing).toEqual([]);
});

test('an operation that answers a page for people is printed with its errors as pages, too', () => {
  const pages = operations.filter(({ responses }) =>
    Object.values(responses).some(({ content = {} }) => 'text/html; charset=utf-8' in content),
  );
  expect(pages.length).toBeGreaterThan(9);
  const { responses } = printed.components;
  expect(Object.keys(responses['404Page']!.content!)).toEqual(['application/json', 'text/html; charset=utf-8']);
  for (const page of pages) expect(page.responses['400']).toEqual({ $ref: '#/components/responses/400Page' });
});

test('the former paths are printed with their documents and with every status', () => {
  const former = operations.filter(({ deprecated }) => deprecated);
  const untyped = former.filter(({ requestBody, responses }) =>
    [requestBody, ...Object.values(responses)].some((described) => {
      const schema: PrintedSchema | undefined = described?.content?.['application/json']?.schema;
      return schema && !schema.$ref;
    }),
  );
  expect([former.length > 25, untyped.map(({ operationId }) => operationId)]).toEqual([true, []]);
  expect(Object.keys(schemas.Host!.properties!)).toContain('hostConfigId');
  expect(Object.keys(schemas.ScenarioMember!.properties!)).toContain('scenarioId');
  const { publishScenario } = Object.fromEntries(former.map((each) => [each.operationId, each]));
  expect(publishScenario!.responses).toMatchObject({ 200: {}, 201: {} });
});

test('every reason of an error is listed', () => {
  for (const reason of Object.values(reasons)) expect(JSON.stringify(schemas['Error'])).toContain(`\`${reason}\``);
});

test('compact JSON is the same JSON, in lines of at most 120 characters where they can be broken', () => {
  const value = { a: 1, list: ['x'.repeat(50), 'y'.repeat(50), { deep: ['z'.repeat(100)] }], empty: {}, none: null };
  expect(JSON.parse(compactJson(value))).toEqual(value);
  expect(compactJson({ a: 1, b: [1, 2] })).toBe('{"a":1,"b":[1,2]}');
  for (const line of compactJson(value).split('\n')) expect(line.length).toBeLessThanOrEqual(120);
});
