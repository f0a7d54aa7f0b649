import { keptText } from '@assay/kit/kept-text';
import { redactText } from '@assay/kit/redact';
import type { RunEnd } from './store/directory-runs.ts';

/** How a run ends whose job failed: why in a word, and for people. */
export const failedRun = ({ code, message }: { code: string; message: string }): RunEnd => ({
  status: 'failed',
  terminalReason: code.toLowerCase(),
  errorMessage: keptText(redactText(message), 2_000),
});
