import { randomUUID } from 'node:crypto';
import { activeTraceparent } from '@assay/kit/telemetry/telemetry';

/**
 * The W3C trace context of one iteration: a child of the active span, else of the launch's trace, else a new trace. So
 * a server's own logs can always be matched with ours.
 */
export function traceparentFor(launch: string): string {
  const active = activeTraceparent();
  if (active) return active;
  const traceId = /^00-([0-9a-f]{32})-/.exec(launch)?.[1] ?? randomHalf() + randomHalf();
  return `00-${traceId}-${randomHalf()}-01`;
}

/** 16 random hexadecimal digits. Node makes the random bytes of many UUIDs at a time; the third and fourth group are not all random. */
function randomHalf(): string {
  const [first, , , , last] = randomUUID().split('-');
  return `${first}${last}`.slice(0, 16);
}
