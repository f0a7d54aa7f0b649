import type { GatePolicy, GateReport, GateVerdict } from '@assay/contract/areas/gates/documents';
import { pairCases } from '../compare/pairs.ts';
import { gateLabel } from '../words/gate-words.ts';
import { baselineRules } from './baseline-rules.ts';
import { isFlaky, scoreIntegrity, type GateFacts } from './gate-facts.ts';
import { runRules } from './run-rules.ts';
import type { GateFinding, GateRule, GateRules } from './verdicts.ts';

/** The result of a run at a gate. */
export type GateResult = Pick<GateReport, 'outcome' | 'verdicts' | 'scoreIntegrity' | 'flakyCases'>;

const rules: GateRules = { ...runRules, ...baselineRules };

/** Evaluates every rule of a policy on a run. A policy without rules passes every run. */
export function evaluateGate(policy: GatePolicy, facts: GateFacts): GateResult {
  const verdicts = (Object.keys(rules) as GateRule[]).flatMap((gate): GateVerdict[] => {
    const wanted = policy[gate];
    if (wanted === undefined) return [];
    return (rules[gate] as (wanted: unknown, facts: GateFacts) => GateFinding[])(wanted, facts).map((finding) => ({
      gate,
      label: gateLabel(gate, { ...finding, baselineName: facts.namedBaseline?.branch ?? facts.baselineName }),
      ...finding,
    }));
  });
  const flaky = pairCases({ ...facts.run, cases: [] }, facts.run).filter(({ compare }) => compare && isFlaky(compare));
  return {
    outcome: outcomeOf(verdicts),
    verdicts,
    scoreIntegrity: scoreIntegrity(facts.run),
    flakyCases: flaky.map(({ key }) => key),
  };
}

function outcomeOf(verdicts: readonly GateVerdict[]): GateReport['outcome'] {
  const has = (wanted: GateVerdict['status']) => verdicts.some(({ status }) => status === wanted);
  if (has('usage_error')) return 'usage_error';
  if (has('failed')) return 'failed';
  return has('non_gateable') ? 'incomplete' : 'passed';
}
