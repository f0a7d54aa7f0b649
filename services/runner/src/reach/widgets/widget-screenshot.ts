import type { Locator, Page } from 'playwright-core';

/** An image of a page, in CSS pixels. */
export interface PageImage {
  mimeType: 'image/png' | 'image/jpeg';
  body: Buffer;
  width: number;
  height: number;
  /** The page is larger than the image. */
  clipped?: true;
}

export const MAX_WIDTH = 2_000;
export const MAX_HEIGHT = 10_000;
const MAX_IMAGE_BYTES = 1_500_000;
/** An image that is too large as PNG is taken again as JPEG of these qualities. */
const QUALITIES = [80, 50, 25];

/** How an image is taken where it is kept. */
export interface ImageOptions {
  /** It is a JPEG of at most this many bytes. */
  maxBytes?: number;
  /** Elements that are covered. */
  mask?: Locator[];
}

/**
 * An image of a page, at most 2,000 pixels wide, 10,000 high and 1.5 MB large; undefined when no quality makes it small
 * enough.
 * @throws the error of playwright when the page does not answer within the time.
 */
export async function takeScreenshot(
  page: Page,
  size: { width: number; height: number },
  timeoutMs: number,
  { maxBytes, mask = [] }: ImageOptions = {},
): Promise<PageImage | undefined> {
  const width = Math.max(1, Math.min(Math.ceil(size.width), MAX_WIDTH));
  const height = Math.max(1, Math.min(Math.ceil(size.height), MAX_HEIGHT));
  const isClipped = size.width > width || size.height > height;
  const take = async (kind: { type: 'png' } | { type: 'jpeg'; quality: number }): Promise<PageImage> => ({
    mimeType: `image/${kind.type}`,
    body: await page.screenshot({
      ...kind,
      clip: { x: 0, y: 0, width, height },
      fullPage: true,
      mask,
      maskColor: '#808080',
      animations: 'disabled',
      timeout: timeoutMs,
    }),
    width,
    height,
    ...(isClipped && { clipped: true as const }),
  });
  const jpegs = QUALITIES.map((quality) => ({ type: 'jpeg' as const, quality }));
  for (const kind of maxBytes === undefined ? [{ type: 'png' as const }, ...jpegs] : jpegs) {
    const image = await take(kind);
    if (image.body.length <= (maxBytes ?? MAX_IMAGE_BYTES)) return image;
  }
  return undefined;
}
