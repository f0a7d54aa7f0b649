import { listFindings, type FindingPosition } from '@assay/findings/mining/stored-findings';
import { fragment, type Db } from '@assay/kit/postgres/db';
import type { StoredSwarmFinding } from '../../domain/findings/finding.ts';

const RUN_OF_EVIDENCE = fragment(`, 'runId', (select run_id from sessions where id = s.session_id)`);

/** The findings of a project with the runs of their evidence, the one that was seen last first, after the position. */
export const listSwarmFindings = (
  db: Db,
  projectId: string,
  after: FindingPosition | undefined,
  limit: number,
): Promise<StoredSwarmFinding[]> => listFindings<StoredSwarmFinding>(db, projectId, after, limit, RUN_OF_EVIDENCE);
