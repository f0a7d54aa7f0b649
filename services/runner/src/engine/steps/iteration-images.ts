import type { StoredScreenshot } from '@assay/contract/areas/browsers/snapshot';
import { SCREENSHOT_LIMITS, SCREENSHOT_TYPE, screenshotUrlOf } from '@assay/contract/areas/iterations/screenshots';
import { given } from '@assay/contract/given';
import type { Screenshot } from '@assay/mesh/gen/assay/v1/browsers';
import type { PageImage } from '../../reach/widgets/widget-screenshot.ts';

/** The images of one iteration, within its limits. */
export class IterationImages {
  readonly kept: Screenshot[] = [];
  readonly #place: { projectId: string; runId: string; iterationId: string };
  #bytes = 0;

  constructor({ projectId, runId, iterationId }: { projectId: string; runId: string; iterationId: string }) {
    this.#place = { projectId, runId, iterationId };
  }

  /** The bytes that the next image may have; 0 when no image is kept any more. */
  get room(): number {
    const { images, imageBytes, bytes } = SCREENSHOT_LIMITS;
    return this.kept.length < images ? Math.min(imageBytes, bytes - this.#bytes) : 0;
  }

  /** Keeps an image that fits; answers how the transcript refers to it. */
  keep({ mimeType, body, width, height, clipped }: PageImage): StoredScreenshot | undefined {
    if (body.length > this.room || mimeType !== SCREENSHOT_TYPE) return undefined;
    const id = `shot_${this.kept.length + 1}`;
    this.kept.push({ id, mimeType, body, width, height });
    this.#bytes += body.length;
    const url = screenshotUrlOf({ ...this.#place, screenshotId: id });
    return { id, url, mimeType, width, height, ...given({ clipped }) };
  }
}
