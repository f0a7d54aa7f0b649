import type { TurnMessage } from '@assay/contract/areas/chat-sessions/turn-work';
import { maskedJson } from './mask.ts';

type WantedCall = Extract<TurnMessage, { role: 'tool' }>['call'];

/**
 * A message of a conversation that may be stored: masked as `maskedJson` does, and the arguments of calls are JSON still. A
 * provider's own form of a message cannot be masked without breaking it, so it stays only if it holds nothing to mask.
 */
export function maskedMessage(message: TurnMessage, secrets: readonly string[] = []): TurnMessage {
  const masked = <T>(document: T): T => JSON.parse(maskedJson(document, secrets)) as T;
  const callOf = ({ input, ...call }: WantedCall): WantedCall => ({
    ...masked(call),
    input: maskedInput(input, secrets),
  });
  if (message.role === 'user') return masked(message);
  if (message.role === 'tool') {
    const { call, ...rest } = message;
    return { ...masked(rest), call: callOf(call) };
  }
  const { calls, native, ...rest } = message;
  const isClean = native !== undefined && maskedJson(native, secrets) === JSON.stringify(native);
  return { ...masked(rest), calls: calls.map(callOf), ...(isClean && { native }) };
}

function maskedInput(input: string, secrets: readonly string[]): string {
  try {
    return maskedJson(JSON.parse(input), secrets);
  } catch {
    return JSON.parse(maskedJson(input, secrets)) as string;
  }
}
