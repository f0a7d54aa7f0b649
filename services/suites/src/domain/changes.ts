import { given } from '@assay/contract/given';

/** A revision of a suite or a case: what it changed, who made it and when. */
export interface Change {
  revision: number;
  changed: string[];
  createdBy: string | null;
  createdAt: Date;
}

/** The changes that an editor of an old revision has not seen, as a conflict names them. */
export const changesRecord = (changes: readonly Change[]) =>
  changes.map(({ revision, changed, createdBy, createdAt }) => ({
    revision,
    changed,
    ...given({ changedBy: createdBy ?? undefined }),
    changedAt: createdAt.getTime(),
  }));
