import { isObject } from '@assay/contract/json';
import type { RpcMessage, ScenarioReply, ScenarioRequest } from '../../domain/conformance/protocol-scenario.ts';

/** How long a scenario waits for an answer, in milliseconds. */
export const ANSWER_MS = 10_000;

/** One way to a server, on which requests are sent exactly as a scenario has them. */
export interface ScenarioWire {
  /** Never throws because of the server; throws the reason of the signal. */
  send(request: ScenarioRequest): Promise<ScenarioReply>;
  /** Whether nothing can be sent any more. */
  isOver(): boolean;
  close(): Promise<void>;
}

/** The JSON-RPC messages of a text, one or a batch; none for anything else. */
export function rpcMessages(text: string): RpcMessage[] {
  try {
    return [JSON.parse(text) as unknown].flat().filter(isObject);
  } catch {
    return [];
  }
}

/** Whether one of the messages is the answer that a request waits for. */
export const isAwaited = ({ awaits }: ScenarioRequest, messages: RpcMessage[]): boolean =>
  messages.some((message) => awaits === undefined || (!('method' in message) && message['id'] === awaits));
