/** A reference token of a JSON Pointer (RFC 6901, section 3). */
export const pointerToken = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
