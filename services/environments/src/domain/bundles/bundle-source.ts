import type { ClientConfig } from '@assay/contract/areas/clients/config';
import type { EnvironmentBody } from '../environments/environment-record.ts';

/** The stored rows that a bundle is made of, all of one moment. */
export interface BundleSource {
  /** Undefined when a client is launched without an environment. */
  environment?: SourceEnvironment;
  /** Undefined when the client of an archived or ad-hoc environment was deleted. */
  client?: SourceClient;
  /** The selected servers as the copy of catalog's servers has them, which is some moments old. */
  savedServers?: SavedServerName[];
}

export type EnvironmentSource = BundleSource & { environment: SourceEnvironment };

export interface SourceEnvironment {
  id: string;
  name: string | null;
  revision: number;
  isArchived: boolean;
  body: EnvironmentBody;
  serverGroupId?: string;
  /** The servers of the group; undefined without a group, and when it was deleted. */
  groupServerIds?: string[];
  /** Whether the image that the body names exists; undefined when it names none. */
  hasImage?: boolean;
}

export interface SourceClient {
  id: string;
  name: string;
  configId: string;
  versionId: string;
  versionNumber: number;
  config: ClientConfig;
}

/** A saved server of the project. */
export interface SavedServerName {
  id: string;
  name: string;
  isEnabled: boolean;
}
