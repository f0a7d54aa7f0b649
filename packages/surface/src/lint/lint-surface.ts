import type { LintFinding, LintReport, Severity, SuppressedFinding } from '@assay/contract/areas/diagnosis/lint';
import { given } from '@assay/contract/given';
import { judgedPart } from './judged-part.ts';
import { catalogueCost } from './catalogue-cost.ts';
import { itemFinder, rewriteOf } from './rewrite.ts';
import type { LintFault, LintRule, LintSubject } from './rule.ts';
import { LINT_RULES } from './rules.ts';
import { similarTools } from './similar-tools.ts';
import { suppressionOf, type SuppressedScope } from './suppression.ts';

const MAX_FINDINGS = 5_000;
const MAX_OF_RULE = 500;
const SEVERITIES: Severity[] = ['error', 'warning', 'note'];

export interface LintOptions {
  ignore?: string[];
  severity?: Severity;
  suppressions?: SuppressedScope[];
}

/** The index of the first id without a rule; undefined when all are known. */
export function unknownRule(ids: string[]): number | undefined {
  const known = new Set(LINT_RULES.map(({ id }) => id));
  const at = ids.findIndex((id) => !known.has(id));
  return at < 0 ? undefined : at;
}

/** The result of the rules over a surface. */
export type SurfaceJudgement = Pick<
  LintReport,
  'rules' | 'summary' | 'findings' | 'omitted' | 'suppressed' | 'costs' | 'catalogue' | 'similarTools'
>;

/** Applies every rule that is not ignored. The most severe findings come first; suppressed ones are listed apart. */
export function lintSurface(
  subject: LintSubject,
  { ignore = [], severity = 'note', suppressions = [] }: LintOptions = {},
): SurfaceJudgement {
  const wanted = SEVERITIES.slice(0, SEVERITIES.indexOf(severity) + 1);
  const rules = LINT_RULES.filter((rule) => !ignore.includes(rule.id) && wanted.includes(rule.severity));
  const part = { ...subject, surface: judgedPart(subject.surface).part };
  const itemAt = itemFinder(subject.surface);
  const summary = { error: 0, warning: 0, note: 0, suppressed: 0 };
  const costs: Record<string, string> = {};
  const omitted: Record<string, number> = {};
  const findings: LintFinding[] = [];
  const suppressed: SuppressedFinding[] = [];
  for (const rule of wanted.flatMap((gravity) => rules.filter((each) => each.severity === gravity))) {
    const { id, severity: gravity } = rule;
    const { reported, hidden } = suppressedApart(id, rule.check(rule.ofWhole ? subject : part), suppressions);
    if (reported.length + hidden.length > 0) costs[id] = rule.costs;
    summary[gravity] += reported.length;
    summary.suppressed += hidden.length;
    const told = reported.slice(0, Math.min(MAX_OF_RULE, MAX_FINDINGS - findings.length));
    if (told.length < reported.length) omitted[id] = reported.length - told.length;
    findings.push(...told.map((fault) => findingOf(rule, fault, itemAt)));
    for (const { fault, suppressionId } of hidden.slice(0, MAX_OF_RULE - suppressed.length))
      suppressed.push({ ...findingOf(rule, fault, itemAt), suppressionId });
  }
  return {
    rules: rules.length,
    summary,
    findings,
    costs,
    suppressed,
    catalogue: catalogueCost(part.surface),
    similarTools: similarTools(part.surface),
    ...(Object.keys(omitted).length > 0 && { omitted }),
  };
}

/** The faults of a rule that are reported, and the faults that a suppression hides. */
function suppressedApart(ruleId: string, faults: LintFault[], suppressions: SuppressedScope[]) {
  const scopes = suppressions.filter((each) => each.ruleId === ruleId);
  const reported: LintFault[] = [];
  const hidden: { fault: LintFault; suppressionId: string }[] = [];
  for (const fault of faults) {
    const scope = suppressionOf(fault.location, scopes);
    if (scope) hidden.push({ fault, suppressionId: scope.id });
    else reported.push(fault);
  }
  return { reported, hidden };
}

function findingOf(
  { id, severity, fix, helpUrl }: LintRule,
  { location, message }: LintFault,
  itemAt: ReturnType<typeof itemFinder>,
): LintFinding {
  const rewrite = rewriteOf(id, location.path, itemAt(location));
  return { ruleId: id, severity, location, message, fix, ...given({ helpUrl, rewrite }) };
}
