import type { LintReport } from '@assay/sdk';
import { countOf } from './count-of.ts';
import { visibleText } from './visible-text.ts';

/** The findings of a lint for a person: where, what, and what to try. */
export function printLint({ findings, summary }: LintReport): string {
  const lines = findings.map(({ severity, location, ruleId, message, fix }) => {
    const where = `${location.kind} ${visibleText(`${location.name}${location.path}`)}`;
    return `  ${severity.padEnd(7)}  ${where}\n           ${visibleText(message)} ${visibleText(fix)} (${ruleId})\n`;
  });
  const { error, warning, note } = summary;
  const counts = [countOf(error, 'error'), countOf(warning, 'warning'), countOf(note, 'note')].join(', ');
  return `${lines.join('')}${lines.length > 0 ? '\n' : ''}${counts}.\n`;
}
