import * as grants from '@assay/contract/areas/oauth-grants/operations';
import { one } from '../../declare/arguments.ts';
import { command, takes } from '../../declare/command.ts';
import { commandsOf } from '../../declare/operation-command.ts';
import { flag, number, text } from '../../declare/options.ts';

const SERVER = one('The server, by name or id.');

export const loginInput = takes({
  arguments: { server: SERVER },
  options: {
    reauthorize: flag('Ask for consent although there is a grant.'),
    timeout: number('<minutes>', 'How long to wait for the person (10).', { max: 60, min: 0.01, isInteger: false }),
  },
  needs: 'project',
  prints: 'document',
});

export const importTokensInput = takes({
  arguments: { server: SERVER },
  options: {
    tokens: text('<@file|->', 'A token response of OAuth as JSON, from a file or standard input.'),
    authorizationServerUrl: text('<url>', "The issuer; it is found by the server's metadata without it."),
    oauthResourceUrl: text('<url>', 'The resource that the tokens were asked for.'),
  },
  needs: 'project',
  prints: 'document',
});

const ofGrant = commandsOf(grants);

export const oauthCommands = [
  command({
    words: 'oauth login',
    summary: 'Grant the platform access to a server, in the browser.',
    input: loginInput,
    examples: ['assay oauth login carrier-tracking'],
    exits: {
      0: 'access is granted',
      1: 'it was refused, or the server does not accept the grant',
      3: 'access was not granted in time',
    },
    operations: ['getProjectServer', 'createServerConnection', 'getServerConnection'],
    see: ['oauth status', 'server doctor'],
    load: async () => (await import('../../actions/oauth/login.ts')).logInToServer,
  }),
  command({
    words: 'oauth import',
    summary: 'Give the platform tokens that were granted elsewhere.',
    input: importTokensInput,
    examples: [
      'assay oauth import carrier-tracking --tokens @tokens.json',
      'assay oauth import carrier-tracking --tokens - < tokens.json',
    ],
    operations: ['getProjectServer', 'importOAuthTokens'],
    see: ['oauth login'],
    load: async () => (await import('../../actions/oauth/import-tokens.ts')).importTokens,
  }),
  ofGrant('getOAuthGrant', { words: 'oauth status', examples: ['assay oauth status carrier-tracking'] }),
  ofGrant('walkOAuth', { words: 'oauth walk', examples: ['assay oauth walk carrier-tracking --as exact'] }),
  ofGrant('renewOAuthGrant', { words: 'oauth renew', examples: ['assay oauth renew carrier-tracking'] }),
  ofGrant('deleteOAuthGrant', {
    words: 'oauth rm',
    confirms: 'Forget the tokens for server "{server}"?',
    done: 'the tokens for {server} are forgotten.',
    examples: ['assay oauth rm carrier-tracking --yes'],
  }),
];
