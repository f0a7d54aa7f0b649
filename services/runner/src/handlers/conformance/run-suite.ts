import type { ScenarioResult } from '@assay/contract/areas/conformance/work';
import { scenarioSkip, type ServerFacts } from '../../domain/conformance/applicability.ts';
import { officialArea, scenariosOf } from '../../domain/conformance/scenarios.ts';
import { ENGINE_LIMITS, runEngine } from './run-engine.ts';

/**
 * Runs the suite and returns a result for each of its scenarios. The suite itself does not tell which scenarios do not
 * apply to the server.
 */
export async function runSuite(
  url: string,
  protocolVersion: string | undefined,
  facts: ServerFacts,
  within: { signal: AbortSignal; ms: number },
): Promise<ScenarioResult[]> {
  const { checks, cutShort = 'The scenario ended without a result.' } = await runEngine(
    url,
    protocolVersion,
    within.signal,
    { ...ENGINE_LIMITS, deadlineMs: Math.max(1_000, Math.min(ENGINE_LIMITS.deadlineMs, within.ms)) },
  );
  return scenariosOf(protocolVersion).map((scenario) => {
    const named = { suite: 'protocol' as const, scenario: scenario.name, area: officialArea(scenario.name) };
    const fault = scenarioSkip(scenario, facts);
    if (fault) return { ...named, ...fault, checks: [] };
    const found = checks.get(scenario.name);
    return found
      ? { ...named, checks: found }
      : {
          ...named,
          status: 'couldNotRun',
          reason: cutShort,
          checks: [],
        };
  });
}
