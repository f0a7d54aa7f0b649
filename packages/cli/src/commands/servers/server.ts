import * as analysis from '@assay/contract/areas/analysis/operations';
import * as diagnosis from '@assay/contract/areas/diagnosis/operations';
import * as servers from '@assay/contract/areas/servers/operations';
import * as surfaces from '@assay/contract/areas/surfaces/operations';
import { any, one, rest } from '../../declare/arguments.ts';
import { command, takes } from '../../declare/command.ts';
import { commandsOf } from '../../declare/operation-command.ts';
import { text, texts } from '../../declare/options.ts';
import { printLint } from '../../output/print-lint.ts';

const SERVER = one('The server, by name or id.');
export const doctorInput = takes({ arguments: { server: SERVER }, needs: 'project', prints: 'document' });
export const probeInput = takes({ arguments: { server: SERVER }, needs: 'project', prints: 'document' });
export const importInput = takes({
  arguments: {
    file: one('The configuration file of an MCP client, with mcpServers or servers.'),
    name: any('The servers to save; all of them without a name.'),
  },
  needs: 'project',
  prints: 'document',
});
export const diffInput = takes({
  arguments: { server: SERVER, base: one('The file of an export, or the id of a surface.') },
  options: { head: text('<file|surface>', 'What is compared with it; the server as it is now without it.') },
  needs: 'project',
  prints: 'document',
});

const ofServer = commandsOf(servers);
const ofAnalysis = commandsOf(analysis);
const ofDiagnosis = commandsOf(diagnosis);
const ofSurface = commandsOf(surfaces);

const credentials = {
  header: texts('<name: value>', "A header, such as 'Authorization: Bearer env:TOKEN'; also @file and secret:<name>."),
  env: texts('<name=value>', 'A variable of the command, such as TOKEN=env:TOKEN; also @file and secret:<name>.'),
  clientSecretFrom: text('<@file|->', 'The secret of the OAuth client, from a file or standard input.'),
};
const connection = { arguments: { command: rest('The command that starts the server.') }, options: credentials };
/** Fields that the API keeps for other clients, without an effect; cross-app access is not supported. */
const withoutEffect = [
  'hasBearerToken',
  'registrationMode',
  'oauthProtocolMode',
  'oauthProtocolVersion',
  'oauthAllowPathScopedIssuer',
  'authServerMode',
  'useXaa',
  'xaaAllowPathScopedIssuer',
  'xaaAuthzIssuer',
  'xaaSubject',
  'xaaEmail',
  'xaaIdentityAssertionFormat',
  'xaaClientAuth',
  'clearXaaConfig',
];
const omit = [
  'enabled',
  'transportType',
  'command',
  'args',
  'headers',
  'env',
  'headerChanges',
  'envChanges',
  'clearClientSecret',
  ...withoutEffect,
];

