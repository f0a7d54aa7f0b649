import type { Frame, Locator } from 'playwright-core';
import type { Screenshot } from '@assay/mesh/gen/assay/v1/browsers';
import { newId } from '@assay/kit/id';
import type { BrowserTab } from '../browser-tab.ts';
import { coveredElements } from '../covered-elements.ts';
import type { LiveBrowser } from '../live-browser.ts';
import { inFrame } from './in-page.ts';
import { PAGE_SIZE } from './page-scripts.ts';

/** At most this much of a page, in CSS pixels. */
const [MAX_WIDTH, MAX_HEIGHT] = [4_000, 10_000];
/** A larger image is taken as JPEG, in bytes. */
const MAX_PNG = 1024 * 1024;
const SCREENSHOT_MS = 15_000;

interface PageSize {
  width: number;
  height: number;
  viewportWidth: number;
  viewportHeight: number;
}

/** An image of the viewport, or of the whole page as far as it is not too large. Typed secrets are covered. */
export async function takeScreenshot(
  { secrets }: LiveBrowser,
  { page }: BrowserTab,
  fullPage = false,
): Promise<{ screenshot: Screenshot; isClipped: boolean }> {
  const whole = (await inFrame(page.mainFrame(), PAGE_SIZE)) as PageSize;
  const wanted = fullPage
    ? { width: whole.width, height: whole.height }
    : { width: whole.viewportWidth, height: whole.viewportHeight };
  const [width, height] = [Math.min(wanted.width, MAX_WIDTH), Math.min(wanted.height, MAX_HEIGHT)];
  const frames = secrets.length > 0 ? page.frames() : [];
  const covered = await Promise.all(frames.map((frame) => coveredIn(frame, secrets)));
  const options = {
    fullPage,
    clip: { x: 0, y: 0, width, height },
    scale: 'css',
    timeout: SCREENSHOT_MS,
    mask: covered.flat(),
    maskColor: '#444',
  } as const;
  const png = await page.screenshot({ ...options, type: 'png' });
  const isLarge = png.length > MAX_PNG;
  const body = isLarge ? await page.screenshot({ ...options, type: 'jpeg', quality: 80 }) : png;
  const mimeType = isLarge ? 'image/jpeg' : 'image/png';
  return {
    screenshot: { id: newId('shot'), mimeType, body, width, height },
    isClipped: width < wanted.width || height < wanted.height,
  };
}

/** The elements that show a secret; of a frame that does not answer, every field. */
const coveredIn = async (frame: Frame, secrets: readonly string[]): Promise<Locator[]> =>
  (await coveredElements(frame, secrets)) ?? [frame.locator('input, textarea, [contenteditable]')];
