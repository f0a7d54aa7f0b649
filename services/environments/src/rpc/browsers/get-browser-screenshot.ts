import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle, RawReply } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { visibleBrowser } from '../../flows/browsers/own-browser.ts';
import { findScreenshot } from '../../store/browsers/browser-screenshots.ts';

export const getBrowserScreenshot = (deps: Deps) =>
  handle(operations.getBrowserScreenshot, async (caller, { sessionId, screenshotId }) => {
    await visibleBrowser(deps, caller, sessionId);
    const image = await findScreenshot(deps.pool, sessionId, screenshotId);
    if (!image) throw notFound('screenshot', { screenshotId });
    // An image never changes under its id, and only its reader may keep it.
    return new RawReply(image.body, image.mimeType, { 'Cache-Control': 'private, max-age=3600, immutable' });
  });
