import type { Document } from '@assay/contract/gen/assay/v1/document';
import type { Operation } from '@assay/contract/operation';
import { notFound, Problem } from '@assay/contract/problem';
import type { CallOptions, Channel } from '@assay/kit/rpc/client';
import type { LiveAlias } from './alias.ts';
import { bodyOf, bytesOf, within, withinPage, type Body } from './body.ts';

/** The request of an RPC that answers an operation: fields of the path, and the body. */
type Request = Record<string, unknown> & { input: Buffer };

/** As often does a write begin anew when somebody else's came between reading what it replaces and replacing it. */
const TRIES = 5;
const ID = /^[a-z]+_[0-9a-z]{26}$/;
const EMPTY = Buffer.alloc(0);

/** A channel to the successor's service that is spoken to in the words of an alias, and answers in them. */
export function inFormerWords(
  { renamed, isIdOnly, toRequest, toReply, operation, reads }: LiveAlias,
  channel: Channel,
): Channel {
  const today = new Map(Object.entries(renamed));
  const former = new Map([...today].map(([before, now]) => [now, before]));

  const inputOf = async (request: Request, options: CallOptions): Promise<Buffer> => {
    const body = bodyOf(request.input);
    if (!body) return request.input;
    if (toRequest)
      return bytesOf(await toRequest(body, async () => bodyOf((await read(channel, reads!, request, options)).json)!));
    return Object.keys(body).some((name) => today.has(name)) ? bytesOf(within(today, body)) : request.input;
  };
  const ask = async (request: Request, options: CallOptions): Promise<Document> => {
    if (isIdOnly && [...former.keys()].some((name) => name in request && !ID.test(String(request[name]))))
      throw notFound('resource');
    const document = await channel.call(operation.rpc, { ...request, input: await inputOf(request, options) }, options);
    const reply = document.contentType === '' ? bodyOf(document.json) : undefined;
    return reply ? { ...document, json: bytesOf(withinPage(former, toReply?.(reply) ?? reply)) } : document;
  };
  const answer = async (request: Request, options: CallOptions, tries = TRIES): Promise<Document> => {
    try {
      return await ask(request, options);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (toRequest && tries > 1 && isStale(error, bodyOf(request.input))) return answer(request, options, tries - 1);
      throw refusalIn(former, error);
    }
  };
  return { ...channel, call: (_rpc, request, options = {}) => answer(request as Request, options) as Promise<never> };
}

/** What a conflict tells of the resource as it is now, and the field in which a caller says what it was read as. */
const TOKENS = [
  ['currentConfigId', 'expectedConfigId'],
  ['currentName', 'expectedName'],
] as const;

/** Somebody else was faster, which is nothing to those who do not ask. */
const isStale = ({ code, details = {} }: Problem, body: Body = {}): boolean =>
  code === 'CONFLICT' && TOKENS.some(([current, expected]) => current in details && !(expected in body));

/** A refusal with the places of the body as the caller wrote it. */
function refusalIn(former: ReadonlyMap<string, string>, { code, message, details, retryAfter }: Problem): Problem {
  if (!details) return new Problem(code, message, details, retryAfter);
  const issues = (Array.isArray(details.issues) ? details.issues : []) as { path: string }[];
  const place = (path: string) =>
    path.replace(/^\/([^/]+)/, (whole, name: string) => (former.has(name) ? `/${former.get(name)}` : whole));
  const told = issues.reduce(
    (text, { path }) =>
      path !== '' && text.startsWith(`${path} `) ? `${place(path)}${text.slice(path.length)}` : text,
    message,
  );
  return new Problem(
    code,
    told,
    {
      ...within(former, details),
      ...(issues.length > 0 && { issues: issues.map((issue) => ({ ...issue, path: place(issue.path) })) }),
    },
    retryAfter,
  );
}

function read(channel: Channel, { rpc }: Operation, request: Request, options: CallOptions): Promise<Document> {
  const blank = rpc.requestDeserialize(EMPTY) as Request;
  const fields = Object.keys(blank).filter((name) => name in request);
  return channel.call(
    rpc,
    { ...blank, ...Object.fromEntries(fields.map((name) => [name, request[name]])), input: EMPTY },
    options,
  );
}
