import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { EvalSuiteDetail } from '@assay/sdk';
import { client } from '../../data/client.ts';
import { operationQuery, useOperation } from '../../data/operations.ts';
import { useAction } from '../../data/use-action.ts';
import { cassetteOf, launchRequest, previewBody, type Approval } from './launch-request.ts';
import { offeredTargets, sumsOf, type TargetPreview } from './launch-targets.ts';
import { caseChoiceOf, useCaseIds } from './use-launch-cases.ts';

const route = getRouteApi('/shell/p/$projectId/suites/$suiteId/launch');

/**
 * A launch as its sheet says it: what is chosen, what it would do and cost at each target, and its request.
 * Operations: listEvalSuiteRuns, previewEvalLaunch, createEvalRun, createEvalRunGroup.
 */
export function useLaunch(suite: EvalSuiteDetail) {
  const { projectId, suiteId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [override, setOverride] = useState<number>();
  const [budget, setBudget] = useState('');
  const [approval, setApproval] = useState<Approval>('auto');
  const [notes, setNotes] = useState('');

  const choice = caseChoiceOf(search.cases);
  const caseIds = useCaseIds(projectId, choice);
  const runs = useOperation('listEvalSuiteRuns', { projectId, suiteId }, { limit: 1 });
  const [last] = runs.data?.items ?? [];
  const arms = search.arm ?? [];
  const offered = offeredTargets(suite, arms);
  const chosen = new Set((search.env ?? offered.map(({ key }) => key)).filter((key) => key !== 'none'));
  for (const arm of arms) if (search.env === undefined) chosen.add(arm);
  const usd = Number(budget.replace(/[$\s]/g, ''));
  const isBudgetWrong = budget.trim() !== '' && !(usd > 0);
  const common = {
    ...(caseIds && { caseIds: [...caseIds] }),
    ...(override !== undefined && { iterationOverride: override }),
    ...(budget.trim() !== '' && usd > 0 && { budget: { usd } }),
    ...(search.early && { earlyStopping: {} }),
  };
  const cassette = cassetteOf(search.cassette);
  const hasCases = caseIds !== null && (caseIds === undefined || caseIds.length > 0);
  const asked = previewBody(common, cassette, offered);
  const preview = useQuery({
    ...operationQuery('previewEvalLaunch', { projectId, suiteId }, asked),
    enabled: hasCases && offered.length > 0,
    placeholderData: keepPreviousData,
  });
  const previews = preview.data?.targets.length === offered.length ? preview.data.targets : undefined;
  const at = (key: string): TargetPreview | undefined => previews?.[offered.findIndex((each) => each.key === key)];
  const taken = offered.filter(({ key }) => chosen.has(key));
  const ready = taken.flatMap(({ key }) => at(key) ?? []);
  const refused = taken.filter(({ key }) => at(key)?.refusal !== undefined);
  const kinds = new Set(taken.map(({ target }) => Object.keys(target ?? {})[0]));
  const whole = kinds.size > 1 ? preview.data?.refusal : undefined;
  const cassetteFault = cassette && taken.length > 1 ? 'A cassette needs one target.' : undefined;
  const sums = sumsOf(ready);
  const request = launchRequest(suiteId, taken, { ...common, approval, notes }, cassette);

  const launch = useAction(
    (): Promise<{ runId: string } | { runGroupId: string; startedCount: number }> =>
      'targets' in request
        ? client.createEvalRunGroup({ projectId }, request)
        : client.createEvalRun({ projectId }, request),
    {
      changes: ['listEvalSuiteRuns', 'listEvalRuns', 'getEvalSuite'],
      onDone: (reply) => {
        if ('startedCount' in reply)
          void navigate({
            to: '/p/$projectId/groups/$runGroupId',
            params: { projectId, runGroupId: reply.runGroupId },
          });
        else void navigate({ to: '/p/$projectId/runs/$runId', params: { projectId, runId: reply.runId } });
      },
    },
  );
  const isReady =
    hasCases &&
    taken.length > 0 &&
    previews !== undefined &&
    refused.length === 0 &&
    !whole &&
    cassetteFault === undefined &&
    !isBudgetWrong &&
    !launch.isRunning;
  return {
    choice,
    last,
    arms,
    offered,
    chosen,
    taken,
    preview,
    previews,
    at,
    ready,
    refused,
    whole,
    cassetteFault,
    sums,
    request,
    launch,
    isReady,
    override: [override, setOverride] as const,
    budget: [budget, setBudget] as const,
    approval: [approval, setApproval] as const,
    notes: [notes, setNotes] as const,
    isBudgetWrong,
  };
}
