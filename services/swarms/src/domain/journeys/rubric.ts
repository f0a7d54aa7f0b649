import { hash } from 'node:crypto';
import { canonicalJson } from '@assay/contract/canonical';
import type { JourneyCriterion, JourneyRubric } from '@assay/contract/areas/journeys/rubric';
import { refuseFault } from '@assay/contract/fault';

/** A criterion with every default filled in. */
export type FrozenCriterion = JourneyCriterion & Required<Pick<JourneyCriterion, 'id' | 'label' | 'role'>>;

/** A rubric with every default filled in, as it is stored and frozen in runs. */
export interface FrozenRubric {
  criteria: FrozenCriterion[];
  passThreshold: number;
}

/** The share of gradeable sessions that must pass where the rubric does not say. */
const PASS_THRESHOLD = 0.8;
const MAX_LABEL = 200;

/**
 * Fills in the defaults of a rubric.
 * @throws VALIDATION_ERROR for two criteria with one id, and for an observation that is to be gating.
 */
export function frozenRubric({ criteria, passThreshold = PASS_THRESHOLD }: JourneyRubric): FrozenRubric {
  const frozen = criteria.map((criterion, i): FrozenCriterion => {
    const isObserved = criterion.kind === 'assertion' && criterion.assertion.role === 'advisory';
    const role = criterion.role === 'required' ? 'gating' : criterion.role;
    if (isObserved && role === 'gating')
      refuseFault({ path: `/rubric/criteria/${i}/role`, message: 'is advisory, as its assertion is' });
    return {
      ...criterion,
      id: criterion.id ?? idOf(criterion),
      label: criterion.label ?? labelOf(criterion),
      role: role ?? (isObserved ? 'advisory' : 'gating'),
    };
  });
  frozen.forEach(({ id }, i) => {
    if (frozen.findIndex((other) => other.id === id) < i)
      refuseFault({ path: `/rubric/criteria/${i}`, message: `has the id "${id}", as an earlier one` });
  });
  return { criteria: frozen, passThreshold };
}

/** Equal for equal criteria, so that findings of several waves are about one criterion. */
function idOf(criterion: JourneyCriterion): string {
  const essence = criterion.kind === 'assertion' ? criterion.assertion : criterion.description;
  return `c_${hash('sha256', canonicalJson([criterion.kind, essence])).slice(0, 12)}`;
}

function labelOf(criterion: JourneyCriterion): string {
  if (criterion.kind === 'goal') return criterion.description.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_LABEL);
  const { type, role: _role, severity: _severity, ...fields } = criterion.assertion as Record<string, unknown>;
  const about = Object.values(fields).filter((value) => typeof value === 'string' || typeof value === 'number');
  return [type, ...about].join(' ').slice(0, MAX_LABEL);
}
