import './launch.css';
import { useState } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { EvalSuiteDetail } from '@assay/sdk';
import { Button } from '../../components/button/button.tsx';
import { Confirm } from '../../components/dialog/confirm.tsx';
import { Sheet } from '../../components/dialog/dialog.tsx';
import { SelectField, TextField } from '../../components/field/field.tsx';
import { Icon } from '../../components/icon/icon.tsx';
import { Note } from '../../components/note/note.tsx';
import { ActionError, PartError } from '../../components/part/part.tsx';
import { Section } from '../../components/section/section.tsx';
import { client } from '../../data/client.ts';
import { operationQuery, useOperation } from '../../data/operations.ts';
import { useAction } from '../../data/use-action.ts';
import { basePath } from '../../lib/base-path.ts';
import { copyText } from '../../lib/copy-text.ts';
import { writeCount, writeCountOf } from '../../lib/format/numbers.ts';
import { writeDuration } from '../../lib/format/times.ts';
import { useKeys } from '../../lib/keys.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { LaunchCassette } from './launch-cassette.tsx';
import { LaunchCases } from './launch-cases.tsx';
import { LaunchCost } from './launch-cost.tsx';
import { LaunchRefusals } from './launch-refusals.tsx';
import { cassetteOf, launchRequest, previewBody, type Approval } from './launch-request.ts';
import { LaunchTargetList } from './launch-target-list.tsx';
import { offeredTargets, sumsOf, type TargetPreview } from './launch-targets.ts';
import { caseChoiceOf, useCaseIds } from './use-launch-cases.ts';

const route = getRouteApi('/shell/p/$projectId/suites/$suiteId/launch');

