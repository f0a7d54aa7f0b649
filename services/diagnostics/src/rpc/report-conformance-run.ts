import { reportConformanceRun as operation } from '@assay/contract/operations/conformance';
import { transaction } from '@assay/kit/db';
import { handle } from '@assay/kit/handle';
import { addScenarios, assertReported, beginReportedRun, finalizeReportedRun } from '../actions/report-conformance.ts';
import type { Deps } from '../deps.ts';
import { ingested } from '../domain/conformance/conformance-run.ts';
import { isOver } from '../domain/directory-run.ts';
import { newReportedRun, scenariosIn, sized } from '../reported-conformance.ts';

export const reportConformanceRun = (deps: Deps) =>
  sized(handle(operation, async (_caller, { projectId }, body) => {
    const scenarios = scenariosIn(body);
    const wanted = await newReportedRun(deps, projectId, body);
    return transaction(deps.pool, async (tx) => {
      const { run, reused } = await beginReportedRun(tx, wanted);
      if (isOver(run)) {
        await assertReported(tx, run, scenarios);
        return { ...ingested(run), reused, inserted: 0, skipped: scenarios.length };
      }
      const inserted = await addScenarios(tx, run, scenarios);
      return { ...ingested(await finalizeReportedRun(tx, run)), reused, inserted, skipped: scenarios.length - inserted };
    });
  }));
