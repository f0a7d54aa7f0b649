import * as providers from '@assay/contract/areas/model-providers/operations';
import { commandsOf } from '../../declare/operation-command.ts';

const ofProvider = commandsOf(providers);

export const modelCommands = [
  ofProvider('listModels', {
    words: 'model list',
    columns: { ID: 'id', NAME: 'name', PROVIDER: 'provider' },
    examples: ['assay model list'],
  }),
  ofProvider('listModelProviders', {
    words: 'model providers',
    columns: { PROVIDER: 'provider', KEY: 'hasKey', ADDRESS: 'baseUrl', CHANGED: 'updatedAt' },
    examples: ['assay model providers'],
  }),
  ofProvider('setModelProvider', {
    words: 'model set',
    summary: 'Keep the key of a provider of models, read from standard input or a file.',
    done: 'provider {provider} is set.',
    examples: [`jq -n '{apiKey: env.OPENAI_API_KEY}' | assay model set openai -d -`],
  }),
  ofProvider('removeModelProvider', {
    words: 'model rm',
    confirms: 'Forget the key of provider {provider}?',
    done: 'provider {provider} is removed.',
    examples: ['assay model rm openai --yes'],
  }),
];
