import { isObject, type Json } from '../../json.ts';
import { quoted } from '../../quoted.ts';
import { resolve } from '../../diff/schema/located.ts';
import { hasKnownDialect, metaSchemaFault } from '../meta-schema.ts';
import { each, specification, when, type Rule, type Told } from '../rule.ts';
import { subschemas, type Part } from '../walk.ts';

const TOOL = specification('server/tools#tool');
const ROLES = ['inputSchema', 'outputSchema'] as const;

/** Looks at both schemas of each tool, as far as there are any. */
const eachSchema = (tell: (schema: unknown) => { path: string; message: string }[]) => each('tools', (tool) => ROLES
  .filter((role) => tool[role] !== undefined)
  .flatMap((role) => tell(tool[role]).map(({ path, message }): Told => ({ path: `/${role}${path}`, message: `${role === 'inputSchema' ? 'The input schema' : 'The output schema'} ${message}.` }))));

const eachPart = (tell: (node: Json, root: unknown) => string[]) =>
  eachSchema((schema) => subschemas(schema).flatMap(({ path, node }: Part) => tell(node, schema).map((message) => ({ path, message }))));

const isPlainRoot = (schema: unknown): boolean => isObject(schema) && schema['type'] === 'object';

/** The name that an anchor gives; such references are not followed. */
const isAnchor = (reference: string): boolean => /^#[^/]/.test(reference);

function patternFaults({ pattern, patternProperties }: Json): string[] {
  const patterns = [...(typeof pattern === 'string' ? [pattern] : []), ...(isObject(patternProperties) ? Object.keys(patternProperties) : [])];
  return patterns.filter((source) => !isPattern(source)).map((source) => `has a pattern that is no regular expression: ${quoted(source)}`);
}

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'u').source !== undefined;
  } catch {
    return false;
  }
}

export const schemas: Rule[] = [
  {
    id: 'input-schema-missing', severity: 'error', helpUrl: TOOL, asks: 'Every tool has an input schema.', fix: 'Declare `{"type": "object", "additionalProperties": false}` for a tool without parameters.',
    check: each('tools', ({ inputSchema }) => when(!isObject(inputSchema), 'It has no input schema.')),
  },
  {
    id: 'input-schema-not-object', severity: 'error', helpUrl: TOOL, asks: 'The root of an input schema has the type object.', fix: 'Put `"type": "object"` at the root; arguments are always an object.',
    check: each('tools', ({ inputSchema }) => when(isObject(inputSchema) && !isPlainRoot(inputSchema), { path: '/inputSchema', message: 'Its input schema does not have the type object.' })),
  },
  {
    id: 'output-schema-not-object', severity: 'error', helpUrl: specification('server/tools#output-schema'), asks: 'The root of an output schema has the type object.', fix: 'Put `"type": "object"` at the root; structured results are always an object.',
    check: each('tools', ({ outputSchema }) => when(outputSchema !== undefined && !isPlainRoot(outputSchema), { path: '/outputSchema', message: 'Its output schema does not have the type object.' })),
  },
  {
    id: 'output-schema-missing', severity: 'note', helpUrl: specification('server/tools#output-schema'), asks: 'Every tool says what its results look like.', fix: 'Declare an `outputSchema` and answer with `structuredContent`.',
    check: each('tools', ({ outputSchema }) => when(outputSchema === undefined, 'It has no output schema.')),
  },
  {
    id: 'schema-ill-formed', severity: 'error', asks: 'Schemas are JSON Schema of the dialect that they name, 2020-12 when they name none.', fix: 'Correct the keyword; clients may refuse the whole tool.',
    check: eachSchema((schema) => {
      const fault = metaSchemaFault(schema);
      return fault ? [{ path: fault.path, message: `is no JSON Schema: it ${fault.message}` }] : [];
    }),
  },
  {
    id: 'schema-dialect-unknown', severity: 'warning', asks: 'Schemas are of draft-07, 2019-09 or 2020-12.', fix: 'Leave `$schema` out, or name one of these dialects.',
    check: eachSchema((schema) => (hasKnownDialect(schema) ? [] : [{ path: '/$schema', message: 'names a dialect that few clients know' }])),
  },
  {
    id: 'schema-reference-unknown', severity: 'error', asks: 'References within a schema lead somewhere.', fix: 'Add the definition, or correct the reference.',
    check: eachPart(({ $ref }, root) => (typeof $ref === 'string' && $ref.startsWith('#') && !isAnchor($ref) && resolve($ref, root) === undefined ? [`refers to ${quoted($ref)}, which is not there`] : [])),
  },
  {
    id: 'schema-reference-remote', severity: 'warning', asks: 'Schemas refer to nothing outside of themselves.', fix: 'Put what it refers to under `$defs`; clients do not fetch it.',
    check: eachPart(({ $ref }) => (typeof $ref === 'string' && !$ref.startsWith('#') ? [`refers to another document: ${quoted($ref)}`] : [])),
  },
  {
    id: 'schema-pattern-invalid', severity: 'error', asks: 'Patterns are regular expressions of ECMA-262.', fix: 'Write the pattern for ECMA-262 in Unicode mode.',
    check: eachPart(patternFaults),
  },
  {
    id: 'schema-required-undeclared', severity: 'warning', asks: 'What a schema requires it also declares.', fix: 'Declare the property, or do not require it.',
    check: eachPart(({ required, properties, ...others }) => {
      // It may be declared by what else applies.
      if (!Array.isArray(required) || !isObject(properties) || ['$ref', 'allOf', 'anyOf', 'oneOf', 'patternProperties'].some((keyword) => keyword in others)) return [];
      return required.filter((name) => typeof name === 'string' && !Object.hasOwn(properties, name)).map((name) => `requires ${quoted(name as string)} and does not declare it`);
    }),
  },
];
