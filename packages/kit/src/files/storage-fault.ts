const FULL = 'The disk of this installation is full.';
const READ_ONLY = 'The storage of this installation takes no writes.';

/** By code: of the system, and SQLSTATEs of Postgres (disk_full, read_only_sql_transaction). */
const FAULTS: Partial<Record<string, string>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  '53100': FULL,
  EROFS: READ_ONLY,
  '25006': READ_ONLY,
};

/** A sentence for callers and operators about storage that is full or read-only; undefined for any other error. */
export function storageFault(error: unknown): string | undefined {
  const { code, cause } = error as { code?: string; cause?: unknown };
  return FAULTS[code ?? ''] ?? (cause instanceof Error ? storageFault(cause) : undefined);
}
