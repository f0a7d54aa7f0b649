import type { Static, TObject, TOptional, TProperties, TSchema, TUnsafe } from 'typebox';
import { given } from './given.ts';
import { Type } from './type.ts';

/** An object that refuses unknown keys. Requests are closed unless the API says otherwise. */
export const closed = <P extends TProperties>(properties: P, options: object = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

/** An object that keeps unknown keys. */
export const open = <P extends TProperties>(properties: P, options: object = {}) =>
  Type.Object(properties, { additionalProperties: true, ...options });

/** One of several objects, told apart by the literal that each has under `tag`. */
export const variants = <T extends TObject[]>(tag: string, of: [...T], options: object = {}) =>
  Type.Unsafe<Static<T[number]>>({
    type: 'object',
    required: [tag],
    discriminator: { propertyName: tag },
    oneOf: of,
    ...options,
  });

/** The variant of a schema of `variants` whose tag a value has; undefined when there is none. */
export function variantOf(schema: TSchema, value: Readonly<Record<string, unknown>>): TObject | undefined {
  const {
    discriminator: { propertyName: tag },
    oneOf: all,
  } = schema as TSchema & { discriminator: { propertyName: string }; oneOf: TObject[] };
  return all.find(({ properties }) => (properties[tag] as { const?: unknown }).const === value[tag]);
}

/** Keywords of an object that needs at least one of some keys. */
export const needsOneOf = (keys: string[], description: string) => ({
  description: `${description} It has at least one of ${keys.map((key) => `\`${key}\``).join(', ')}.`,
  anyOf: keys.map((key) => ({ type: 'object', required: [key] })),
});

/** Keywords that validate a value against one schema if it fits `condition`, and against another one if not. */
export const when = (condition: object, then: object, otherwise?: object) => ({
  if: condition,
  // oxlint-disable-next-line unicorn/no-thenable
  then,
  ...given({ else: otherwise }),
});

export const oneOf = <const T extends string[]>(values: [...T], options: object = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, ...options });

/** One or several of the values, separated by commas, as a query has them. */
export const someOf = (values: readonly string[], description: string) =>
  Type.String({ pattern: `^(${values.join('|')})(,(${values.join('|')}))*$`, description });

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** A value that is meant to fit `schema`, but does not make its whole document invalid when it does not. */
export const meant = <T = unknown>(schema: TSchema, options: object = {}) =>
  Type.Unsafe<T>({ anyOf: [schema, {}], ...options });

/** Text of a query that is read only if it is text: a browser sees the answer, so no value of it is refused. */
export const anyText = (options: object = {}) => Type.Unknown({ 'x-prints': { type: 'string' }, ...options });

/** An object with keys that the caller chooses. */
export const record = (options: object = {}) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, ...options });

/** JSON that the platform does not interpret: handlers answer with the bytes they were given. */
export const verbatim = (id: string, description: string) => Type.Unsafe<Uint8Array>({ $id: id, description });

/** The fields of an object schema; empty for any other schema. */
export const propertiesOf = (schema: TSchema): Record<string, TSchema> =>
  (schema as { properties?: Record<string, TSchema> }).properties ?? {};

/** Printable ASCII without blanks, as all our ids are. */
export const Id = Type.String({ minLength: 1, maxLength: 128, pattern: '^[!-~]+$' });
/** The latest time that a date can hold, in milliseconds since the epoch (ECMA-262, section 21.4.1.1). */
export const LATEST_MS = 8_640_000_000_000_000;
/** A time that a caller gives, in milliseconds since the epoch. */
export const Moment = (description?: string) =>
  Type.Integer({ minimum: 0, maximum: LATEST_MS, ...(description !== undefined && { description }) });
/** Milliseconds since the epoch. */
export const EpochMs = (description?: string) =>
  Type.Number({ description: description ?? 'Milliseconds since the epoch.' });

/** A page of a list: `nextCursor` is absent on the last page. */
export const page = <T extends TSchema>(item: T, id: string) =>
  open(
    { items: Type.Array(item), nextCursor: Type.Optional(Type.String({ description: 'Absent on the last page.' })) },
    { $id: id },
  );

/** The default and the largest number of rows of a page. */
export interface PageBounds {
  fallback: number;
  max: number;
}

// Kept outside of the keywords: with `maximum`, a validator would refuse a limit that is clamped instead.
const BOUNDS = Symbol('page bounds');
type Limit = TOptional<TUnsafe<string | number>> & { [BOUNDS]: PageBounds };

/** The input of an operation that answers pages, made with `pageQuery`. */
export interface PageQuery extends TSchema {
  properties: { limit: Limit };
}

/** The bounds that `pageQuery` was given. */
export const boundsOf = ({ properties }: PageQuery): PageBounds => properties.limit[BOUNDS];

/** Query options of a keyset-paged list; a limit outside the bounds is clamped, not refused. */
export const pageQuery = (id: string, fallback: number, max: number) => {
  const limit = Type.Optional(
    Type.Unsafe<string | number>({
      type: ['integer', 'string'],
      'x-prints': { type: 'integer' },
      default: fallback,
      description: `Rows per page, 1 to ${max}. A value outside is clamped; a value that is not a number counts as absent.`,
    }),
  );
  return open(
    { cursor: Type.Optional(Type.String()), limit: Object.assign(limit, { [BOUNDS]: { fallback, max } }) },
    { $id: id },
  );
};
