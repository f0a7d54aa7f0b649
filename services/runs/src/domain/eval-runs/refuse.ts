import { invalid, type Problem } from '@assay/contract/problem';

/** A VALIDATION_ERROR about one field of a request, in the shape that schema violations have. */
export const refuse = (path: string, message: string, details: Record<string, unknown> = {}): Problem =>
  invalid(`${path} ${message}.`, { issues: [{ path, message }], ...details });
