import { heartbeatConformanceIngestRun as operation } from '@assay/contract/operations/conformance';
import { transaction } from '@assay/kit/db';
import { handle } from '@assay/kit/handle';
import { claimReportedRun } from '../actions/report-conformance.ts';
import type { Deps } from '../deps.ts';
import { ingested } from '../domain/conformance/conformance-run.ts';
import { refIn } from '../reported-conformance.ts';
import { noteHeard } from '../store/reported-runs.ts';

export const heartbeatConformanceIngestRun = ({ pool }: Deps) =>
  handle(operation, async (_caller, { projectId }, body) => transaction(pool, async (tx) => {
    const run = await claimReportedRun(tx, refIn(projectId, body));
    await noteHeard(tx, run.id);
    return ingested(run);
  }));
