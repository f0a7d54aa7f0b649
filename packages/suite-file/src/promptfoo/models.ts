import type { CaseModel } from '@assay/contract/areas/cases/documents';
import { isObject } from '@assay/contract/json';
import { isText, listOf } from '../json.ts';

/** Providers of promptfoo with our names for them. */
const PROVIDERS: Record<string, string> = {
  openai: 'openai',
  anthropic: 'anthropic',
  google: 'google',
  mistral: 'mistral',
  openrouter: 'openrouter',
  ollama: 'ollama',
  azure: 'azure',
  bedrock: 'bedrock',
};
/** Words between a provider and its model that name a mode of calling it. */
const MODES = ['chat', 'responses', 'messages', 'completion', 'completions'];

/** The models of a list of providers. Providers that run code or call a URL have none. */
export function modelsOf(providers: unknown): CaseModel[] {
  const ids = listOf(providers).flatMap((each) =>
    isText(each) ? each : !isObject(each) ? [] : isText(each.id) ? each.id : Object.keys(each).slice(0, 1),
  );
  const models = ids.flatMap((id) => {
    const [name = '', ...rest] = id.split(':');
    const provider = Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name] : undefined;
    const model = rest.slice(MODES.includes(rest[0] ?? '') && rest.length > 1 ? 1 : 0).join(':');
    return provider && model.trim() !== '' && !model.includes('*') && model.length <= 190
      ? { model: `${provider}/${model}` }
      : [];
  });
  return [...new Map(models.map((model) => [model.model, model])).values()].slice(0, 20);
}
