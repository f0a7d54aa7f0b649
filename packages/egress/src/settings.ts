/** What the operator lets leave the house. */
export interface EgressSettings {
  /** Addresses of private networks and of this machine may be reached. */
  allowPrivate: boolean;
}

/** For one machine, where the servers under test usually stand beside the product. */
export const ONE_MACHINE: EgressSettings = { allowPrivate: true };

/** Reads one setting each, as the services' own settings are read. */
interface Reader { flag(name: string, fallback?: boolean): boolean }

export const egressSettings = (reader: Reader): EgressSettings => ({ allowPrivate: reader.flag('EGRESS_ALLOW_PRIVATE', true) });
