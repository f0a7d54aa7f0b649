/** Something about one file of a bundle; the message continues the path. */
export interface BundleNote {
  path: string;
  message: string;
  /** Counts from 1. */
  line?: number;
}

/** Notes about a bundle or a part of it. A bundle with a fault is invalid. */
export interface Noted {
  faults: BundleNote[];
  /** Parts that were left out or corrected; the bundle works without them. */
  warnings: BundleNote[];
}

/** At most this many faults, and this many warnings, of a bundle are told. */
export const MAX_NOTES = 100;
