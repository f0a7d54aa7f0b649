import { HostedModels, type Model } from '@assay/contract/areas/model-providers/model';
import { modelProviders } from '@assay/contract/areas/model-providers/documents';
import { given } from '@assay/contract/given';
import { schemaChecker } from '@assay/kit/json/schema';
import type { Fault } from '@assay/contract/fault';
import { providerNamed } from './model-provider.ts';

/** The scripted model; the operator can switch it off. */
export const scriptedModel: Model = {
  id: 'scripted/rules',
  provider: 'scripted',
  name: 'Scripted rules',
  description:
    'Not a language model: follows published rules and always answers the same. For work without a network and for tests.',
  pricing: { inputUsdPerMillion: 0, outputUsdPerMillion: 0 },
  supportedReasoningEfforts: [],
};

/** Prices of hosted models, where they are known. */
export const pricesOf = (models: readonly Model[]): ReadonlyMap<string, Model['pricing']> =>
  new Map(models.map(({ id, pricing }) => [id, pricing]));

/** Whether calls of a model are entered in the ledger. Calls of scripted models are not. */
export const isMetered = (id: string): boolean => !id.startsWith(`${scriptedModel.provider}/`);

const issuesOf = schemaChecker(HostedModels);

/** Parses the operator's JSON list of models, and answers the faults of the list. */
export function readHostedModels(text: string): { models: Model[]; faults: Fault[] } {
  const list = parsed(text);
  if (list === undefined) return { models: [], faults: [{ path: '', message: 'is not JSON' }] };
  const faults = issuesOf(list);
  if (faults.length > 0) return { models: [], faults };
  const models = (list as HostedModels).map(toModel);
  return { models, faults: models.flatMap(({ id, provider }, at) => faultOf(id, provider, at, models)) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toModel({
  id,
  name,
  description = '',
  inputUsdPerMillion,
  outputUsdPerMillion,
  cachedInputUsdPerMillion,
  supportedReasoningEfforts = [],
}: HostedModels[number]): Model {
  const slash = id.indexOf('/');
  const isPriced = inputUsdPerMillion !== undefined && outputUsdPerMillion !== undefined;
  return {
    id,
    provider: id.slice(0, slash),
    name: name ?? id.slice(slash + 1),
    description,
    ...(isPriced && {
      pricing: {
        inputUsdPerMillion,
        outputUsdPerMillion,
        ...given({ cachedInputUsdPerMillion }),
      },
    }),
    supportedReasoningEfforts,
  };
}

function faultOf(id: string, provider: string, at: number, models: Model[]): Fault[] {
  const path = `/${at}/id`;
  if (!providerNamed(provider)) return [{ path, message: `must begin with one of ${modelProviders.join(', ')}` }];
  return models.findIndex((each) => each.id === id) < at ? [{ path, message: 'is listed twice' }] : [];
}
