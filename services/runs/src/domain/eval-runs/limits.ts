/** Runs that a group takes, which hold one slot of the organization together. */
export const MAX_GROUP_RUNS = 10;
/** The longest one iteration may take, in milliseconds. */
export const ITERATION_TIMEOUT_MS = 10 * 60_000;
/** How long a run may wait for its first runner, in milliseconds. */
export const QUEUE_MS = 24 * 3_600_000;
/** How long a run may take from its first iteration on, in milliseconds. */
export const RUN_MS = 20 * 60_000;
/** How long the tick of a schedule waits for a part of the platform that is away, and holds up those behind it, in milliseconds. */
export const TICK_PATIENCE_MS = 15 * 60_000;
/** How often the watchdog looks for runs and iterations that nobody will end, in milliseconds. */
export const WATCH_MS = 2_000;
/** How long a run waits for the next word of a judge that has a say, and for all of them, in milliseconds. */
export const [JUDGE_MS, JUDGING_MS] = [30 * 60_000, 4 * 3_600_000];
/** How long a run that is made elsewhere may take from its start until it is finalized, in milliseconds. */
export const INGESTION_MS = 24 * 3_600_000;
/** How long an upload URL is good, in milliseconds. */
export const UPLOAD_MS = 15 * 60_000;
/** How long an uploaded artifact is kept, in milliseconds. */
export const ARTIFACT_MS = 30 * 24 * 3_600_000;
/** How often artifacts whose time is up are looked for, in milliseconds. */
export const ARTIFACT_RETENTION_INTERVAL_MS = 10_000;
/** How often traces that a collector is owed are looked for, and how long it is asked to take them, in milliseconds. */
export const PUSH_EVERY_MS = 500;
export const PUSH_PATIENCE_MS = 24 * 3_600_000;
