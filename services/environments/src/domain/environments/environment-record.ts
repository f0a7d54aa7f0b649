import type { EnvironmentSettings } from '@assay/contract/areas/environments/documents';

/** The settings that are stored as one document. */
export type EnvironmentBody = Omit<EnvironmentSettings, 'hostId' | 'serverAttachmentId'>;

export interface StoredEnvironment {
  id: string;
  projectId: string;
  /** Undefined for an ad-hoc environment. */
  name: string | undefined;
  clientId: string;
  serverGroupId: string | undefined;
  body: EnvironmentBody;
  revision: number;
  archivedAt: Date | undefined;
  createdAt: Date;
  updatedAt: Date;
}
