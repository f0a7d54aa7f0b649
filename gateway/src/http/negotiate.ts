import type { RequestHandler } from 'express';

const RUN = /^(\/projects\/[^/]+\/eval-runs\/[^/?]+)(\?.*)?$/;
const ANY = '*/*';
const JSON_TYPE = 'application/json';
/** The paths of other representations of a run. */
const elsewhere: Record<string, string> = { 'text/markdown': '/summary.md', 'application/junit+xml': '/junit.xml' };

/** Routes a read of a run to the operation for the client's preferred media type. */
export const negotiateRun: RequestHandler = (req, res, next) => {
  const [, path, query = ''] = (req.method === 'GET' && RUN.exec(req.url)) || [];
  if (path === undefined) return next();
  res.vary('Accept');
  const { accept = ANY } = req.headers;
  if (accept === ANY || accept === JSON_TYPE) return next();
  const liked = req.accepts([JSON_TYPE, ...Object.keys(elsewhere)]);
  if (typeof liked === 'string' && elsewhere[liked] !== undefined) req.url = `${path}${elsewhere[liked]}${query}`;
  next();
};
