import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { barColours, drawBars, type BarColours } from './draw-bars.ts';
import type { SpanRow } from './span-tree.ts';
import type { TimeWindow } from './time-window.ts';

/** Draws the bars of these rows onto a canvas: again when the rows, the time, the width or the theme change. */
export function useBars(
  rows: readonly SpanRow[],
  time: TimeWindow,
): { canvas: RefObject<HTMLCanvasElement | null>; track: RefObject<HTMLDivElement | null> } {
  const canvas = useRef<HTMLCanvasElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  // Reading a style makes the browser compute the styles of the rows that a scroll has just changed: only for a new theme.
  const [colours, setColours] = useState<BarColours>();
  useLayoutEffect(() => {
    const element = track.current!;
    setWidth(element.clientWidth);
    setColours(barColours(element));
    const resized = new ResizeObserver(() => setWidth(element.clientWidth));
    resized.observe(element);
    const rethemed = new MutationObserver(() => setColours(barColours(element)));
    rethemed.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      resized.disconnect();
      rethemed.disconnect();
    };
  }, []);
  const first = rows[0]?.span.id;
  const last = rows.at(-1)?.span.id;
  useLayoutEffect(() => {
    if (canvas.current && colours && width > 0)
      drawBars(canvas.current, rows, time, { colours, width, scale: Math.max(1, devicePixelRatio) });
  }, [first, last, rows.length, time.fromMs, time.toMs, width, colours]);
  return { canvas, track };
}
