/** JSON with this many levels of nesting. */
export const nested = (levels: number): unknown => (levels > 0 ? [nested(levels - 1)] : 0);
