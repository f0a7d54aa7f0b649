import type { Static } from 'typebox';
import { Type } from '@assay/contract/type';
import { given } from '@assay/contract/given';
import { ConformanceSuite } from '@assay/contract/areas/conformance/check';
import { ConformanceOutput, ScenarioResult } from '@assay/contract/areas/conformance/work';
import { open } from '@assay/contract/schema';
import type { Tx } from '@assay/kit/postgres/db';
import { oneByOne } from '@assay/work/queue/queued-work';
import { keptText } from '@assay/kit/text/kept-text';
import { parser } from '@assay/kit/json/parse';
import { redactText } from '@assay/kit/security/redact';
import { schemaCompiler } from '@assay/kit/json/schema';
import type { StoredConformance } from '../../domain/conformance/conformance-run.ts';
import { keptCheck, statusOf } from '../../domain/conformance/kept-check.ts';
import { conclusionOf } from '../../domain/conformance/suites.ts';
import { failedRun, isOver, type RunEnd } from '../../domain/directory-runs/directory-run.ts';
import { countResults, insertResults, type NewScenario } from '../../store/conformance/conformance-results.ts';
import { claimDirectoryRun, endDirectoryRun } from '../../store/directory-runs/directory-runs.ts';

const Output = open({
  ...ConformanceOutput.properties,
  scenarios: Type.Array(open({ suite: ConformanceSuite, scenario: Type.String({ maxLength: 200 }) })),
});
const parse = parser(Output);
const isResult = schemaCompiler()(ScenarioResult);

/** Ends a conformance run with the scenarios of a runner's report, or with the cause of its failure. */
export const settleConformance = oneByOne(async (tx, { id: runId, projectId, result }) => {
  const run = await claimDirectoryRun<StoredConformance>(tx, 'conformance', { projectId, runId });
  if (!run || isOver(run)) return;
  await endDirectoryRun(
    tx,
    runId,
    'error' in result ? failedRun(result.error) : await concluded(tx, run, result.output),
  );
});

async function concluded(
  tx: Tx,
  { id, request: { suites, scenarios } }: StoredConformance,
  output: Buffer,
): Promise<RunEnd> {
  let answer: Static<typeof Output>;
  try {
    answer = parse(output);
  } catch {
    return failedRun({
      code: 'INVALID_OUTPUT',
      message: 'The runner answered with something that is not a result of the suite.',
    });
  }
  await insertResults(tx, id, answer.scenarios.map(stored));
  const { durationMs } = answer;
  const outcome = conclusionOf(scenarios ? [] : suites, await countResults(tx, id));
  return { status: 'completed', outcome: { ...outcome, ...given({ durationMs }) } };
}

/** A malformed scenario becomes an error of its own; the other scenarios are kept. */
function stored(result: object & Pick<ScenarioResult, 'suite' | 'scenario'>): NewScenario {
  const { suite, scenario } = result;
  if (!isResult(result))
    return {
      suite,
      scenario,
      status: 'couldNotRun',
      reason: 'The runner answered with something that is not a result.',
      checks: [],
      digest: null,
    };
  const { checks, status, reason = null, title, area, durationMs, endedServer } = result as ScenarioResult;
  const seen = statusOf(checks);
  return {
    suite,
    scenario,
    status: seen === 'failed' ? seen : (status ?? seen),
    reason: reason === null ? null : keptText(redactText(reason), 2_000),
    checks: checks.map(keptCheck),
    about: given({ title: title && keptText(redactText(title), 300), area, durationMs, endedServer }),
    digest: null,
  };
}
