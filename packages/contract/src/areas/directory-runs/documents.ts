import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { oneOf } from '../../schema.ts';

/** The key of a run that is made for a server; a malformed key is refused. */
export const RunKey = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[ -~]+$',
  description: 'Same as the Idempotency-Key header, which wins: 1 to 200 printable ASCII characters.',
});

/** The status of a readiness or conformance run. */
export type DirectoryRunStatus = Static<typeof DirectoryRunStatus>;
export const DirectoryRunStatus = oneOf(['pending', 'running', 'completed', 'failed', 'cancelled']);