/** The sheet of a launch: cases, targets with their refusals, cost, and how. Nothing starts before its button. */
export function LaunchSheet({ suite }: { suite: EvalSuiteDetail }) {
  const { projectId, suiteId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: { [Name in keyof typeof search]?: (typeof search)[Name] | undefined }): void =>
    void navigate({ search: (old) => ({ ...old, ...change }), replace: true });
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

  // The rest of the sheet is in its address.
  const isDirty = override !== undefined || budget !== '' || approval !== 'auto' || notes !== '';
  const [isLeaving, setLeaving] = useState(false);
  const leave = (): void =>
    void navigate({ to: '/p/$projectId/suites/$suiteId', params: { projectId, suiteId }, search: {} });
  const close = (): void => (isDirty ? setLeaving(true) : leave());
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
  const run = (): void => {
    if (isReady) launch.run(undefined);
  };
  const path = 'targets' in request ? 'eval-run-groups' : 'eval-runs';
  const copy = (): void =>
    copyText(
      `curl -X POST -H "Authorization: Bearer $ASSAY_API_KEY" -H 'content-type: application/json' '${location.origin}${basePath}/api/v1/projects/${projectId}/${path}' -d '${JSON.stringify(request).replaceAll("'", String.raw`'\''`)}'`,
      'The launch as curl',
    );
  const slots = preview.data?.openRuns;
  const ready0 = ready[0];
  const trialCounts = ready0?.cases?.map(({ iterations }) => iterations) ?? [];

  return (
    <Sheet
      title={
        <>
          Launch <bdi dir="auto">{visibleText(suite.name)}</bdi>
        </>
      }
      onClose={close}
      footer={
        <>
          <Keys onLaunch={run} onCopy={copy} />
          <span className="small faint launch-slots">
            {slots && (
              <>
                <Icon name="lines" />
                Slots: {writeCount(Math.max(slots.limit - slots.open, 0))} of {writeCount(slots.limit)} free.
                {sums.durationMs !== null && sums.durationMs > 0 && ` About ${writeDuration(sums.durationMs)}.`}
              </>
            )}
          </span>
          <Button icon="copy" keyHint="c" onClick={copy}>
            Copy as curl
          </Button>
          <Button onClick={close}>Cancel</Button>
          <Button look="primary" keyHint="mod+Enter" disabled={!isReady} onClick={run}>
            {launch.isRunning
              ? 'Launching…'
              : `Launch ${writeCountOf(Math.max(taken.length, 1), 'run')}, ${writeCountOf(sums.trials, 'trial')}`}
          </Button>
        </>
      }
    >
      {isLeaving && (
        <Confirm
          title="Leave this launch?"
          verb="Discard changes"
          isRunning={false}
          onConfirm={leave}
          onClose={() => setLeaving(false)}
        >
          <p className="muted">
            Nothing was launched. The trials, budget, approval and note that you set are discarded.
          </p>
        </Confirm>
      )}
      <ActionError error={launch.error} />
      {preview.error && (
        <PartError error={preview.error} what="preview of the launch" onAgain={() => void preview.refetch()} />
      )}
      {whole && (
        <Note kind="open" title="These targets cannot be launched together">
          {whole.message}
        </Note>
      )}
      {refused.length > 0 && (
        <LaunchRefusals
          refused={refused.map(({ key }) => at(key)!)}
          others={taken.length - refused.length}
          onLeaveOut={() => {
            const out = new Set(refused.map(({ key }) => key));
            set({ env: withNone([...chosen].filter((key) => !out.has(key))) });
          }}
        />
      )}
      <LaunchCases
        projectId={projectId}
        suiteId={suiteId}
        choice={choice}
        onChoice={(text) => set({ cases: text })}
        lastRun={last && { id: last.id, number: last.runNumber }}
        trials={ready0?.iterations}
        counts={
          trialCounts.length > 0 ? { least: Math.min(...trialCounts), most: Math.max(...trialCounts) } : undefined
        }
        override={override}
        onOverride={setOverride}
      />
      <LaunchTargetList
        offered={offered}
        previews={previews}
        chosen={chosen}
        onChosen={(next) => set({ env: withNone([...next]) })}
        arms={arms}
        onArms={(next) => {
          const added = next.filter((arm) => !arms.includes(arm));
          set({
            arm: next.length > 0 ? next : undefined,
            ...(search.env && { env: [...search.env.filter((key) => key !== 'none'), ...added] }),
          });
        }}
      />
      <LaunchCost projectId={projectId} sums={sums} isKnown={ready0 !== undefined}>
        <div className="launch-fields two">
          <TextField
            label="Budget of each run"
            aside="optional"
            hint="It ends without a verdict when this is used up."
            error={isBudgetWrong ? 'An amount in US dollars above 0.' : undefined}
            placeholder="$"
            inputMode="decimal"
            value={budget}
            onValue={setBudget}
          />
          <SelectField
            label="Tool approval"
            hint="Calls that declare readOnlyHint, or all."
            value={approval}
            options={[
              ['auto', 'auto'],
              ['readOnly', 'readOnly'],
              ['none', 'none'],
            ]}
            onValue={setApproval}
          />
        </div>
      </LaunchCost>
      <Section title="How">
        <div className="launch-fields three">
          <LaunchCassette
            projectId={projectId}
            suiteId={suiteId}
            value={search.cassette}
            onValue={(value) => set({ cassette: value })}
            error={cassetteFault}
          />
          <SelectField
            label="Early stopping"
            value={search.early ? 'on' : 'off'}
            options={[
              ['off', 'off'],
              ['on', 'on'],
            ]}
            onValue={(value) => set({ early: value === 'on' ? true : undefined })}
          />
          <TextField label="Note" value={notes} dir="auto" onValue={setNotes} />
        </div>
      </Section>
    </Sheet>
  );
}

/** `env=none` says that no target is chosen, which is not the default. */
const withNone = (keys: readonly string[]): readonly string[] => (keys.length > 0 ? keys : ['none']);

/** Inside of the sheet, so that its keys win over the keys that the sheet covers. */
function Keys({ onLaunch, onCopy }: { onLaunch: () => void; onCopy: () => void }) {
  useKeys([
    { keys: ['mod+Enter'], run: onLaunch },
    { keys: ['c'], run: onCopy },
  ]);
  return null;
}
