import { finalizeConformanceIngestRun as operation } from '@assay/contract/operations/conformance';
import { transaction } from '@assay/kit/db';
import { handle } from '@assay/kit/handle';
import { claimReportedRun, finalizeReportedRun } from '../actions/report-conformance.ts';
import type { Deps } from '../deps.ts';
import { ingested } from '../domain/conformance/conformance-run.ts';
import { refIn } from '../reported-conformance.ts';

export const finalizeConformanceIngestRun = ({ pool }: Deps) =>
  handle(operation, async (_caller, { projectId }, body) => transaction(pool, async (tx) =>
    ingested(await finalizeReportedRun(tx, await claimReportedRun(tx, refIn(projectId, body))))));
