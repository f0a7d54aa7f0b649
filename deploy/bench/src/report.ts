import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { dirname } from 'node:path';
import type { JudgedFigure } from './figures.ts';

/** The properties of the machine that explain a figure. */
export const describeMachine = () => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  node: process.version,
  load: loadavg()[0],
});

/** Prints a row per figure, for people. */
export function printTable(figures: JudgedFigure[]): void {
  console.table(
    Object.fromEntries(
      figures.map(({ name, unit, productMedian, floorMedian, ratio, bestRatio, better, target, met }) => [
        name,
        {
          product: `${short(productMedian)} ${unit}`,
          floor: floorMedian === undefined ? '' : `${short(floorMedian)} ${unit}`,
          ratio: ratio === undefined ? '' : short(ratio),
          'best rounds': bestRatio === undefined ? '' : short(bestRatio),
          target: target
            ? `${target.of} ${better === 'lower' ? '≤' : '≥'} ${short(target.limit)}${target.of === 'product' ? ` ${unit}` : ''}`
            : '',
          '': met === undefined ? '' : met ? 'met' : 'MISSED',
        },
      ]),
    ),
  );
}

/** Writes all measurements as JSON, for programs. */
export async function writeReport(path: string, report: object): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify(report, undefined, 2)}\n`);
}

/** Three digits match the precision of such a measurement. */
const short = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));
