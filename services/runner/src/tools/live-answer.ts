import { Problem } from '@assay/contract/problem';
import type { ToolResult } from '@assay/mcp/session';
import { serverErrorOf } from './server-error.ts';
import type { ToolAnswer } from './tools.ts';

/** The evidence of a live call: the server's answer, or the error. */
export async function liveAnswer(ask: () => Promise<ToolResult>, signal: AbortSignal): Promise<ToolAnswer> {
  try {
    const { json, value: result } = await ask();
    return { result, resultBytes: Buffer.byteLength(json), isError: result.isError === true };
  } catch (error) {
    if (signal.aborted)
      return {
        error: { code: 'CANCELLED', message: 'The call was broken off before the answer came.' },
        isError: true,
      };
    if (!(error instanceof Problem)) throw error;
    return { error: serverErrorOf(error), isError: true };
  }
}
