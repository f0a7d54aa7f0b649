import { SCREENSHOT_TYPE } from '@assay/contract/areas/iterations/screenshots';
import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle, RawReply } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { findScreenshot } from '../../store/iterations/screenshots.ts';

export const getEvalIterationScreenshot = ({ pool }: Deps) =>
  handle(operations.getEvalIterationScreenshot, async (_caller, target) => {
    const body = await findScreenshot(pool, target);
    if (!body) throw notFound('screenshot: the iteration took none of this id, or it was deleted with its trace');
    return new RawReply(body, SCREENSHOT_TYPE, { 'Cache-Control': 'private, max-age=3600' });
  });
