import type { CaseRefusal, CaseWarning, DuplicatePolicy } from '@assay/contract/areas/cases/batch';
import type { Static } from 'typebox';
import type { CaseBody, StoredCase } from './case-record.ts';

/** A case to be written: under an id of the caller's own, or one that is made; answering a repeated request with what the first one wrote. */
export interface CaseToWrite {
  body: CaseBody;
  declaredId?: string;
  idempotency?: { key: string; requestHash: string };
}

/** What becomes of cases that repeat one of their suite, and why that is meant; `near` lets those pass that are nearly the same, but not quite. */
export interface Policy {
  duplicatePolicy: Static<typeof DuplicatePolicy>;
  overrideReason?: string;
  near?: 'allow';
}

export type CaseOutcome =
  | { written: StoredCase; replayed: boolean; warnings: CaseWarning[] }
  | { refused: { code: CaseRefusal; message: string } };
