import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { FrozenSuite } from '@assay/mesh/gen/assay/v1/suites';
import { operations } from '@assay/contract/operations';
import { Blame, Outcome, type IterationOutput } from '@assay/mesh/gen/assay/v1/iterations';
import { echoTranscript, type RunsFixture, type HeldItem } from './harness.ts';

/** The number of iterations of each case that pass, beginning with the first. */
export type PassCounts = Record<string, number>;

const caseOf = (item: HeldItem) => (JSON.parse(item.case.toString()) as FrozenCase).id;

/** Makes runs with the results that a test needs. */
export function judgedRuns(runs: () => RunsFixture) {
  const suite = (suiteId: string, cases: FrozenCase[], settings: Partial<FrozenSuite> = {}) => {
    runs().world.suites.set(suiteId, { cases, suite: settings });
  };
  /** Starts a run and leases all its iterations. */
  const begin = async (
    suiteId: string,
    body: object = {},
    headers: { ci?: string } = {},
  ): Promise<{ runId: string; items: HeldItem[] }> => {
    const { runId } = await runs().call(operations.createEvalRun, headers, { suiteId, ...body });
    return { runId, items: (await runs().lease('r')).filter((item) => item.runId === runId) };
  };
  const finish = async (items: HeldItem[], passes: PassCounts, more: Partial<IterationOutput> = {}): Promise<void> => {
    await runs().report(
      items,
      (item) =>
        echoTranscript(item.iterationNumber <= (passes[caseOf(item)] ?? 0) ? caseOf(item) : 'nothing of the kind'),
      more,
    );
  };
  const judged = async (suiteId: string, passes: PassCounts, body: object = {}): Promise<string> => {
    const { runId, items } = await begin(suiteId, body);
    await finish(items, passes);
    return runId;
  };
  /** Iterations that say nothing about the server. */
  const excluded: Partial<IterationOutput> = {
    outcome: Outcome.FAILED,
    blame: Blame.PROVIDER,
    errorCode: 'PROVIDER_UNAVAILABLE',
    errorMessage: 'overloaded',
    transcript: Buffer.alloc(0),
  };
  return { suite, begin, finish, judged, excluded, caseOf };
}
