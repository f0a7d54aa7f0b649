import type { LocatedSchema } from './located.ts';
import type { SchemaChange } from './schema-change.ts';
import type { NormalPair } from './simple-keywords.ts';

/** The parts of a comparison that rules for nested schemas use. */
export interface SchemaWalk {
  compare(before: LocatedSchema, after: LocatedSchema, path: string): SchemaChange[];
  /** Whether every value that matches `before` is sure to match `after`. */
  covers(before: LocatedSchema, after: LocatedSchema): boolean;
  /** Whether both have the same constraints, including the targets of their references. */
  meansTheSame(a: unknown, b: unknown): boolean;
}

/** A rule for keywords with subschemas. */
export type NestedRule = (pair: NormalPair, walk: SchemaWalk) => SchemaChange[];
