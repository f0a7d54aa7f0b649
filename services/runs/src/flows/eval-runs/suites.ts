import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { GatePolicy } from '@assay/contract/areas/gates/documents';
import type { CreateEvalRun } from '@assay/contract/areas/eval-runs/launch';
import type { Judge } from '@assay/contract/areas/suites/settings';
import { conflict, reasons } from '@assay/contract/problem';
import type { CaseDraft } from '@assay/contract/areas/authoring/drafts';
import { AuthoringService, type FrozenSuite } from '@assay/mesh/gen/assay/v1/suites';
import type { Channel } from '@assay/kit/rpc/client';
import type { SuiteSnapshot } from '../../domain/eval-runs/suite-snapshot.ts';
import type { Promotion } from '../../domain/iterations/promote-iteration.ts';

/** @throws NOT_FOUND when the project has no such suite. */
export const freezeSuite = async (suites: Channel, projectId: string, suiteId: string): Promise<SuiteSnapshot> =>
  opened(await suites.call(AuthoringService.freezeSuite, { projectId, suiteId }));

/**
 * A suite that may run.
 * @throws NOT_FOUND when the project has no such suite, CONFLICT when it is archived.
 */
export async function freezeForLaunch(suites: Channel, projectId: string, suiteId: string): Promise<SuiteSnapshot> {
  const suite = await freezeSuite(suites, projectId, suiteId);
  assertNotArchived(suite);
  return suite;
}

/** @throws CONFLICT for an archived suite. */
export function assertNotArchived({ archived }: SuiteSnapshot): void {
  if (archived)
    throw conflict('The suite is archived: restore it before it is launched.', { reason: reasons.SUITE_ARCHIVED });
}

/** @throws NOT_FOUND when the project has no such suite. */
export async function assertSuite(suites: Channel, projectId: string, suiteId: string): Promise<void> {
  await suites.call(AuthoringService.assertSuite, { projectId, suiteId });
}

/**
 * The frozen suite of a launch's inline tests, as it will be or was written; writes nothing. Faults of the tests are
 * faults of the launch.
 */
export const draftSuite = async (
  suites: Channel,
  projectId: string,
  suiteId: string,
  body: CreateEvalRun,
): Promise<SuiteSnapshot> =>
  opened(await suites.call(AuthoringService.draftSuite, { projectId, suiteId, suite: suiteOf(body) }));

/** Writes the suite of a launch with inline tests, unless an earlier try wrote it. */
export async function authorSuite(
  suites: Channel,
  projectId: string,
  suiteId: string,
  body: CreateEvalRun,
): Promise<void> {
  await suites.call(AuthoringService.authorSuite, { projectId, suiteId, suite: suiteOf(body) });
}

/** Attaches the clients that a launch names to its suite, in place of the attached ones. */
export async function attachClients(
  suites: Channel,
  projectId: string,
  suiteId: string,
  hosts: NonNullable<CreateEvalRun['hosts']>,
): Promise<void> {
  const clients = hosts.map(({ host: client, servers }) => ({
    client,
    serverIds: servers ?? [],
    limitsServers: servers !== undefined,
  }));
  await suites.call(AuthoringService.attachClients, { projectId, suiteId, clients });
}

/** Adds a draft of a case to an authoring job of the suite. NOT_FOUND when the project has no such suite. */
export async function proposeCase(
  suites: Channel,
  projectId: string,
  suiteId: string,
  { case: proposed, notes, doubts }: Promotion,
): Promise<{ jobId: string; draft: CaseDraft }> {
  const { jobId, draft } = await suites.call(AuthoringService.proposeCase, {
    projectId,
    suiteId,
    case: Buffer.from(JSON.stringify(proposed, wellFormed)),
    evidenceNotes: notes,
    doubts: doubts.map(({ stepId = '', ...doubt }) => ({ ...doubt, stepId })),
  });
  return { jobId, draft: JSON.parse(draft.toString()) as CaseDraft };
}

/** Replaces lone surrogates, which a model's text may have and a document may not. */
const wellFormed = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;

const suiteOf = ({
  suiteName: name,
  suiteDescription: description,
  serverIds,
  serverNames,
  model,
  tests,
  hosts,
}: CreateEvalRun): Buffer =>
  Buffer.from(
    JSON.stringify({
      name,
      description,
      serverIds,
      serverNames,
      model,
      tests,
      hosts,
    }),
  );

const opened = ({ cases, checks, judge, gate, ...suite }: FrozenSuite): SuiteSnapshot => ({
  ...suite,
  cases: json<FrozenCase[]>(cases),
  checks: json<EvalAssertion[]>(checks),
  judge: json<Judge>(judge),
  gate: gate.length > 0 ? json<GatePolicy>(gate) : null,
});

const json = <T>(bytes: Buffer): T => JSON.parse(bytes.toString()) as T;
