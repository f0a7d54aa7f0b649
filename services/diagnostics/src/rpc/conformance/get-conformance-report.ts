import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { conformanceRun, hasResults, type StoredConformance } from '../../domain/conformance/conformance-run.ts';
import { listResults } from '../../store/conformance/conformance-results.ts';
import { findDirectoryRun } from '../../store/directory-runs/directory-runs.ts';

/** At most this many scenarios are shown. */
const CAP = 50;

export const getConformanceReport = ({ pool }: Deps) =>
  handle(operations.getConformanceReport, async (_caller, target) => {
    const run = await findDirectoryRun<StoredConformance>(pool, 'conformance', target);
    if (!run || !hasResults(run)) throw notFound('conformance report');
    const { id: runId, serverId, status, outcome, engine, suites, totalCases, totalFailingCases } = conformanceRun(run);
    const [failing, unjudged] = await Promise.all([
      listResults(pool, runId, ['failed'], CAP),
      listResults(pool, runId, ['skipped', 'notApplicable', 'couldNotRun'], CAP),
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
      cases: failing.map(({ suite, scenario, checks }) => ({
        suite,
        scenario,
        checks: checks.filter((check) => check.status === 'FAILURE'),
      })),
      unjudged: unjudged.map(({ suite, scenario, status: result, reason }) => ({
        suite,
        scenario,
        status: result,
        ...(reason !== null && { reason }),
      })),
    };
  });
