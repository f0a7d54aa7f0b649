import type { EnvironmentSettings, ProjectEnvironment } from '@assay/contract/areas/environments/documents';
import { given } from '@assay/contract/given';
import type { EnvironmentState, StoredEnvironment } from './environment-record.ts';

/** The settings of an environment as the API shows them. */
export const settingsOf = ({ clientId, serverGroupId, body }: EnvironmentState): EnvironmentSettings => ({
  hostId: clientId,
  ...given({ serverAttachmentId: serverGroupId }),
  ...body,
});

/** The state that revisions store and the audit log shows. */
export const viewOf = (state: EnvironmentState): object => ({
  name: state.name ?? null,
  ...settingsOf(state),
  archived: state.isArchived,
});

/** An environment as the API shows it. */
export const toEnvironment = (environment: StoredEnvironment): ProjectEnvironment => ({
  id: environment.id,
  projectId: environment.projectId,
  name: environment.name ?? null,
  ...(environment.name === undefined && { adhoc: true as const }),
  ...settingsOf(environment),
  revision: environment.revision,
  archived: environment.isArchived,
  ...given({ archivedAt: environment.archivedAt?.getTime() }),
  createdAt: environment.createdAt.getTime(),
  updatedAt: environment.updatedAt.getTime(),
});
