import type { Static, TSchema } from 'typebox';
import type { Document } from '@assay/contract/gen/assay/v1/document';
import type { Access, Operation } from '@assay/contract/operation';
import { forbidden, notFound, Problem } from '@assay/contract/problem';
import type { Caller } from './caller.ts';
import { parser } from './parse.ts';
import type { Handler } from './serve.ts';

/** The other reply of an operation that has two. */
class Otherwise<T> {
  readonly reply: T;

  constructor(reply: T) {
    this.reply = reply;
  }
}

/** An answer that is no JSON, or that carries headers of its own. */
export class Raw {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly headers: Record<string, string>;

  constructor(bytes: Uint8Array | string, contentType: string, headers: Record<string, string> = {}) {
    this.bytes = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
    this.contentType = contentType;
    this.headers = headers;
  }
}

/** Answers with the operation's other reply and its status. */
export const otherwise = <T>(reply: T): Otherwise<T> => new Otherwise(reply);

/**
 * Makes a plain async function the handler of an operation: holds the operation's access once more, parses the input
 * with its schema unless it is no JSON, and answers the reply as JSON, or untouched when it is bytes already.
 */
export function handle<Req extends { input: Uint8Array }, In extends TSchema, Out extends TSchema>(
  operation: Operation<Req, In, Out>,
  answer: (caller: Caller, target: Omit<Req, 'input'>, input: Static<In>) => Promise<Static<Out> | Uint8Array | Otherwise<unknown> | Raw>,
): Handler<Req, Document> {
  const { input, method, consumes } = operation;
  const parse = consumes === undefined ? parser(input, method === 'GET' ? 'query' : 'body') : (bytes: Uint8Array) => bytes as Static<In>;
  return async (request, caller) => {
    admit(operation.access, caller, 'projectId' in request ? request.projectId : undefined);
    const reply = await answer(caller, request, parse(request.input));
    if (reply instanceof Raw) return { json: bytesOf(reply.bytes), otherwise: false, contentType: reply.contentType, headers: reply.headers };
    const document = { otherwise: reply instanceof Otherwise, contentType: '', headers: {} };
    return { ...document, json: bytesOf(reply instanceof Otherwise ? reply.reply : reply) };
  };
}

/** The owning service trusts the gateway's signature, not its diligence: the project that was authorized must be the one addressed. */
function admit(access: Access, caller: Caller, projectId: unknown): void {
  if (access === 'public') return;
  if (!caller.organizationId) throw new Problem('UNAUTHORIZED', 'A key is needed.');
  if (access === 'key') return;
  if (caller.projectId === undefined || caller.projectId !== projectId) throw notFound('project');
  if (access === 'admin' && caller.role !== 'admin') throw forbidden('This needs the admin role in the project.');
}

const bytesOf = (document: unknown): Buffer =>
  document instanceof Uint8Array ? Buffer.from(document.buffer, document.byteOffset, document.byteLength) : Buffer.from(JSON.stringify(document));
