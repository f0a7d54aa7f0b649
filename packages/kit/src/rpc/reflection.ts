import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  status,
  type MethodDefinition,
  type Server,
  type ServerDuplexStream,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';

/** A call whose messages are bytes. */
type BytesCall = ServerDuplexStream<Buffer, Buffer>;
/** The parts of a call that the implementation uses. */
interface ReflectionCall {
  on(event: string, listener: (message?: unknown) => void): unknown;
  write(answer: object): unknown;
  end(): unknown;
}
interface LoadedReflection {
  method: MethodDefinition<object, object>;
  answer: (call: ReflectionCall) => void;
}

const METHOD = 'ServerReflectionInfo';
const PATHS = ['v1', 'v1alpha'].map((version) => `/grpc.reflection.${version}.ServerReflection/${METHOD}`);
const sameBytes = (bytes: Buffer): Buffer => bytes;

/**
 * Lets grpcurl and its kind list our services. The descriptors cost 60 MB and half a second, and most processes are never
 * asked for them, so they are loaded with the first call.
 */
export function addReflection(server: Server): void {
  let loading: Promise<Map<string, LoadedReflection>> | undefined;
  for (const path of PATHS) {
    const definition: ServiceDefinition = {
      [METHOD]: {
        path,
        requestStream: true,
        responseStream: true,
        requestSerialize: sameBytes,
        requestDeserialize: sameBytes,
        responseSerialize: sameBytes,
        responseDeserialize: sameBytes,
      },
    };
    const take = async (call: BytesCall): Promise<void> => {
      try {
        const loaded = await (loading ??= loadReflection());
        answerCall(loaded.get(path)!, call);
      } catch (error) {
        refuse(call, 'Reflection could not be loaded.', error);
      }
    };
    server.addService(definition, { [METHOD]: (call: BytesCall) => void take(call) });
  }
}

function answerCall({ method, answer }: LoadedReflection, call: BytesCall): void {
  answer({
    on: (event, listener) =>
      call.on(event, (bytes?: Buffer) => {
        try {
          listener(bytes && method.requestDeserialize(bytes));
        } catch (error) {
          refuse(call, 'The request cannot be read.', error);
        }
      }),
    write: (reply) => call.write(method.responseSerialize(reply)),
    end: () => call.end(),
  });
}

const refuse = (call: BytesCall, message: string, cause: unknown): void =>
  void call.emit('error', Object.assign(new Error(message, { cause }), { code: status.INTERNAL }));

async function loadReflection(): Promise<Map<string, LoadedReflection>> {
  const [{ ReflectionService }, { loadFileDescriptorSetFromBuffer }] = await Promise.all([
    import('@grpc/reflection'),
    import('@grpc/proto-loader'),
  ]);
  const descriptors = readFileSync(join(import.meta.dirname, '../../../../proto/src/gen/descriptors.binpb'));
  const loaded = new Map<string, LoadedReflection>();
  new ReflectionService(loadFileDescriptorSetFromBuffer(descriptors)).addToServer({
    addService(service: ServiceDefinition, handlers: UntypedServiceImplementation) {
      const method = service[METHOD]!;
      loaded.set(method.path, { method, answer: handlers[METHOD] as unknown as LoadedReflection['answer'] });
    },
  });
  return loaded;
}
