/** A store of bytes under ids of ours. */
export interface Blobs {
  /** Keeps the bytes whole or not at all; what was under the id is replaced. */
  put(id: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there is none. */
  get(id: string): Promise<Buffer | undefined>;
  /** Idempotent: deleting an absent blob changes nothing. */
  delete(id: string): Promise<void>;
}

const ID = /^[a-z]+_[0-9a-z]+$/;

/** An id becomes the name of a file, or a part of a URL. Any other text is refused as a bug. */
export function nameOf(id: string): string {
  if (!ID.test(id)) throw new TypeError('This is not the id of a blob.');
  return id;
}
