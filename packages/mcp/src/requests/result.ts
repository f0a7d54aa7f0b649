import { SdkError, SdkErrorCode, type RequestOptions, type StandardSchemaV1 } from '@modelcontextprotocol/client';
import { isObject } from '@assay/contract/json';
import type { Problem } from '@assay/contract/problem';
import type { ItemRules } from './listed-items.ts';
import type { CursorRules } from './page-trail.ts';
import { pageOf, type ListedItem, type ListPage, type PrimitiveList } from './pages.ts';
import type { SessionConnection } from '../session-connection.ts';
import { sendRequest, type CallOptions } from './request.ts';
import { unansweredResult, unfinishedBy } from './unfinished.ts';

/** The result of a request as the server wrote it. */
export interface VerbatimResult {
  /** The `result` of the JSON-RPC response exactly as the server wrote it. */
  json: string;
  /** The parsed result; parsed at the first read. */
  readonly value: Record<string, unknown>;
}

/** The result of a request during which the server may ask its client. */
export interface AskedResult extends VerbatimResult {
  /** Why the result is not the end of the request. Only with `keepUnfinished`. */
  unfinished?: Problem;
}

/** A request during which the server may ask its client. */
export interface AskOptions extends CallOptions {
  /** Returns a result that is not the end of the request, which is a Problem otherwise. */
  keepUnfinished?: boolean;
}

/** Accepts any result: callers judge it. */
export const anyResultSchema: StandardSchemaV1<unknown, Record<string, unknown>> = {
  '~standard': { version: 1, vendor: 'assay', validate: (value) => ({ value: value as Record<string, unknown> }) },
};

/**
 * Sends a request during which the server may ask its client, and returns the final result as it was written. A result
 * that asks for input (revision 2026-07-28) is answered as the client declares it, and the request repeated.
 * @throws Problem of a result that is not the end of the request.
 */
export async function askServer(
  link: SessionConnection,
  method: string,
  { keepUnfinished = false, ...options }: AskOptions,
  send: (limits: RequestOptions) => Promise<unknown>,
): Promise<AskedResult> {
  // The server may send its requests on the stream for unsolicited messages.
  if (link.answering) link.wire.listen();
  const allowInputRequired = link.target.answersInput === false;
  let unfinished: Problem | undefined;
  const result = await requestVerbatim(link, method, options, async (limits, answer) => {
    try {
      unfinished = unansweredResult({ link, method }, await send({ ...limits, allowInputRequired }));
    } catch (error) {
      unfinished = unfinishedBy({ link, method }, error, answer() !== undefined);
      if (!unfinished) throw error;
    }
  });
  if (unfinished && !keepUnfinished) throw unfinished;
  return unfinished ? Object.assign(result, { unfinished }) : result;
}

/** Sends one request and returns the result as it was written, also when it breaks the protocol's schema. */
export async function requestVerbatim(
  link: SessionConnection,
  method: string,
  options: CallOptions,
  send: (limits: RequestOptions, answer: () => string | undefined) => Promise<unknown>,
): Promise<VerbatimResult> {
  const { text } = await sendRequest(link, method, options, async (limits, answer) => {
    try {
      await send(limits, answer);
    } catch (error) {
      if (!isAnswer(error) || answer() === undefined) throw error;
    }
  });
  return resultOf(text!);
}

/**
 * Reads one page of a list. The official client refuses a whole page for one entry that breaks its schema, so the page
 * is read from the result as the server wrote it.
 * @throws Problem of a result that is not a list.
 */
export async function requestPage<Identity extends string>(
  link: SessionConnection,
  listing: PrimitiveList<Identity>,
  params: Record<string, unknown>,
  options: CallOptions,
  rules: ItemRules & CursorRules,
): Promise<ListPage<ListedItem<Identity>>> {
  const { method, key } = listing;
  const { value } = await sendRequest(link, method, options, async (limits, answer) => {
    const sent = link.client.request({ method, params }, anyResultSchema, { ...limits, allowInputRequired: true });
    const result = await sent.catch((error: unknown): unknown => {
      const text = isAnswer(error) ? answer() : undefined;
      if (text === undefined) throw error;
      return JSON.parse(text);
    });
    const page = isObject(result) ? pageOf(listing, result, rules) : undefined;
    if (!page) throw new SdkError(SdkErrorCode.InvalidResult, `The result has no list of ${key}.`);
    return page;
  });
  return value;
}

function resultOf(json: string): VerbatimResult {
  let value: Record<string, unknown> | undefined;
  return {
    json,
    get value() {
      return (value ??= JSON.parse(json) as Record<string, unknown>);
    },
  };
}

/** The client rejected a result that is still an answer: one that breaks the schema, or is of an unknown type. */
const isAnswer = (error: unknown) =>
  error instanceof SdkError &&
  (error.code === SdkErrorCode.InvalidResult || error.code === SdkErrorCode.UnsupportedResultType);
