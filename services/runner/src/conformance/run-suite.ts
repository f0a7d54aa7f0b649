import type { ScenarioResult } from '@assay/contract/documents/conformance-work';
import { unfit, type ServerFacts } from '../domain/conformance/applicability.ts';
import { scenariosOf } from '../domain/conformance/scenarios.ts';
import { runScenario } from './run-scenario.ts';

/** All scenarios together may take this long, in milliseconds; what was not begun by then could not run. */
const SUITE_MS = 5 * 60_000;

/** Runs the scenarios that say something about the server, one after the other. */
export async function runSuite(url: string, protocolVersion: string | undefined, facts: ServerFacts, signal: AbortSignal): Promise<ScenarioResult[]> {
  const until = performance.now() + SUITE_MS;
  const results: ScenarioResult[] = [];
  for (const scenario of scenariosOf(protocolVersion)) {
    const known = { suite: 'protocol' as const, scenario: scenario.name, checks: [] };
    const fault = unfit(scenario, facts) ?? (performance.now() > until ? { status: 'couldNotRun' as const, reason: 'The suite took longer than 5 minutes.' } : undefined);
    if (fault) {
      results.push({ ...known, ...fault });
      continue;
    }
    const checks = await runScenario(scenario.name, url, signal);
    results.push(Array.isArray(checks) ? { ...known, checks } : { ...known, status: 'couldNotRun', ...checks });
  }
  return results;
}
