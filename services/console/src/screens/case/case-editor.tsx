import './case.css';
import { useMemo, useState } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { Problem, type EvalCase, type EvalSuiteDetail, type EvalTestStepToolCall } from '@assay/sdk';
import { ConflictDialog, type Conflict } from '../../components/conflict-dialog/conflict-dialog.tsx';
import { Page } from '../../components/page/page.tsx';
import { PaneTabs } from '../../components/panes/pane-tabs.tsx';
import { ActionError } from '../../components/part/part.tsx';
import { client } from '../../data/client.ts';
import { useAction } from '../../data/use-action.ts';
import { useKeptEdit } from '../../lib/kept-edit.ts';
import { stepWords } from '../../lib/words/step-words.tsx';
import { differingFields } from '../../lib/three-way.ts';
import type { AssertionTypes } from './assertion-editor.tsx';
import { CaseChecks, standardIdOf } from './case-checks.tsx';
import { assertionsOf, editOf, patchOf, type CaseEdit } from './case-edit.ts';
import { CaseHead } from './case-head.tsx';
import { useLiveCall } from './case-live.tsx';
import { CaseSettings } from './case-settings.tsx';
import { CaseSteps } from './case-steps.tsx';
import { CaseTrial } from './case-trial.tsx';
import { readConflict } from './read-conflict.ts';
import { useCasePreview } from './use-case-preview.ts';
import { useSuiteTools } from './use-suite-tools.ts';
import { markOfAssertion } from './trial-marks.ts';

const route = getRouteApi('/shell/p/$projectId/suites/$suiteId/cases/$caseId');

