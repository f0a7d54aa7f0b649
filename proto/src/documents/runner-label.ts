import { Type } from 'typebox';

/** A word that a runner carries and that work may ask for. */
export const RunnerLabel = Type.String({ maxLength: 63, pattern: '^[a-z0-9][a-z0-9._-]*$' });

/** The label of runners that may start commands, beside those that people give them. */
export const STDIO_LABEL = 'stdio';
