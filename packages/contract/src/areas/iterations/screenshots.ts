// Without schemas: a starting runner loads this file.

/** The media type of the images of iterations. */
export const SCREENSHOT_TYPE = 'image/jpeg';

/** The limits of one iteration: images in all, bytes of one, and bytes of all. */
export const SCREENSHOT_LIMITS = { images: 20, imageBytes: 300 * 1024, bytes: 4 * 1024 * 1024 };

/** The ids of one image, and of everything that it belongs to. */
interface ScreenshotPlace {
  projectId: string;
  runId: string;
  iterationId: string;
  screenshotId: string;
}

/** The path of an image on its installation. */
export const screenshotUrlOf = ({ projectId, runId, iterationId, screenshotId }: ScreenshotPlace): string =>
  `/api/v1/projects/${projectId}/eval-runs/${runId}/iterations/${iterationId}/screenshots/${screenshotId}`;
