import './suite-judge.css';
import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Problem } from '@assay/sdk';
import { Button } from '../../components/button/button.tsx';
import { ConflictDialog, type Conflict } from '../../components/conflict-dialog/conflict-dialog.tsx';
import { Note } from '../../components/note/note.tsx';
import { ActionError, Part } from '../../components/part/part.tsx';
import { Section } from '../../components/section/section.tsx';
import { client } from '../../data/client.ts';
import { operationQuery, useOperation, type ReplyOf } from '../../data/operations.ts';
import { useMayWrite } from '../../data/project-role.ts';
import { useAction } from '../../data/use-action.ts';
import { writeCount, writeCountOf, writeRate } from '../../lib/format/numbers.ts';
import { useKeptEdit } from '../../lib/kept-edit.ts';
import { SuiteFrame } from '../suite/suite-frame.tsx';
import type { SuiteTabProps } from '../suite/suite-tab.ts';
import { decisionOf, patchOf, type DecisionEdit } from './judge-edit.ts';
import { JudgePanel } from './judge-panel.tsx';
import { JudgeVerdict } from './judge-verdict.tsx';
import { PassForm } from './pass-form.tsx';
import { RuleTable } from './rule-table.tsx';
import { SuiteChecks } from './suite-checks.tsx';

/** How many of the newest runs the rules are held against. */
const TRIED_RUNS = 10;

/**
 * The line, the gate, the checks and the judge that decide about runs, and their decisions about the last runs. Operations: tryEvalGate, updateEvalSuite, getEvalSuite, listEvalAssertionTypes, getEvalJudgeAgreement,
 * getEvalRunDisclosure, listModels.
 */
export function JudgeTab({ suite }: SuiteTabProps) {
  const { projectId, id: suiteId, revisionNumber } = suite;
  const address = { projectId, suiteId };
  const present = useMemo(() => ({ revision: revisionNumber, value: decisionOf(suite) }), [suite]);
  const edit = useKeptEdit<DecisionEdit>(`suite decision ${suiteId}`, present);
  const [conflict, setConflict] = useState<Conflict<DecisionEdit>>();
  const mayWrite = useMayWrite(projectId);
  const canEdit = mayWrite && suite.managedBy !== 'ci';
  const { value } = edit;
  const gate = value.gate ?? {};
  const trial = useQuery({
    ...operationQuery('tryEvalGate', address, { gate, runs: TRIED_RUNS }),
    placeholderData: (before: ReplyOf<'tryEvalGate'> | undefined) => before,
    retry: false,
  });
  const types = useOperation('listEvalAssertionTypes');
  const set = (change: Partial<DecisionEdit>): void => edit.change({ ...value, ...change });
  const save = useAction(
    async ({ base, wanted }: { base: { revision: number; value: DecisionEdit }; wanted: DecisionEdit }) => {
      const patch = { ...patchOf(base.value, wanted), expectedRevision: base.revision };
      try {
        return await client.updateEvalSuite(address, patch);
      } catch (error) {
        if (!(error instanceof Problem) || error.details?.['currentRevisionNumber'] === undefined) throw error;
        const theirs = await client.getEvalSuite(address, {});
        setConflict({
          base: edit.base,
          theirs: { revision: theirs.revisionNumber, value: decisionOf(theirs) },
          yours: wanted,
          at: theirs.updatedAt,
        });
        return undefined;
      }
    },
    {
      changes: ['getEvalSuite', 'listEvalSuiteRevisions', 'getEvalJudgeAgreement', 'listEvalSuites'],
      onDone: (saved) => {
        if (!saved) return;
        edit.begin({ revision: saved.revisionNumber, value: decisionOf(saved) });
        setConflict(undefined);
      },
    },
  );
  const saveEdit = (): void => {
    if (canEdit && edit.isDirty && !save.isRunning) save.run({ base: edit.base, wanted: value });
  };
  return (
    <SuiteFrame
      suite={suite}
      tab="judge"
      request={{
        operation: 'updateEvalSuite',
        params: address,
        body: { ...patchOf(edit.base.value, value), expectedRevision: edit.base.revision },
      }}
      keys={[
        { keys: ['mod+s'], label: 'save', run: saveEdit },
        { keys: ['b'], label: 'try on the last runs', run: () => void trial.refetch() },
      ]}
      head={
        <JudgeVerdict
          projectId={projectId}
          edit={value}
          trial={trial.data}
          actions={
            <>
              <Button keyHint="b" disabled={trial.isFetching} onClick={() => void trial.refetch()}>
                {trial.isFetching ? 'Trying…' : 'Try on the last runs'}
              </Button>
              {canEdit && (
                <Button look="primary" keyHint="mod+s" disabled={!edit.isDirty || save.isRunning} onClick={saveEdit}>
                  {save.isRunning ? 'Saving…' : `Save as revision ${edit.base.revision + 1}`}
                </Button>
              )}
            </>
          }
        />
      }
    >
      <div className="judge-columns">
        <div>
          <ActionError error={save.error} />
          {suite.managedBy === 'ci' && (
            <Note kind="note" title="A file owns this suite.">
              Its settings change with the file alone; a save here is refused.
            </Note>
          )}
          <PassForm edit={value} onEdit={set} />
          <Section
            title="The gate"
            about={
              trial.data
                ? `and what each rule would have said of the last ${writeCountOf(trial.data.runs.length, 'run')}`
                : undefined
            }
          >
            <RuleTable
              projectId={projectId}
              gate={gate}
              trial={trial.data}
              canEdit={canEdit}
              onGate={(next) => set({ gate: Object.keys(next).length > 0 ? next : null })}
            />
            {trial.data && <Lines trial={trial.data} />}
            {trial.error && <ActionError error={trial.error} />}
          </Section>
          <Part of={types} what="checks" rows={2}>
            {(data: ReplyOf<'listEvalAssertionTypes'>) => (
              <SuiteChecks checks={value.checks} types={data} onChecks={(checks) => set({ checks })} />
            )}
          </Part>
        </div>
        <JudgePanel suite={suite} judge={value.judge} onJudge={(judge) => set({ judge })} />
      </div>
      {conflict && (
        <ConflictDialog
          what="suite"
          conflict={conflict}
          isRunning={save.isRunning}
          onKeepEditing={() => setConflict(undefined)}
          onTakeTheirs={() => {
            edit.begin(conflict.theirs);
            setConflict(undefined);
          }}
          onSave={(merged) => {
            edit.begin(conflict.theirs, merged);
            save.run({ base: conflict.theirs, wanted: merged });
          }}
        />
      )}
    </SuiteFrame>
  );
}

/** How many of the tried runs would reach other lines. */
function Lines({ trial }: { trial: ReplyOf<'tryEvalGate'> }) {
  const rates = trial.runs.flatMap(({ passRate }) => (passRate === null ? [] : [passRate]));
  if (rates.length < 2) return null;
  const reached = (line: number): number => rates.filter((rate) => rate >= line).length;
  const lines = [0.95, 0.9, 0.8].map((line) => `with ${writeRate(line)}, ${writeCount(reached(line))}`);
  return (
    <p className="small faint list-foot">
      {`Of these ${writeCountOf(rates.length, 'run')} would reach a line of this height: ${lines.join('; ')}. A dot: no earlier run to compare with.`}
    </p>
  );
}
