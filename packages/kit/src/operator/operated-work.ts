import type { StuckWork } from '@assay/contract/areas/operator/documents';

/** Why an item is stuck, and the labels that no runner has. */
export type StuckReason = Pick<StuckWork, 'reason' | 'missingLabels'>;

/** The leased work of a service, as the operator sees and mends it. */
export interface OperatedWork {
  /** Items whose leases expired, and items that no runner takes; the oldest first. */
  listStuck(): Promise<Omit<StuckWork, 'service'>[]>;
  /** Gives a stuck item all of its attempts again; answers the item, or undefined where none is stuck under this id. */
  retry(id: string): Promise<ChangedWork | undefined>;
  /** Ends a stuck item with an error; answers as `retry`. */
  giveUp(id: string): Promise<ChangedWork | undefined>;
}

/** The owner of an item that the operator changed. */
export interface ChangedWork {
  /** Undefined for an item of a project alone. */
  organizationId: string | undefined;
  projectId: string;
}
