import type { MethodDefinition } from '@grpc/grpc-js';
import { OperationRequest, type Document } from '../gen/assay/v1/document.ts';
import { paramsOf, type OperationDeclaration } from '../operation.ts';
import { decodeDocument, encodeDocument } from './document-bytes.ts';

/** The path's parameters and the headers of a request by their names, and its input. */
type Request = Record<string, string | Uint8Array> & { input: Uint8Array };

/** The name of the gRPC service with the operations of a service. */
export const rpcServiceOf = ({ service }: Pick<OperationDeclaration, 'service'>): string => capitalized(service);

/** The name of an operation's gRPC method. */
export const rpcNameOf = (id: string): string => capitalized(id);

const capitalized = (name: string) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

/** The gRPC method of an operation. Its requests are flat: a path parameter or a header that was not sent is the empty string. */
export function rpcOf(id: string, declaration: OperationDeclaration): MethodDefinition<Request, Document> {
  const [params, headers] = [paramsOf(declaration.path), declaration.headers ?? []];
  return {
    path: `/assay.v1.${rpcServiceOf(declaration)}/${rpcNameOf(id)}`,
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
