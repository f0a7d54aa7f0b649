const FULL = /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded|Check free disk space/;
const CLOSED = /Permission denied|Read-only file system|Operation not permitted/;

/** Whether an error, or one that caused it, came from a full disk. */
export function isDiskFull(error: unknown): boolean {
  const { message, cause } = error as Error;
  return FULL.test(message) || (cause instanceof Error && isDiskFull(cause));
}

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
