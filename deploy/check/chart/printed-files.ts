import { writeFile } from 'node:fs/promises';
import { chartReadme } from './chart-readme.ts';
import { refusedSettings } from './refused-settings.ts';

/** The files of the chart that are printed, with their text as it should be. */
export const printedFiles = (): Promise<{ path: string; text: string }[]> =>
  Promise.all([chartReadme(), refusedSettings()]);

if (import.meta.main) for (const { path, text } of await printedFiles()) await writeFile(path, text);
