import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { EvalRunCreated } from '@assay/contract/areas/eval-runs/documents';
import type { Static } from 'typebox';
import type { Run } from './run.ts';

/** The answer to a launch. */
export const createdRecord = ({
  run: { id, suiteId, status, servers, runGroupId },
  deduped,
  authored,
}: {
  run: Run;
  deduped: boolean;
  authored: FrozenCase[];
}): Static<typeof EvalRunCreated> => ({
  runId: id,
  suiteId,
  status,
  ...(deduped && { deduped }),
  ...(runGroupId !== null && { runGroupId }),
  servers,
  environment: null,
  caseUpsert: { committed: authored.map(({ id: caseId, title }) => ({ id: caseId, name: title })), failed: [] },
});
