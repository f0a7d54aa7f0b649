import { Type } from 'typebox';

// Postgres stores no NUL in text, so no text that we keep may have one.

/** A name on one line: not blank, no control characters. */
export const Name = (options: object = {}) =>
  Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000-\\u001f\\u007f]*[^\\u0000-\\u0020\\u007f][^\\u0000-\\u001f\\u007f]*$', ...options });

/** Text of any number of lines, up to `maxLength` characters. */
export const Prose = (maxLength: number, options: object = {}) => Type.String({ maxLength, pattern: '^[^\\u0000]*$', ...options });
