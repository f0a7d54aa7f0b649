import { RPC_ERROR } from '@assay/contract/areas/transcripts/rpc-error';
import type { Problem } from '@assay/contract/problem';
import { redactText } from '@assay/kit/security/redact';
import { isUnfinished } from '@assay/mcp/requests/unfinished-problem';

/** At most this much of a message of ours, and of the server's own sentence, is kept, in characters. */
const [MAX_MESSAGE, MAX_SENTENCE] = [200, 500];

/**
 * The error of a failed request to a server, in the form of transcripts. A server that answers with a JSON-RPC error was
 * reached, so such an error has a code of its own where the Problem has the one of a broken connection, and it quotes the
 * sentence of the server, masked.
 */
export function serverErrorOf(error: Problem): { code: string; message: string } {
  const { code, message, details } = error;
  if (isUnfinished(error)) return { code: 'RESULT_UNFINISHED', message: redactText(message, MAX_MESSAGE) };
  const { rpcCode, serverMessage, cause, method = 'the request' } = details ?? {};
  const isAnswer = typeof rpcCode === 'number' && cause !== 'session_lost';
  return {
    code: isAnswer && code === 'SERVER_UNREACHABLE' ? RPC_ERROR : code,
    message:
      isAnswer && typeof serverMessage === 'string'
        ? `The server answered ${String(method)} with JSON-RPC error ${rpcCode}: ${redactText(serverMessage, MAX_SENTENCE)}`
        : redactText(message, MAX_MESSAGE),
  };
}
