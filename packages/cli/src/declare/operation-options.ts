import type { TSchema } from 'typebox';
import { propertiesOf } from '@assay/contract/schema';
import { parameterOf, type FoundKind } from './operation-parameters.ts';
import { choice, flag, number, text, texts, toggle, type Option, type Options } from './options.ts';

/** A field of an operation's input that an option sets. */
export interface FieldOption {
  field: string;
  /** How the value of the option becomes the value of the field. */
  as: 'value' | 'integers' | 'time';
  /** The kind whose names the option accepts. */
  kind?: FoundKind;
  /** An empty text clears the field. */
  isNullable: boolean;
}

/** The options of an operation, each with its field, and the fields that only a whole document sets. */
export interface InputOptions {
  options: Options;
  fields: Readonly<Record<string, FieldOption>>;
  documentFields: string[];
  required: string[];
}

/** The fields that the command line fills in itself. */
const OWN = new Set(['cursor', 'limit', 'idempotencyKey']);
/** Secrets, which no argument holds: another user of the machine can read arguments. */
const SECRET = new Set(['clientSecret', 'apiKey', 'password', 'value', 'current', 'next']);
/** Fields that change nothing, or that repeat another one. */
const USELESS =
  /^(Ignored|Kept and (answered|read back)|Not kept|Accepted and not used|Another name|Same as|Of cross-app|`true` is another|A launch with|Every launch|For people who read|Not supported|The former name)/;

/**
 * The options of an operation: its top-level scalars, enums and lists of scalars, in kebab-case and without `Id`. Names
 * are accepted wherever ids are. A field of `omitted` has none.
 */
export function inputOptions(input: TSchema, isPatch: boolean, omitted: readonly string[]): InputOptions {
  const found: InputOptions = {
    options: {},
    fields: {},
    documentFields: [],
    required: ((input as { required?: string[] }).required ?? []).filter((name) => !omitted.includes(name)),
  };
  for (const [field, schema] of Object.entries(propertiesOf(input))) {
    const told = (schema as { description?: string }).description ?? '';
    if (OWN.has(field) || omitted.includes(field) || /^expected[A-Z]/.test(field) || 'const' in schema) continue;
    if (USELESS.test(told)) continue;
    const { inner, isNullable } = withoutNull(schema);
    const made = SECRET.has(field) ? undefined : optionOf(field, inner, isPatch);
    if (made === undefined) {
      found.documentFields.push(field);
      continue;
    }
    (found.options as Record<string, Option>)[made.name] = made.option;
    (found.fields as Record<string, FieldOption>)[made.name] = { field, isNullable, ...made.read };
  }
  return found;
}

type Keywords = TSchema & {
  type?: string | string[];
  enum?: string[];
  anyOf?: Keywords[];
  items?: Keywords;
  description?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
};

/** The schema of a field that null clears, without null. */
function withoutNull(schema: TSchema): { inner: Keywords; isNullable: boolean } {
  const { anyOf, description } = schema as Keywords;
  const others = (anyOf ?? []).filter(({ type }) => type !== 'null');
  if (anyOf === undefined || others.length !== 1 || others.length === anyOf.length)
    return { inner: schema, isNullable: false };
  return { inner: { ...(description !== undefined && { description }), ...others[0]! }, isNullable: true };
}

function optionOf(field: string, schema: Keywords, isPatch: boolean) {
  const { type, items } = schema;
  if (type === 'array') return listOption(field, schema, items ?? {});
  const parameter = parameterOf(field);
  const described = descriptionOf(field, schema);
  const name = parameter?.word ?? field;
  const read = { as: 'value', ...(parameter?.kind && { kind: parameter.kind }) } as const;
  if (type === 'string')
    return {
      name,
      read,
      option: schema.enum
        ? choice(schema.enum, described)
        : text(`<${parameter ? nounOf(parameter.kind ?? 'id') : 'text'}>`, described),
    };
  if (type === 'boolean') return { name, read, option: isPatch ? toggle(described) : flag(described) };
  if (type === 'integer' && /since the epoch|^What happened before/.test(schema.description ?? ''))
    return { name, read: { as: 'time' } as const, option: text('<time>', described) };
  if (type === 'integer' || type === 'number') {
    const { minimum = 0, maximum, exclusiveMinimum } = schema;
    const isInteger = type === 'integer';
    const min = exclusiveMinimum === undefined ? minimum : isInteger ? exclusiveMinimum + 1 : exclusiveMinimum;
    const bounds = { min, isInteger, ...(maximum !== undefined && { max: maximum }) };
    return { name, read, option: number('<number>', described, bounds) };
  }
  return undefined;
}

function listOption(field: string, schema: Keywords, items: Keywords) {
  const single = field.endsWith('s') ? field.slice(0, -1) : field;
  const parameter = parameterOf(single);
  const name = parameter?.word ?? single;
  const described = `${descriptionOf(field, schema)} May be given several times.`;
  if (items.type === 'integer')
    return { name, read: { as: 'integers' } as const, option: texts('<number>', described) };
  if (items.type !== 'string') return undefined;
  const value = items.enum ? items.enum.join('|') : parameter ? nounOf(parameter.kind ?? 'id') : 'text';
  const read = { as: 'value', ...(parameter?.kind && { kind: parameter.kind }) } as const;
  return { name, read, option: texts(`<${value}>`, described) };
}

const nounOf = (kind: string): string => kind;

/** The longest description of an option, in characters; the first sentence counts. */
const LONGEST = 110;

/** A short description: the first sentence of the field's, without the marks of code. */
function descriptionOf(field: string, { description }: Keywords): string {
  if (description === undefined) return `The ${wordsOf(field)}.`;
  const plain = description.replaceAll('`', '').replaceAll(/\s+/g, ' ');
  const [sentence = plain] = plain.split(/(?<=\.) (?=[A-Z])/);
  if (sentence.length <= LONGEST) return sentence;
  const cut = sentence.slice(0, LONGEST);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), cut.lastIndexOf(';'))).replace(/[,;:]$/, '')} …`;
}

/** `timeZone` as words. */
export const wordsOf = (field: string): string =>
  field
    .replace(/Ids?$/, (ending) => (ending === 'Ids' ? 's' : ''))
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
