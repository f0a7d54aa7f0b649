/**
 * What a change does to the values that fit: fewer of them, more of them, or nobody can tell. `gained` and `lost` are
 * properties that are declared from now on, or no longer. `described` changes nothing that a validator sees.
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
  /** It is told where the same two schemas were compared first. */
  isTold?: true;
}

export const schemaChangeOf = (from: unknown, to: unknown): SchemaChange['change'] =>
  from === undefined ? 'added' : to === undefined ? 'removed' : 'changed';

/** A keyword that is not what it was. */
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
/** Whether a value that fitted may not fit any more. */
export const mayRefuseValues = ({ effect }: SchemaChange): boolean =>
  effect === 'narrowed' || effect === 'unclear' || effect === 'lost';
