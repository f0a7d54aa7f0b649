import { createEvalRun as operation } from '@assay/contract/operations/runs';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { launch, type Launched } from '../launch.ts';

export const createRun = (deps: Deps) =>
  handle(operation, async ({ organizationId = '' }, { projectId, idempotencyKey }, body) =>
    created(await launch(deps, { projectId, organizationId, idempotencyKey: keyOf(idempotencyKey) ?? keyOf(body.idempotencyKey), source: 'api' }, body)));

/** Keys that are blank or over 256 characters count as none. */
const keyOf = (text: string | undefined) => (text?.trim() && text.length <= 256 ? text : undefined);

const created = ({ run: { id, suiteId, status, servers }, deduped, authored }: Launched) => ({
  runId: id, suiteId, status, ...(deduped && { deduped }), servers, environment: null,
  caseUpsert: { committed: authored.map(({ id: caseId, title }) => ({ id: caseId, name: title })), failed: [] },
});
