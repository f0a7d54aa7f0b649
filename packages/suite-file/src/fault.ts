import type { Fault } from '@assay/contract/fault';

/** A fault of a file, with its place in the text where it is known; both count from 1. */
export interface FileFault extends Fault {
  line?: number;
  column?: number;
}

/** So many faults are told of one file. */
export const MAX_FAULTS = 100;

/** One more segment of a JSON Pointer. */
export const pointerSegment = (key: string): string => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
