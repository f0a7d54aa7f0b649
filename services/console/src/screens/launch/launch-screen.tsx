import { getRouteApi } from '@tanstack/react-router';
import { useOperation } from '../../data/operations.ts';
import { LaunchSheet } from './launch-sheet.tsx';

const route = getRouteApi('/shell/p/$projectId/suites/$suiteId/launch');

/**
 * The launch of a suite, as a sheet over its page. Operations: getEvalSuite, previewEvalLaunch, listEvalCases,
 * listEvalSuiteRuns, listEvalRunCases, planEvalTrials, listBudgets, listEvalCassettes, createEvalRun,
 * createEvalRunGroup.
 */
export function LaunchScreen() {
  const { projectId, suiteId } = route.useParams();
  const suite = useOperation('getEvalSuite', { projectId, suiteId });
  return suite.data && <LaunchSheet key={suiteId} suite={suite.data} />;
}
