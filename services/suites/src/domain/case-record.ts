import type { EvalCase, FrozenCase, InlineCase } from '@assay/contract/documents/case';
import type { MatchOptionsInput } from '@assay/contract/documents/match-options';
import { layerMatchOptions } from '@assay/grading/match-options';
import { needsModel } from '@assay/grading/model-free';
import type { SuiteBody } from './suite-record.ts';

/** What of a case is stored as one document; match options as they were written, so that a suite's can lie under them. */
export type CaseBody = Omit<EvalCase, 'id' | 'createdAt' | 'updatedAt' | 'matchOptions'> & { matchOptions?: MatchOptionsInput };

export interface StoredCase { id: string; position: number; body: CaseBody; createdAt: Date; updatedAt: Date }

/** An inline case as it is stored. Fields that are not known are dropped here; those of its steps are kept. */
export function toBody(draft: InlineCase): CaseBody {
  const { title, steps, runs = 1, model, provider, isNegativeTest = false, suppressedSuiteStandardCheckIds: off } = draft;
  const { expectedOutput, scenario, matchOptions, checks, advancedConfig } = draft;
  return {
    title, steps, iterations: runs, isNegative: isNegativeTest,
    models: model && needsModel(steps) ? [{ model, ...(provider && { provider }) }] : [],
    ...(expectedOutput !== undefined && { expectedOutput }),
    ...(scenario !== undefined && { scenario }),
    ...(matchOptions && { matchOptions }),
    ...(checks && { checks }),
    ...(off && { suppressedSuiteStandardCheckIds: [...new Set(off)].toSorted() }),
    ...(advancedConfig && { advancedConfig }),
  };
}

/** A case as the API shows it. */
export function toCase({ id, body: { matchOptions, ...body }, createdAt, updatedAt }: StoredCase): EvalCase {
  const shown = layerMatchOptions(matchOptions);
  return { id, ...body, ...(shown && { matchOptions: shown }), createdAt: createdAt.getTime(), updatedAt: updatedAt.getTime() };
}

/** A case as a run of its suite takes it: with what it inherits from the suite already applied. */
export function freeze({ id, body }: Pick<StoredCase, 'id' | 'body'>, suite: SuiteBody): FrozenCase {
  const { title, steps, iterations, isNegative, models, expectedOutput, checks, suppressedSuiteStandardCheckIds: off, advancedConfig } = body;
  const matchOptions = layerMatchOptions(suite.matchOptions, body.matchOptions);
  return {
    id, title, steps, isNegative, models,
    iterations: Math.max(iterations, suite.minimumIterations ?? 1),
    failOnToolError: advancedConfig?.failOnToolError !== false,
    ...(expectedOutput !== undefined && { expectedOutput }),
    ...(matchOptions && { matchOptions }),
    ...(checks && { checks }),
    ...(off && { suppressedSuiteStandardCheckIds: off }),
  };
}
