/** The most iterations of one run. */
export const MAX_RESULTS = 20_000;
/** The largest body of a request with results, in bytes. */
export const INGEST_BODY_BYTES = 5 * 1024 * 1024;
/** The largest uploaded file of results, in bytes. */
export const UPLOAD_BYTES = 10 * 1024 * 1024;
export const ARTIFACT_FORMATS = ['junit', 'jest', 'vitest'] as const;
