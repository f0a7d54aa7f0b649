/** For how many days after its end each kind of thing is kept; 0 for ever. */
export interface RetentionDays {
  runs: number;
  traces: number;
  sessions: number;
  audit: number;
}
