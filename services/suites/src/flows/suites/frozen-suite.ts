import type { AttachedClient, CaseGrading, FrozenSuite } from '@assay/mesh/gen/assay/v1/suites';
import { withoutStandardChecks } from '@assay/grading/iteration/checks';
import type { Pool } from '@assay/kit/postgres/db';
import { isPerCase } from '@assay/suite-file/rules/settings-rules';
import { freezeCase, type CaseContent } from '../../domain/cases/case-record.ts';
import { judgeOf } from '../../domain/suites/suite-view.ts';
import type { SuiteHost } from '../../domain/suites/suite-targets.ts';
import { modelOf, type StoredSuite, type SuiteBody } from '../../domain/suites/suite-record.ts';
import { findSuiteWithCases } from '../../store/suites/suites.ts';

const json = (value: unknown) => Buffer.from(JSON.stringify(value));

/** A suite in a run spec: with defaults filled in, and with the settings that each case inherits applied. */
export const frozenSuite = (
  { id, name, revision, body, archivedAt }: Pick<StoredSuite, 'id' | 'name' | 'revision' | 'body' | 'archivedAt'>,
  cases: CaseContent[],
): FrozenSuite => ({
  suiteId: id,
  name,
  revision,
  serverIds: body.serverIds,
  model: modelOf(body),
  sessionIsolation: body.sessionIsolation ?? 'iteration',
  minimumAccuracy: body.minimumAccuracy ?? 100,
  cases: json(cases.map((each) => freezeCase(each, body))),
  checks: json(withoutStandardChecks(body.checks ?? [], body.suppressedSuiteStandardCheckIds ?? [])),
  caseGrading: isPerCase(body) ? caseGradingOf(body) : undefined,
  systemPrompt: body.systemPrompt ?? '',
  temperature: body.temperature,
  judge: json(judgeOf(body.judge)),
  gate: body.gate ? json(body.gate) : Buffer.alloc(0),
  environmentIds: body.environmentIds ?? [],
  clients: (body.hosts ?? []).map(attachedClient),
  archived: archivedAt !== undefined,
});

const attachedClient = ({ id, name, servers }: SuiteHost): AttachedClient => ({
  id,
  name,
  serverIds: servers ?? [],
  limitsServers: servers !== undefined,
});

/** The rules of per-case grading, with defaults filled in. */
const caseGradingOf = ({
  validity: { minEligibleTrials = 0, minCompletionRate = 0.8, maxEvaluatorErrorRate = 0.1 } = {},
}: SuiteBody): CaseGrading => ({ minEligibleTrials, minCompletionRate, maxEvaluatorErrorRate });

/** A stored suite in the form of a run spec; undefined when the project has no such suite. */
export async function findFrozen(pool: Pool, projectId: string, suiteId: string): Promise<FrozenSuite | undefined> {
  const read = await findSuiteWithCases(pool, projectId, suiteId);
  return read && frozenSuite(read.suite, read.cases);
}
