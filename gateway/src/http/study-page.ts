import type { RequestListener } from 'node:http';
import express, { type Router } from 'express';
import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { studyPage, STUDY_PAGE_POLICY } from '@assay/study-page/study-page';
import { ownRequests } from '../mcp/own-request.ts';

/** The longest wait for the state of a link, in milliseconds; the page itself shows what is wrong after that. */
const LINK_MS = 5_000;

/**
 * The page of a study's visitors, at every link, and the files that it loads. The page is the same at a dead link, where
 * it says so, but its status is 404 there; `app` answers the visit of the link.
 */
export function studyPageRouter(app: RequestListener): Router {
  const router = express.Router();
  const { html, folder, files } = studyPage();
  const send = ownRequests(app);
  router.get('/studies/:linkToken', async (req, res) => {
    const url = operations.getVisit.path.replace('{linkToken}', encodeURIComponent(req.params.linkToken));
    const { cookie, 'x-forwarded-for': forwardedFor, 'x-forwarded-proto': forwardedProto } = req.headers;
    const { status } = await send({
      method: 'GET',
      url,
      headers: { cookie, 'x-forwarded-for': forwardedFor, 'x-forwarded-proto': forwardedProto },
      remoteAddress: req.socket.remoteAddress,
      agent: undefined,
      counted: false,
      signal: AbortSignal.timeout(LINK_MS),
    }).catch(() => ({ status: 200 }));
    res.setHeader('Content-Security-Policy', STUDY_PAGE_POLICY);
    res
      .status(status === 404 ? 404 : 200)
      .type('html')
      .send(html);
  });
  router.get(`${folder}/:file`, (req, res) => {
    const file = files.get(req.params.file);
    if (!file) throw notFound('path');
    const isGzipped = req.acceptsEncodings('gzip') === 'gzip';
    res.vary('Accept-Encoding');
    if (isGzipped) res.setHeader('Content-Encoding', 'gzip');
    res.setHeader('Cache-Control', 'public, max-age=31536000, immutable').setHeader('Content-Type', file.mediaType);
    res.end(isGzipped ? file.gzipped : file.body);
  });
  return router;
}
