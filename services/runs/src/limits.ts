/** How often an iteration is handed out before its runners' silence counts as its own fault. */
export const MAX_ATTEMPTS = 3;
/** The longest one iteration may take, in milliseconds. */
export const ITERATION_TIMEOUT_MS = 10 * 60_000;
/** How long a run may wait for its first runner, in milliseconds. */
export const QUEUE_MS = 24 * 3_600_000;
/** How long a run may take from its first iteration on, in milliseconds. */
export const RUN_MS = 20 * 60_000;
/** How often a waiting lease looks for work that another replica made, in milliseconds. */
export const POLL_MS = 500;
/** How often the watchdog looks for runs and iterations that nobody will end, in milliseconds. */
export const WATCH_MS = 2_000;
