import {
  ServerInterceptingCall,
  type Metadata,
  type sendUnaryData,
  type ServerInterceptor,
  type ServerListener,
  type ServerUnaryCall,
} from '@grpc/grpc-js';
import { Problem } from '@assay/contract/problem';
import type { Auditor } from '../audit/change.ts';
import { runInFlight } from '../requests/in-flight.ts';
import type { Logger } from '../log.ts';
import { bodyHashOf, MeshFault } from '../security/caller.ts';
import type { CallFaults } from './call-faults.ts';
import type { AdmittedCall, IncomingCall, ServedMethod } from './handler.ts';
import { refusalLog } from './refusal-log.ts';
import { serverSpan } from '../telemetry/telemetry.ts';

export interface ServerContext {
  admit(call: IncomingCall): AdmittedCall | Promise<AdmittedCall>;
  log: Logger;
  faults: CallFaults;
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

/**
 * Answers the RPCs at these paths, and no others. The caller is determined before the message is read: a message of an
 * unknown caller is not received, unpacked or decoded. `taken` is the server's method for each path.
 */
export function answerCall(methods: ReadonlyMap<string, ServedMethod>, { admit, log, faults, auditor }: ServerContext) {
  const noteRefused = refusalLog(log, 'a call was refused');
  const waiting = new WeakMap<Metadata, (taken: Taken) => void>();

  const interceptor: ServerInterceptor = ({ path }, call) => {
    const handler = methods.get(path)?.handler;
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
            faults.worked(path);
          };
        };
        const refuse = (error: unknown) => () => {
          if (error instanceof MeshFault) noteRefused(hostOf(call.getPeer()), error.message, { rpc: path });
          call.sendStatus(faults.statusOf(error, path));
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
