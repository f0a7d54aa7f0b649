import './launch.css';
import { useState } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import type { EvalSuiteDetail } from '@assay/sdk';
import { Confirm } from '../../components/dialog/confirm.tsx';
import { Sheet } from '../../components/dialog/dialog.tsx';
import { SelectField, TextField } from '../../components/field/field.tsx';
import { Note } from '../../components/note/note.tsx';
import { ActionError, PartError } from '../../components/part/part.tsx';
import { Section } from '../../components/section/section.tsx';
import { basePath } from '../../lib/base-path.ts';
import { copyText } from '../../lib/copy-text.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { LaunchCassette } from './launch-cassette.tsx';
import { LaunchCases } from './launch-cases.tsx';
import { LaunchCost } from './launch-cost.tsx';
import { LaunchFooter } from './launch-footer.tsx';
import { LaunchLimits } from './launch-limits.tsx';
import { LaunchRefusals } from './launch-refusals.tsx';
import { LaunchTargetList } from './launch-target-list.tsx';
import { useLaunch } from './use-launch.ts';

const route = getRouteApi('/shell/p/$projectId/suites/$suiteId/launch');

/** The sheet of a launch: cases, targets with their refusals, cost, and how. Nothing starts before its button. */
export function LaunchSheet({ suite }: { suite: EvalSuiteDetail }) {
  const { projectId, suiteId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: { [Name in keyof typeof search]?: (typeof search)[Name] | undefined }): void =>
    void navigate({ search: (old) => ({ ...old, ...change }), replace: true });
  const plan = useLaunch(suite);
  const { last, arms, offered, chosen, taken, preview, at, refused, whole, sums, request, launch, isReady } = plan;
  const [override, setOverride] = plan.override;
  const [budget, setBudget] = plan.budget;
  const [approval, setApproval] = plan.approval;
  const [notes, setNotes] = plan.notes;
  const [first] = plan.ready;
  const trialCounts = first?.cases?.map(({ iterations }) => iterations) ?? [];

  // The rest of the sheet is in its address.
  const isDirty = override !== undefined || budget !== '' || approval !== 'auto' || notes !== '';
  const [isLeaving, setLeaving] = useState(false);
  const leave = (): void =>
    void navigate({ to: '/p/$projectId/suites/$suiteId', params: { projectId, suiteId }, search: {} });
  const close = (): void => (isDirty ? setLeaving(true) : leave());
  const run = (): void => {
    if (isReady) launch.run(undefined);
  };
  const path = 'targets' in request ? 'eval-run-groups' : 'eval-runs';
  const copy = (): void =>
    copyText(
      `curl -X POST -H "Authorization: Bearer $ASSAY_API_KEY" -H 'content-type: application/json' '${location.origin}${basePath}/api/v1/projects/${projectId}/${path}' -d '${JSON.stringify(request).replaceAll("'", String.raw`'\''`)}'`,
      'The launch as curl',
    );

  return (
    <Sheet
      title={
        <>
          Launch <bdi dir="auto">{visibleText(suite.name)}</bdi>
        </>
      }
      onClose={close}
      footer={
        <LaunchFooter
          slots={preview.data?.openRuns}
          durationMs={sums.durationMs}
          runs={taken.length}
          trials={sums.trials}
          isReady={isReady}
          isRunning={launch.isRunning}
          onLaunch={run}
          onCopy={copy}
          onCancel={close}
        />
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
        choice={plan.choice}
        onChoice={(text) => set({ cases: text })}
        lastRun={last && { id: last.id, number: last.runNumber }}
        trials={first?.iterations}
        counts={
          trialCounts.length > 0 ? { least: Math.min(...trialCounts), most: Math.max(...trialCounts) } : undefined
        }
        override={override}
        onOverride={setOverride}
      />
      <LaunchTargetList
        offered={offered}
        previews={plan.previews}
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
      <LaunchCost projectId={projectId} sums={sums} isKnown={first !== undefined}>
        <LaunchLimits
          budget={budget}
          onBudget={setBudget}
          isBudgetWrong={plan.isBudgetWrong}
          approval={approval}
          onApproval={setApproval}
        />
      </LaunchCost>
      <Section title="How">
        <div className="launch-fields three">
          <LaunchCassette
            projectId={projectId}
            suiteId={suiteId}
            value={search.cassette}
            onValue={(value) => set({ cassette: value })}
            error={plan.cassetteFault}
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
