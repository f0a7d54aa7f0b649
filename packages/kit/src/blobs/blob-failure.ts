/** The store of blobs cannot be reached, or refused a request. It is no bug: a repetition may succeed. */
export class BlobFailure extends Error {
  override readonly name = 'BlobFailure';
}

/** A failure with the reason of an error of the file system or of a connection, which fetch hides in its cause. */
export function blobFailure(error: unknown): BlobFailure {
  const reason = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  return new BlobFailure(`The blob store failed: ${reason.code ?? reason.message}.`, { cause: error });
}
