import type { TSchema } from 'typebox';

/** Prints a schema, moving every named part of it to `schemas` and leaving references. */
export type Print = (schema: TSchema) => unknown;
