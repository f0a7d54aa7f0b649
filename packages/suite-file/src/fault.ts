import type { Fault } from '@assay/contract/fault';

/** A fault of a file, with its place in the text if that is known; line and column count from 1. */
export interface FileFault extends Fault {
  line?: number;
  column?: number;
}

/** At most this many faults of one file are reported. */
export const MAX_FAULTS = 100;

/** A segment of a JSON Pointer. */
export const pointerSegment = (key: string): string => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
