import type { RequestHandler } from 'express';

// Data replies: no loading, no framing, no content sniffing.
const headers = Object.entries({
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
});

/** Strict defaults for every reply; a page sets its own. */
export const securityHeaders: RequestHandler = (_req, res, next) => {
  for (const [name, value] of headers) res.setHeader(name, value);
  next();
};
