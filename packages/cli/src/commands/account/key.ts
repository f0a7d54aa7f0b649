import * as apiKeys from '@assay/contract/areas/api-keys/operations';
import { commandsOf } from '../../declare/operation-command.ts';

const ofKey = commandsOf(apiKeys);

export const keyCommands = [
  ofKey('listApiKeys', {
    words: 'key list',
    columns: {
      NAME: 'name',
      BEGINS: 'prefix',
      CREATED: 'createdAt',
      USED: 'lastUsedAt',
      REVOKED: 'revokedAt',
      ID: 'id',
    },
    examples: ['assay key list'],
  }),
  ofKey('createApiKey', {
    words: 'key create',
    summary: 'Make an API key, which is printed once.',
    argument: 'name',
    done: '{key}',
    examples: ['assay key create "GitHub Actions" | gh secret set ASSAY_API_KEY'],
  }),
  ofKey('revokeApiKey', {
    words: 'key rm',
    confirms: 'Revoke key "{key}"? Requests with it are refused from now on.',
    done: 'key {key} is revoked.',
    examples: ['assay key rm "GitHub Actions" --yes'],
  }),
  ofKey('listOrganizationApiKeys', {
    words: 'key all',
    columns: {
      NAME: 'name',
      BEGINS: 'prefix',
      CREATED: 'createdAt',
      USED: 'lastUsedAt',
      REVOKED: 'revokedAt',
      ID: 'id',
    },
    examples: ['assay key all'],
  }),
  ofKey('revokeOrganizationApiKey', {
    words: 'key revoke',
    summary: "Revoke another person's API key of the organization.",
    confirms: 'Revoke key "{key}"? Requests with it are refused from now on.',
    done: 'key {key} is revoked.',
    examples: ['assay key revoke key_01kb2v7k9q2n5w8x4m6t0r1abc --yes'],
  }),
];
