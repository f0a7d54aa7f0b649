import type { DirectoryRunStatus } from '@assay/contract/documents/directory-run';
import type { ReadinessKind } from '@assay/contract/documents/readiness';

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
