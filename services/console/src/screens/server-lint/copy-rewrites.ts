import { copyText } from '../../lib/copy-text.ts';
import { showToast } from '../../components/toast/toast-queue.ts';
import type { LintRow } from './lint-rows.ts';

/** Copies the rewrites of a row as one JSON Patch of its item. */
export function copyRewrites({ findings }: LintRow): void {
  const patch = findings.flatMap(({ rewrite }) => rewrite?.patch ?? []);
  if (patch.length === 0) showToast({ kind: 'note', title: 'This finding has no rewrite: only the owner knows one.' });
  else copyText(JSON.stringify(patch, null, 2), 'The JSON Patch');
}
