import type { MinedWindow } from '@assay/findings/mining/mined-findings';

/** A week of a study with the counts of its mining. */
export interface MinedWeek extends MinedWindow {
  startAt: Date;
  endAt: Date;
  /** Its ended sessions, and how many of them have feedback. */
  sessions: number;
  rated: number;
}
