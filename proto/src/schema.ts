import { Type, type Static, type TObject, type TOptional, type TProperties, type TSchema, type TUnsafe } from 'typebox';

/** An object that refuses keys it does not know. Requests are closed unless the API says otherwise. */
export const closed = <P extends TProperties>(properties: P, options: object = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

/** An object that keeps keys it does not know. */
export const open = <P extends TProperties>(properties: P, options: object = {}) =>
  Type.Object(properties, { additionalProperties: true, ...options });

/** One of several objects, told apart by the literal each has under `tag`. */
export const variants = <T extends TObject[]>(tag: string, of: [...T], options: object = {}) =>
  Type.Unsafe<Static<T[number]>>({
    type: 'object',
    required: [tag],
    discriminator: { propertyName: tag },
    oneOf: of,
    ...options,
  });

/** Keywords that hold a value which fits `condition` to one schema, and any other to another one. */
export const when = (condition: object, then: object, otherwise?: object) => ({
  if: condition,
  // oxlint-disable-next-line unicorn/no-thenable
  then,
  ...(otherwise && { else: otherwise }),
});

export const oneOf = <const T extends string[]>(values: [...T], options: object = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, ...options });

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** An object whose keys are the caller's own. */
export const record = (options: object = {}) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, ...options });

/** JSON that is not ours to interpret: handlers answer with the bytes they were given. */
export const verbatim = (id: string, description: string) => Type.Unsafe<Uint8Array>({ $id: id, description });

/** The fields of an object; none of what is no object. */
export const propertiesOf = (schema: TSchema): Record<string, TSchema> =>
  (schema as { properties?: Record<string, TSchema> }).properties ?? {};

/** Printable ASCII without blanks, as every id of ours is. */
export const Id = Type.String({ minLength: 1, maxLength: 128, pattern: '^[!-~]+$' });
/** Milliseconds since the epoch. */
export const EpochMs = (description?: string) =>
  Type.Number({ description: description ?? 'Milliseconds since the epoch.' });

/** A page of a list: `nextCursor` is absent on the last page. */
export const page = <T extends TSchema>(item: T, id: string) =>
  open(
    { items: Type.Array(item), nextCursor: Type.Optional(Type.String({ description: 'Absent on the last page.' })) },
    { $id: id },
  );

/** How many rows a page has where the caller does not say, and how many at most. */
export interface PageBounds {
  fallback: number;
  max: number;
}

// Beside the keywords: `maximum` would have a validator refuse what is clamped.
const BOUNDS = Symbol('page bounds');
type Limit = TOptional<TUnsafe<string | number>> & { [BOUNDS]: PageBounds };

/** The input of an operation that answers pages: made of what `pageQuery` made. */
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
      default: fallback,
      description: `Rows per page, 1 to ${max}. A value outside is clamped, one that is no number reads as absent.`,
    }),
  );
  return open(
    { cursor: Type.Optional(Type.String()), limit: Object.assign(limit, { [BOUNDS]: { fallback, max } }) },
    { $id: id },
  );
};
