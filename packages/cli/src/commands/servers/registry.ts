import * as registry from '@assay/contract/areas/registry/operations';
import { commandsOf } from '../../declare/operation-command.ts';

const ofRegistry = commandsOf(registry);

export const registryCommands = [
  ofRegistry('listDirectoryServers', {
    words: 'registry search',
    argument: 'q',
    columns: {
      NAME: 'name',
      TITLE: 'title',
      VERSION: 'version',
      TYPE: 'rowType',
      INSTALLABLE: 'connectable',
    },
    examples: ['assay registry search github', 'assay registry search github --connectable-only --json name'],
    see: ['registry install'],
  }),
  ofRegistry('getDirectoryServer', {
    words: 'registry show',
    examples: ['assay registry show io.github.github/github-mcp-server'],
  }),
  ofRegistry('installDirectoryServer', {
    words: 'registry install',
    argument: 'name',
    omit: ['expectedContentHash'],
    done: ({ serverName, serverId, version }) => `server ${serverName} is saved in version ${version}: ${serverId}`,
    examples: [
      'assay registry install io.github.github/github-mcp-server',
      `assay registry install io.example/search --server-name search -d '{"inputs": {"region": "eu"}}'`,
    ],
    see: ['registry search', 'server doctor'],
  }),
  ofRegistry('previewDirectoryInstall', {
    words: 'registry preview',
    argument: 'name',
    omit: ['expectedContentHash'],
    examples: ['assay registry preview io.github.github/github-mcp-server'],
    see: ['registry install'],
  }),
  ofRegistry('installRegistryServer', {
    words: 'registry add',
    argument: 'registryServerId',
    done: ({ serverName, serverId, version }) => `server ${serverName} is saved in version ${version}: ${serverId}`,
    examples: ['assay registry add regsrv_01kb2v7k9q2n5w8x4m6t0r1abc'],
  }),
  ofRegistry('listRegistryServers', {
    words: 'registry list',
    columns: { NAME: 'name', VERSION: 'version', SCOPE: 'scope', INSTALLED: 'installed', ID: 'id' },
    examples: ['assay registry list'],
  }),
  ofRegistry('listRegistryConnections', {
    words: 'registry installed',
    columns: {
      SERVER: 'serverName',
      NAME: 'name',
      VERSION: 'version',
      UPDATE: 'latestVersion',
      ID: 'registryServerId',
    },
    examples: ['assay registry installed'],
  }),
  ofRegistry('uninstallRegistryServer', {
    words: 'registry rm',
    confirms: 'Uninstall {registryServer}?',
    done: '{registryServer} is uninstalled.',
    examples: ['assay registry rm regsrv_01kb2v7k9q2n5w8x4m6t0r1abc --yes'],
  }),
  ofRegistry('listDirectorySources', {
    words: 'registry sources',
    columns: { NAME: 'name', URL: 'url', SEEN: 'lastSeenAt' },
    examples: ['assay registry sources'],
  }),
];
