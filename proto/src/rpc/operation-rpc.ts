import type { MethodDefinition } from '@grpc/grpc-js';
import { OperationRequest, type Document } from '../gen/assay/v1/document.ts';
import { paramsOf, type Answering, type Operation } from '@assay/contract/operation';
import { allOperations, type OperationIdOf, type Operations } from '@assay/contract/operations';
import { decodeDocument, encodeDocument } from './document-bytes.ts';

/** The path's parameters and the headers of a request by their names, and its input. */
type Request = Record<string, string | Uint8Array> & { input: Uint8Array };

/** The name of the gRPC service with the operations of a service. */
export const rpcServiceOf = ({ service }: Pick<Operation, 'service'>): string => capitalized(service);

/** The name of an operation's gRPC method. */
export const rpcNameOf = (id: string): string => capitalized(id);

const capitalized = (name: string) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

const methods = new WeakMap<Operation, MethodDefinition<Request, Document>>();

/** The gRPC method of an operation, which is made once. */
export function rpcOf<Req>(operation: Operation<Req>): MethodDefinition<Req, Document> {
  const method = methods.get(operation) ?? methodOf(operation);
  methods.set(operation, method);
  return method as unknown as MethodDefinition<Req, Document>;
}

type RequestOfOperation<Declared> = Declared extends Operation<infer Req> ? Req : never;

/** The gRPC methods of a service's operations, by their ids. */
export const rpcsOf = <Service extends Answering>(service: Service) =>
  Object.fromEntries(
    Object.entries(allOperations).flatMap(([id, operation]) =>
      operation.service === service ? [[id, rpcOf(operation)]] : [],
    ),
  ) as { [Id in OperationIdOf<Service>]: MethodDefinition<RequestOfOperation<Operations[Id]>, Document> };

/** Its requests are flat: a path parameter or a header that was not sent is the empty string. */
function methodOf(operation: Operation): MethodDefinition<Request, Document> {
  const [params, headers] = [paramsOf(operation.path), operation.headers ?? []];
  return {
    path: `/assay.v1.${rpcServiceOf(operation)}/${rpcNameOf(operation.id)}`,
    requestStream: false,
    responseStream: false,
    requestSerialize: (request) =>
      bufferOf(
        OperationRequest.encode({
          params: sentOf(params, request),
          headers: sentOf(headers, request),
          input: bufferOf(request.input),
        }).finish(),
      ),
    requestDeserialize: (bytes) => {
      const { params: sentParams, headers: sentHeaders, input } = OperationRequest.decode(bytes);
      return { ...readOf(params, sentParams), ...readOf(headers, sentHeaders), input };
    },
    responseSerialize: encodeDocument,
    responseDeserialize: decodeDocument,
  };
}

type Texts = Record<string, string>;

const sentOf = (names: readonly string[], request: Request): Texts =>
  Object.fromEntries(names.flatMap((name) => (request[name] ? [[name, String(request[name])]] : [])));

const readOf = (names: readonly string[], sent: Texts): Texts =>
  Object.fromEntries(names.map((name) => [name, sent[name] ?? '']));

/** A buffer over the same bytes, without a copy. */
const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
