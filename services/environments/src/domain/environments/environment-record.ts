import type { EnvironmentSettings } from '@assay/contract/areas/environments/documents';

/** The settings that are stored as one document. */
export type EnvironmentBody = Omit<EnvironmentSettings, 'hostId' | 'serverAttachmentId'>;

/** Everything about an environment that a revision keeps. */
export interface EnvironmentState {
  /** Undefined for an ad-hoc environment. */
  name: string | undefined;
  clientId: string;
  serverGroupId: string | undefined;
  body: EnvironmentBody;
  isArchived: boolean;
}

export interface StoredEnvironment extends EnvironmentState {
  id: string;
  projectId: string;
  revision: number;
  archivedAt: Date | undefined;
  createdAt: Date;
  updatedAt: Date;
}

/** The stored form of settings. */
export const stateOf = (
  name: string | undefined,
  { hostId, serverAttachmentId, ...body }: EnvironmentSettings,
): EnvironmentState => ({
  name,
  clientId: hostId,
  serverGroupId: serverAttachmentId,
  body,
  isArchived: false,
});
