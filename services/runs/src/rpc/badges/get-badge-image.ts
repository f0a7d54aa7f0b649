import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle, RawReply } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { badgeImage, etagOf, isMatched } from '../../domain/badges/badge-image.ts';
import { badgeOfToken } from '../../domain/badges/badge-link.ts';
import { runRecord } from '../../domain/eval-runs/run-record.ts';
import { findBadgeRun } from '../../store/badges/badges.ts';

export const getBadgeImage = ({ pool, meshSecret }: Deps) =>
  handle(operations.getBadgeImage, async (_caller, { badgeToken, ifNoneMatch }) => {
    const badgeId = badgeOfToken(meshSecret, badgeToken);
    const run = badgeId === undefined ? undefined : await findBadgeRun(pool, badgeId);
    if (run === undefined) throw notFound('badge');
    const image = badgeImage(run ? runRecord(run) : undefined);
    const etag = etagOf(image);
    const headers = { 'Cache-Control': 'public, max-age=60', ETag: etag };
    const { produces } = operations.getBadgeImage;
    return isMatched(ifNoneMatch, etag)
      ? new RawReply('', produces!, headers, 304)
      : new RawReply(image, produces!, headers);
  });
