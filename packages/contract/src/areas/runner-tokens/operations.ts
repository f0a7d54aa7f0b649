import { NoInput } from '../../none.ts';
import { operation } from '../../operation.ts';
import {
  CreateRunnerToken,
  ListRunnerTokens,
  RunnerTokenCreated,
  RunnerTokenPage,
  RunnerTokenRevoked,
} from './documents.ts';

const runners = { tag: 'Runners', access: 'key', service: 'catalog' } as const;

export const createRunnerToken = operation({
  ...runners,
  method: 'POST',
  path: '/organizations/{organizationId}/runner-tokens',
  access: 'admin',
  personal: true,
  summary: 'Make a token for runners outside of the installation.',
  description:
    'Needs an owner or admin of the organization who signed in. The token is shown in this answer and never again.',
  input: CreateRunnerToken,
  status: 201,
  reply: RunnerTokenCreated,
});

export const listRunnerTokens = operation({
  ...runners,
  method: 'GET',
  path: '/organizations/{organizationId}/runner-tokens',
  access: 'viewer',
  summary: 'List the tokens that runners outside of the installation work with, newest first.',
  description: 'Includes revoked tokens. No list shows a token itself.',
  input: ListRunnerTokens,
  status: 200,
  reply: RunnerTokenPage,
});

export const revokeRunnerToken = operation({
  ...runners,
  method: 'DELETE',
  path: '/organizations/{organizationId}/runner-tokens/{tokenId}',
  access: 'admin',
  personal: true,
  summary: 'Revoke a runner token.',
  description:
    'Needs an owner or admin of the organization who signed in. Its runners stop within seconds, and their work is handed to others.',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: RunnerTokenRevoked,
});
