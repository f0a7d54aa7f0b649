import { shareOf, type TimeWindow } from './time-window.ts';
import type { SpanRow } from './span-tree.ts';

/** The height of a row, and of a bar within it, in pixels: `--row-trace` and the design's bar. */
export const ROW_HEIGHT = 24;
const [BAR_TOP, BAR_HEIGHT] = [7, 10];
const [BRACKET_TOP, BRACKET_HEIGHT] = [10, 5];
/** The shortest bar, in pixels. */
const LEAST_WIDTH = 2;
/** The bars of calls of a model are striped, in pixels of the stripe and of the gap. */
const STRIPE = 2;

/** The colours of bars, from the tokens. */
export interface BarColours {
  tool: string;
  llm: string;
  client: string;
  step: string;
  error: string;
}

/** Reads the colours of bars from the tokens that are in force at an element. */
export function barColours(element: Element): BarColours {
  const style = getComputedStyle(element);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  return {
    tool: token('--text-muted'),
    llm: token('--text-muted'),
    client: token('--running-solid'),
    step: token('--line-control'),
    error: token('--failed-solid'),
  };
}

/** Draws the bars of rows below each other, from the top of a canvas; `scale` is device pixels per pixel. */
export function drawBars(
  canvas: HTMLCanvasElement,
  rows: readonly SpanRow[],
  time: TimeWindow,
  { colours, width, scale }: { colours: BarColours; width: number; scale: number },
): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  // A new size gives the canvas new memory; while rows scroll by it keeps its own.
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(rows.length * ROW_HEIGHT * scale)),
  };
  if (canvas.width !== size.width || canvas.height !== size.height) Object.assign(canvas, size);
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, rows.length * ROW_HEIGHT);
  rows.forEach(({ span }, index) => {
    const left = shareOf(time, span.startMs) * width;
    const right = shareOf(time, span.endMs) * width;
    if (right < 0 || left > width) return;
    // A bar is drawn a little beyond both edges at most, however far the reader has zoomed in.
    const from = Math.max(left, -LEAST_WIDTH);
    const length = Math.max(Math.min(right, width + LEAST_WIDTH) - from, LEAST_WIDTH);
    const top = index * ROW_HEIGHT;
    if (span.category === 'step') drawBracket(context, colours.step, { from, length, top });
    else drawBar(context, colours, { from, length, top }, span);
  });
}

interface BarPlace {
  from: number;
  length: number;
  top: number;
}

/** A step is a bracket over what it did. */
function drawBracket(context: CanvasRenderingContext2D, colour: string, { from, length, top }: BarPlace): void {
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(from + 0.5, top + BRACKET_TOP + BRACKET_HEIGHT);
  context.lineTo(from + 0.5, top + BRACKET_TOP + 0.5);
  context.lineTo(from + length - 0.5, top + BRACKET_TOP + 0.5);
  context.lineTo(from + length - 0.5, top + BRACKET_TOP + BRACKET_HEIGHT);
  context.stroke();
}

function drawBar(
  context: CanvasRenderingContext2D,
  colours: BarColours,
  { from, length, top }: BarPlace,
  { category, status }: SpanRow['span'],
): void {
  const isError = status === 'error' || category === 'error';
  context.fillStyle = isError ? colours.error : category === 'step' ? colours.step : colours[category];
  if (category === 'llm' && !isError) {
    for (let x = 0; x < length; x += STRIPE * 2)
      context.fillRect(from + x, top + BAR_TOP, Math.min(STRIPE, length - x), BAR_HEIGHT);
    return;
  }
  context.beginPath();
  context.roundRect(from, top + BAR_TOP, length, BAR_HEIGHT, Math.min(2, length / 2));
  context.fill();
}
