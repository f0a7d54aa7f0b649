import type { LintFinding, LintReport, Severity } from '@assay/contract/areas/diagnosis/lint';
import { given } from '@assay/contract/given';
import { judgedPart } from './judged-part.ts';
import type { LintSubject } from './rule.ts';
import { LINT_RULES } from './rules.ts';

const MAX_FINDINGS = 5_000;
const MAX_OF_RULE = 500;
const SEVERITIES: Severity[] = ['error', 'warning', 'note'];

export interface LintOptions {
  ignore?: string[];
  severity?: Severity;
}

/** The index of the first id without a rule; undefined when all are known. */
export function unknownRule(ids: string[]): number | undefined {
  const known = new Set(LINT_RULES.map(({ id }) => id));
  const at = ids.findIndex((id) => !known.has(id));
  return at < 0 ? undefined : at;
}

/** The result of the rules over a surface. */
export type SurfaceJudgement = Pick<LintReport, 'rules' | 'summary' | 'findings' | 'omitted'>;

/** Applies every rule that is not ignored. The most severe findings come first. */
export function lintSurface(
  subject: LintSubject,
  { ignore = [], severity = 'note' }: LintOptions = {},
): SurfaceJudgement {
  const wanted = SEVERITIES.slice(0, SEVERITIES.indexOf(severity) + 1);
  const rules = LINT_RULES.filter((rule) => !ignore.includes(rule.id) && wanted.includes(rule.severity));
  const part = { ...subject, surface: judgedPart(subject.surface).part };
  const summary = { error: 0, warning: 0, note: 0 };
  const omitted: Record<string, number> = {};
  const findings: LintFinding[] = [];
  for (const gravity of wanted) {
    for (const { id, fix, helpUrl, ofWhole, check } of rules.filter((rule) => rule.severity === gravity)) {
      const faults = check(ofWhole ? subject : part);
      summary[gravity] += faults.length;
      const told = faults.slice(0, Math.min(MAX_OF_RULE, MAX_FINDINGS - findings.length));
      if (told.length < faults.length) omitted[id] = faults.length - told.length;
      for (const { location, message } of told)
        findings.push({
          ruleId: id,
          severity: gravity,
          location,
          message,
          fix,
          ...given({ helpUrl }),
        });
    }
  }
  return {
    rules: rules.length,
    summary,
    findings,
    ...(Object.keys(omitted).length > 0 && { omitted }),
  };
}
