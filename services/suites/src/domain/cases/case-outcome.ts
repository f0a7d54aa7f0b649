import type { CaseRefusal, CaseWarning, DuplicatePolicy } from '@assay/contract/areas/cases/batch';
import type { Static } from 'typebox';
import type { CaseBody, StoredCase } from './case-record.ts';

/** A case to write: with an id of the caller or a new one; a repeated request is answered with the first one's case. */
export interface CaseToWrite {
  body: CaseBody;
  declaredId?: string;
  idempotency?: { key: string; requestHash: string };
}

/** The policy for cases that repeat one of their suite, and the reason for it; `near` allows near-same cases. */
export interface Policy {
  duplicatePolicy: Static<typeof DuplicatePolicy>;
  overrideReason?: string;
  near?: 'allow';
}

export type CaseOutcome =
  | { written: StoredCase; replayed: boolean; warnings: CaseWarning[] }
  | { refused: { code: CaseRefusal; message: string } };
