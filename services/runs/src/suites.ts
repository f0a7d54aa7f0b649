import type { EvalAssertion } from '@assay/contract/documents/assertion';
import type { FrozenCase } from '@assay/contract/documents/case';
import type { CaseUpsert } from '@assay/contract/documents/suite';
import type { CreateEvalRun } from '@assay/contract/documents/run';
import { AuthoringService, type FrozenSuite } from '@assay/contract/gen/assay/v1/suites';
import type { Channel } from '@assay/kit/client';

/** A suite as it was at the moment of a launch. */
export type Frozen = Omit<FrozenSuite, 'cases' | 'checks'> & { cases: FrozenCase[]; checks: EvalAssertion[] };

/** NOT_FOUND when the project has no such suite. */
export async function freezeSuite(suites: Channel, projectId: string, suiteId: string): Promise<Frozen> {
  const { cases, checks, ...suite } = await suites.call(AuthoringService.freezeSuite, { projectId, suiteId });
  return { ...suite, cases: JSON.parse(cases.toString()) as FrozenCase[], checks: JSON.parse(checks.toString()) as EvalAssertion[] };
}

/** Writes the suite of a run with inline tests; its faults are the launch's faults. */
export async function authorSuite(suites: Channel, projectId: string, body: CreateEvalRun): Promise<{ suiteId: string; caseUpsert: CaseUpsert }> {
  const { suiteName: name, suiteDescription: description, serverIds, model, tests } = body;
  const suite = Buffer.from(JSON.stringify({ name, description, serverIds, model, tests }));
  const { suiteId, caseUpsert } = await suites.call(AuthoringService.authorSuite, { projectId, suite });
  return { suiteId, caseUpsert: JSON.parse(caseUpsert.toString()) as CaseUpsert };
}
