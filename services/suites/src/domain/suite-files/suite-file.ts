import type { CreateEvalCase } from '@assay/contract/areas/cases/documents';
import type { SuiteFile } from '@assay/contract/areas/suite-files/documents';
import { given } from '@assay/contract/given';
import { idOf } from '@assay/suite-file/conversion';
import type { CaseContent } from '../cases/case-record.ts';
import { placeId } from './suite-file-cases.ts';
import { modelOf, toBody, type StoredSuite, type SuiteBody } from '../suites/suite-record.ts';

/** The settings of a suite as its file declares them, with the ids of the servers that it names. */
export function bodyOf(
  { name, description, tags, model, systemPrompt, temperature, settings }: SuiteFile,
  serverIds: string[],
): SuiteBody {
  const body = toBody({
    name,
    serverIds,
    tests: [],
    ...settings,
    ...given({ description, tags, model }),
  });
  return {
    ...body,
    ...given({ systemPrompt, temperature }),
  };
}

/** A suite as a file that declares it, without default values. Does not check whether the file can be parsed again. */
export function fileOf(
  { name, declaredId, body }: StoredSuite,
  cases: readonly CaseContent[],
  serverNames: readonly string[],
): SuiteFile {
  const {
    serverIds: _ids,
    environmentIds: _environmentIds,
    hosts: _hosts,
    model: _model,
    provider: _provider,
    description,
    tags,
    systemPrompt,
    temperature,
    ...settings
  } = body;
  const model = modelOf(body);
  return {
    assay: 1,
    id: declaredId ?? idOf(name),
    name,
    ...given({ description, tags }),
    servers: [...serverNames],
    ...(model && { model }),
    ...given({ systemPrompt, temperature }),
    ...(Object.keys(settings).length > 0 && { settings }),
    cases: cases.map(caseOf),
  };
}

function caseOf(
  { declaredId, body: { iterations, isNegative, models, ...body } }: CaseContent,
  index: number,
): CreateEvalCase {
  return {
    ...(declaredId !== undefined && declaredId !== placeId(index) && { id: declaredId }),
    ...body,
    ...(iterations !== (body.repetitions ?? 1) && { iterations }),
    ...(isNegative && { isNegative }),
    ...(models.length > 0 && { models }),
  };
}
