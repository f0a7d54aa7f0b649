import type { LintFinding, LintReport, Severity } from '@assay/contract/documents/lint';
import type { LintSubject } from './rule.ts';
import { RULES } from './rules.ts';

const MAX_FINDINGS = 5_000;
const SEVERITIES: Severity[] = ['error', 'warning', 'note'];

export interface LintWishes { ignore?: string[]; severity?: Severity }

/** The first of these ids that no rule has; undefined when all are known. */
export function unknownRule(ids: string[]): number | undefined {
  const known = new Set(RULES.map(({ id }) => id));
  const at = ids.findIndex((id) => !known.has(id));
  return at < 0 ? undefined : at;
}

/** Holds a surface against every rule that is not ignored. The most severe findings come first. */
export function lintSurface(subject: LintSubject, { ignore = [], severity = 'note' }: LintWishes = {}): Pick<LintReport, 'rules' | 'summary' | 'findings'> {
  const wanted = SEVERITIES.slice(0, SEVERITIES.indexOf(severity) + 1);
  const rules = RULES.filter((rule) => !ignore.includes(rule.id) && wanted.includes(rule.severity));
  const findings = rules.flatMap(({ id, severity: gravity, fix, helpUrl, check }) =>
    check(subject).map(({ location, message }): LintFinding => ({ ruleId: id, severity: gravity, location, message, fix, ...(helpUrl !== undefined && { helpUrl }) })));
  const of = (each: Severity) => findings.filter((finding) => finding.severity === each);
  const [error, warning, note] = [of('error'), of('warning'), of('note')];
  return {
    rules: rules.length,
    summary: { error: error.length, warning: warning.length, note: note.length },
    findings: [...error, ...warning, ...note].slice(0, MAX_FINDINGS),
  };
}
