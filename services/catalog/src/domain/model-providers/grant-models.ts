import type { ModelProviderName } from '@assay/contract/areas/model-providers/documents';
import type { ModelGrant } from '@assay/mesh/gen/assay/v1/catalog';
import { providerNamed } from './model-provider.ts';

/** The owner of the key that a provider is called with. */
export type KeySource = 'brought' | 'organization';

/**
 * The means by which models can be called: ids of hosted models, and the providers that there are keys of. A brought
 * key of an `unreached` provider is unusable, because the organization has saved no address of that provider.
 */
export interface ModelMeans {
  hosted: readonly string[];
  organization: ReadonlySet<ModelProviderName>;
  brought: ReadonlySet<ModelProviderName>;
  unreached: ReadonlySet<ModelProviderName>;
}

/** `access` names the keys that the grants need. */
export interface GrantedModels {
  grants: Omit<ModelGrant, 'price'>[];
  access: Map<ModelProviderName, KeySource>;
}

/** Providers by the prefixes of their models' names. */
const BEGINNINGS: [RegExp, ModelProviderName][] = [
  [/^(gpt-|chatgpt-|o[134](-|$))/, 'openai'],
  [/^claude-/, 'anthropic'],
  [/^gemini-/, 'google'],
  [/^(mistral|ministral|codestral|magistral)-/, 'mistral'],
];

/**
 * Decides which requested models can be used, and by which means. A hosted id is hosted; any other model needs a key of
 * its provider, and a brought key comes before the organization's.
 */
export function grantModels(asked: string[], means: ModelMeans): GrantedModels {
  const found = asked.map((model) => grantOf(model, means));
  const access = new Map(
    found.flatMap(({ id, source }) =>
      source === 'brought' || source === 'organization' ? [[providerOf(id)!, source] as const] : [],
    ),
  );
  // A run has one key for each provider, so a hosted model of such a provider uses that key too.
  const grants = found.map((grant) => {
    const key = grant.source === 'hosted' ? access.get(providerOf(grant.id)!) : undefined;
    return key ? { ...grant, source: key } : grant;
  });
  return { grants, access };
}

function grantOf(asked: string, { hosted, brought, unreached, organization }: ModelMeans): Omit<ModelGrant, 'price'> {
  const grant = {
    asked,
    id: asked,
    source: 'hosted',
    fault: '',
    hostedModels: [],
  };
  if (hosted.includes(asked)) return grant;
  const candidates = candidatesOf(asked, brought);
  const [likeliest] = candidates;
  for (const provider of candidates) {
    const id = asked.includes('/') ? asked : `${provider}/${asked}`;
    if (brought.has(provider) && !unreached.has(provider)) return { ...grant, id, source: 'brought' };
    if (organization.has(provider)) return { ...grant, id, source: 'organization' };
    if (hosted.includes(id)) return { ...grant, id };
  }
  const ofProvider = hosted.filter((id) => likeliest !== undefined && providerOf(id) === likeliest);
  return {
    ...grant,
    id: '',
    source: '',
    fault: faultOf(asked, likeliest, unreached),
    hostedModels: ofProvider.length > 0 ? ofProvider : [...hosted],
  };
}

/** The provider that an id names, or the providers that may have a model of that name. */
function candidatesOf(asked: string, brought: ReadonlySet<ModelProviderName>): ModelProviderName[] {
  const told = asked.includes('/') ? providerOf(asked) : BEGINNINGS.find(([beginning]) => beginning.test(asked))?.[1];
  const only = brought.size === 1 && asked !== '' && !asked.includes('/') ? [...brought] : [];
  return told ? [told, ...only] : only;
}

const providerOf = (id: string): ModelProviderName | undefined =>
  /\/./.test(id) ? providerNamed(id.slice(0, id.indexOf('/'))) : undefined;

function faultOf(
  asked: string,
  provider: ModelProviderName | undefined,
  unreached: ReadonlySet<ModelProviderName>,
): string {
  if (asked === '') return 'names no model';
  if (provider && unreached.has(provider))
    return `names a model of the provider ${provider}, whose address the organization has to save before a key of it can be brought`;
  if (provider)
    return `names a model that this installation does not host, and neither the request nor the organization has a key of its provider ${provider}`;
  return 'is not a model this installation hosts, and names no provider that a key could be brought for';
}
