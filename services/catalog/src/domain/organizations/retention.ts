/** Retention of each kind of object in days after its end; 0 keeps it for ever. */
export interface RetentionDays {
  runs: number;
  traces: number;
  sessions: number;
  audit: number;
}
