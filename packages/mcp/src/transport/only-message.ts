import type { EventSourceMessage } from 'eventsource-parser';
import { isObject, jsonObject } from '@assay/contract/json';

/**
 * The JSON-RPC message in a part of an event stream; undefined when there is more than this message. Messages that came
 * together must not be passed on together: the client handles a notification later than an answer.
 */
export function onlyMessageIn([only, ...others]: EventSourceMessage[]): Record<string, unknown> | undefined {
  if (!only || others.length > 0 || (only.event ?? 'message') !== 'message') return undefined;
  const message = jsonObject(only.data);
  return message && isMessage(message) ? message : undefined;
}

const isMessage = ({ jsonrpc, result, error }: Record<string, unknown>): boolean =>
  jsonrpc === '2.0' && (result === undefined || isObject(result)) && (error === undefined || isObject(error));
