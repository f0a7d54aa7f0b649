import { useQuery } from '@tanstack/react-query';
import { Switch } from '../../components/field/check.tsx';
import { SelectField, TextField } from '../../components/field/field.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Money } from '../../components/figures/figures.tsx';
import { Mark, type MarkKind } from '../../components/mark/mark.tsx';
import { Note } from '../../components/note/note.tsx';
import { Part } from '../../components/part/part.tsx';
import { KeyValues } from '../../components/section/key-values.tsx';
import { operationQuery, useOperation, type ReplyOf } from '../../data/operations.ts';
import { writeCount, writeCountOf } from '../../lib/format/numbers.ts';
import { useSuiteCases } from '../suite/suite-nav.tsx';
import { joinCases, trialsPerRun } from '../suite/case-rows.tsx';
import type { SuiteRead } from '../suite/suite-tab.ts';
import type { DecisionEdit } from './judge-edit.ts';

type Judge = DecisionEdit['judge'];
type Agreement = ReplyOf<'getEvalJudgeAgreement'>;

/** The judge of a suite: whether it reads trials, what it may decide, how it agrees with people, what it costs. */
export function JudgePanel({
  suite,
  judge,
  onJudge,
}: {
  suite: SuiteRead;
  judge: Judge;
  onJudge: (judge: Judge) => void;
}) {
  const { projectId, id: suiteId } = suite;
  const models = useOperation('listModels', {});
  const cases = useSuiteCases(suite);
  const agreement = useQuery({ ...operationQuery('getEvalJudgeAgreement', { projectId, suiteId }), retry: false });
  const read = cases.data ? joinCases(suite, cases.data.items, undefined).filter(({ asksModel }) => asksModel) : [];
  const offered = models.data?.items.map(({ id }) => id) ?? [];
  const options = [...new Set([...(judge.model === null ? [] : [judge.model]), ...offered])];
  const set = (change: Partial<Judge>): void => onJudge({ ...judge, ...change });
  const runs = useOperation('listEvalSuiteRuns', { projectId, suiteId }, { limit: 5 });
  const run = runs.data?.items.find(({ completedAt }) => completedAt !== null);
  const preview = useQuery({
    ...operationQuery(
      'previewEvalRunJudge',
      { projectId, runId: run?.id ?? '' },
      judge.model === null ? {} : { model: judge.model },
    ),
    enabled: run !== undefined,
  });
  return (
    <aside className="frame judge-panel" aria-label="Judge">
      <div className="pane-head">
        <h2>Judge</h2>
        <span className="push">
          <Switch
            isOn={judge.enabled}
            onChange={(enabled) => set({ enabled, model: judge.model ?? (enabled ? (options[0] ?? null) : null) })}
          >
            <span className="faint">{judge.enabled ? 'on' : 'off'}</span>
          </Switch>
        </span>
      </div>
      <div className="judge-body">
        <p className="muted">
          A model reads the conversation of a trial and says whether the goal was reached.
          {cases.data &&
            ` It sees ${writeCount(read.length)} of the ${writeCountOf(cases.data.items.length, 'case')}: those in which a model speaks.`}
        </p>
        <SelectField
          label="Model"
          value={judge.model ?? ''}
          options={[
            ...(judge.model === null ? [['', 'choose one'] as const] : []),
            ...options.map((id) => [id, id] as const),
          ]}
          onValue={(model) => set({ model: model === '' ? null : model, enabled: model !== '' })}
        />
        <div className="judge-fields">
          <TextField
            label="Passes from"
            type="number"
            min={0}
            max={1}
            step={0.05}
            hint="of 1"
            value={judge.threshold}
            onValue={(text) => {
              const value = Number(text);
              if (text !== '' && Number.isFinite(value)) set({ threshold: Math.min(Math.max(value, 0), 1) });
            }}
          />
          <SelectField
            label="Runs"
            value={judge.autoRun ? 'always' : 'asked'}
            options={[
              ['asked', 'when asked for'],
              ['always', 'after every run'],
            ]}
            onValue={(value) =>
              set({ autoRun: value === 'always', ...(value === 'asked' && { role: 'advisory' as const }) })
            }
          />
        </div>
        <h3 className="h2">What it may decide</h3>
        <SelectField
          label="Role"
          value={judge.role}
          options={[
            ['advisory', 'advisory: it only reports'],
            ['gating', 'gating: it decides in every trial'],
          ]}
          disabled={!judge.autoRun}
          hint={judge.autoRun ? undefined : 'To decide, it has to judge every run.'}
          onValue={(role) => set({ role })}
        />
        <Part of={agreement} what="agreement" rows={3}>
          {(data: Agreement) => <Standing agreement={data} role={judge.role} />}
        </Part>
        <h3 className="h2">What a run would send and cost</h3>
        <KeyValues
          rows={[
            ['Trials', `${writeCount(trialsPerRun(read))}, of ${writeCountOf(read.length, 'case')}`],
            ['Sent', 'prompts, calls, results and answers'],
            ['To', judge.model === null ? 'the provider of the model that you choose' : <code>{judge.model}</code>],
            [
              'Cost',
              preview.data?.priceUsd === null || preview.data?.priceUsd === undefined ? (
                <span className="faint">{run === undefined ? 'known after a run' : 'no price is known'}</span>
              ) : (
                <>
                  about <Money dollars={preview.data.priceUsd} />, by run {run!.runNumber}
                </>
              ),
            ],
          ]}
        />
      </div>
    </aside>
  );
}

