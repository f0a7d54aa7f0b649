import { getRouteApi } from '@tanstack/react-router';
import type { EvalRun } from '@assay/sdk';
import { ButtonLink } from '../../components/button/button.tsx';
import { Duration, Id, Money, Time } from '../../components/figures/figures.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Inspector } from '../../components/inspector/inspector.tsx';
import { Outcome } from '../../components/outcome/outcome.tsx';
import { KeyValues } from '../../components/section/key-values.tsx';
import { isUnderWay, markOfRun, splitSentence, Weighted } from '../run/run-words.tsx';
import { RunNote, RunPlace } from './run-columns.tsx';

const route = getRouteApi('/shell/p/$projectId/runs');

/** A run in short: its verdict with its reason, and what it was made with. */
export function RunInspector({ run, onClose }: { run: EvalRun; onClose: () => void }) {
  const { projectId } = route.useParams();
  const { word, rest } = splitSentence(run.sentence);
  const to = { to: '/p/$projectId/runs/$runId' as const, params: { projectId, runId: run.id } };
  return (
    <Inspector title={<Foreign text={`${run.suiteName}, run ${run.runNumber}`} />} label="Run" onClose={onClose}>
      <p className="run-sentence">
        <Outcome kind={markOfRun(run)} word={word} /> <Foreign text={rest} />
      </p>
      <p className="muted run-because">
        <Weighted text={run.because} />
      </p>
      <KeyValues
        rows={[
          ['Note', <RunNote run={run} />],
          ['Environment', <RunPlace run={run} />],
          run.effectiveModelId ? ['Model', <code>{run.effectiveModelId}</code>] : undefined,
          run.durationMs === null ? undefined : ['Took', <Duration ms={run.durationMs} />],
          run.usage ? ['Cost', <Money dollars={run.usage.costUsd} />] : undefined,
          run.ciMetadata?.branch === undefined ? undefined : ['Branch', <Foreign text={run.ciMetadata.branch} />],
          run.ciMetadata?.commitSha === undefined
            ? undefined
            : ['Commit', <code>{run.ciMetadata.commitSha.slice(0, 10)}</code>],
          [
            'Launched',
            <>
              <Time time={run.createdAt} /> <span className="faint">{run.launchedBy}</span>
            </>,
          ],
          ['Id', <Id id={run.id} />],
        ]}
      />
      <div className="row wrap run-actions">
        <ButtonLink look="primary" keyHint="Enter" {...to} search={{}}>
          Open the run
        </ButtonLink>
        {!isUnderWay(run) && (
          <ButtonLink {...to} search={{ tab: 'decision' }}>
            Why
          </ButtonLink>
        )}
      </div>
    </Inspector>
  );
}
