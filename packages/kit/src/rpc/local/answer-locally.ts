import { setTimeout as delay } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { Problem } from '@assay/contract/problem';
import type { Auditor } from '../../audit/change.ts';
import { runInFlight } from '../../requests/in-flight.ts';
import { serverSpan } from '../../telemetry/telemetry.ts';
import type { CallFaults } from '../call-faults.ts';
import type { ServedMethod } from '../handler.ts';
import type { LocalServer } from './local-peers.ts';
import { timeCall } from '../measure/time-call.ts';
import { fromStatus } from '../wire.ts';

interface LocalContext {
  faults: CallFaults;
  auditor: Auditor | undefined;
  /** The largest message, in bytes. */
  maxMessage: number;
}

/**
 * Answers calls of this process: what a caller over gRPC would be answered, errors, time limits and limits of sizes
 * included. `drained` resolves when every call is answered, or was told to end after `drainMs`.
 */
export function answerLocally(
  methods: ReadonlyMap<string, ServedMethod>,
  { faults, auditor, maxMessage }: LocalContext,
): { server: LocalServer; drained(drainMs: number): Promise<void> } {
  const open = new Map<AbortController, Promise<unknown>>();

  const server: LocalServer = async ({ path, caller, body, metadata, deadline, signal }) => {
    const method = methods.get(path);
    if (!method) throw fromStatus({ code: status.UNIMPLEMENTED });
    if (body.length > maxMessage) throw fromStatus({ code: status.RESOURCE_EXHAUSTED });
    const ended = timeCall(path);
    const abort = new AbortController();
    const left = Promise.withResolvers<never>();
    const leave = (code: status) => {
      left.reject(fromStatus({ code }));
      abort.abort(new Problem('TIMEOUT', 'The caller stopped waiting.'));
      // The caller has left; the log still has to tell of a bug.
      answer.catch((error: unknown) => faults.statusOf(error, path));
    };
    const cancel = () => leave(status.CANCELLED);
    const timer = setTimeout(() => leave(status.DEADLINE_EXCEEDED), Math.max(0, deadline - Date.now()));
    signal?.addEventListener('abort', cancel, { once: true });
    const answer = serverSpan(path, metadata, () =>
      runInFlight({ caller, method: path, deadline, signal: abort.signal, auditor }, () =>
        method.handler(method.definition.requestDeserialize(body), caller),
      ),
    );
    open.set(abort, answer);
    try {
      const reply = method.definition.responseSerialize(await Promise.race([answer, left.promise]));
      faults.worked(path);
      if (reply.length > maxMessage) throw fromStatus({ code: status.RESOURCE_EXHAUSTED });
      ended(status.OK);
      return reply;
    } catch (error) {
      const failed = faults.statusOf(error, path);
      ended(failed.code);
      throw fromStatus(failed);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      void answer.catch(() => undefined).then(() => open.delete(abort));
    }
  };

  return {
    server,
    drained: async (drainMs) => {
      const cut = new AbortController();
      await Promise.race([
        Promise.allSettled(open.values()),
        delay(drainMs, undefined, { signal: cut.signal }).catch(() => undefined),
      ]);
      cut.abort();
      for (const each of open.keys()) each.abort(new Problem('TIMEOUT', 'The server stops.'));
    },
  };
}
