import { given } from '@assay/contract/given';
import type { Surface } from '@assay/contract/areas/surfaces/documents';
import type { LintFault, LintRule } from '@assay/surface/lint/rule';
import { itemFinder, rewriteOf } from '@assay/surface/lint/rewrite';
import { LINT_RULES } from '@assay/surface/lint/rules';
import { declaredItem } from './declared-item.ts';
import { pass, type fail, type RequirementJudge, type RequirementGrade } from './requirement.ts';
import { ofSurface, ofTools } from './surface-judges.ts';

/** At most this many messages are shown; the names of all affected items follow. */
const TOLD = 3;
/** At most this many items are shown with what they declare. */
const MAX_ITEMS = 20;

function ruleOf(id: string): LintRule {
  const rule = LINT_RULES.find((each) => each.id === id);
  if (!rule) throw new Error(`The linter has no rule ${id}.`);
  return rule;
}

/** The grade for a violation of these linter rules. */
export interface LintGrade {
  rules: string[];
  grade: typeof fail;
}

/** Judges the surface by linter rules: the first group with a violation decides. */
const byRules = (good: string, ...groups: LintGrade[]) => {
  const known = groups.map(({ rules, grade }) => ({ rules: rules.map(ruleOf), grade }));
  return (surface: Surface): RequirementGrade => {
    for (const { rules, grade } of known) {
      const broken = rules
        .map((rule) => ({ rule, faults: rule.check({ surface }) }))
        .filter(({ faults }) => faults.length > 0);
      if (broken[0])
        return judged(
          broken.flatMap(({ rule, faults }) => faults.map((fault) => ({ ...fault, ruleId: rule.id }))),
          broken[0].rule.fix,
          grade,
          itemFinder(surface),
        );
    }
    return pass(good);
  };
};

function judged(
  faults: (LintFault & { ruleId: string })[],
  fix: string,
  grade: typeof fail,
  itemAt: ReturnType<typeof itemFinder>,
): RequirementGrade {
  const told = faults
    .slice(0, TOLD)
    .map(({ location: { kind, name }, message }) => (kind === 'server' ? message : `${kind} "${name}": ${message}`))
    .join(' ');
  const names = new Set(
    faults.filter(({ location }) => location.kind !== 'server').map(({ location }) => location.name),
  );
  return grade(
    faults.length > TOLD ? `${faults.length} findings. ${told}` : told,
    fix,
    [...names],
    faults.slice(0, MAX_ITEMS).map(({ location, message, ruleId }) => {
      const item = itemAt(location);
      const rewrite = rewriteOf(ruleId, location.path, item);
      return { ...location, message, ruleId, ...given({ declared: item && declaredItem(item), rewrite }) };
    }),
  );
}

/** Judges the whole surface. */
export const lintOf = (good: string, ...groups: LintGrade[]): RequirementJudge => ofSurface(byRules(good, ...groups));

/** Judges a surface that has tools. */
export const lintOfTools = (good: string, ...groups: LintGrade[]): RequirementJudge => {
  const judge = byRules(good, ...groups);
  return ofTools((_tools, surface) => judge(surface));
};
