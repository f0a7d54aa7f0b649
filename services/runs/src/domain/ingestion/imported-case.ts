import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { IngestResult } from '@assay/contract/areas/ingestion/documents';
import { given } from '@assay/contract/given';
import { withCurrentNames, layerMatchOptions } from '@assay/grading/matching/match-options';

/** Turns a result into a case: its query is the prompt, its expected calls are the assertions. */
export function importCase(id: string, result: IngestResult): FrozenCase {
  const { caseTitle, query, expectedToolCalls = [], matchOptions, isNegativeTest = false, expectedOutput } = result;
  const { caseId, externalCaseId: declaredId = caseId } = result;
  const options = matchOptions && layerMatchOptions(matchOptions);
  const matching = matchOptions && withCurrentNames(matchOptions).arguments;
  return {
    id,
    ...given({ declaredId }),
    title: caseTitle,
    iterations: 1,
    isNegative: isNegativeTest,
    models: [],
    failOnToolError: false,
    ...(expectedOutput && { expectedOutput }),
    ...given({ matchOptions: options }),
    steps: [
      { id: 'prompt', kind: 'prompt', prompt: query || caseTitle },
      ...expectedToolCalls.map(({ toolName, arguments: args = {} }, i) => ({
        id: `expected_${i + 1}`,
        kind: 'assert' as const,
        assertion: {
          type: 'toolCalledWith' as const,
          toolName,
          args: { args, ...given({ argumentMatching: matching }) },
        },
      })),
    ],
  };
}

/** The model of a result in provider/name form; null when it names none. */
export const modelOf = ({ model, provider }: IngestResult): string | null =>
  !model ? null : provider && !model.startsWith(`${provider}/`) ? `${provider}/${model}` : model;
