import { NoInput, NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import {
  DirectoryServerDetail,
  DirectoryServerPage,
  DirectorySourcePage,
  GetDirectoryServer,
  InstallDirectoryServer,
  InstallRegistryServer,
  ListDirectoryServers,
  ListRegistryConnections,
  ListRegistryServers,
  RegistryConnectionPage,
  RegistryInstalled,
  RegistryInstallPreview,
  RegistryServerPage,
  RegistryUninstalled,
} from './documents.ts';

/** Every source may take some seconds to answer. */
const TIMEOUT_MS = 60_000;

export const getDirectoryServer = operation({
  method: 'GET',
  path: '/registry/directory-servers/{idOrName}',
  tag: 'Registry',
  summary: 'Read the latest version of a published server.',
  description:
    'A name holds a slash and is sent URL-encoded. Without `source` the sources are asked in their order, and the first that has it answers.',
  access: 'key',
  service: 'catalog',
  timeoutMs: TIMEOUT_MS,
  reachesOut: true,
  input: GetDirectoryServer,
  status: 200,
  reply: DirectoryServerDetail,
});

export const installDirectoryServer = operation({
  method: 'POST',
  path: '/projects/{projectId}/registry/directory-installs',
  tag: 'Registry',
  summary: 'Save a published server in the project.',
  description:
    'Writes a saved server, and its origin. It is reached at an address, or is a command for a runner that allows it. A server that the project has already is brought to this version under its own name and settings. Nothing is connected yet.',
  access: 'member',
  service: 'catalog',
  timeoutMs: TIMEOUT_MS,
  reachesOut: true,
  input: InstallDirectoryServer,
  status: 201,
  reply: RegistryInstalled,
});

export const previewDirectoryInstall = operation({
  method: 'POST',
  path: '/projects/{projectId}/registry/directory-installs/preview',
  safe: true,
  tag: 'Registry',
  summary: 'Read what an install from a directory would save, and where it would run.',
  description: 'Makes every check of the install and saves nothing; a refusal is the one that the install would give.',
  access: 'member',
  service: 'catalog',
  timeoutMs: TIMEOUT_MS,
  reachesOut: true,
  input: InstallDirectoryServer,
  status: 200,
  reply: RegistryInstallPreview,
});

export const installRegistryServer = operation({
  method: 'POST',
  path: '/projects/{projectId}/registry/installs',
  tag: 'Registry',
  summary: 'Save a published server from the local copy of its entry.',
  description: 'As an install from a directory, without asking the source.',
  access: 'member',
  service: 'catalog',
  input: InstallRegistryServer,
  status: 201,
  reply: RegistryInstalled,
});

export const listDirectoryServers = operation({
  method: 'GET',
  path: '/registry/directory-servers',
  tag: 'Registry',
  summary: 'Search the directories of published servers.',
  description:
    "Asks the sources that the installation is set up with, and keeps their answers for some minutes. A page may have fewer rows than `limit`, or none, and still be followed by another: filters are applied here. A cursor belongs to the filters it was issued for. All text is the publisher's.",
  access: 'key',
  service: 'catalog',
  timeoutMs: TIMEOUT_MS,
  reachesOut: true,
  input: ListDirectoryServers,
  status: 200,
  reply: DirectoryServerPage,
});

export const listDirectorySources = operation({
  method: 'GET',
  path: '/registry/directory-sources',
  tag: 'Registry',
  summary: 'List the registry sources that are searched.',
  access: 'key',
  service: 'catalog',
  input: NoQuery,
  status: 200,
  reply: DirectorySourcePage,
});

export const listRegistryConnections = operation({
  method: 'GET',
  path: '/projects/{projectId}/registry/connections',
  tag: 'Registry',
  summary: 'List the installed servers of a project, newest first.',
  access: 'viewer',
  service: 'catalog',
  input: ListRegistryConnections,
  status: 200,
  reply: RegistryConnectionPage,
});

export const listRegistryServers = operation({
  method: 'GET',
  path: '/projects/{projectId}/registry/servers',
  tag: 'Registry',
  summary: 'List the published servers that are known here.',
  description:
    "Asks no source: these are the servers that earlier searches found, by name, with the project's installs of them.",
  access: 'viewer',
  service: 'catalog',
  input: ListRegistryServers,
  status: 200,
  reply: RegistryServerPage,
});

export const uninstallRegistryServer = operation({
  method: 'DELETE',
  path: '/projects/{projectId}/registry/installs/{registryServerId}',
  tag: 'Registry',
  summary: 'Delete the saved server of an install.',
  access: 'member',
  service: 'catalog',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: RegistryUninstalled,
});
