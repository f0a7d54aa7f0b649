import { Problem } from '@assay/contract/problem';
import { redactText } from '@assay/kit/security/redact';
import { toolResultFindings } from '@assay/mcp/requests/result-findings';
import { isUnfinished } from '@assay/mcp/requests/unfinished-problem';
import type { ToolResult } from '@assay/mcp/session';
import type { ToolAnswer } from './tools.ts';

/** The evidence of a live call in a session of this revision: the server's answer, or the error. */
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
    const code = isUnfinished(error) ? 'RESULT_UNFINISHED' : error.code;
    return { error: { code, message: redactText(error.message, 200) }, isError: true };
  }
}
