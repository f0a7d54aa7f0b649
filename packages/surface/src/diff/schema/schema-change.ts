/**
 * The effect of a change on the values that match: fewer, more, or unknown. `gained` and `lost` are newly declared and
 * removed properties. `described` changes only annotations.
 */
export type ChangeEffect = 'narrowed' | 'widened' | 'unclear' | 'gained' | 'lost' | 'described';

export interface SchemaChange {
  /** JSON Pointer in the schema. */
  path: string;
  effect: ChangeEffect;
  change: 'added' | 'removed' | 'changed';
  message: string;
  from?: unknown;
  to?: unknown;
  affectsModels?: boolean;
  /** Reported already, where the same two schemas were compared first. */
  isTold?: true;
}

export const schemaChangeOf = (from: unknown, to: unknown): SchemaChange['change'] =>
  from === undefined ? 'added' : to === undefined ? 'removed' : 'changed';

/** A changed keyword. */
export const changedKeyword = (
  effect: ChangeEffect,
  path: string,
  from: unknown,
  to: unknown,
  message: string,
): SchemaChange => ({
  path,
  effect,
  change: schemaChangeOf(from, to),
  message,
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
});

export const UNCLEAR_MESSAGE = 'cannot be shown to be compatible';
/** Whether a value that matched may no longer match. */
export const mayRefuseValues = ({ effect }: SchemaChange): boolean =>
  effect === 'narrowed' || effect === 'unclear' || effect === 'lost';