/** The standing of a judge by its agreement with people. */
function Standing({ agreement, role }: { agreement: Agreement; role: Judge['role'] }) {
  const { floor, current, versions } = agreement;
  const measured = versions.find(({ judgeVersion }) => judgeVersion === current?.judgeVersion) ?? versions[0];
  const labels = measured?.agreement.n ?? 0;
  const kappa = measured?.agreement.kappa ?? null;
  const standing = current?.standing ?? 'unmeasured';
  const sentences: Record<string, readonly [MarkKind, string]> = {
    measured: ['passed', role === 'gating' ? 'It decides in every trial' : 'It may decide: people agree with it'],
    belowFloor: ['failed', 'Nothing: it agrees too little with people'],
    unmeasured: ['open', 'Nothing yet: it is advisory'],
    changed: ['open', 'Nothing yet: it changed since it was measured'],
  };
  const [kind, word] = sentences[standing] ?? sentences['unmeasured']!;
  return (
    <>
      <Note kind={kind} title={word}>
        {`It may decide when it agrees with people: at least ${floor.labels} labels, and a kappa of ${floor.kappa.toFixed(2)}. There ${labels === 1 ? 'is' : 'are'} ${writeCount(labels)}.`}
      </Note>
      <h3 className="h2">Agreement with people</h3>
      <table className="dense agreement">
        <tbody>
          <tr>
            <td className="mark-cell">
              <Mark kind={labels >= floor.labels ? 'passed' : 'pending'} />
            </td>
            <td>Labels</td>
            <td className="num">{`${writeCount(labels)} of ${writeCount(floor.labels)}`}</td>
          </tr>
          <tr>
            <td className="mark-cell">
              <Mark kind={kappa === null ? 'pending' : kappa.value >= floor.kappa ? 'passed' : 'failed'} />
            </td>
            <td>Agreement, kappa</td>
            <td className="num">
              {kappa === null
                ? '–'
                : `${kappa.value.toFixed(2)} (${kappa.lower.toFixed(2)} to ${kappa.upper.toFixed(2)})`}
            </td>
          </tr>
          <tr>
            <td className="mark-cell">
              <Mark kind="pending" />
            </td>
            <td>Versions of the judge</td>
            <td className="num">
              {versions.length === 0 ? (
                'none'
              ) : versions.length === 1 ? (
                <Foreign text={versions[0]!.model} />
              ) : (
                writeCount(versions.length)
              )}
            </td>
          </tr>
        </tbody>
      </table>
    </>
  );
}
