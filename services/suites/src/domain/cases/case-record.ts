import type { CreateEvalCase, EvalCase, FrozenCase } from '@assay/contract/areas/cases/documents';
import type { MatchOptionsInput } from '@assay/contract/areas/cases/match-options';
import { given } from '@assay/contract/given';
import { layerMatchOptions } from '@assay/grading/matching/match-options';
import { needsModel } from '@assay/grading/model-free';
import type { SuiteBody } from '../suites/suite-record.ts';
import { sortedOnce } from './sorted-once.ts';

/**
 * The part of a case that is stored as one document; match options as they were written, so that the suite's options
 * can be merged below them.
 */
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

/** The part of a case that runs and suite files have. */
export type CaseContent = Pick<StoredCase, 'id' | 'declaredId' | 'body'>;

/** The stored form of a case in a request. */
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
    ...given({ declaredId }),
    revision,
    ...body,
    ...given({ matchOptions: shown }),
    createdAt: createdAt.getTime(),
    updatedAt: updatedAt.getTime(),
  };
}

/** A case in a run spec: with the settings that it inherits from its suite applied. */
export function freezeCase({ id, declaredId, body }: CaseContent, suite: SuiteBody): FrozenCase {
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
    ...given({ declaredId }),
    title,
    steps,
    isNegative,
    models,
    ...trialsOf(body, suite),
    failOnToolError: advancedConfig?.failOnToolError !== false,
    ...given({ expectedOutput, matchOptions, checks, suppressedSuiteStandardCheckIds: off, judge, import: claim }),
  };
}

/** The number of iterations of a case, and how many must pass under per-case grading. */
function trialsOf(
  { iterations, repetitions, passThreshold }: CaseBody,
  suite: SuiteBody,
): Pick<FrozenCase, 'iterations' | 'passThreshold'> {
  if (suite.repetitions === undefined || suite.passThreshold === undefined)
    return { iterations: Math.max(iterations, suite.minimumIterations ?? 1) };
  return { iterations: repetitions ?? suite.repetitions, passThreshold: passThreshold ?? suite.passThreshold };
}
