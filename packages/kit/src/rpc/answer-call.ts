import {
  ServerInterceptingCall,
  type Metadata,
  type sendUnaryData,
  type ServerInterceptor,
  type ServerListener,
  type ServerUnaryCall,
  type StatusObject,
} from '@grpc/grpc-js';
import { Problem, unavailable } from '@assay/contract/problem';
import type { Auditor } from '../audit/change.ts';
import { isUnavailable } from '../postgres/db.ts';
import { runInFlight } from '../requests/in-flight.ts';
import type { Logger } from '../log.ts';
import { postgresOutage, UnexpectedFailures } from '../outage-log.ts';
import { bodyHashOf, MeshFault } from '../security/caller.ts';
import type { AdmittedCall, IncomingCall, RpcHandler } from './handler.ts';
import { refusalLog } from './refusal-log.ts';
import { serverSpan } from '../telemetry/telemetry.ts';
import { storageFault } from '../storage-fault.ts';
import { toStatus } from './wire.ts';

/** People make room on a disk, in seconds. */
const FULL_RETRY_SECONDS = 60;

export interface ServerContext {
  admit(call: IncomingCall): AdmittedCall | Promise<AdmittedCall>;
  log: Logger;
  auditor: Auditor | undefined;
}

/** A message, and its bytes as they arrived. */
export interface ReceivedMessage {
  bytes: Uint8Array;
  message: unknown;
}

/** A method, and how its answer is sent. */
interface Taken {
  request: ReceivedMessage;
  done: sendUnaryData<unknown>;
}

/** Where errors are noted that are no Problems. */
interface FaultLog {
  log: Logger;
  failures: UnexpectedFailures;
}

/**
 * Answers the RPCs at these paths, and no others. The caller is determined before the message is read: a message of an
 * unknown caller is not received, unpacked or decoded. `taken` is the server's method for each path.
 */
export function answerCall(
  handlers: ReadonlyMap<string, RpcHandler<unknown, unknown>>,
  { admit, log, auditor }: ServerContext,
) {
  const noteRefused = refusalLog(log, 'a call was refused');
  const failures = new UnexpectedFailures(log, {
    began: 'an RPC failed unexpectedly',
    over: 'an RPC that failed unexpectedly works again',
  });
  const waiting = new WeakMap<Metadata, (taken: Taken) => void>();

  const interceptor: ServerInterceptor = ({ path }, call) => {
    const handler = handlers.get(path);
    if (!handler) return new ServerInterceptingCall(call);
    const abort = new AbortController();
    const message = Promise.withResolvers<Taken>();
    message.promise.catch(() => undefined);
    let answered = false;
    const listener: ServerListener = {
      onReceiveMetadata: (metadata, read) => {
        waiting.set(metadata, message.resolve);
        const serveCall = async (): Promise<() => void> => {
          const { caller, bodyHash } = await admit({ path, metadata, peer: call.getPeer() });
          read(metadata);
          const {
            request: { bytes, message: request },
            done,
          } = await message.promise;
          if (bodyHash !== undefined && bodyHashOf(bytes) !== bodyHash)
            throw new MeshFault('The message is not the one that the caller signed.');
          const reply = await runInFlight(
            {
              caller,
              method: path,
              deadline: Number(call.getDeadline()),
              signal: abort.signal,
              auditor,
            },
            () => handler(request, caller),
          );
          return () => {
            done(null, reply);
            failures.worked(path, { rpc: path });
          };
        };
        const refuse = (error: unknown) => () => {
          if (error instanceof MeshFault) noteRefused(hostOf(call.getPeer()), error.message, { rpc: path });
          call.sendStatus(statusOf(error, path, { log, failures }));
        };
        void serverSpan(path, metadata, serveCall)
          .catch(refuse)
          .then((answer) => {
            answered = true;
            answer();
          });
      },
      // grpc-js says so of calls that were answered, too.
      onCancel: () => {
        if (answered) return;
        const gone = new Problem('TIMEOUT', 'The caller stopped waiting.');
        abort.abort(gone);
        message.reject(gone);
      },
    };
    return new ServerInterceptingCall(call, { start: (next) => next(listener) });
  };

  const taken = (
    { metadata, request }: ServerUnaryCall<ReceivedMessage, unknown>,
    done: sendUnaryData<unknown>,
  ): void => waiting.get(metadata)!({ request, done });
  return { interceptor, taken };
}

/** The host of a peer's host:port, which has another port for each connection. */
const hostOf = (peer: string): string => peer.slice(0, peer.lastIndexOf(':'));

/** A Problem that cannot be serialized is a bug of its author, and ends no process. */
function statusOf(error: unknown, path: string, faultLog: FaultLog): StatusObject {
  try {
    return toStatus(problemOf(error, path, faultLog));
  } catch (fault) {
    return toStatus(problemOf(fault, path, faultLog));
  }
}

function problemOf(error: unknown, path: string, { log, failures }: FaultLog): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof MeshFault) return new Problem('INTERNAL_ERROR', 'Internal error.');
  const fault = storageFault(error);
  if (fault) {
    postgresOutage(log).began(error);
    return unavailable(`${fault} Tell its operator; try again later.`, { retryAfter: FULL_RETRY_SECONDS });
  }
  if (isUnavailable(error)) {
    postgresOutage(log).began(error);
    return unavailable('The database cannot be reached; try again shortly.');
  }
  failures.failed(path, error, { rpc: path });
  return new Problem('INTERNAL_ERROR', 'Internal error.');
}
