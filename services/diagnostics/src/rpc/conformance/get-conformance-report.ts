import { given } from '@assay/contract/given';
import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import type { ConformanceCheck } from '@assay/contract/areas/conformance/check';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { conformanceRun, hasResults, type StoredConformance } from '../../domain/conformance/conformance-run.ts';
import { findEnding, listResults, type StoredScenario } from '../../store/conformance/conformance-results.ts';
import { findDirectoryRun } from '../../store/directory-runs/directory-runs.ts';

/** At most this many scenarios with failures, or with warnings, are shown. */
const CAP = 50;
/** At most this many scenarios without a result are shown: all that a run of ours can have. */
const UNJUDGED_CAP = 200;
const PASSED_CAP = 200;

export const getConformanceReport = ({ pool }: Deps) =>
  handle(operations.getConformanceReport, async (_caller, target) => {
    const run = await findDirectoryRun<StoredConformance>(pool, 'conformance', target);
    if (!run || !hasResults(run)) throw notFound('conformance report');
    const {
      id: runId,
      serverId,
      status,
      outcome,
      engine,
      suites,
      totalCases,
      totalFailingCases,
      durationMs,
    } = conformanceRun(run);
    const [failing, warning, unjudged, passed, ending] = await Promise.all([
      listResults(pool, runId, ['failed'], CAP),
      listResults(pool, runId, ['warning'], CAP),
      listResults(pool, runId, ['skipped', 'notApplicable', 'couldNotRun'], UNJUDGED_CAP),
      listResults(pool, runId, ['passed'], PASSED_CAP),
      findEnding(pool, runId),
    ]);
    return {
      runId,
      serverId,
      status,
      outcome,
      engine,
      suites,
      totalCases,
      totalFailingCases,
      truncated: totalFailingCases > CAP,
      cases: failing.map(withChecks('FAILURE')),
      warnings: warning.map(withChecks('WARNING')),
      passed: passed.map(withChecks('SUCCESS')),
      ...(ending && {
        endedBy: { suite: ending.suite, scenario: ending.scenario, ...given({ title: ending.about.title }) },
      }),
      ...given({ durationMs }),
      unjudged: unjudged.map(({ suite, scenario, status: result, reason, about: { title, area } }) => ({
        suite,
        scenario,
        ...given({ title, area }),
        status: result,
        ...(reason !== null && { reason }),
      })),
    };
  });

const withChecks =
  (wanted: ConformanceCheck['status']) =>
  ({ suite, scenario, checks, about }: StoredScenario) => ({
    suite,
    scenario,
    ...about,
    checks: checks.filter(({ status }) => status === wanted),
  });
