import { notFound } from '@assay/contract/problem';
import type { ApiHandler } from './handler.ts';

/** Every id of ours is printable ASCII without blanks. */
const ID = /^[\x21-\x7e]{1,512}$/;
/** Names of objects are of any letters, and have blanks within. */
const NAME = /^(?=.*\S)[^\p{Cc}]{1,512}$/u;
/** The parameters that take the name of an object in place of its id. */
const NAMED = ['clientId', 'idOrName'];

/** Answers NOT_FOUND for a malformed id or name, so that no service looks it up. */
export const pathIds: ApiHandler = (req, _res, next) => {
  for (const [parameter, value] of Object.entries(req.params))
    if (!(NAMED.includes(parameter) ? NAME : ID).test(value)) throw notFound('resource');
  next();
};
