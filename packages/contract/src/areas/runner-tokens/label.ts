import { Type } from '../../type.ts';

/** A label that a runner carries and that a work item may require. */
export const RunnerLabel = Type.String({ maxLength: 63, pattern: '^[a-z0-9][a-z0-9._-]*$' });
