import { gradedSchema } from '@assay/surface/diff/graded-schema';

/** The fields of an OpenAPI document that are compared. */
export interface ApiDocument {
  /** Operations by path and method. */
  paths: Record<string, Record<string, ApiOperation>>;
  components: { schemas?: Record<string, object>; responses?: Record<string, ApiResponse> };
}
interface ApiOperation {
  parameters?: { name: string; in: string; required?: boolean; schema: object }[];
  requestBody?: { required?: boolean; content: Record<string, { schema?: object }> };
  responses: Record<string, ApiResponse>;
}
interface ApiResponse {
  content?: Record<string, { schema?: object }>;
}

const JSON_TYPE = 'application/json';
const REFERENCE = /#\/components\/schemas\/([\w.-]+)/g;
/** Answers of success, of which clients read the documents. */
const SUCCESS = /^[23]/;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** The changes of an API that break clients of the older document, in words. */
export function apiChanges(from: ApiDocument, to: ApiDocument): string[] {
  const isSame = sameness(from, to);
  return Object.entries(from.paths).flatMap(([path, methods]) =>
    METHODS.filter((method) => methods[method]).flatMap((method) => {
      const name = `${method.toUpperCase()} ${path}`;
      const [then, now] = [methods[method]!, to.paths[path]?.[method]];
      if (!now) return [`${name} is gone`];
      return isSame(then, now) ? [] : operationChanges(then, now, [from, to]).map((change) => `${name}: ${change}`);
    }),
  );
}

/** Whether two values of the documents are the same, with all parts that they refer to. */
function sameness(
  { components: from }: ApiDocument,
  { components: to }: ApiDocument,
): (a: object, b: object) => boolean {
  const text = Object.entries(from.schemas ?? {}).map(([name, schema]) => [name, JSON.stringify(schema)] as const);
  const other = new Set(
    text.filter(([name, part]) => JSON.stringify(to.schemas?.[name]) !== part).map(([name]) => name),
  );
  const refersToOther = (part: string) => [...part.matchAll(REFERENCE)].some(([, name]) => other.has(name!));
  for (let before = -1; before < other.size;) {
    before = other.size;
    for (const [name, part] of text) if (!other.has(name) && refersToOther(part)) other.add(name);
  }
  return (a, b) => {
    const part = JSON.stringify(a);
    return part === JSON.stringify(b) && !refersToOther(part);
  };
}

function operationChanges(from: ApiOperation, to: ApiOperation, documents: [ApiDocument, ApiDocument]): string[] {
  const input = schemaChanges('inputSchema', [parametersOf(from), parametersOf(to)], documents);
  const gone = Object.keys(from.responses).filter((status) => SUCCESS.test(status) && !to.responses[status]);
  const outputs = Object.keys(from.responses)
    .filter((status) => SUCCESS.test(status) && to.responses[status])
    .flatMap((status) => {
      const [before, after] = [from, to].map(({ responses }) => responses[status]!.content?.[JSON_TYPE]?.schema);
      if (!before) return [];
      return after ? schemaChanges('outputSchema', [before, after], documents) : [`${status} has no document any more`];
    });
  return [
    ...bodyChanges(from, to, documents),
    ...input,
    ...gone.map((status) => `answers no ${status} any more`),
    ...outputs,
  ];
}

function bodyChanges(from: ApiOperation, to: ApiOperation, documents: [ApiDocument, ApiDocument]): string[] {
  const [before, after] = [from, to].map(({ requestBody }) => requestBody?.content[JSON_TYPE]?.schema);
  if (!from.requestBody?.required && to.requestBody?.required) return ['the body is required now'];
  if (!before) return [];
  return after ? schemaChanges('inputSchema', [before, after], documents) : ['takes no document any more'];
}

/** The parameters as one object, whose fields are required or not; its other fields are ignored. */
const parametersOf = ({ parameters = [] }: ApiOperation): object => ({
  type: 'object',
  properties: Object.fromEntries(parameters.map(({ name, in: place, schema }) => [`${place} ${name}`, schema])),
  required: parameters.filter(({ required }) => required).map(({ name, in: place }) => `${place} ${name}`),
  additionalProperties: false,
});

/** The breaking changes between two schemas, each with the parts of its document that it refers to. */
export function schemaChanges(
  role: 'inputSchema' | 'outputSchema',
  [before, after]: [object, object],
  [from, to]: [ApiDocument, ApiDocument],
): string[] {
  const [whole, wholeNow] = [withParts(before, from), withParts(after, to)];
  if (JSON.stringify(whole) === JSON.stringify(wholeNow)) return [];
  return gradedSchema(role, whole, wholeNow)
    .filter(({ grade }) => grade === 'breaking')
    .map(({ message }) => message.replace(/^inputSchema/, 'input').replace(/^outputSchema/, 'output'));
}

/** A schema with the parts of the document that it refers to, beside parts of its own. */
function withParts(schema: object, { components }: ApiDocument): object {
  const parts: Record<string, object> = {};
  const open = [JSON.stringify(schema)];
  for (let text = open.pop(); text !== undefined; text = open.pop())
    for (const [, name] of text.matchAll(REFERENCE)) {
      const part = components.schemas?.[name!];
      if (parts[name!] || !part) continue;
      parts[name!] = local(part);
      open.push(JSON.stringify(part));
    }
  const sorted = Object.fromEntries(Object.entries(parts).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...local(schema), $defs: { ...(schema as { $defs?: object }).$defs, ...sorted } };
}

const local = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll(REFERENCE, '#/$defs/$1')) as object;
