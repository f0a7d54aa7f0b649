import { ConformanceOutput } from '@assay/contract/documents/conformance-work';
import type { Tx } from '@assay/kit/db';
import type { JobOwner } from '@assay/kit/jobs/owner';
import { parser } from '@assay/kit/parse';
import type { StoredConformance } from '../domain/conformance/conformance-run.ts';
import { keptCheck, statusOf } from '../domain/conformance/kept-check.ts';
import { conclusionOf } from '../domain/conformance/suites.ts';
import { isOver } from '../domain/directory-run.ts';
import { failedRun } from '../failed-run.ts';
import { countResults, insertResults } from '../store/conformance-results.ts';
import { claimDirectoryRun, endDirectoryRun, type RunEnd } from '../store/directory-runs.ts';

const parse = parser(ConformanceOutput);

/** Ends a conformance run with what a runner's scenarios came to, or with the cause of its failure. */
export const settleConformance: JobOwner['settle'] = async (tx, { id: runId, projectId }, ending) => {
  const run = await claimDirectoryRun<StoredConformance>(tx, 'conformance', { projectId, runId });
  if (!run || isOver(run)) return;
  await endDirectoryRun(tx, runId, 'error' in ending ? failedRun(ending.error) : await concluded(tx, run, ending.output));
};

async function concluded(tx: Tx, { id, request: { suites } }: StoredConformance, output: Buffer): Promise<RunEnd> {
  let answer: ConformanceOutput;
  try {
    answer = parse(output);
  } catch {
    return failedRun({ code: 'INVALID_OUTPUT', message: 'The runner answered with something that is no result of the suite.' });
  }
  await insertResults(tx, id, answer.scenarios.map(({ suite, scenario, checks, status = statusOf(checks), reason = null }) => ({ suite, scenario, status, reason, checks: checks.map(keptCheck), digest: null })));
  return { status: 'completed', outcome: conclusionOf(suites, await countResults(tx, id), answer.unavailable) };
}
