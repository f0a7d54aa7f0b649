/** The most that a bundle may hold; sizes are in bytes. */
export interface BundleLimits {
  zipBytes: number;
  /** Files and folders of the zip. */
  entries: number;
  fileBytes: number;
  /** All files together, inflated. */
  totalBytes: number;
  /** How many times larger than the zip the files may be together, beyond their first `freeBytes`. */
  ratio: number;
  freeBytes: number;
  pathBytes: number;
  /** Segments of a path. */
  depth: number;
}

const MIB = 1024 * 1024;

export const bundleLimits: BundleLimits = {
  zipBytes: 10 * MIB,
  entries: 2_000,
  fileBytes: 5 * MIB,
  totalBytes: 25 * MIB,
  ratio: 100,
  freeBytes: MIB,
  pathBytes: 400,
  depth: 16,
};
