import './judge-tab.css';
import { Link, getRouteApi } from '@tanstack/react-router';
import type { EvalRun } from '@assay/sdk';
import { Button } from '../../../components/button/button.tsx';
import { Time } from '../../../components/figures/figures.tsx';
import { Foreign } from '../../../components/foreign/foreign.tsx';
import { Mark } from '../../../components/mark/mark.tsx';
import { ActionError } from '../../../components/part/part.tsx';
import { KeyValues } from '../../../components/section/key-values.tsx';
import { Section } from '../../../components/section/section.tsx';
import { Verdict } from '../../../components/verdict/verdict.tsx';
import { client } from '../../../data/client.ts';
import { useRoleReason } from '../../../data/project-role.ts';
import { useAction } from '../../../data/use-action.ts';
import { writeCountOf, writeRate } from '../../../lib/format/numbers.ts';
import { RunTabs } from '../run-head.tsx';
import { isUnderWay } from '../run-words.tsx';

const route = getRouteApi('/shell/p/$projectId/runs/$runId');

type Judge = NonNullable<EvalRun['judges']>['goalCompletion'];

/** The opinions of a judge about the trials, and whether it decides. Operations: getEvalRun, requestEvalRunJudge. */
export function JudgeTab({ run }: { run: EvalRun }) {
  const judge = run.judges?.goalCompletion;
  const grounded = run.judges?.groundedness;
  return (
    <>
      <JudgeVerdict run={run} judge={judge} />
      <RunTabs run={run} />
      {judge && judge.status !== null && (
        <div className="judge-cols">
          <div>
            <Opinions title="Goal completion" judge={judge} />
            {grounded && grounded.cases.length > 0 && <Opinions title="Groundedness" judge={grounded} />}
          </div>
          <aside>
            <Standing run={run} judge={judge} />
          </aside>
        </div>
      )}
    </>
  );
}

function JudgeVerdict({ run, judge }: { run: EvalRun; judge: Judge | undefined }) {
  const { projectId, runId } = route.useParams();
  const ask = useAction(
    (force: boolean) => client.requestEvalRunJudge({ projectId, runId }, force ? { force: true } : {}),
    {
      changes: ['getEvalRun'],
    },
  );
  const reason = useRoleReason(projectId, 'member');
  const isAsked = judge !== undefined && judge.status !== null;
  const action = !isUnderWay(run) && judge?.status !== 'pending' && (
    <Button disabled={ask.isRunning || reason !== undefined} title={reason} onClick={() => ask.run(isAsked)}>
      {ask.isRunning ? 'Asking…' : isAsked ? 'Judge again' : 'Judge this run'}
    </Button>
  );
  if (!isAsked)
    return (
      <Verdict
        kind="note"
        word="No judge was asked."
        rest="The verdict is from assertions alone."
        why="A judge is a language model that reads a reply and says whether it helped. It decides only after its agreement with people is measured."
        actions={action}
      >
        <ActionError error={ask.error} />
      </Verdict>
    );
  const scored = judge.cases.filter(({ status }) => status === 'scored');
  const passed = scored.filter((each) => each.passed).length;
  if (judge.status === 'pending')
    return (
      <Verdict
        kind="running"
        word="Judging."
        rest={
          judge.progress && `${judge.progress.completed} of ${writeCountOf(judge.progress.total, 'trial')} are judged.`
        }
      />
    );
  return (
    <Verdict
      kind={judge.status === 'failed' ? 'open' : 'note'}
      word={
        judge.status === 'failed'
          ? 'The judge gave no opinion.'
          : `${passed} of ${writeCountOf(scored.length, 'judged trial')} passed.`
      }
      rest={judge.gating ? 'Its opinion counts in the verdict.' : 'Its opinion does not count in the verdict.'}
      why={judge.summary !== null && <Foreign text={judge.summary} />}
      actions={action}
    >
      <ActionError error={ask.error} />
    </Verdict>
  );
}

type Opinion = Pick<Judge['cases'][number], 'caseKey' | 'iterationId' | 'status' | 'score' | 'passed' | 'reason'>;

const Opinions = ({ title, judge }: { title: string; judge: { cases: Opinion[] } }) => (
  <Section title={title} about={`the first ${writeCountOf(judge.cases.length, 'trial')}`}>
    <div className="frame">
      <table className="top">
        <tbody>
          {judge.cases.map((opinion) => (
            <OpinionRow key={opinion.iterationId} opinion={opinion} />
          ))}
        </tbody>
      </table>
    </div>
  </Section>
);

function OpinionRow({ opinion }: { opinion: Opinion }) {
  const { projectId, runId } = route.useParams();
  const { caseKey, iterationId, status, score, passed, reason } = opinion;
  return (
    <tr>
      <td className="mark-cell">
        <Mark
          kind={status === 'scored' ? (passed ? 'passed' : 'failed') : status === 'pending' ? 'pending' : 'excluded'}
        />
      </td>
      <td>
        <Link
          className="plain medium"
          to="/p/$projectId/runs/$runId/i/$iterationId"
          params={{ projectId, runId, iterationId }}
          search={{ tab: 'judge' }}
        >
          <Foreign text={caseKey} />
        </Link>
        <br />
        <span className="muted">{reason === null ? status : <Foreign text={reason} />}</span>
      </td>
      <td className="num fit-cell">{score === null ? '–' : score.toFixed(2)}</td>
    </tr>
  );
}

const STANDINGS: Record<string, string> = {
  unmeasured: 'not measured: too few trials have a label',
  belowFloor: 'below the floor: it disagrees with people too often',
  measured: 'measured: it agrees with people',
  changed: 'another version was measured, this one was not',
};

/** The judge itself: its model, its line and its agreement with people. */
function Standing({ run, judge }: { run: EvalRun; judge: Judge }) {
  const { projectId } = route.useParams();
  return (
    <Section title="The judge">
      <div className="frame aside-box">
        <KeyValues
          rows={[
            ['Model', judge.modelUsed === null ? '–' : <code>{judge.modelUsed}</code>],
            ['Passes from', judge.threshold === null ? '–' : writeRate(judge.threshold)],
            ['Role', judge.role ?? 'advisory'],
            ['Agreement', judge.standing === undefined ? '–' : STANDINGS[judge.standing]],
            ['Asked', judge.generatedAt === null ? '–' : <Time time={judge.generatedAt} />],
          ]}
        />
        <p className="small case-actions">
          <Link
            to="/p/$projectId/suites/$suiteId"
            params={{ projectId, suiteId: run.suiteId }}
            search={{ tab: 'judge' }}
          >
            The judge of the suite
          </Link>
        </p>
      </div>
    </Section>
  );
}
