import { SCREENSHOT_LIMITS, SCREENSHOT_TYPE } from '@assay/contract/areas/iterations/screenshots';
import type { Screenshot } from '@assay/mesh/gen/assay/v1/browsers';

/** The first bytes of every JPEG image. */
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);
/** Ids are parts of paths. */
const ID = /^[\w-]{1,64}$/;

/** The images of a report that are stored: JPEG alone, with usable ids, within the limits of an iteration. */
export function keptScreenshots(reported: readonly Screenshot[]): Screenshot[] {
  const { images, imageBytes, bytes } = SCREENSHOT_LIMITS;
  let room = bytes;
  return reported.slice(0, images).filter(({ id, mimeType, body }) => {
    const fits = body.length <= Math.min(imageBytes, room);
    const isKept = fits && ID.test(id) && mimeType === SCREENSHOT_TYPE && JPEG_START.equals(body.subarray(0, 3));
    if (isKept) room -= body.length;
    return isKept;
  });
}
