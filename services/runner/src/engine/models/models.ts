import type { ModelAccess } from '@assay/contract/areas/eval-runs/execution';
import { invalid, Problem } from '@assay/contract/problem';
import type { Egress } from '@assay/egress/egress';
import { unseal } from '@assay/kit/security/seal';
import type { NamedModel } from './named-model.ts';
import { openProvider } from './open-provider.ts';
import {
  PROVIDER_NAMES,
  PROVIDER_SETTINGS,
  settingsOf,
  usualAddress,
  type ProviderEndpoint,
  type ProviderEndpoints,
  type ProviderName,
} from './provider-settings.ts';

/** The egress for providers that the operator set up, and the one for addresses that projects brought. */
interface ProviderEgress {
  own: Egress;
  brought: Egress;
}

/** The language models that this installation reaches. */
export class Models {
  readonly #endpoints: ProviderEndpoints;
  readonly #ways: ProviderEgress;

  constructor(endpoints: ProviderEndpoints, ways: ProviderEgress) {
    this.#endpoints = endpoints;
    this.#ways = ways;
  }

  /**
   * Opens the model `provider/name`, with `access` or else with the operator's settings. Throws a Problem that names
   * the setting when there is no such provider here.
   */
  async languageModel(id: string, access?: ModelAccess): Promise<NamedModel> {
    const [prefix = '', ...rest] = id.split('/');
    const [name, modelName] = [PROVIDER_NAMES.find((each) => each === prefix), rest.join('/')];
    if (!name || !modelName)
      throw invalid(
        `"${id}" names no model: it takes a provider (${PROVIDER_NAMES.join(', ')}), a slash, and the provider's name of the model.`,
      );
    const own = this.#endpoints[name];
    const brought = granted(name, access, own);
    const endpoint = brought ?? own;
    if (!endpoint)
      throw new Problem(
        'FEATURE_NOT_SUPPORTED',
        `The model "${id}" needs the setting ${settingsOf(name)} on the runner.`,
      );
    const way = brought && access?.providers[name]?.baseUrl !== undefined ? 'brought' : 'own';
    const [{ adaptToModel }, provider] = await Promise.all([
      import('./adapt-to-model.ts'),
      openProvider(name, endpoint, this.#ways[way]),
    ]);
    return adaptToModel({ id, model: provider(modelName) });
  }
}

/**
 * The endpoint that `access` gives for a provider. A key without an address goes to the provider's usual address, or to
 * the operator's gateway for it. The operator's key never goes to an address of another party.
 */
function granted(
  name: ProviderName,
  access: ModelAccess | undefined,
  own: ProviderEndpoint | undefined,
): ProviderEndpoint | undefined {
  const { apiKey, baseUrl = own?.baseUrl ?? usualAddress(name) } = access?.providers[name] ?? {};
  if (baseUrl === undefined) return undefined;
  if (apiKey !== undefined) return { baseUrl, apiKey };
  return PROVIDER_SETTINGS[name].keyless && access?.providers[name]?.baseUrl !== undefined ? { baseUrl } : undefined;
}

/** Unseals a project's access to models; undefined when there is none. */
export function openAccess(sealed: Uint8Array, keyEncryptionKey: Buffer, context: string): ModelAccess | undefined {
  return sealed.length === 0
    ? undefined
    : (JSON.parse(unseal(sealed, keyEncryptionKey, context).toString()) as ModelAccess);
}
