import type { Located } from './located.ts';
import type { SchemaChange } from './schema-change.ts';
import type { Pair } from './simple-keywords.ts';

/** What the rules for nested schemas need of the comparison that they are part of. */
export interface Walk {
  compare(before: Located, after: Located, path: string): SchemaChange[];
  /** Whether what fits `before` is sure to fit `after`. */
  covers(before: Located, after: Located): boolean;
  /** Whether both ask for the same, and so does all that they refer to. */
  meansTheSame(a: unknown, b: unknown): boolean;
}

/** A rule for keywords that hold schemas. */
export type Nested = (pair: Pair, walk: Walk) => SchemaChange[];
