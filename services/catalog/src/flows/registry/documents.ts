import type { DirectoryServer, RegistryEndpoint, RegistryServer } from '@assay/contract/areas/registry/documents';
import { given } from '@assay/contract/given';
import type { ServerEndpoint } from '../../domain/registry/endpoint.ts';
import { entryOf, type RegistryEntry } from '../../domain/registry/entry.ts';
import { registryServerId, type SeenServer } from '../../store/registry/registry-servers.ts';

/** A published server as a search result. */
export const toDirectoryServer = (source: string, facts: RegistryEntry['facts']): DirectoryServer => ({
  id: registryServerId(source, facts.name),
  source,
  ...facts,
});

/** The endpoint as the API shows it to a person who chooses one. */
export const toEndpoint = ({ id, kind, url, command, args, inputs }: ServerEndpoint): RegistryEndpoint => ({
  id,
  kind,
  ...given({ url: url?.text }),
  ...(command !== undefined && { command, args: args!.flat().map(({ text }) => text) }),
  inputs,
});

/** A published server, with the project's installation of it. */
export function toRegistryServer({ source, answer, updatedAt, ofOrganization, installed }: SeenServer): RegistryServer {
  const { facts } = entryOf(answer)!;
  return {
    ...toDirectoryServer(source, facts),
    scope: ofOrganization ? 'organization' : 'global',
    updatedAt: updatedAt.getTime(),
    ...(installed && {
      installed: {
        ...installed,
        installedAt: installed.installedAt.getTime(),
        updateAvailable: installed.contentHash !== facts.contentHash,
      },
    }),
  };
}
