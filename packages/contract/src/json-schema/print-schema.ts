import type { TSchema } from 'typebox';

/** Prints a schema; moves its named parts to `schemas` and leaves references. */
export type PrintSchema = (schema: TSchema) => unknown;
