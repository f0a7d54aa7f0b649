import { parseJSONRPCMessage, type JSONRPCMessage } from '@modelcontextprotocol/client';
import { isObject } from '@assay/contract/json';

/** The members of a plain answer. */
const ANSWER_MEMBERS = 3;

/**
 * The JSON-RPC message of a parsed value. A plain answer is recognized without the client's schema, by which the client
 * reads it again; the schema knows keys of `_meta`. @throws ZodError for anything that is not a message.
 */
export const jsonRpcMessage = (value: unknown): JSONRPCMessage =>
  isPlainAnswer(value) ? value : parseJSONRPCMessage(value);

const isPlainAnswer = (value: unknown): value is JSONRPCMessage =>
  isObject(value) &&
  value['jsonrpc'] === '2.0' &&
  isObject(value['result']) &&
  value['result']['_meta'] === undefined &&
  (typeof value['id'] === 'string' || Number.isSafeInteger(value['id'])) &&
  Object.keys(value).length === ANSWER_MEMBERS;
