import type { FileFault } from '@assay/suite-file/fault';
import { visibleText } from '../../output/visible-text.ts';

/** A file with its faults. */
export interface FaultyFile {
  file: string;
  faults: readonly FileFault[];
}

/** The faults of files in aligned lines: file with line and column, place, message. */
export function faultLines(files: readonly FaultyFile[]): string[] {
  const rows = files.flatMap(({ file, faults }) =>
    faults.toSorted(byPlace).map(({ line = 1, column = 1, path, message }) => ({
      at: `${visibleText(file)}:${line}:${column}`,
      place: placeOf(path),
      message: visibleText(message),
    })),
  );
  const [at, place] = [widest(rows.map((row) => row.at)), widest(rows.map((row) => row.place))];
  return rows.map((row) => `${row.at.padEnd(at)}   ${row.place.padEnd(place)}   ${row.message}`);
}

const byPlace = (a: FileFault, b: FileFault): number =>
  (a.line ?? 1) - (b.line ?? 1) || (a.column ?? 1) - (b.column ?? 1);

/** The widest place that others are aligned with. */
const MAX_WIDTH = 40;
const widest = (texts: readonly string[]): number =>
  Math.min(MAX_WIDTH, Math.max(0, ...texts.map(({ length }) => length)));

/** A JSON Pointer as people read it: `/cases/1/steps` is `cases[1].steps`. */
function placeOf(pointer: string): string {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  return (
    visibleText(keys.map((key, i) => (/^\d+$/.test(key) ? `[${key}]` : `${i === 0 ? '' : '.'}${key}`)).join('')) ||
    'the file'
  );
}
