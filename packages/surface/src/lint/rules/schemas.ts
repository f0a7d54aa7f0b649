import { isObject } from '@assay/contract/json';
import { resolvePointer, withLocalReferences } from '@assay/contract/json-schema/local-references';
import { sameJson, type JsonObject } from '../../json.ts';
import { quoteText } from '../../quote-text.ts';
import { hasKnownDialect, metaSchemaFault } from '../meta-schema.ts';
import {
  checkEachItem,
  specificationUrl,
  messageIf,
  type LintRule,
  type LintSubject,
  type RuleMessage,
} from '../rule.ts';
import { isInCondition, subschemasOf, type SchemaPart } from '../walk.ts';

const TOOL = specificationUrl('server/tools#tool');
const ROLES = ['inputSchema', 'outputSchema'] as const;

/** Checks both schemas of each tool, as far as there are any. */
const eachSchema = (tell: (schema: unknown) => { path: string; message: string }[]) =>
  checkEachItem('tools', (tool) =>
    ROLES.filter((role) => tool[role] !== undefined).flatMap((role) =>
      tell(tool[role]).map(({ path, message }): RuleMessage => ({
        path: `/${role}${path}`,
        message: `${role === 'inputSchema' ? 'The input schema' : 'The output schema'} ${message}.`,
      })),
    ),
  );

const eachPart = (tell: (node: JsonObject) => string[]) =>
  eachSchema((schema) =>
    subschemasOf(schema).flatMap(({ path, node }: SchemaPart) => tell(node).map((message) => ({ path, message }))),
  );

/** Checks the references of each part, as they are written and as they are from the root where they stay in the schema. */
const eachReference = (tell: (reference: { written: string; local: string }, root: unknown) => string[]) =>
  eachSchema((schema) => {
    const root = withLocalReferences(schema);
    const written = subschemasOf(schema);
    return subschemasOf(root).flatMap(({ path, node: { $ref: local } }, i) => {
      const { $ref } = written[i]!.node;
      if (typeof local !== 'string' || typeof $ref !== 'string') return [];
      return tell({ written: $ref, local }, root).map((message) => ({ path, message }));
    });
  });

const isPlainRoot = (schema: unknown): boolean => isObject(schema) && schema['type'] === 'object';

/** Whether a reference names an anchor; such references are not followed. */
const isAnchor = (reference: string): boolean => /^#[^/]/.test(reference);

function patternFaults({ pattern, patternProperties }: JsonObject): string[] {
  const patterns = [
    ...(typeof pattern === 'string' ? [pattern] : []),
    ...(isObject(patternProperties) ? Object.keys(patternProperties) : []),
  ];
  return patterns
    .filter((source) => !isPattern(source))
    .map((source) => `has a pattern that is not a regular expression: ${quoteText(source)}`);
}

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'u').source !== undefined;
  } catch {
    return false;
  }
}

/** The schemas that apply to the same value as the alternative at a path. */
function enclosing(path: string): string[] {
  const outer = /^(.*)\/(?:allOf|anyOf|oneOf)\/\d+$|^(.*)\/dependentSchemas\/[^/]*$/.exec(path);
  const at = outer?.[1] ?? outer?.[2];
  return at === undefined ? [] : [at, ...enclosing(at)];
}

const BOUNDS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

function impossible(node: JsonObject): string[] {
  const { enum: values, default: fallback } = node;
  const crossed = BOUNDS.filter(
    ([least, most]) => typeof node[least] === 'number' && typeof node[most] === 'number' && node[least] > node[most],
  );
  return [
    ...(Array.isArray(values) && values.length === 0 ? ['has an empty list of values'] : []),
    ...(Array.isArray(values) &&
    values.length > 0 &&
    fallback !== undefined &&
    fallback !== null &&
    !values.some((value) => sameJson(value, fallback))
      ? ['has a default that is not one of its values']
      : []),
    ...crossed.map(([least, most]) => `has a ${least} above its ${most}`),
  ];
}

/** Since revision 2026-07-28 structured results may be of any type. */
const anyRootIsAllowed = ({ surface: { protocolVersion = '' } }: LintSubject): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(protocolVersion) && protocolVersion >= '2026-07-28';

const outputRoots = checkEachItem('tools', ({ outputSchema }) =>
  messageIf(outputSchema !== undefined && !isPlainRoot(outputSchema), {
    path: '/outputSchema',
    message: 'Its output schema does not have the type object.',
  }),
);

