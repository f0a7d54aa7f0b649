import { keptText } from '@assay/kit/text/kept-text';
import { redactText } from '@assay/kit/security/redact';
import type { DirectoryRunStatus } from '@assay/contract/areas/directory-runs/documents';
import type { ReadinessKind } from '@assay/contract/areas/readiness/documents';

/**
 * Tells runs of one kind apart: the directory of a readiness run, or whether a runner or a reporter makes a conformance
 * run.
 */
export type RunVariant = ReadinessKind | 'made' | 'reported';

/** A run about a server: readiness or conformance. */
export interface DirectoryRun<Request = object, Outcome = object> {
  id: string;
  projectId: string;
  serverId: string | null;
  kind: 'readiness' | 'conformance';
  variant: RunVariant;
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

/** The end of a run: status, error and results. */
export interface RunEnd {
  status: 'completed' | 'failed' | 'cancelled';
  outcome?: object;
  report?: Buffer;
  terminalReason?: string;
  errorMessage?: string;
}

/** The end of a run whose work item failed, with a code and a message for people. */
export const failedRun = ({ code, message }: { code: string; message: string }): RunEnd => ({
  status: 'failed',
  terminalReason: code.toLowerCase(),
  errorMessage: keptText(redactText(message), 2_000),
});
