import { invalid, Problem } from '@assay/contract/problem';
import { openProvider, PROVIDERS, SETTING, type Endpoints, type Provider, type ProviderName } from './providers.ts';

/** A language model under the name that this installation knows it by, `provider/name`. */
export interface NamedModel { id: string; model: ReturnType<Provider> }

/** The language models that this installation reaches. */
export class Models {
  readonly #endpoints: Endpoints;
  readonly #open = new Map<ProviderName, Promise<Provider>>();

  constructor(endpoints: Endpoints) {
    this.#endpoints = endpoints;
  }

  /** The model `provider/name`. Throws a Problem that says what to set when there is no such provider here. */
  async languageModel(id: string): Promise<NamedModel> {
    const [prefix = '', ...rest] = id.split('/');
    const [name, modelName] = [PROVIDERS.find((each) => each === prefix), rest.join('/')];
    if (!name || !modelName) throw invalid(`"${id}" names no model: it takes a provider (${PROVIDERS.join(', ')}), a slash, and the provider's name of the model.`);
    const endpoint = this.#endpoints[name];
    if (!endpoint) throw new Problem('FEATURE_NOT_SUPPORTED', `The model "${id}" needs the setting ${SETTING[name]} on the runner.`);
    const opening = this.#open.get(name) ?? openProvider(name, endpoint);
    this.#open.set(name, opening);
    return { id, model: (await opening)(modelName) };
  }
}
