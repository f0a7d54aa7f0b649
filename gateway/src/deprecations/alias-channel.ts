import type { Document } from '@assay/mesh/gen/assay/v1/document';
import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import type { Operation } from '@assay/contract/operation';
import { notFound, Problem } from '@assay/contract/problem';
import type { CallOptions, Channel } from '@assay/kit/rpc/client';
import type { LiveAlias } from './alias.ts';
import { bodyOf, bytesOf, renamePageFields, type JsonBody } from '../http/json-body.ts';

/** The request of an operation's RPC: the path parameters and the body. */
type Request = Record<string, unknown> & { input: Buffer };

/** How often a write is repeated when another write came between its read and its write. */
const TRIES = 5;
const ID = /^[a-z]+_[0-9a-z]{26}$/;
const EMPTY = Buffer.alloc(0);

/** A channel to the successor's service that translates requests and replies of an alias. */
export function aliasChannel(
  { renamed, isIdOnly, toRequest, toReply, operation, reads }: LiveAlias,
  channel: Channel,
): Channel {
  const former = new Map(Object.entries(renamed).map(([before, now]) => [now, before]));

  const inputOf = async (request: Request, options: CallOptions): Promise<Buffer> => {
    const body = toRequest && bodyOf(request.input);
    if (!body) return request.input;
    return bytesOf(await toRequest(body, async () => bodyOf((await read(channel, reads!, request, options)).json)!));
  };
  const ask = async (request: Request, options: CallOptions): Promise<Document> => {
    if (isIdOnly && [...former.keys()].some((name) => name in request && !ID.test(String(request[name]))))
      throw notFound('resource');
    const document = await channel.call(
      rpcOf(operation),
      { ...request, input: await inputOf(request, options) },
      options,
    );
    const reply = document.contentType === '' ? bodyOf(document.json) : undefined;
    return reply ? { ...document, json: bytesOf(renamePageFields(former, toReply?.(reply) ?? reply)) } : document;
  };
  const answer = async (request: Request, options: CallOptions, tries = TRIES): Promise<Document> => {
    try {
      return await ask(request, options);
    } catch (error) {
      const isRepeated = toRequest && tries > 1 && error instanceof Problem && isStale(error, bodyOf(request.input));
      if (!isRepeated) throw error;
      return answer(request, options, tries - 1);
    }
  };
  return { ...channel, call: (_rpc, request, options = {}) => answer(request as Request, options) as Promise<never> };
}

/**
 * For each token: the field of a conflict with the present value, and the field in which a caller says the value that
 * they read.
 */
const TOKENS = [
  ['currentConfigId', 'expectedConfigId'],
  ['currentName', 'expectedName'],
] as const;

/** Whether a conflict is about a token that the caller did not send, so that the write can be repeated. */
const isStale = ({ code, details = {} }: Problem, body: JsonBody = {}): boolean =>
  code === 'CONFLICT' && TOKENS.some(([current, expected]) => current in details && !(expected in body));

function read(channel: Channel, operation: Operation, request: Request, options: CallOptions): Promise<Document> {
  const rpc = rpcOf(operation);
  const blank = rpc.requestDeserialize(EMPTY) as Request;
  const fields = Object.keys(blank).filter((name) => name in request);
  return channel.call(
    rpc,
    { ...blank, ...Object.fromEntries(fields.map((name) => [name, request[name]])), input: EMPTY },
    options,
  );
}
