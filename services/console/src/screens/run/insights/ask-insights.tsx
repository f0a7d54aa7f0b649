import { getRouteApi } from '@tanstack/react-router';
import type { EvalRun } from '@assay/sdk';
import { Button } from '../../../components/button/button.tsx';
import { useKeys } from '../../../lib/keys.ts';
import { client } from '../../../data/client.ts';
import { useRoleReason } from '../../../data/project-role.ts';
import { useAction } from '../../../data/use-action.ts';

const route = getRouteApi('/shell/p/$projectId/runs/$runId');

/** Asks what the failures have in common: by rules, and by a model where the project allows one. */
export function AskInsights({ run: { insights, status }, small = false }: { run: EvalRun; small?: boolean }) {
  const { projectId, runId } = route.useParams();
  const ask = useAction(
    (force: boolean) => client.requestEvalRunInsights({ projectId, runId }, force ? { force: true } : {}),
    { changes: ['getEvalRun'] },
  );
  const reason = useRoleReason(projectId, 'member');
  const isMade = insights?.status === 'completed';
  const unified = insights?.unifiedFindings;
  const isOffered =
    status !== 'pending' &&
    status !== 'running' &&
    insights?.status !== 'pending' &&
    (!isMade || unified?.canEnrich === true);
  const canAsk = isOffered && reason === undefined && !ask.isRunning;
  useKeys(
    canAsk ? [{ keys: ['a'], label: isMade ? 'ask a model' : 'find what they share', run: () => ask.run(isMade) }] : [],
  );
  if (!isOffered) return null;
  return (
    <Button small={small} keyHint="a" disabled={!canAsk} title={reason} onClick={() => ask.run(isMade)}>
      {isMade ? 'Ask a model' : 'Find what they share'}
    </Button>
  );
}
