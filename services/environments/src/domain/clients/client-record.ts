import type { Client, ClientDetail, ClientImpact, ClientVersion } from '@assay/contract/areas/clients/documents';
import type { ClientConfig } from '@assay/contract/areas/clients/config';
import { given } from '@assay/contract/given';

/** A state of a client's settings. */
export interface StoredVersion {
  id: string;
  number: number;
  configId: string;
  config: ClientConfig;
}

/** A client with its present settings. */
export interface StoredClient {
  id: string;
  projectId: string;
  name: string;
  isDefault: boolean;
  version: StoredVersion;
  createdAt: Date;
  updatedAt: Date;
}

/** A client without its settings, with the parts of them that a list shows. */
export interface ClientHead extends Omit<StoredClient, 'version'> {
  configId: string;
  modelId: string;
  serverCount: number;
  hasComputer: boolean;
}

/** A version with its origin. */
export interface PastVersion extends StoredVersion {
  changed: string[];
  createdBy?: string;
  createdAt: Date;
}

const dates = ({ createdAt, updatedAt }: Pick<ClientHead, 'createdAt' | 'updatedAt'>) => ({
  createdAt: createdAt.getTime(),
  updatedAt: updatedAt.getTime(),
});

export const toListedClient = ({
  id,
  name,
  configId,
  modelId,
  serverCount,
  hasComputer,
  isDefault,
  ...times
}: ClientHead): Client => ({
  id,
  name,
  configId,
  modelId,
  serverCount,
  ownerScope: null,
  hasComputer,
  isDefault,
  ...dates(times),
});

export const toClientDetail = (
  { id, name, isDefault, version: { id: versionId, number: versionNumber, configId, config }, ...times }: StoredClient,
  impact: ClientImpact,
): ClientDetail => ({
  id,
  name,
  config,
  configId,
  versionId,
  versionNumber,
  ownerScope: null,
  hasComputer: config.computer !== undefined,
  isDefault,
  impact,
  ...dates(times),
});

/** A version without its settings. */
export const toVersionHead = ({ id, number, configId, createdAt, createdBy }: PastVersion) => ({
  versionId: id,
  versionNumber: number,
  configId,
  createdAt: createdAt.getTime(),
  ...given({ createdBy }),
});

export const toVersion = ({ changed, config, ...version }: PastVersion): ClientVersion => ({
  ...toVersionHead({ changed, config, ...version }),
  changed,
  config,
});

/** A client in the audit log. */
export const auditedClient = ({ name, version: { number, configId, config } }: StoredClient): object => ({
  name,
  versionNumber: number,
  configId,
  ...config,
});
