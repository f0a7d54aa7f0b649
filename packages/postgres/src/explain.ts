const FULL = /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/;
const CLOSED = /Permission denied|Read-only file system|Operation not permitted/;

/** Explains disk errors to an operator; every other error is returned unchanged. */
export function explainDiskError(error: unknown, dataDir: string): unknown {
  const { syscall, message } = error as { syscall?: string; message: string };
  if (FULL.test(message))
    return new Error(
      `The disk is full: Postgres cannot write its data for ${dataDir}. Make room there, or use a folder on another disk.`,
      { cause: error },
    );
  if (syscall !== undefined || CLOSED.test(message))
    return new Error(`${dataDir} cannot be used for data: ${message}`, { cause: error });
  return error;
}
