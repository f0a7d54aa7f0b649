import type { FrozenCase } from '@assay/contract/documents/case';
import type { IngestResult } from '@assay/contract/documents/ingest';
import { currentNames, layerMatchOptions } from '@assay/grading/match-options';
import { derivedId } from '@assay/kit/id';

/** What decisions can name a case by. */
const CASE_ID = /^[A-Za-z0-9_-]{1,128}$/;

/** The case that a result is a trial of, known again in every run of the suite: by its id at the source, its id here, or its title. */
export function caseIdOf(suiteId: string, { externalCaseId, caseId, caseTitle }: IngestResult): string {
  if (externalCaseId !== undefined) return derivedId('case', `${suiteId} external ${externalCaseId}`);
  if (caseId === undefined) return derivedId('case', `${suiteId} title ${caseTitle}`);
  return CASE_ID.test(caseId) ? caseId : derivedId('case', `${suiteId} id ${caseId}`);
}

/** A result's case in our terms: what was said is its prompt, the calls that were expected are its assertions. */
export function importCase(suiteId: string, result: IngestResult): FrozenCase {
  const { caseTitle, query, expectedToolCalls = [], matchOptions, isNegativeTest = false, expectedOutput } = result;
  const options = matchOptions && layerMatchOptions(matchOptions);
  const matching = matchOptions && currentNames(matchOptions).arguments;
  return {
    id: caseIdOf(suiteId, result), title: caseTitle, iterations: 1, isNegative: isNegativeTest, models: [], failOnToolError: false,
    ...(expectedOutput && { expectedOutput }), ...(options && { matchOptions: options }),
    steps: [
      { id: 'prompt', kind: 'prompt', prompt: query || caseTitle },
      ...expectedToolCalls.map(({ toolName, arguments: args = {} }, i) => ({
        id: `expected_${i + 1}`, kind: 'assert' as const,
        assertion: { type: 'toolCalledWith' as const, toolName, args: { args, ...(matching && { argumentMatching: matching }) } },
      })),
    ],
  };
}

/** The model of a result in provider/name form; null when it names none. */
export const modelOf = ({ model, provider }: IngestResult): string | null =>
  (!model ? null : provider && !model.includes('/') ? `${provider}/${model}` : model);
