import type { LogEntry } from '@assay/sdk';

/** A shorter wait is not told, in milliseconds. */
const TOLD_MS = 3_000;

/** The remark about a wait that the platform asks for before a request is repeated; undefined where there is no long one. */
export function waitRemark({ status, failure, retryInMs = 0 }: LogEntry): string | undefined {
  if (status === undefined || retryInMs < TOLD_MS) return undefined;
  return `The platform asks to wait ${Math.round(retryInMs / 1_000)} s (${failure}, HTTP ${status}). Ctrl-C ends the command.\n`;
}
