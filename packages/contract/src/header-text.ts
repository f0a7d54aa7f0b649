/** The pattern of a header's value: no line breaks, and no character beyond Latin-1. */
export const HEADER_TEXT = '^[\\t\\u0020-\\u007e\\u0080-\\u00ff]*$';
