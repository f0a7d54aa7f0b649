import { status } from '@grpc/grpc-js';
import { isMeasured } from '../../telemetry/metric.ts';
import { rpcDuration } from './metrics.ts';

const UNMEASURED = () => undefined;

/** Begins to time a call at `path`; the answer ends it with the status of the call, and is called once. */
export function timeCall(path: string): (code: status) => void {
  if (!isMeasured()) return UNMEASURED;
  const startedAt = performance.now();
  return (code) =>
    rpcDuration.record((performance.now() - startedAt) / 1e3, {
      'rpc.method': path.slice(1),
      'rpc.response.status_code': status[code],
    });
}
