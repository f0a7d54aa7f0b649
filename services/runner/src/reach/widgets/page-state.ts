import type { Frame, Page } from 'playwright-core';
import type { PageImage } from './widget-screenshot.ts';

// Code for pages is text: the types of this project know no document.

/** A page is quiet after 50 ms without a change; it is taken as it is after a second. */
const untilQuiet = `new Promise((resolve) => {
  let timer;
  const end = () => {
    observer.disconnect();
    clearTimeout(timer);
    clearTimeout(cap);
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  };
  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(end, 50);
  };
  const cap = setTimeout(end, 1000);
  const observer = new MutationObserver(again);
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  again();
})`;

const contentOfPage = `(() => {
  const { body } = document;
  if (!body) return false;
  if (body.innerText.trim() !== '') return true;
  return [...body.querySelectorAll('input, button, select, textarea')].some((each) => {
    const { width, height } = each.getBoundingClientRect();
    return width > 0 && height > 0;
  });
})()`;

const isOneColour = `async ({ base64, type }) => {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type }));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  canvas.drawImage(bitmap, 0, 0);
  const pixels = new Uint32Array(canvas.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer);
  return pixels.every((pixel) => pixel === pixels[0]);
}`;

/** Waits until the document of a frame has not changed for a moment and was painted. */
export const waitForQuiet = (frame: Frame): Promise<void> => frame.evaluate<void>(untilQuiet);

/** Whether a document shows text or controls; images and drawings are judged by their pixels. */
export const hasContent = (frame: Frame): Promise<boolean> => frame.evaluate<boolean>(contentOfPage);

/** Whether every pixel of an image has one colour; the page of the host decodes it. */
export const isSingleColour = (host: Page, { body, mimeType }: PageImage): Promise<boolean> =>
  host.evaluate<boolean>(`(${isOneColour})(${JSON.stringify({ base64: body.toString('base64'), type: mimeType })})`);

/** Gives the frame in the page of the host another height, in CSS pixels. */
export const resizeFrame = (host: Page, height: number): Promise<void> =>
  host.evaluate<void>(`void (document.querySelector('iframe').style.height = '${height}px')`);
