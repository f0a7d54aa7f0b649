import type { Fault } from '@assay/contract/fault';

const MAX_BYTES = 102_400;

/** The fault of a document that its schema cannot express. */
export function contentFault(content: string): Fault | undefined {
  const bytes = Buffer.byteLength(content);
  if (bytes > MAX_BYTES)
    return { path: '/content', message: `has ${bytes} bytes of UTF-8; at most ${MAX_BYTES} are taken` };
  // Excerpts are stored without changes, and stored text has no NUL.
  return content.includes('\0') ? { path: '/content', message: 'holds a NUL character' } : undefined;
}
