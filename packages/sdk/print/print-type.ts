import type { JsonSchema } from './json-schema.ts';
import { referred } from './published.ts';

/** The TypeScript type of a published schema: what a client may send, or gets. */
export function printType(schema: JsonSchema, indent = ''): string {
  const { $ref, anyOf, oneOf, properties } = schema;
  if ($ref !== undefined) return referred(schema);
  const choice = anyOf ?? oneOf;
  if (!choice) return printAlone(schema, indent);
  const union = unionOf(choice.map((each) => printType(each, indent)));
  return properties === undefined ? union : printAlone(schema, indent);
}

function printAlone(schema: JsonSchema, indent: string): string {
  const { type, enum: values, items } = schema;
  if ('const' in schema) return JSON.stringify(schema.const);
  if (values) return unionOf(values.map((value) => JSON.stringify(value)));
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `Array<${items ? printType(items, indent) : 'unknown'}>`;
    case 'object':
      return printObject(schema, indent);
    case undefined:
      return 'unknown';
    default:
      throw new Error(`No type is printed for ${JSON.stringify(schema)}.`);
  }
}

function printObject(
  { properties, required = [], additionalProperties, patternProperties }: JsonSchema,
  indent: string,
): string {
  if (properties && Object.keys(properties).length > 0) {
    const inner = `${indent}  `;
    const fields = Object.entries(properties).map(
      ([name, field]) =>
        `${commentOf(field, inner)}${inner}${keyOf(name)}${required.includes(name) ? '' : '?'}: ${printType(field, inner)};`,
    );
    return `{\n${fields.join('\n')}\n${indent}}`;
  }
  const [values = additionalProperties] = Object.values(patternProperties ?? {});
  return `Record<string, ${typeof values === 'object' ? printType(values, indent) : 'unknown'}>`;
}

/** A union without repetitions; an alternative of any value makes it any value. */
function unionOf(types: string[]): string {
  const alternatives = [...new Set(types)];
  return alternatives.includes('unknown') ? 'unknown' : alternatives.join(' | ');
}

const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/** The comment above a declaration; empty where nothing is said. */
export function commentOf(
  { description, deprecated }: { description?: string; deprecated?: boolean },
  indent = '',
): string {
  const lines = [...(description ? description.split('\n') : []), ...(deprecated ? ['@deprecated'] : [])];
  if (lines.length === 0) return '';
  const safe = lines.map((line) => line.replaceAll('*/', '*\\/').trimEnd());
  return safe.length === 1
    ? `${indent}/** ${safe[0]} */\n`
    : `${indent}/**\n${safe.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}\n`).join('')}${indent} */\n`;
}
