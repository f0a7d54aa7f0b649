/** Many byte strings as one parameter of a statement, and the place of each: `substring(bytes from start for length)`. */
export interface PackedBytes {
  bytes: Buffer;
  /** From 1, or null for a missing one. */
  starts: (number | null)[];
  lengths: (number | null)[];
}

/** Packs byte strings for a statement: an array of them would travel as text of twice their size. */
export function packedBytes(strings: readonly (Buffer | null)[]): PackedBytes {
  let end = 0;
  const starts = strings.map((each) => {
    if (!each) return null;
    const start = end + 1;
    end += each.length;
    return start;
  });
  return {
    bytes: Buffer.concat(strings.flatMap((each) => each ?? [])),
    starts,
    lengths: strings.map((each) => each?.length ?? null),
  };
}
