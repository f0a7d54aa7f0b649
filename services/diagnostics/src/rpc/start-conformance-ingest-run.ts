import { startConformanceIngestRun as operation } from '@assay/contract/operations/conformance';
import { transaction } from '@assay/kit/db';
import { handle } from '@assay/kit/handle';
import { beginReportedRun } from '../actions/report-conformance.ts';
import type { Deps } from '../deps.ts';
import { ingested } from '../domain/conformance/conformance-run.ts';
import { newReportedRun, sized } from '../reported-conformance.ts';

export const startConformanceIngestRun = (deps: Deps) =>
  sized(handle(operation, async (_caller, { projectId }, body) => {
    const wanted = await newReportedRun(deps, projectId, body);
    const { run, reused } = await transaction(deps.pool, (tx) => beginReportedRun(tx, wanted));
    return { ...ingested(run), reused };
  }));
