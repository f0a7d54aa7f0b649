import { keptText } from '@assay/kit/text/kept-text';
import { redactText } from '@assay/kit/security/redact';
import type { DirectoryRunStatus } from '@assay/contract/areas/directory-runs/documents';
import type { ReadinessKind } from '@assay/contract/areas/readiness/documents';

/** What tells runs of one kind apart: whose directory, and whether a conformance run was made by a runner or reported. */
export type Variant = ReadinessKind | 'made' | 'reported';

/** A run about a server, of whichever kind. */
export interface DirectoryRun<Request = object, Outcome = object> {
  id: string;
  projectId: string;
  serverId: string | null;
  kind: 'readiness' | 'conformance';
  variant: Variant;
  status: DirectoryRunStatus;
  attempts: number;
  request: Request;
  outcome: Outcome | null;
  hasReport: boolean;
  terminalReason: string | null;
  errorMessage: string | null;
  requestHash: string | null;
  externalRunId: string | null;
  createdAt: Date;
  updatedAt: Date;
}

const OVER: ReadonlySet<DirectoryRunStatus> = new Set(['completed', 'failed', 'cancelled']);
export const isOver = ({ status }: Pick<DirectoryRun, 'status'>): boolean => OVER.has(status);

/** How a run ends. */
export interface RunEnd {
  status: 'completed' | 'failed' | 'cancelled';
  outcome?: object;
  report?: Buffer;
  terminalReason?: string;
  errorMessage?: string;
}

/** How a run ends whose job failed: why in a word, and for people. */
export const failedRun = ({ code, message }: { code: string; message: string }): RunEnd => ({
  status: 'failed',
  terminalReason: code.toLowerCase(),
  errorMessage: keptText(redactText(message), 2_000),
});