export const serverCommands = [
  ofServer('listProjectServers', {
    words: 'server list',
    columns: {
      NAME: 'name',
      ADDRESS: ({ url, command: typed }) => url ?? typed,
      STATE: 'state',
      ON: 'enabled',
      CHANGED: 'updatedAt',
      ID: 'id',
    },
    examples: ['assay server list', 'assay server list --state unusable --json id,name'],
  }),
  ofServer('getProjectServer', { words: 'server show', examples: ['assay server show helpdesk'] }),
  ofServer('createProjectServer', {
    words: 'server add',
    summary: 'Save a server, by its address or its command.',
    argument: 'name',
    omit,
    foreign: ['clientId'],
    adds: { ...connection, load: async () => (await import('../../actions/server/server-input.ts')).newServerInput },
    done: 'server {name} is saved: {id}',
    examples: [
      'assay server add helpdesk --url http://127.0.0.1:3001/mcp',
      "assay server add carrier-tracking --url https://carrier.example/mcp --header 'Authorization: Bearer env:CARRIER_TOKEN'",
      'assay server add everything -- npx -y @modelcontextprotocol/server-everything',
    ],
    see: ['server doctor', 'server import', 'oauth login'],
  }),
  ofServer('updateProjectServer', {
    words: 'server update',
    omit: omit.filter((field) => field !== 'enabled'),
    foreign: ['clientId'],
    adds: {
      ...connection,
      load: async () => (await import('../../actions/server/server-input.ts')).changedServerInput,
    },
    done: 'server {name} is changed.',
    examples: [
      'assay server update helpdesk --url http://127.0.0.1:3002/mcp',
      'assay server update helpdesk --no-enabled',
    ],
  }),
  ofServer('deleteProjectServer', {
    words: 'server rm',
    done: 'server {server} is deleted.',
    examples: ['assay server rm helpdesk --yes'],
  }),
  ofServer('listServerDiagnoses', {
    words: 'server diagnoses',
    columns: { AT: 'diagnosedAt', STATUS: 'status', CAUSE: 'cause', TOOLS: 'toolCount', TOOK: 'durationMs' },
    examples: ['assay server diagnoses helpdesk'],
    see: ['server doctor'],
  }),
  ofServer('listServerChanges', {
    words: 'server changes',
    columns: { AT: 'at', SERVER: 'serverName', FROM: 'from', TO: 'to', CAUSE: 'cause', BREAKING: 'breaking' },
    examples: ['assay server changes'],
  }),
  ofServer('listServerDays', { words: 'server days', examples: ['assay server days --days 30 --json'] }),
  ofAnalysis('listToolConfusions', {
    words: 'server confusions',
    columns: { EXPECTED: 'expected', CALLED: 'called', TRIALS: 'trials' },
    examples: ['assay server confusions helpdesk'],
    see: ['server lint'],
  }),
  ofAnalysis('listMetSurfaces', {
    words: 'server met',
    columns: { ENVIRONMENT: 'environmentId', RUN: 'runNumber', SURFACE: 'hash', AT: 'metAt' },
    examples: ['assay server met helpdesk'],
    see: ['server diff'],
  }),
  ofServer('getServerUses', { words: 'server uses', examples: ['assay server uses helpdesk'], see: ['server rm'] }),
  ofServer('countServerUses', {
    words: 'server use-counts',
    columns: { SERVER: 'serverId', USES: 'count' },
    examples: ['assay server use-counts'],
  }),
  command({
    words: 'server import',
    summary: 'Save the servers of an mcp.json.',
    description:
      'Headers and variables are sent to the platform and never printed. ${VAR} is read from the environment.',
    input: importInput,
    examples: ['assay server import .mcp.json', 'assay server import ~/.cursor/mcp.json helpdesk'],
    exits: { 1: 'a server was not saved' },
    operations: ['createProjectServer'],
    see: ['server add'],
    load: async () => (await import('../../actions/server/import.ts')).importServers,
  }),
  command({
    words: 'server probe',
    summary: 'Ask a server without its credentials how it is reached and how callers sign in.',
    input: probeInput,
    examples: ['assay server probe helpdesk'],
    exits: { 1: 'it does not answer as an MCP server' },
    operations: ['checkOAuth', 'runDoctor'],
    see: ['server doctor'],
    load: async () => (await import('../../actions/server/probe.ts')).probeServer,
  }),
  command({
    words: 'server doctor',
    summary: 'Find out why a server cannot be used, and what repairs it.',
    input: doctorInput,
    examples: ['assay server doctor helpdesk', 'assay server doctor helpdesk --json checks'],
    exits: { 0: 'it can be used', 1: 'it cannot be used' },
    operations: ['runDoctor'],
    see: ['server update', 'oauth login'],
    load: async () => (await import('../../actions/server/doctor.ts')).diagnoseServer,
  }),
  ofDiagnosis('lintServer', {
    words: 'server lint',
    text: (report) => ('findings' in report ? printLint(report) : ''),
    exit: (report) => ('findings' in report && report.summary.error > 0 ? 1 : 0),
    exits: { 1: 'a finding is an error' },
    examples: ['assay server lint helpdesk', 'assay server lint helpdesk --format sarif > lint.sarif'],
  }),
  ofDiagnosis('listLintSuppressions', {
    words: 'server suppressions',
    examples: ['assay server suppressions helpdesk'],
  }),
  ofDiagnosis('createLintSuppression', {
    words: 'server suppress',
    examples: ["assay server suppress helpdesk --rule output-schema-missing --reason 'Answers are texts.'"],
  }),
  ofDiagnosis('deleteLintSuppression', {
    words: 'server unsuppress',
    examples: ['assay server unsuppress helpdesk sup_01kb2v7k9q2n5w8x4m6t0r1abc'],
  }),
  ofDiagnosis('diagnoseAddress', {
    words: 'server try',
    argument: 'url',
    omit: ['headers'],
    examples: ['assay server try http://127.0.0.1:3001/mcp --json status,checks'],
    see: ['server add', 'server doctor'],
  }),
  ofDiagnosis('validateServer', {
    words: 'server validate',
    exits: { 4: 'the server cannot be reached' },
    examples: ['assay server validate helpdesk'],
  }),
  ofSurface('exportServer', {
    words: 'server export',
    isWhole: true,
    examples: ['assay server export helpdesk > helpdesk.json'],
    see: ['server diff'],
  }),
  command({
    words: 'server diff',
    summary: 'Compare what a server offers with an export or an earlier surface.',
    input: diffInput,
    examples: [
      'assay server diff helpdesk helpdesk.json',
      'assay server diff helpdesk surface_01kb2v7k9q2n5w8x4m6t0r1abc',
    ],
    exits: { 0: 'nothing is breaking', 1: 'a change is breaking' },
    operations: ['diffServer'],
    see: ['server export', 'server surfaces'],
    load: async () => (await import('../../actions/server/diff.ts')).diffServers,
  }),
  ofSurface('listServerSurfaces', {
    words: 'server surfaces',
    columns: { ID: 'surfaceId', 'FIRST SEEN': 'firstSeenAt', 'LAST SEEN': 'lastSeenAt', TIMES: 'timesSeen' },
    examples: ['assay server surfaces helpdesk'],
  }),
  ofSurface('getServerSurface', {
    words: 'server surface',
    isWhole: true,
    examples: ['assay server surface helpdesk surface_01kb2v7k9q2n5w8x4m6t0r1abc'],
  }),
];
