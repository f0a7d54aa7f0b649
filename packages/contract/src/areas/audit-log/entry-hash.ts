import { canonicalJson } from '../../canonical.ts';
import type { AuditEntry } from './documents.ts';

/** The fields of an entry that its hash covers: the fields that are stored, not looked up or computed by a read. */
export type HashedEntry = Pick<
  AuditEntry,
  'id' | 'at' | 'operation' | 'actor' | 'projectId' | 'target' | 'before' | 'after' | 'outcome' | 'requestId'
>;

/** SHA-256 of a text's UTF-8, in hex. It is an argument because each run time has its own. */
export type Sha256 = (text: string) => string;

/**
 * The hash of an entry and of the one before it, and so of the whole log up to it: SHA-256 of canonical JSON, in hex.
 * `previousHash` is undefined for the first entry of a log.
 */
export function auditEntryHash(
  sha256: Sha256,
  previousHash: string | undefined,
  {
    id,
    at,
    operation,
    actor: { userId, keyId, sessionId },
    projectId,
    target,
    before,
    after,
    outcome,
    requestId,
  }: HashedEntry,
): string {
  const actor = { userId, keyId, sessionId };
  const entry = { id, at, operation, actor, projectId, target, before, after, outcome, requestId };
  return sha256(canonicalJson({ previousHash, entry }));
}

/** A fault of an exported log: the entry, counted from 1, and whether it was changed or an entry before it is missing. */
export interface ChainFault {
  entry: number;
  id: string;
  fault: 'changed' | 'predecessor missing';
}

/** Follows the chain of entries in the order of an export. The first one may follow entries that retention deleted. */
export function* chainFaults(sha256: Sha256, entries: Iterable<AuditEntry>): Generator<ChainFault> {
  let before: string | undefined;
  let number = 0;
  for (const entry of entries) {
    number++;
    if (number > 1 && entry.previousHash !== before)
      yield { entry: number, id: entry.id, fault: 'predecessor missing' };
    if (auditEntryHash(sha256, entry.previousHash, entry) !== entry.hash)
      yield { entry: number, id: entry.id, fault: 'changed' };
    before = entry.hash;
  }
}
