import { randomUUID } from 'node:crypto';
import { activeTraceparent } from '@assay/kit/telemetry/telemetry';

/**
 * The W3C trace context of one iteration: a child of the active span, else of the launch's trace, else a new trace. So
 * a server's own logs can always be matched with ours.
 */
export function traceparentFor(launch: string): string {
  const active = activeTraceparent();
  if (active) return active;
  const traceId = /^00-([0-9a-f]{32})-/.exec(launch)?.[1] ?? randomHex(16);
  return `00-${traceId}-${randomHex(8)}-01`;
}

/** Node makes random bytes for many UUIDs at a time, and for other uses anew each time.. */
const randomHex = (bytes: number): string => Array.from({ length: bytes / 4 }, () => randomUUID().slice(0, 8)).join('');
