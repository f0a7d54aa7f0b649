import { hash } from 'node:crypto';
import type { ContentFact } from '@assay/contract/areas/primitives/documents';
import { given } from '@assay/contract/given';
import { isObject } from '@assay/contract/json';

/** The type that a list of the server declares for an address. */
export interface DeclaredType {
  declaredBy: 'resource' | 'template';
  declaredMimeType?: string;
}

const HEAD_BYTES = 64;

/** The essence of a MIME type: without parameters, in lower case (RFC 9110, section 8.3.1). */
const essenceOf = (mimeType: string): string => mimeType.split(';', 1)[0]!.trim().toLowerCase();

/** Facts about each part of what was read. A part that is neither text nor binary has none. */
export function contentFacts(
  { contents }: Record<string, unknown>,
  declared: (uri: string) => DeclaredType | undefined,
): ContentFact[] {
  if (!Array.isArray(contents)) return [];
  return (contents as unknown[]).filter(isObject).flatMap(({ uri, mimeType, text, blob }) => {
    if (typeof uri !== 'string') return [];
    const isBinary = typeof blob === 'string';
    if (!isBinary && typeof text !== 'string') return [];
    const bytes = isBinary ? Buffer.from(blob, 'base64') : Buffer.from(text as string);
    const served = typeof mimeType === 'string' ? mimeType : undefined;
    const { declaredBy, declaredMimeType } = declared(uri) ?? {};
    return {
      uri,
      bytes: bytes.length,
      sha256: hash('sha256', bytes, 'hex'),
      ...(isBinary && { head: bytes.subarray(0, HEAD_BYTES).toString('hex') }),
      ...given({ mimeType: served, declaredBy, declaredMimeType }),
      ...(served !== undefined &&
        declaredMimeType !== undefined && { isAsDeclared: essenceOf(served) === essenceOf(declaredMimeType) }),
    };
  });
}
