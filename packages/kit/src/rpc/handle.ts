import type { Static, TSchema } from 'typebox';
import type { Document } from '@assay/mesh/gen/assay/v1/document';
import { assertAccess, isFeatureShut } from '@assay/contract/access';
import { placeOfInput, type Operation } from '@assay/contract/operation';
import { notFound } from '@assay/contract/problem';
import type { Caller } from '../security/caller.ts';
import { activity } from '../concurrency/activity.ts';
import { parser } from '../json/parse.ts';
import type { RpcHandler } from './handler.ts';
import { withAudit } from '../audit/with-audit.ts';
import { ReplyWithHeaders } from './with-headers.ts';

/** The other reply of an operation that has two. */
class Otherwise<T> {
  readonly reply: T;

  constructor(reply: T) {
    this.reply = reply;
  }
}

/** A reply that was given before. */
class Replayed<T> {
  readonly reply: T;

  constructor(reply: T) {
    this.reply = reply;
  }
}

/** An answer that is not JSON; to a browser also one with another status than the operation's. */
export class RawReply {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly headers: Record<string, string>;
  readonly status: number | undefined;

  constructor(bytes: Uint8Array | string, contentType: string, headers: Record<string, string> = {}, status?: number) {
    this.bytes = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
    this.contentType = contentType;
    this.headers = headers;
    this.status = status;
  }
}

/** Answers with the operation's other reply and its status. */
export const otherwise = <T>(reply: T): Otherwise<T> => new Otherwise(reply);

/** Answers with what an earlier request of the same idempotency key was answered: nothing new was made, and no budget pays for it. */
export const replayed = <T>(reply: T): Replayed<T> => new Replayed(reply);

/** Answers with `reply`, which says so if an earlier request was answered it. */
export const replayedIf = <T>(was: boolean, reply: T): T | Replayed<T> => (was ? replayed(reply) : reply);

/**
 * Makes a plain async function the handler of an operation: holds the operation's access once more, parses the input
 * with its schema unless it is not JSON, and answers the reply as JSON, or untouched when it is bytes already.
 */
export function handle<Req extends { input: Uint8Array }, In extends TSchema, Out extends TSchema>(
  operation: Operation<Req, In, Out>,
  answer: (
    caller: Caller,
    target: Omit<Req, 'input'>,
    input: Static<In>,
  ) => Promise<
    | Static<Out>
    | Uint8Array
    | Otherwise<unknown>
    | Replayed<unknown>
    | ReplyWithHeaders<Static<Out> | Uint8Array>
    | RawReply
  >,
): RpcHandler<Req, Document> {
  const { input, consumes } = operation;
  const isRead = operation.method === 'GET' || operation.safe === true;
  const parse =
    consumes === undefined ? parser(input, placeOfInput(operation)) : (bytes: Uint8Array) => bytes as Static<In>;
  return async (request, caller) => {
    if (isRead) activity.note();
    else activity.noteWrite();
    const answered = await withAudit(
      operation,
      request,
      async () => {
        // The owning service trusts the gateway's signature, not its diligence.
        assertAccess(operation, caller, request as { projectId?: string; organizationId?: string });
        return isFeatureShut(operation, caller) ? nothing(operation) : answer(caller, request, parse(request.input));
      },
      (reply) => made(operation, reply),
    );
    const [reply, again] = answered instanceof Replayed ? [answered.reply, { replayed: true }] : [answered, {}];
    if (reply instanceof RawReply)
      return {
        ...bare,
        ...again,
        json: bytesOf(reply.bytes),
        contentType: reply.contentType,
        headers: reply.headers,
        status: reply.status,
      };
    if (reply instanceof ReplyWithHeaders)
      return {
        ...bare,
        ...again,
        json: bytesOf(reply.reply),
        headers: reply.headers,
      };
    if (reply instanceof Otherwise)
      return {
        ...bare,
        ...again,
        json: bytesOf(reply.reply),
        otherwise: true,
      };
    return { ...bare, ...again, json: bytesOf(reply) };
  };
}

/** The answer of a read whose feature is off: an empty list, the declared answer, or not found. */
function nothing({ reply, whenShut }: Operation): Uint8Array {
  if (whenShut) return bytesOf(whenShut);
  if (!('items' in ((reply as { properties?: object }).properties ?? {}))) throw notFound('resource');
  return bytesOf({ items: [] });
}

/** The created object in an answer; undefined when nothing was created. */
function made({ otherwise: other }: Operation, answer: unknown): object | undefined {
  if (answer instanceof Replayed || (answer instanceof Otherwise && other?.status === 409)) return undefined;
  const document =
    answer instanceof Otherwise || answer instanceof ReplyWithHeaders ? (answer.reply as object) : (answer as object);
  return document instanceof RawReply || document instanceof Uint8Array ? {} : document;
}

const bare = { otherwise: false, contentType: '', headers: {} };

const bytesOf = (document: unknown): Buffer =>
  document instanceof Uint8Array
    ? Buffer.from(document.buffer, document.byteOffset, document.byteLength)
    : Buffer.from(JSON.stringify(document));
