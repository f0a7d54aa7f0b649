/** At most this many runs in a group; together they take one slot of the organization. */
export const MAX_GROUP_RUNS = 10;
/** The longest time limit of an iteration, in milliseconds. */
export const ITERATION_TIMEOUT_MS = 10 * 60_000;
/** A run that waits for its first runner for longer than this takes no slot of its organization any more, in milliseconds. */
export const SLOT_WAIT_MS = 10 * 60_000;
/** How long a schedule's tick waits for an unreachable service and delays the ticks behind it, in milliseconds. */
export const MAX_TICK_WAIT_MS = 15 * 60_000;
/** The watchdog's interval between two passes, in milliseconds. */
export const WATCH_MS = 2_000;
/** How long a run waits for the next opinion of a gating judge, and for all of them, in milliseconds. */
export const [JUDGE_MS, JUDGING_MS] = [30 * 60_000, 4 * 3_600_000];
/** How long an ingested run may take from its start until it is finalized, in milliseconds. */
export const INGESTION_MS = 24 * 3_600_000;
/** The validity of an upload URL, in milliseconds. */
export const UPLOAD_MS = 15 * 60_000;
/** The time that an uploaded artifact is kept, in milliseconds. */
export const ARTIFACT_MS = 30 * 24 * 3_600_000;
/** The time in which an organization's uploads count towards its quota, in milliseconds. */
export const ARTIFACT_QUOTA_MS = 24 * 3_600_000;
/** The interval between two passes over expired artifacts, in milliseconds. */
export const ARTIFACT_RETENTION_INTERVAL_MS = 10_000;
/**
 * The interval between two passes over due trace pushes, and the time after which a push is given up, in milliseconds.
 */
export const PUSH_EVERY_MS = 500;
export const MAX_PUSH_AGE_MS = 24 * 3_600_000;
