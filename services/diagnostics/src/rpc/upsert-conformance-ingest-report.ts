import { upsertConformanceIngestReport as operation } from '@assay/contract/operations/conformance';
import { transaction } from '@assay/kit/db';
import { handle } from '@assay/kit/handle';
import { addScenarios, claimReportedRun } from '../actions/report-conformance.ts';
import type { Deps } from '../deps.ts';
import { ingested } from '../domain/conformance/conformance-run.ts';
import { refIn, scenariosIn, sized } from '../reported-conformance.ts';

export const upsertConformanceIngestReport = ({ pool }: Deps) =>
  sized(handle(operation, async (_caller, { projectId }, body) => {
    const ref = refIn(projectId, body);
    const scenarios = scenariosIn(body);
    return transaction(pool, async (tx) => {
      const run = await claimReportedRun(tx, ref);
      const inserted = await addScenarios(tx, run, scenarios);
      return { ...ingested(await claimReportedRun(tx, ref)), inserted, skipped: scenarios.length - inserted };
    });
  }));
