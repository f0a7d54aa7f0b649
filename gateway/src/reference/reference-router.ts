import express, { type Router } from 'express';
import { notFound } from '@assay/contract/problem';
import { ReferencePages } from './reference-pages.ts';
import { REFERENCE_STYLE } from './reference-style.ts';

/** Our own style and fonts alone: no script, no picture, no form. */
const POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The API reference as pages by area. `print` prints the API, `base` is the path of the installation. */
export function referenceRouter(print: () => object, base: string): Router {
  const router = express.Router();
  const pages = new ReferencePages(print, base);
  router.use((_req, res, next) => {
    res.setHeader('Content-Security-Policy', POLICY);
    next();
  });
  router.get('/', (_req, res) => {
    res.type('html').send(pages.index());
  });
  router.get('/reference.css', (_req, res) => {
    res.setHeader('Cache-Control', 'public, max-age=3600').type('css').send(REFERENCE_STYLE);
  });
  router.get('/:area', (req, res) => {
    const page = pages.area(req.params.area);
    if (page === undefined) throw notFound('path');
    res.type('html').send(page);
  });
  return router;
}
