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

/** Answers with the operation's other reply and its status. */
export const otherwise = <T>(reply: T): Otherwise<T> => new Otherwise(reply);

/**
 * Makes a plain async function the handler of an operation: holds the operation's access once more, parses the input
 * with its schema, and answers the reply as JSON, or untouched when it is bytes already.
 */
export function handle<Req extends { input: Uint8Array }, In extends TSchema, Out extends TSchema>(
  operation: Operation<Req, In, Out>,
  answer: (caller: Caller, target: Omit<Req, 'input'>, input: Static<In>) => Promise<Static<Out> | Otherwise<unknown>>,
): Handler<Req, Document> {
  const parse = parser(operation.input, operation.method === 'GET' ? 'query' : 'body');
  return async (request, caller) => {
    admit(operation.access, caller, 'projectId' in request ? request.projectId : undefined);
    const reply = await answer(caller, request, parse(request.input));
    return reply instanceof Otherwise ? { json: bytesOf(reply.reply), otherwise: true } : { json: bytesOf(reply), otherwise: false };
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
