import { hash } from 'node:crypto';
import type { ConformanceCheck, ConformanceSuite, ScenarioStatus } from '@assay/contract/areas/conformance/check';
import { scenarioOfFile } from '@assay/contract/areas/conformance/work';
import type { CaseGroup, IngestedScenario } from '@assay/contract/areas/conformance/ingest';
import { keptText } from '@assay/kit/text/kept-text';
import { redactText } from '@assay/kit/security/redact';
import { groupedCases } from './grouped-cases.ts';
import { keptCheck, statusOf } from './kept-check.ts';

/** Results as the request has them. */
export interface SentResults {
  reports?: IngestedScenario[];
  files?: Record<string, ConformanceCheck[]>;
  /** The results of one suite, with its name. */
  suiteKind?: ConformanceSuite;
  report?: { scenarios?: IngestedScenario[]; groups?: CaseGroup[] };
}

/** One scenario with its status, ready to be stored. */
export interface ScenarioToStore {
  suite: ConformanceSuite;
  scenario: string;
  status: ScenarioStatus;
  reason: string | null;
  checks: ConformanceCheck[];
  digest: Buffer;
}

/** A fault in results, with its path. */
export interface ResultFault {
  path: string;
  message: string;
}

/** The longest path of a file that a message shows, and the longest name of a scenario, in characters. */
const SHOWN = 200;

/** The scenarios of a request without repetitions, or the first fault. */
export function ingestedScenarios({
  reports = [],
  files = {},
  suiteKind,
  report: ofSuite,
}: SentResults): ScenarioToStore[] | ResultFault {
  if (ofSuite && !suiteKind) return { path: '/suiteKind', message: 'is required with report' };
  const sent: [path: string, scenario: IngestedScenario][] = reports.map((report, i) => [`/reports/${i}`, report]);
  for (const [file, checks] of Object.entries(files)) {
    const path = `/files/${file.slice(0, SHOWN).replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const named = scenarioOfFile(file);
    if (!named || named.scenario.length > SHOWN)
      return { path, message: 'must be the path of a checks.json in the folder that the suite made for its scenario' };
    sent.push([path, { ...named, checks }]);
  }
  for (const [i, scenario] of (ofSuite?.scenarios ?? []).entries())
    sent.push([`/report/scenarios/${i}`, { ...scenario, suite: suiteKind! }]);
  for (const [path, scenario] of groupedCases(ofSuite?.groups ?? [])) {
    if (!scenario) return { path: `/report${path}`, message: 'must have an id, a name or a title' };
    sent.push([`/report${path}`, { ...scenario, suite: suiteKind! }]);
  }
  if (sent.length === 0) return { path: '/reports', message: 'must hold a scenario, or files or report must' };
  const scenarios = new Map<string, ScenarioToStore>();
  for (const [path, report] of sent) {
    const { suite = 'protocol', scenario, checks = [], status = statusOf(checks), reason } = report;
    if (status !== 'failed' && statusOf(checks) === 'failed')
      return { path: `${path}/status`, message: `cannot be ${status}, because a check failed` };
    const key = `${suite} ${scenario}`;
    if (scenarios.has(key)) return { path, message: `is the second report of the scenario ${scenario}` };
    scenarios.set(key, {
      suite,
      scenario,
      status,
      reason: reason === undefined ? null : keptText(redactText(reason), 2_000),
      checks: checks.map(keptCheck),
      digest: hash('sha256', JSON.stringify([status, reason, checks]), 'buffer'),
    });
  }
  return [...scenarios.values()];
}
