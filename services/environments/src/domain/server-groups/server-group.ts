import type { ServerGroup } from '@assay/contract/areas/server-groups/documents';
import { given } from '@assay/contract/given';

/** A server group, or a snapshot of one. */
export interface StoredServerGroup {
  id: string;
  projectId: string;
  name: string;
  revision: number;
  serverIds: string[];
  /** Of a snapshot: the id of its group. */
  snapshotOf: string | undefined;
  createdAt: Date;
  updatedAt: Date;
}

/** A server group as the API shows it. */
export const toServerGroup = ({ snapshotOf, createdAt, updatedAt, ...group }: StoredServerGroup): ServerGroup => ({
  ...group,
  ...given({ snapshotOf }),
  createdAt: createdAt.getTime(),
  updatedAt: updatedAt.getTime(),
});

/** The draft or change of a server group that names each server once. */
export const withoutRepetition = <T extends { serverIds?: string[] }>(draft: T): T => ({
  ...draft,
  ...(draft.serverIds && { serverIds: [...new Set(draft.serverIds)] }),
});
