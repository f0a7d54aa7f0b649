/** The size of a PNG or GIF in pixels, read from its first bytes; undefined of other formats. */
export function imageSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const startsWith = (...head: number[]): boolean => head.every((byte, index) => bytes[index] === byte);
  if (bytes.length >= 24 && startsWith(0x89, 0x50, 0x4e, 0x47))
    return { width: view.getUint32(16), height: view.getUint32(20) };
  if (bytes.length >= 10 && startsWith(0x47, 0x49, 0x46))
    return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  return undefined;
}

/** The bytes of base64; undefined when it is none. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
