export interface RunServer { id: string; name: string }

/** A run as it is stored. */
export interface Run {
  id: string; projectId: string; organizationId: string; suiteId: string; runNumber: number;
  status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled' | 'timed_out';
  result: 'passed' | 'failed' | 'inconclusive' | null; source: 'ui' | 'api' | 'sdk' | 'schedule'; notes: string | null;
  minimumAccuracy: number; servers: RunServer[];
  total: number; finished: number; passed: number; failed: number;
  createdAt: Date; startedAt: Date | null; completedAt: Date | null;
}
