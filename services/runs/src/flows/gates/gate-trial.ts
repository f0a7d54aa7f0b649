import type { GatePolicy } from '@assay/contract/areas/gates/documents';
import type { EvalGateTrial } from '@assay/contract/areas/gates/trial';
import { given } from '@assay/contract/given';
import { evaluateGate } from '@assay/grading/gate/evaluate-gate';
import { describeGate } from '@assay/grading/words/gate-words';
import type { Pool } from '@assay/kit/postgres/db';
import { namedBaselineOf } from '../../domain/gates/named-baseline.ts';
import type { Run } from '../../domain/eval-runs/run.ts';
import { findBaseline } from '../../store/analysis/baselines.ts';
import { listFinishedRuns } from '../../store/analysis/stage-facts.ts';
import { listRunsById } from '../../store/eval-runs/runs.ts';
import { findGatedRuns, gateFactsOf } from '../../store/gates/gated-runs.ts';

/** At most this many trials are read; the newest run is always tried. */
const MAX_TRIALS = 100_000;

/** Evaluates a gate on the newest finished runs of a suite, oldest first. A gate without rules passes every run. */
export async function tryGate(
  pool: Pool,
  { projectId, suiteId }: { projectId: string; suiteId: string },
  policy: GatePolicy | null,
  limit: number,
): Promise<EvalGateTrial> {
  const newest = await listFinishedRuns(pool, projectId, suiteId, limit);
  const tried = withinTrials(newest);
  const runs = await listRunsById(
    pool,
    projectId,
    tried.map(({ id }) => id),
  );
  const baselines = new Map<string, Run | undefined>();
  for (const run of runs) baselines.set(run.id, await findBaseline(pool, run, namedOf(run, policy)));
  const gated = await findGatedRuns(pool, onceById([...runs, ...baselines.values()]));
  const decided = runs.map((run) => {
    const baseline = baselines.get(run.id);
    const facts = { ...gateFactsOf(gated, run, baseline), namedBaseline: namedOf(run, policy) };
    const { outcome, verdicts } = evaluateGate(policy ?? {}, facts);
    return {
      runId: run.id,
      runNumber: run.runNumber,
      createdAt: run.createdAt.getTime(),
      verdict: run.result ?? ('notEstablished' as const),
      passRate: run.passed + run.failed > 0 ? run.passed / (run.passed + run.failed) : null,
      outcome,
      ...describeGate({ outcome, verdicts, policy: policy ?? {} }, null),
      verdicts,
      baseRunId: baseline?.id ?? null,
    };
  });
  return {
    suiteId,
    policy,
    runs: decided,
    stopped: decided.filter(({ verdicts }) => verdicts.some(({ status }) => status === 'failed')).length,
    isTruncated: tried.length < newest.length,
  };
}

const namedOf = ({ spec: { baseline } }: Run, policy: GatePolicy | null) =>
  namedBaselineOf({ ...given({ baseline, gate: policy ?? undefined }) });

function withinTrials<R extends { total: number }>(newest: R[]): R[] {
  let trials = 0;
  return newest.filter(({ total }, i) => {
    trials += total;
    return i === 0 || trials <= MAX_TRIALS;
  });
}

const onceById = (runs: (Run | undefined)[]): Run[] => [
  ...new Map(runs.filter((run) => run !== undefined).map((run) => [run.id, run])).values(),
];
