import { Type } from 'typebox';

/** A word that a runner carries and that work may ask for. */
export const RunnerLabel = Type.String({ maxLength: 63, pattern: '^[a-z0-9][a-z0-9._-]*$' });
