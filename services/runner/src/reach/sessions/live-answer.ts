import { Blame, Outcome } from '@assay/mesh/gen/assay/v1/iterations';
import { Problem } from '@assay/contract/problem';
import { toolResultFindings } from '@assay/mcp/requests/result-findings';
import type { ToolResult } from '@assay/mcp/session';
import { IterationFailure, isOwnLimit } from '../../domain/iterations/iteration-failure.ts';
import { serverErrorOf } from './server-error.ts';
import type { ToolAnswer } from './tool-source.ts';

/**
 * The evidence of a live call in a session of this revision: the server's answer, or the error.
 * @throws IterationFailure when a limit of this installation kept the call from the server.
 */
export async function liveAnswer(
  ask: () => Promise<ToolResult>,
  revision: string,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  try {
    const { json, value: result } = await ask();
    const findings = toolResultFindings(result, revision);
    return {
      result,
      resultBytes: Buffer.byteLength(json),
      isError: result.isError === true,
      ...(findings.length > 0 && { findings }),
    };
  } catch (error) {
    if (signal.aborted)
      return {
        error: { code: 'CANCELLED', message: 'The call was broken off before the answer came.' },
        isError: true,
      };
    if (!(error instanceof Problem)) throw error;
    if (isOwnLimit(error)) throw new IterationFailure(error, Outcome.FAILED, Blame.PLATFORM);
    return { error: serverErrorOf(error), isError: true };
  }
}
