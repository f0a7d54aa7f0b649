import type { StoredStudy } from '../studies/study-record.ts';

/** A study as a link of it leads there. */
export interface VisitedStudy extends StoredStudy {
  /** The member whom the link was made for. */
  memberId: string | undefined;
}
