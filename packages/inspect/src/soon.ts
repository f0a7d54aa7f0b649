import { Problem } from '@assay/contract/problem';

/** The time limit for finding a declaration in a list, in milliseconds. */
const DECLARATION_MS = 10_000;

/** A signal that also aborts when reading a list for a report takes too long. */
export function soon(signal: AbortSignal | undefined): AbortSignal {
  const late = new AbortController();
  setTimeout(
    () =>
      late.abort(
        new Problem('TIMEOUT', 'Reading the list took too long.', {
          cause: 'answer_stalled',
          elapsedMs: DECLARATION_MS,
        }),
      ),
    DECLARATION_MS,
  ).unref();
  return signal ? AbortSignal.any([signal, late.signal]) : late.signal;
}
