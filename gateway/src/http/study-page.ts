import express, { type Router } from 'express';
import { notFound } from '@assay/contract/problem';
import { studyPage, STUDY_PAGE_POLICY } from '@assay/study-page/study-page';

/** The page of a study's visitors, at every link, and the files that it loads. No service is asked for either. */
export function studyPageRouter(): Router {
  const router = express.Router();
  const { html, folder, files } = studyPage();
  router.get('/studies/:linkToken', (_req, res) => {
    res.setHeader('Content-Security-Policy', STUDY_PAGE_POLICY);
    res.type('html').send(html);
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
