import type { Swarm, UpdateSwarm } from '@assay/contract/areas/swarms/documents';

/** A stored swarm. */
export interface StoredSwarm {
  id: string;
  projectId: string;
  name: string;
  description: string | null;
  environmentIds: string[];
  sessionsPerTarget: number;
  maxTurns: number;
  isArchived: boolean;
  createdAt: Date;
  updatedAt: Date;
}

export const toSwarm = ({ isArchived: _isArchived, createdAt, updatedAt, ...swarm }: StoredSwarm): Swarm => ({
  ...swarm,
  createdAt: createdAt.getTime(),
  updatedAt: updatedAt.getTime(),
});

/** A swarm after an edit: absent leaves alone, null clears, a value replaces. */
export const editedSwarm = (swarm: StoredSwarm, { environmentIds, ...edit }: UpdateSwarm): StoredSwarm => ({
  ...swarm,
  ...edit,
  ...(environmentIds !== undefined && { environmentIds: [...new Set(environmentIds)] }),
});
