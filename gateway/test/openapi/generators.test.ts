import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { allOperations } from '@assay/contract/operations';
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
  parameters?: (Described & { name: string; in: string })[];
  requestBody?: Described;
  responses: Record<string, Described>;
}
interface PrintedSchema {
  examples?: unknown[];
  properties?: Record<string, { const?: unknown }>;
  discriminator?: { propertyName: string; mapping?: Record<string, string> };
  oneOf?: { $ref?: string }[];
}
interface PrintedApi {
  paths: Record<string, Record<string, PrintedOperation>>;
  components: { schemas: Record<string, PrintedSchema> };
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
    { $ref: '#/components/schemas/EvalWidgetAssertion' },
    { $ref: '#/components/schemas/EvalAssertion' },
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

test('every reason of an error is listed', () => {
  for (const reason of Object.values(reasons)) expect(JSON.stringify(schemas['Error'])).toContain(`\`${reason}\``);
});

test('compact JSON is the same JSON, in lines of at most 120 characters where they can be broken', () => {
  const value = { a: 1, list: ['x'.repeat(50), 'y'.repeat(50), { deep: ['z'.repeat(100)] }], empty: {}, none: null };
  expect(JSON.parse(compactJson(value))).toEqual(value);
  expect(compactJson({ a: 1, b: [1, 2] })).toBe('{"a":1,"b":[1,2]}');
  for (const line of compactJson(value).split('\n')) expect(line.length).toBeLessThanOrEqual(120);
});