/** The editor of a case that was read: steps and checks at the left, what they say of recorded trials at the right. */
export function CaseEditor({
  address,
  stored,
  suite,
  types,
  onStored,
}: {
  address: { projectId: string; suiteId: string; caseId: string };
  stored: EvalCase;
  suite: EvalSuiteDetail;
  types: AssertionTypes;
  /** The case was saved, or is another one now. */
  onStored: () => void;
}) {
  const { projectId, suiteId, caseId } = address;
  const { step: chosenStep = stored.steps[0]?.id, try: tried } = route.useSearch();
  const navigate = route.useNavigate();
  const present = useMemo(() => ({ revision: stored.revision, value: editOf(stored) }), [stored]);
  const edit = useKeptEdit<CaseEdit>(`case ${caseId}`, present);
  const [pane, setPane] = useState<'case' | 'tried'>('case');
  const [conflict, setConflict] = useState<Conflict<CaseEdit>>();
  const servers = useSuiteTools(projectId, suite.environment.servers);
  const off = edit.value.suppressedSuiteStandardCheckIds ?? [];
  // A check that the suite itself suppresses is none.
  const suiteChecks = useMemo(() => {
    const { checks, suppressedSuiteStandardCheckIds: offHere } = suite.settings;
    return checks.filter((check) => {
      const id = standardIdOf(check, types);
      return id === undefined || !offHere.includes(id);
    });
  }, [suite, types]);
  const applied = suiteChecks.filter((check) => {
    const id = standardIdOf(check, types);
    return id === undefined || !off.includes(id);
  });
  const knownSteps = useMemo(() => new Set(stored.steps.map(({ id }) => id)), [stored]);
  const assertions = assertionsOf(edit.value, applied, knownSteps);
  const savedAssertions = useMemo(
    () =>
      assertionsOf(
        editOf(stored),
        suiteChecks.filter((check) => {
          const id = standardIdOf(check, types);
          return id === undefined || !(stored.suppressedSuiteStandardCheckIds ?? []).includes(id);
        }),
        knownSteps,
      ),
    [stored, suite, types],
  );
  const preview = useCasePreview(address, assertions, savedAssertions);
  const trials = preview.edited?.trials ?? [];
  const trial =
    trials.find(({ iterationId }) => iterationId === tried) ??
    trials.find(({ wouldPass }) => wouldPass === false) ??
    trials[0];
  const live = useLiveCall(projectId, servers);

  const begun = (saved: EvalCase): void => {
    edit.begin({ revision: saved.revision, value: editOf(saved) });
    setConflict(undefined);
    onStored();
  };
  const save = useAction(
    async ({ base, value }: { base: { revision: number; value: CaseEdit }; value: CaseEdit }) => {
      const patch = { ...patchOf(base.value, value), expectedRevision: base.revision };
      try {
        return await client.updateEvalCase(address, patch);
      } catch (error) {
        if (!(error instanceof Problem) || error.status !== 409 || error.details?.['currentRevision'] === undefined)
          throw error;
        setConflict(await readConflict(address, edit.base, value, error));
        return undefined;
      }
    },
    { onDone: (saved) => saved && begun(saved), changes: ['listEvalCases'] },
  );
  const saveEdit = (): void => {
    if (edit.isDirty && !save.isRunning) save.run({ base: edit.base, value: edit.value });
  };
  const step = edit.value.steps.find(({ id }) => id === chosenStep);
  const callStep = (step?.kind === 'toolCall' ? step : edit.value.steps.find(({ kind }) => kind === 'toolCall')) as
    | EvalTestStepToolCall
    | undefined;
  const choose = (id: string | undefined): void =>
    void navigate({ search: (old) => ({ ...old, step: id ?? '' }), replace: true });
  const changes = differingFields(edit.base.value, edit.base.value, edit.value).length;

  return (
    <Page
      flush
      title={edit.value.title || 'Untitled case'}
      crumbs={[
        { text: 'Suites', to: { to: '/p/$projectId/suites', params: { projectId } } },
        { text: suite.name, to: { to: '/p/$projectId/suites/$suiteId', params: { projectId, suiteId } } },
        { text: stored.title },
      ]}
      request={{ operation: 'getEvalCase', params: { ...address } }}
      keys={[
        { keys: ['mod+Enter'], label: 'try it', run: preview.tryNow },
        { keys: ['mod+s'], label: 'save', run: saveEdit },
        { keys: ['⌥↑', '⌥↓'], label: 'move step', run: () => undefined },
        {
          keys: ['a'],
          label: 'add step',
          run: () => document.querySelector<HTMLElement>('[data-add-step]')?.focus(),
        },
      ]}
    >
      <h1 className="visually-hidden">Case: {edit.value.title}</h1>
      <CaseHead
        edit={edit.value}
        onEdit={edit.change}
        revision={edit.base.revision}
        suite={suite}
        changes={changes}
        isSaving={save.isRunning}
        onTry={() => {
          preview.tryNow();
          setPane('tried');
        }}
        onSave={saveEdit}
        onDiscard={edit.discard}
      />
      <PaneTabs
        label="Pane"
        columns="case-panes"
        options={[
          ['case', 'Case'],
          ['tried', 'Tried'],
        ]}
        value={pane}
        onChange={setPane}
      >
        <section className="pane" aria-label="Case">
          <div className="pad">
            <ActionError error={save.error} />
            <div className="section-head">
              <h2 className="h2">Steps</h2>
              <span className="faint small">in this order; an assertion reads what came before it</span>
            </div>
            <CaseSteps
              steps={edit.value.steps}
              onSteps={(steps) => edit.change({ ...edit.value, steps })}
              chosen={step?.id}
              onChoose={choose}
              servers={servers}
              types={types}
            />
            <CaseChecks
              edit={edit.value}
              onEdit={edit.change}
              suiteChecks={suiteChecks}
              types={types}
              markOf={(assertion) => markOfAssertion(assertion, trial, assertions)}
            />
            <CaseSettings edit={edit.value} onEdit={edit.change} />
          </div>
        </section>
        <CaseTrial
          projectId={projectId}
          tried={preview}
          trial={trial}
          assertions={assertions}
          savedNames={new Set(savedAssertions.map(({ assertion }) => JSON.stringify(assertion)))}
          onTrial={(iterationId) => void navigate({ search: (old) => ({ ...old, try: iterationId }), replace: true })}
          chosenStep={step?.id}
          onStep={choose}
          onCallLive={callStep && (() => live.begin(callStep))}
          live={
            <>
              {live.state}
              {live.result}
            </>
          }
          isChanged={JSON.stringify(assertions) !== JSON.stringify(savedAssertions)}
        />
      </PaneTabs>
      {conflict && (
        <ConflictDialog
          what="case"
          draw={stepWords}
          conflict={conflict}
          isRunning={save.isRunning}
          onKeepEditing={() => setConflict(undefined)}
          onTakeTheirs={() => {
            edit.begin(conflict.theirs);
            setConflict(undefined);
            onStored();
          }}
          onSave={(merged) => {
            edit.begin(conflict.theirs, merged);
            save.run({ base: conflict.theirs, value: merged });
          }}
        />
      )}
    </Page>
  );
}
