import type { TSchema } from 'typebox';
import { LATEST_MS, propertiesOf } from '@assay/contract/schema';
import { parameterOf, type FoundKind } from './operation-parameters.ts';
import { choice, flag, number, oneOfShown, text, texts, toggle, type Option, type Options } from './options.ts';

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

/** How the options of an operation are made. */
interface OptionChoice {
  /** Truths can also be switched off. */
  isSwitched: boolean;
  /** Fields without an option. */
  omitted: readonly string[];
  /** Fields whose ids are none of the platform's objects. */
  foreign: readonly string[];
}

/**
 * The options of an operation: its top-level scalars, enums and lists of scalars, in kebab-case and without `Id`. Names
 * are accepted wherever ids are.
 */
export function inputOptions(input: TSchema, { isSwitched, omitted, foreign }: OptionChoice): InputOptions {
  const found: InputOptions = {
    options: {},
    fields: {},
    documentFields: [],
    required: ((input as { required?: string[] }).required ?? []).filter((name) => !omitted.includes(name)),
  };
  for (const [field, schema] of Object.entries(propertiesOf(input))) {
    if (OWN.has(field) || omitted.includes(field) || /^expected[A-Z]/.test(field) || 'const' in schema) continue;
    const { inner, isNullable } = withoutNull(schema);
    const made = SECRET.has(field)
      ? undefined
      : optionOf(field, inner, { isSwitched, isNullable, isForeign: foreign.includes(field) });
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

interface FieldFacts {
  isSwitched: boolean;
  isNullable: boolean;
  isForeign: boolean;
}

function optionOf(field: string, schema: Keywords, { isSwitched, isNullable, isForeign }: FieldFacts) {
  const { type, items } = schema;
  const clears = isNullable ? " '' clears it." : '';
  if (type === 'array') return listOption(field, schema, items ?? {}, clears);
  const parameter = isForeign ? undefined : parameterOf(field);
  const described = `${descriptionOf(field, schema)}${type === 'string' && !schema.enum ? clears : ''}`;
  const name = (parameter?.word ?? field).replace('OAuth', 'Oauth');
  const read = { as: 'value', ...(parameter?.kind && { kind: parameter.kind }) } as const;
  if (type === 'string')
    return {
      name,
      read,
      option: schema.enum
        ? choice(schema.enum, described)
        : text(`<${parameter ? (parameter.kind ?? 'id') : 'text'}>`, described),
    };
  if (type === 'boolean') return { name, read, option: isSwitched ? toggle(described) : flag(described) };
  if (type === 'integer' && schema.maximum === LATEST_MS)
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

function listOption(field: string, schema: Keywords, items: Keywords, clears: string) {
  const single = field.endsWith('s') ? field.slice(0, -1) : field;
  const parameter = parameterOf(single);
  const name = parameter?.word ?? single;
  const described = `${descriptionOf(field, schema)} Repeatable.${clears}`;
  if (items.type === 'integer')
    return { name, read: { as: 'integers' } as const, option: texts('<number>', described) };
  if (items.type !== 'string') return undefined;
  const value = items.enum ? oneOfShown(items.enum) : `<${parameter ? (parameter.kind ?? 'id') : 'text'}>`;
  const read = { as: 'value', ...(parameter?.kind && { kind: parameter.kind }) } as const;
  return { name, read, option: texts(value, described) };
}

/** The longest description of an option, in characters; the first sentence counts. */
const LONGEST = 110;

/** A short description: the first sentence of the field's, without the marks of code. */
function descriptionOf(field: string, { description, type }: Keywords): string {
  if (description === undefined) return `${type === 'boolean' ? 'Whether' : 'The'} ${wordsOf(field)}.`;
  const plain = description
    .replaceAll('`', '')
    .replaceAll(/\s+/g, ' ')
    .replace(/; null [^.;]*/, '')
    .replace(/, in milliseconds since the epoch/, '');
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
