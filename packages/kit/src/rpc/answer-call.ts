import {
  ServerInterceptingCall,
  status as grpc,
  type Metadata,
  type ServerInterceptingCallInterface,
  type ServerInterceptor,
} from '@grpc/grpc-js';
import { Problem } from '@assay/contract/problem';
import type { Auditor } from '../audit/change.ts';
import { runInFlight } from '../requests/in-flight.ts';
import type { Logger } from '../log.ts';
import { bodyHashOf, MeshFault } from '../security/caller.ts';
import type { CallFaults } from './call-faults.ts';
import type { AdmittedCall, IncomingCall, ServedMethod } from './handler.ts';
import { refusalLog } from './refusal-log.ts';
import { timeCall } from './measure/time-call.ts';
import { serverSpan } from '../telemetry/telemetry.ts';

export interface ServerContext {
  admit(call: IncomingCall): AdmittedCall | Promise<AdmittedCall>;
  log: Logger;
  faults: CallFaults;
  auditor: Auditor | undefined;
}

const OK = { code: grpc.OK, details: 'OK', metadata: null };
const NOTHING = () => undefined;

/**
 * Answers the RPCs at these paths, and no others. The caller is determined before the message is read: a message of an
 * unknown caller is not received, unpacked or decoded.
 *
 * The interceptor takes these calls whole, so the server's own handlers never see them: grpc-js would make a stream and
 * a chain of listeners for each call.
 */
export function answerCall(
  methods: ReadonlyMap<string, ServedMethod>,
  { admit, log, faults, auditor }: ServerContext,
): ServerInterceptor {
  const noteRefused = refusalLog(log, 'a call was refused');

  const take = (path: string, { definition, handler }: ServedMethod, call: ServerInterceptingCallInterface): void => {
    const abort = new AbortController();
    const message = Promise.withResolvers<Buffer>();
    message.promise.catch(NOTHING);
    let received: Buffer | undefined;
    let answered = false;
    const ended = timeCall(path);

    const replyOf = async (metadata: Metadata): Promise<Buffer> => {
      const { caller, bodyHash } = await admit({ path, metadata, peer: call.getPeer() });
      call.startRead();
      const bytes = await message.promise;
      if (bodyHash !== undefined && bodyHashOf(bytes) !== bodyHash)
        throw new MeshFault('The message is not the one that the caller signed.');
      const request = definition.requestDeserialize(bytes);
      const inFlight = {
        caller,
        method: path,
        deadline: Number(call.getDeadline()),
        get signal() {
          return abort.signal;
        },
        auditor,
      };
      return definition.responseSerialize(await runInFlight(inFlight, () => handler(request, caller)));
    };
    const answer = (reply: Buffer) => {
      answered = true;
      call.sendMessage(reply, NOTHING);
      call.sendStatus(OK);
      ended(grpc.OK);
      faults.worked(path);
    };
    const refuse = (error: unknown) => {
      answered = true;
      if (error instanceof MeshFault) noteRefused(hostOf(call.getPeer()), error.message, { rpc: path });
      const status = faults.statusOf(error, path);
      call.sendStatus(status);
      ended(status.code);
    };

    call.start({
      onReceiveMetadata: (metadata) => void serverSpan(path, metadata, () => replyOf(metadata)).then(answer, refuse),
      onReceiveMessage: (bytes: Buffer) => {
        if (received) message.reject(new MeshFault('The call has more than one message.'));
        received = bytes;
        call.startRead();
      },
      onReceiveHalfClose: () => {
        if (received) message.resolve(received);
        else message.reject(new MeshFault('The call has no message.'));
      },
      // grpc-js says so of calls that were answered, too.
      onCancel: () => {
        if (answered) return;
        const gone = new Problem('TIMEOUT', 'The caller stopped waiting.');
        abort.abort(gone);
        message.reject(gone);
      },
    });
  };

  return ({ path }, call) => {
    const method = methods.get(path);
    return new ServerInterceptingCall(call, method && { start: () => take(path, method, call) });
  };
}

/** The host of a peer's host:port, which has another port for each connection. */
const hostOf = (peer: string): string => peer.slice(0, peer.lastIndexOf(':'));
