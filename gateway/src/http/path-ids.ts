import { notFound } from '@assay/contract/problem';
import type { Handler } from './handler.ts';

/** Every id of ours is printable ASCII without blanks. */
const ID = /^[\x21-\x7e]{1,512}$/;

/** Answers NOT_FOUND to what cannot be an id, so that no service has to ask its database for it. */
export const pathIds: Handler = (req, _res, next) => {
  for (const id of Object.values(req.params)) if (!ID.test(id)) throw notFound('resource');
  next();
};
