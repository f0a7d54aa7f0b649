import { getRouteApi } from '@tanstack/react-router';
import type { EvalRun } from '@assay/sdk';
import { Button } from '../../../components/button/button.tsx';
import { client } from '../../../data/client.ts';
import { useAction } from '../../../data/use-action.ts';

const route = getRouteApi('/shell/p/$projectId/runs/$runId');

/** Asks what the failures have in common: by rules, and by a model where the project allows one. */
export function AskInsights({ run: { insights, status }, small = false }: { run: EvalRun; small?: boolean }) {
  const { projectId, runId } = route.useParams();
  const ask = useAction(
    (force: boolean) => client.requestEvalRunInsights({ projectId, runId }, force ? { force: true } : {}),
    { changes: ['getEvalRun'] },
  );
  const isMade = insights?.status === 'completed';
  const unified = insights?.unifiedFindings;
  if (status === 'pending' || status === 'running' || insights?.status === 'pending') return null;
  if (isMade && !unified?.canEnrich) return null;
  return (
    <Button small={small} disabled={ask.isRunning} onClick={() => ask.run(isMade)}>
      {isMade ? 'Ask a model' : 'Find what they share'}
    </Button>
  );
}
