import { SdkError, SdkErrorCode, type RequestOptions, type StandardSchemaV1 } from '@modelcontextprotocol/client';
import { Problem } from '@assay/contract/problem';
import { DeclinedError } from './answers.ts';
import type { SessionConnection } from '../link.ts';
import { sendRequest, type CallOptions } from './request.ts';

/** What a server answered. */
export interface VerbatimResult {
  /** The `result` of the JSON-RPC response exactly as the server wrote it. */
  json: string;
  /** The same, parsed when first read. */
  readonly value: Record<string, unknown>;
}

/** A request during which the server may ask its client for something. */
export interface AskOptions extends CallOptions {
  /** Answers a result that asks for input (revision 2026-07-28) and asks again; without it such a result is handed on. */
  giveInput?: boolean;
}

/** Whatever the server says: judging it is for whoever asked. */
export const anyResultSchema: StandardSchemaV1<unknown, Record<string, unknown>> = {
  '~standard': { version: 1, vendor: 'assay', validate: (value) => ({ value: value as Record<string, unknown> }) },
};

/** Sends a request during which the server may ask back, and answers what it wrote in the end. */
export async function askServer(
  link: SessionConnection,
  method: string,
  { giveInput = false, ...options }: AskOptions,
  send: (limits: RequestOptions) => Promise<unknown>,
): Promise<VerbatimResult> {
  // A server may ask on the stream for unsolicited messages.
  if (link.answering) link.wire.listen();
  return requestVerbatim(link, method, options, (limits) => send({ ...limits, allowInputRequired: !giveInput }));
}

/** Sends one request and answers the result as it was written, also one that breaks the protocol's schema. */
export async function requestVerbatim(
  link: SessionConnection,
  method: string,
  options: CallOptions,
  send: (limits: RequestOptions) => Promise<unknown>,
): Promise<VerbatimResult> {
  const { text } = await sendRequest(link, method, options, async (limits, answer) => {
    try {
      await send(limits);
    } catch (error) {
      if (error instanceof SdkError && error.code === SdkErrorCode.InputRequiredRoundsExceeded)
        throw askedTooOften(link, method);
      if (!isAnswer(error) || answer() === undefined) throw error;
    }
  });
  return resultOf(text!);
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

/** The client gave up on something that is an answer all the same: off the schema, or asking for input that nobody gives. */
const isAnswer = (error: unknown) =>
  error instanceof DeclinedError ||
  (error instanceof SdkError &&
    (error.code === SdkErrorCode.InvalidResult || error.code === SdkErrorCode.UnsupportedResultType));

const askedTooOften = ({ target: { serverId, serverName } }: SessionConnection, method: string) =>
  new Problem(
    'INTERNAL_ERROR',
    `Server "${serverName}" asks for input again and again instead of answering ${method}.`,
    { serverId, phase: 'request', method },
  );
