import { Problem } from '@assay/sdk';
import type { CallReport } from '@assay/sdk/gen/documents';
import type { MarkKind } from '../../components/mark/mark.tsx';

/** How a call ended: its report, its plain result, the result of an earlier call, or why there is none. */
export type CallEnd =
  | { kind: 'report'; report: CallReport }
  | { kind: 'plain'; result: unknown; durationMs: number; isEarlier?: boolean }
  | { kind: 'error'; error: Error };

/** The result of a call, if it has one. */
export const resultOf = (end: CallEnd): unknown =>
  end.kind === 'report' ? end.report.result : end.kind === 'plain' ? end.result : undefined;

/** The outcome of a call in a word: a tool that says it failed has answered, too. */
export function outcomeOf(end: CallEnd): { kind: MarkKind; word: string } {
  if (end.kind === 'error')
    return end.error instanceof Problem && end.error.details?.['rpcCode'] !== undefined
      ? { kind: 'failed', word: 'refused' }
      : { kind: 'open', word: 'not answered' };
  const result = resultOf(end) as { isError?: unknown } | undefined;
  return result?.isError === true ? { kind: 'failed', word: 'the tool failed' } : { kind: 'passed', word: 'answered' };
}
