import type { LocatedSchema } from './located.ts';
import type { SchemaChange } from './schema-change.ts';
import type { NormalPair } from './simple-keywords.ts';

/** What the rules for nested schemas need of the comparison that they are part of. */
export interface SchemaWalk {
  compare(before: LocatedSchema, after: LocatedSchema, path: string): SchemaChange[];
  /** Whether what fits `before` is sure to fit `after`. */
  covers(before: LocatedSchema, after: LocatedSchema): boolean;
  /** Whether both ask for the same, and so does all that they refer to. */
  meansTheSame(a: unknown, b: unknown): boolean;
}

/** A rule for keywords that hold schemas. */
export type NestedRule = (pair: NormalPair, walk: SchemaWalk) => SchemaChange[];
