/**
 * A change that a principal made. The principal and the RPC come from the request in flight unless they are given
 * here.
 */
export interface AuditedChange {
  /** Ids by name, such as `{ serverId }`. */
  target?: Record<string, string>;
  /** The resource as readers see it; absent where there was or is none. Secrets in it are masked. */
  before?: object | undefined;
  after?: object | undefined;
  /** The change is of a secret, so before and after can look the same. */
  isSecret?: boolean;
  organizationId?: string;
  userId?: string;
  keyId?: string;
  sessionId?: string;
  /** The path of the RPC. */
  rpc?: string;
  outcome?: 'done' | 'refused' | 'started' | 'failed';
}

/** Writes into the audit log what happened in no transaction of its own. */
export type Auditor = (change: AuditedChange) => Promise<void>;
