import { allOperations } from '@assay/contract/operations';
import { printOpenapi } from '../../src/openapi/openapi.ts';

interface PrintedSchema {
  $ref?: string;
  type?: string;
  const?: unknown;
  required?: string[];
  properties?: Record<string, PrintedSchema>;
  discriminator?: object;
  anyOf?: PrintedSchema[];
  oneOf?: PrintedSchema[];
}

const printed = JSON.parse(JSON.stringify(printOpenapi(allOperations))) as {
  components: { schemas: Record<string, PrintedSchema> };
};
const resolve = (schema: PrintedSchema): PrintedSchema =>
  schema.$ref === undefined ? schema : printed.components.schemas[schema.$ref.split('/').at(-1)!]!;

const isAnything = (schema: PrintedSchema) => Object.keys(schema).length === 0;
/** A document of MCP: its server decides about its fields. */
const isForeign = (schema: PrintedSchema) => schema.type === undefined && schema.properties === undefined;
const isObject = (schema: PrintedSchema) => resolve(schema).type === 'object';

/** The constants by which an object is told from others, as text; empty without any. */
function constantsOf(schema: PrintedSchema): string {
  const { required = [], properties = {} } = resolve(schema);
  return required
    .flatMap((name) => {
      const { const: value } = resolve(properties[name] ?? {});
      return value === undefined ? [] : [`${name}=${JSON.stringify(value)}`];
    })
    .join(' ');
}

/** Whether a generated client can tell which of the objects of a union it has. */
function isTold({ discriminator, anyOf = [], oneOf = anyOf }: PrintedSchema): boolean {
  const objects = oneOf.filter(isObject);
  const foreign = oneOf.filter((schema) => schema.$ref !== undefined && isForeign(resolve(schema)));
  if (discriminator || oneOf.some(isAnything) || objects.length + foreign.length < 2) return true;
  const constants = objects.map(constantsOf);
  return foreign.length < 2 && !constants.includes('') && new Set(constants).size === constants.length;
}

/** The unions of a schema whose objects cannot be told apart, each by its place. */
function untoldUnions(value: unknown, place: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const within = Object.entries(value).flatMap(([key, part]) => untoldUnions(part, `${place}/${key}`));
  const { anyOf, oneOf } = value as PrintedSchema;
  return (Array.isArray(anyOf) || Array.isArray(oneOf)) && !isTold(value) ? [place, ...within] : within;
}

test('every union of objects has a discriminator, or a constant in each of its variants', () => {
  expect(untoldUnions(printed, '')).toEqual([]);
});

test('an object that needs one of some keys is printed as one object that says so', () => {
  const { EvalWidgetLocator: locator, BrowserTarget: target } = printed.components.schemas;
  expect(locator).toMatchObject({
    type: 'object',
    description: 'An element of the page. It has at least one of `role`, `text`, `css`, `testId`.',
  });
  expect([locator!.anyOf, target!.anyOf, target!.required]).toEqual([undefined, undefined, undefined]);
  expect(locator).toMatchObject({ not: { propertyNames: { enum: ['nth'] } } });
  expect(Object.keys(locator!.properties!)).toEqual(['role', 'text', 'css', 'testId', 'nth']);
});
