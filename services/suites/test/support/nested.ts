/** JSON that is nested so many levels deep. */
export const nested = (levels: number): unknown => (levels > 0 ? [nested(levels - 1)] : 0);
