import type { CreateEvalCase, EvalCase, FrozenCase } from '@assay/contract/areas/cases/documents';
import type { MatchOptionsInput } from '@assay/contract/areas/cases/match-options';
import { layerMatchOptions } from '@assay/grading/matching/match-options';
import { needsModel } from '@assay/grading/model-free';
import type { SuiteBody } from '../suites/suite-record.ts';
import { sortedOnce } from './sorted-once.ts';

/** What of a case is stored as one document; match options as they were written, so that a suite's can lie under them. */
export type CaseBody = Omit<EvalCase, 'id' | 'declaredId' | 'revision' | 'createdAt' | 'updatedAt' | 'matchOptions'> & {
  matchOptions?: MatchOptionsInput;
};

export interface StoredCase {
  id: string;
  declaredId?: string;
  revision: number;
  position: number;
  body: CaseBody;
  createdAt: Date;
  updatedAt: Date;
}

/** A case of a request as it is stored. */
export function toBody({
  id: _id,
  models = [],
  matchOptions,
  checks,
  judge,
  suppressedSuiteStandardCheckIds: off,
  ...draft
}: CreateEvalCase): CaseBody {
  return {
    ...draft,
    iterations: draft.iterations ?? draft.repetitions ?? 1,
    isNegative: draft.isNegative ?? false,
    models: needsModel(draft.steps) ? models : [],
    ...(matchOptions && { matchOptions }),
    ...(checks && { checks }),
    ...(judge && { judge }),
    ...(off?.length && { suppressedSuiteStandardCheckIds: sortedOnce(off) }),
  };
}

/** A case as the API shows it. */
export function toCase({
  id,
  declaredId,
  revision,
  body: { matchOptions, ...body },
  createdAt,
  updatedAt,
}: StoredCase): EvalCase {
  const shown = layerMatchOptions(matchOptions);
  return {
    id,
    ...(declaredId !== undefined && { declaredId }),
    revision,
    ...body,
    ...(shown && { matchOptions: shown }),
    createdAt: createdAt.getTime(),
    updatedAt: updatedAt.getTime(),
  };
}

/** A case as a run of its suite takes it: with what it inherits from the suite already applied. */
export function freezeCase(
  { id, declaredId, body }: Pick<StoredCase, 'id' | 'declaredId' | 'body'>,
  suite: SuiteBody,
): FrozenCase {
  const {
    title,
    steps,
    isNegative,
    models,
    expectedOutput,
    checks,
    suppressedSuiteStandardCheckIds: off,
    judge,
    import: claim,
    advancedConfig,
  } = body;
  const matchOptions = layerMatchOptions(suite.matchOptions, body.matchOptions);
  return {
    id,
    ...(declaredId !== undefined && { declaredId }),
    title,
    steps,
    isNegative,
    models,
    ...trialsOf(body, suite),
    failOnToolError: advancedConfig?.failOnToolError !== false,
    ...(expectedOutput !== undefined && { expectedOutput }),
    ...(matchOptions && { matchOptions }),
    ...(checks && { checks }),
    ...(off && { suppressedSuiteStandardCheckIds: off }),
    ...(judge && { judge }),
    ...(claim && { import: claim }),
  };
}

/** How often a case is tried, and how many of its trials must pass where that decides. */
function trialsOf(
  { iterations, repetitions, passThreshold }: CaseBody,
  suite: SuiteBody,
): Pick<FrozenCase, 'iterations' | 'passThreshold'> {
  if (suite.repetitions === undefined || suite.passThreshold === undefined)
    return { iterations: Math.max(iterations, suite.minimumIterations ?? 1) };
  return { iterations: repetitions ?? suite.repetitions, passThreshold: passThreshold ?? suite.passThreshold };
}
