import { notFound } from '@assay/contract/problem';
import type { ApiHandler } from './handler.ts';

/** Every id of ours is printable ASCII without blanks. */
const ID = /^[\x21-\x7e]{1,512}$/;

/** Answers NOT_FOUND for a malformed id, so that no service looks it up. */
export const pathIds: ApiHandler = (req, _res, next) => {
  for (const id of Object.values(req.params)) if (!ID.test(id)) throw notFound('resource');
  next();
};
