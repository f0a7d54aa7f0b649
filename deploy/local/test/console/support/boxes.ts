import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** The sides of a box that data does not move, in CSS pixels. */
type Box = Partial<Record<Side, number>>;
/** `gap` is the distance to the verdict above. */
type Side = 'left' | 'top' | 'width' | 'height' | 'gap';
/** The boxes of a screen by the name of its part. */
type Boxes = Record<string, Box>;

/** The named parts of a screen, and the sides of each that are held against the reference: the others follow the data. */
const PARTS: Record<string, { selector: string; sides: readonly Side[] }> = {
  rail: { selector: '.rail', sides: ['left', 'top', 'width', 'height'] },
  'top bar': { selector: '.topbar', sides: ['left', 'top', 'width', 'height'] },
  'key line': { selector: '.keyline', sides: ['left', 'top', 'width', 'height'] },
  main: { selector: '#main', sides: ['left', 'top', 'width'] },
  title: { selector: 'h1', sides: ['left', 'top'] },
  verdict: { selector: '.verdict', sides: ['left', 'top', 'width'] },
  tabs: { selector: '.tabs', sides: ['left', 'gap', 'width', 'height'] },
  filters: { selector: '.filters', sides: ['left', 'width'] },
  table: { selector: '.data-table', sides: ['left', 'width'] },
  inspector: { selector: 'aside.inspector', sides: ['left', 'width'] },
  'first pane': { selector: '.panes > :nth-child(1)', sides: ['left', 'width'] },
  'second pane': { selector: '.panes > :nth-child(2)', sides: ['left', 'width'] },
  'third pane': { selector: '.panes > :nth-child(3)', sides: ['left', 'width'] },
  dialog: { selector: '[role=dialog]', sides: ['top', 'width'] },
};

/** How far a side may be from the reference, in CSS pixels. */
const TOLERANCE = 2;

const reference = join(import.meta.dirname, '../boxes.json');

/** The boxes of the parts that a page shows. A hidden part has none. */
export async function boxesOf(page: Page): Promise<Boxes> {
  const selectors = Object.values(PARTS).map(({ selector }) => selector);
  const found = await page.evaluate<(Record<Side, number> | null)[]>(`${JSON.stringify(selectors)}.map((selector) => {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    if (!box || box.width <= 1) return null;
    const { left, top, width, height } = box;
    const verdict = document.querySelector('.verdict')?.getBoundingClientRect();
    return { left, top, width, height, gap: top - (verdict?.bottom ?? 0) };
  })`);
  return Object.fromEntries(
    Object.entries(PARTS).flatMap(([name, { sides }], index) => {
      const box = found[index];
      return box ? [[name, Object.fromEntries(sides.map((side) => [side, Math.round(box[side])]))]] : [];
    }),
  );
}

/**
 * The differences between the boxes of screens and the committed reference, as sentences. With `UPDATE_BOXES=1` the
 * boxes become the reference.
 */
export async function boxDifferences(screens: Readonly<Record<string, Boxes>>): Promise<string[]> {
  if (process.env.UPDATE_BOXES === '1') await writeFile(reference, written(screens));
  const known = JSON.parse(await readFile(reference, 'utf8')) as Record<string, Boxes>;
  return Object.keys({ ...known, ...screens }).flatMap((screen) => differences(screen, known[screen], screens[screen]));
}

/** The reference as text: a line per part. */
function written(screens: Readonly<Record<string, Boxes>>): string {
  const partsOf = (boxes: Boxes) =>
    Object.entries(boxes).map(
      ([part, box]) => `    "${part}": ${JSON.stringify(box).replaceAll(/[{:,]/g, '$& ').replace('}', ' }')}`,
    );
  const all = Object.entries(screens).map(([name, boxes]) => `  "${name}": {\n${partsOf(boxes).join(',\n')}\n  }`);
  return `{\n${all.join(',\n')}\n}\n`;
}

function differences(screen: string, known: Boxes = {}, shown: Boxes = {}): string[] {
  return Object.keys({ ...known, ...shown }).flatMap((part) => {
    const [was, is] = [known[part], shown[part]];
    if (!was) return `${screen}: ${part} is not in the reference`;
    if (!is) return `${screen}: ${part} is missing`;
    return (Object.keys(was) as Side[])
      .filter((side) => !(Math.abs(was[side]! - is[side]!) <= TOLERANCE))
      .map((side) => `${screen}: ${side} of ${part} is ${is[side]}, not ${was[side]}`);
  });
}
