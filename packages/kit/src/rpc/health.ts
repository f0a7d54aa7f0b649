import {
  status,
  type sendUnaryData,
  type Server,
  type ServerWritableStream,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import type { HealthImplementation } from 'grpc-health-check';

interface LoadedHealth {
  health: HealthImplementation;
  service: ServiceDefinition;
  handlers: Record<string, (call: HealthCall, callback?: sendUnaryData<unknown>) => void>;
}
type HealthCall = Pick<ServerWritableStream<unknown, unknown>, 'request' | 'cancelled' | 'destroy'>;

const METHODS = { check: 'Check', list: 'List', watch: 'Watch' };
const sameBytes = (bytes: Buffer): Buffer => bytes;

/**
 * The health service of gRPC. Its implementation reads its proto file and needs 60 modules, so it is loaded with the first
 * call; the services of `npm start` get none.
 */
export class Health {
  #isServing = true;
  #loading: Promise<LoadedHealth> | undefined;
  #loaded: LoadedHealth | undefined;

  addTo(server: Server): void {
    const methods = Object.entries(METHODS);
    const definition = methods.map(([, method]) => [
      method,
      {
        path: `/grpc.health.v1.Health/${method}`,
        requestStream: false,
        responseStream: method === 'Watch',
        requestSerialize: sameBytes,
        requestDeserialize: sameBytes,
        responseSerialize: (reply: unknown) => this.#loaded!.service[method]!.responseSerialize(reply),
        responseDeserialize: sameBytes,
      },
    ]);
    const handlers = methods.map(([handler, method]) => [
      method,
      (call: HealthCall, callback?: sendUnaryData<unknown>) => void this.#answer(handler, method, call, callback),
    ]);
    server.addService(
      Object.fromEntries(definition) as ServiceDefinition,
      Object.fromEntries(handlers) as UntypedServiceImplementation,
    );
  }

  /** Says NOT_SERVING from now on, to watchers as well. */
  stop(): void {
    this.#isServing = false;
    this.#loaded?.health.setStatus('', 'NOT_SERVING');
  }

  async #answer(
    handler: string,
    method: string,
    call: HealthCall,
    callback: sendUnaryData<unknown> | undefined,
  ): Promise<void> {
    try {
      const { service, handlers } = await (this.#loading ??= this.#load());
      if (call.cancelled) return;
      call.request = service[method]!.requestDeserialize(call.request as Buffer);
      handlers[handler]!(call, callback);
    } catch (error) {
      const refusal = Object.assign(new Error('The request cannot be read.', { cause: error }), {
        code: status.INTERNAL,
      });
      if (callback) callback(refusal);
      else call.destroy(refusal);
    }
  }

  async #load(): Promise<LoadedHealth> {
    const { HealthImplementation: Implementation, service } = await import('grpc-health-check');
    const health = new Implementation({ '': this.#isServing ? 'SERVING' : 'NOT_SERVING' });
    let handlers: unknown;
    const server = { addService: (_: unknown, given: unknown) => (handlers = given) };
    health.addToServer(server);
    this.#loaded = { health, service, handlers: handlers as LoadedHealth['handlers'] };
    return this.#loaded;
  }
}
