import { randomBytes } from 'node:crypto';
import { activeTraceparent } from '@assay/kit/telemetry/telemetry';

/**
 * The W3C trace context of one iteration: a child of the active span, else of the launch's trace, else a new trace. So
 * a server's own logs can always be matched with ours.
 */
export function traceparentFor(launch: string): string {
  const active = activeTraceparent();
  if (active) return active;
  const traceId = /^00-([0-9a-f]{32})-/.exec(launch)?.[1] ?? randomBytes(16).toString('hex');
  return `00-${traceId}-${randomBytes(8).toString('hex')}-01`;
}
