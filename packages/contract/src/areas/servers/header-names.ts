/**
 * Headers that HTTP itself sets, in lower case, as most clients write them. Other spellings fail when they are sent.
 */
export const connectionHeaders = ['connection', 'content-length', 'expect', 'host', 'transfer-encoding', 'upgrade'];

/** The pattern of the name of a header that a caller may set (RFC 9110 section 5.1). */
export const HEADER_NAME = `^(?!(?:${connectionHeaders.join('|')})$)[!#$%&'*+.^_\`|~0-9A-Za-z-]+$`;
