import type { ProjectPart } from '@assay/contract/areas/overview/project-events';
import type { Tx } from '@assay/kit/postgres/db';
import { noteProjectChanges } from '../store/overview/project-changes.ts';

/** Notes that a part of a project changed, for its followers. */
export const noteChanged =
  (part: ProjectPart) =>
  (tx: Tx, { projectId }: { projectId: string }): Promise<void> =>
    noteProjectChanges(tx, [{ projectId, part }]);