export const schemaRules: LintRule[] = [
  {
    id: 'input-schema-missing',
    severity: 'error',
    helpUrl: TOOL,
    costs: 'clients cannot call it',
    asks: 'Every tool has an input schema.',
    fix: 'Declare `{"type": "object", "additionalProperties": false}` for a tool without parameters.',
    check: checkEachItem('tools', ({ inputSchema }) => messageIf(!isObject(inputSchema), 'It has no input schema.')),
  },
  {
    id: 'input-schema-not-object',
    severity: 'error',
    helpUrl: TOOL,
    costs: 'clients and models refuse it',
    asks: 'The root of an input schema has the type object.',
    fix: 'Put `"type": "object"` at the root; arguments are always an object.',
    check: checkEachItem('tools', ({ inputSchema }) =>
      messageIf(isObject(inputSchema) && !isPlainRoot(inputSchema), {
        path: '/inputSchema',
        message: 'Its input schema does not have the type object.',
      }),
    ),
  },
  {
    id: 'output-schema-not-object',
    severity: 'error',
    helpUrl: specificationUrl('server/tools#output-schema'),
    costs: 'clients refuse its results',
    asks: 'The root of an output schema has the type object, before revision 2026-07-28.',
    fix: 'Put `"type": "object"` at the root; structured results are always an object.',
    check: (subject) => (anyRootIsAllowed(subject) ? [] : outputRoots(subject)),
  },
  {
    id: 'output-schema-missing',
    severity: 'note',
    helpUrl: specificationUrl('server/tools#output-schema'),
    costs: 'nothing can check the answer',
    asks: 'Every tool says what its results look like.',
    fix: 'Declare an `outputSchema` and answer with `structuredContent`.',
    check: checkEachItem('tools', ({ outputSchema }) =>
      messageIf(outputSchema === undefined, 'It has no output schema.'),
    ),
  },
  {
    id: 'schema-ill-formed',
    severity: 'error',
    costs: 'models and clients refuse the tool',
    asks: 'Schemas are JSON Schema of the dialect that they name, 2020-12 when they name none.',
    fix: 'Correct the keyword; clients may refuse the whole tool.',
    check: eachSchema((schema) => {
      const fault = metaSchemaFault(schema);
      return fault ? [{ path: fault.path, message: `is not a JSON Schema: it ${fault.message}` }] : [];
    }),
  },
  {
    id: 'schema-dialect-unknown',
    severity: 'warning',
    costs: 'clients may not check arguments',
    asks: 'Schemas are of draft-07, 2019-09 or 2020-12.',
    fix: 'Leave `$schema` out, or name one of these dialects.',
    check: eachSchema((schema) =>
      hasKnownDialect(schema) ? [] : [{ path: '/$schema', message: 'names a dialect that few clients know' }],
    ),
  },
  {
    id: 'schema-reference-unknown',
    severity: 'error',
    costs: 'the parameter means nothing',
    asks: 'References within a schema resolve.',
    fix: 'Add the definition, or correct the reference.',
    check: eachReference(({ written, local }, root) =>
      local.startsWith('#') && !isAnchor(local) && resolvePointer(local, root) === undefined
        ? [`refers to ${quoteText(written)}, which is not there`]
        : [],
    ),
  },
  {
    id: 'schema-reference-remote',
    severity: 'warning',
    costs: 'clients do not fetch it',
    asks: 'Schemas refer to no other document.',
    fix: 'Put what it refers to under `$defs`; clients do not fetch it.',
    check: eachReference(({ written, local }) =>
      local.startsWith('#') ? [] : [`refers to another document: ${quoteText(written)}`],
    ),
  },
  {
    id: 'schema-pattern-invalid',
    severity: 'error',
    costs: 'arguments are not checked',
    asks: 'Patterns are regular expressions of ECMA-262.',
    fix: 'Write the pattern for ECMA-262 in Unicode mode.',
    check: eachPart(patternFaults),
  },
  {
    id: 'schema-values-impossible',
    severity: 'error',
    costs: 'no argument is ever valid',
    asks: 'A schema accepts at least one value, and its own default.',
    fix: 'Correct the values, the bounds or the default.',
    check: eachPart(impossible),
  },
  {
    id: 'schema-required-undeclared',
    severity: 'warning',
    costs: 'arguments are guessed',
    asks: 'What a schema requires it also declares.',
    fix: 'Declare the property, or do not require it.',
    check: eachSchema((schema) => {
      const parts = subschemasOf(schema);
      const nodes = new Map(parts.map(({ path, node }) => [path, node]));
      return parts
        .filter(({ path }) => !isInCondition(path))
        .flatMap(({ path, node }) => {
          const { required, properties } = node;
          // An enclosing schema may declare it.
          if (
            !Array.isArray(required) ||
            !isObject(properties) ||
            ['$ref', 'allOf', 'anyOf', 'oneOf', 'patternProperties'].some((keyword) => keyword in node)
          )
            return [];
          const declared = [properties, ...enclosing(path).map((outer) => nodes.get(outer)?.['properties'])].filter(
            isObject,
          );
          return required
            .filter(
              (name): name is string => typeof name === 'string' && !declared.some((each) => Object.hasOwn(each, name)),
            )
            .map((name) => ({ path, message: `requires ${quoteText(name)} and does not declare it` }));
        });
    }),
  },
];
