import { randomBytes } from 'node:crypto';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { notFound } from '@assay/contract/problem';
import { htmlPage } from '@assay/page/page';
import { cookieName } from '@assay/kit/security/cookie';
import { basePathOf } from '@assay/kit/settings/process-settings';
import { cookieOf, SESSION_COOKIE } from '../http/request-fields.ts';
import { ConsoleFiles, type ConsoleFile } from './console-files.ts';

/** The addresses of the console; it tells by itself which of them lead somewhere. */
const PAGES = ['/', '/p/*rest', '/o/*rest', '/by-id/:id', '/dev/components', '/settings/*rest'];

/** Scripts of our own origin alone. Libraries insert style elements, which carry the nonce of their page. */
const policyOf = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types assay',
  ].join('; ');

/** The console as the gateway serves it. */
interface ServedConsole {
  /** Its page at every address of it, and the files that the page loads. */
  router: Router;
  /** Answers a person's request for an address that nothing has with the console's page for it, and status 404. */
  notFound: RequestHandler;
}

/**
 * Serves the console: the page has a new nonce per answer, and a person without a session is led to the sign-in and
 * back. `folder` is where the build stands, or will stand; without one nothing is served.
 */
export function serveConsole(folder: string | undefined, publicUrl: string): ServedConsole {
  const router = express.Router();
  if (folder === undefined) return { router, notFound: (_req, _res, next) => next() };
  const files = new ConsoleFiles(folder);
  const base = basePathOf(publicUrl);
  const session = cookieName(SESSION_COOKIE, publicUrl);

  router.get(PAGES, async (req, res, next) => {
    if (!req.accepts('html')) {
      next();
    } else if (cookieOf(req, session) === '') {
      const query = new URLSearchParams({ returnTo: `${base}${req.originalUrl}` });
      res.redirect(`${base}/auth/sign-in?${query.toString()}`);
    } else {
      sendPage(res, await files.page(), base);
    }
  });
  router.get('/assets/:file', async (req, res) => {
    sendFile(req, res, await files.file('assets', req.params.file), 'public, max-age=31536000, immutable');
  });
  router.get('/favicon.svg', async (req, res) => {
    sendFile(req, res, await files.file('.', 'favicon.svg'), 'public, max-age=3600');
  });
  return {
    router,
    notFound: async (req, res, next) => {
      if (isForPerson(req)) sendPage(res.status(404), await files.page(), base);
      else next();
    },
  };
}

/** Whether a browser asks for a page, and not a program for an answer of the API. */
const isForPerson = (req: Request): boolean =>
  req.method === 'GET' && req.accepts(['json', 'html']) === 'html' && !/^\/(api|auth|oauth|mcp)(\/|$)/.test(req.path);

/** Sends the page of the console; while it is being built, a page that says so and asks again. */
function sendPage(res: Response, page: string | undefined, base: string): void {
  res.setHeader('Cache-Control', 'no-cache').type('html');
  if (page === undefined) {
    res.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
    res.status(503).setHeader('Retry-After', '1').send(BEING_BUILT);
    return;
  }
  const nonce = randomBytes(18).toString('base64url');
  res.setHeader('Content-Security-Policy', policyOf(nonce));
  res.send(
    page
      .replaceAll('__CSP_NONCE__', nonce)
      .replace('name="assay-base" content=""', `name="assay-base" content="${base}"`)
      .replace(/(src|href)="\.\//g, `$1="${base}/`),
  );
}

const BEING_BUILT = htmlPage(
  'The console is being built',
  [
    'This happens once after an installation or a change of its sources, and takes some seconds. This page asks again by itself.',
  ],
  { head: '<meta http-equiv="refresh" content="1">' },
);

function sendFile(req: Request, res: Response, file: ConsoleFile | undefined, caching: string): void {
  if (!file) throw notFound('path');
  const encoding = req.acceptsEncodings('br', 'gzip');
  const coded = encoding === 'br' ? file.br : encoding === 'gzip' ? file.gzip : undefined;
  res.vary('Accept-Encoding');
  if (coded && encoding) res.setHeader('Content-Encoding', encoding);
  res.setHeader('Cache-Control', caching).setHeader('Content-Type', file.mediaType);
  res.end(coded ?? file.body);
}
