import { getRouteApi } from '@tanstack/react-router';
import {
  Problem,
  type EvalGateReport,
  type EvalRun,
  type EvalRunCompare,
  type EvalRunDecisionSummary,
} from '@assay/sdk';
import { Button, ButtonLink } from '../../../components/button/button.tsx';
import { Difference } from '../../../components/ruler/difference.tsx';
import { Foreign } from '../../../components/foreign/foreign.tsx';
import { Note } from '../../../components/note/note.tsx';
import { Outcome } from '../../../components/outcome/outcome.tsx';
import { KeyValues } from '../../../components/section/key-values.tsx';
import { Section } from '../../../components/section/section.tsx';
import { useRoleReason } from '../../../data/project-role.ts';
import { useOperation } from '../../../data/operations.ts';
import { writeCount, writeCountOf, writePoints, writeRate } from '../../../lib/format/numbers.ts';
import { openDialog } from '../dialogs/open-dialog.ts';
import { isUnderWay } from '../run-words.tsx';
import { Waivers } from './waivers.tsx';

const route = getRouteApi('/shell/p/$projectId/runs/$runId');

interface Facts {
  run: EvalRun;
  decision: EvalRunDecisionSummary | undefined;
  gate: EvalGateReport | undefined;
}

/** Beside the counts: the run before, or the trials that are missing for a verdict, and the waivers of the gate. */
export function DecisionAside({ run, decision, gate }: Facts) {
  return (
    <>
      {decision?.missing ? <Missing run={run} missing={decision.missing} /> : <Against run={run} />}
      <Waivers run={run} gate={gate} />
    </>
  );
}

/** The trials that would establish a verdict, and the facts that are certain already. */
function Missing({ run, missing }: { run: EvalRun; missing: NonNullable<EvalRunDecisionSummary['missing']> }) {
  const { projectId } = route.useParams();
  const reason = useRoleReason(projectId, 'member');
  const { trials, graded, configured, sentence, canPass, canFail } = missing;
  const [head, ...rest] = sentence.split(': ');
  return (
    <Section title="What would establish a verdict">
      <div className="frame aside-box">
        <p className="row wrap">
          <Outcome kind="open" word={`${writeCountOf(trials, 'trial')} ${trials === 1 ? 'is' : 'are'} missing`} />
          <span className="faint">
            {writeCount(configured)} needed, {writeCount(graded)} graded
          </span>
        </p>
        <h3 className="h2">What is certain already</h3>
        <Note kind="open" title={head}>
          {sentenceCase(rest.join(': '))}{' '}
          {!canPass && canFail && 'It is no failure yet: a trial that was not tried counts against no part.'}
        </Note>
        {run.stopped && (
          <>
            <h3 className="h2">Before you rerun</h3>
            <KeyValues
              rows={[
                ['Code', <code>{run.stopped.code}</code>],
                ['Model', run.effectiveModelId ? <code>{run.effectiveModelId}</code> : undefined],
                ['Said', <Foreign text={run.stopped.message} />],
              ]}
            />
          </>
        )}
        <div className="row case-actions">
          <Button
            look="primary"
            keyHint="R"
            disabled={reason !== undefined}
            title={reason}
            onClick={() => openDialog('rerun')}
          >
            Rerun what is missing
          </Button>
        </div>
      </div>
    </Section>
  );
}

const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The run beside the one before it. */
function Against({ run }: { run: EvalRun }) {
  const { projectId, runId } = route.useParams();
  const asked = useOperation('compareEvalRun', { projectId, runId }, { limit: 1 });
  if (isUnderWay(run)) return null;
  if (asked.error instanceof Problem && asked.error.status === 404)
    return (
      <Section title="Against an earlier run">
        <p className="muted">There is no earlier run to hold it against.</p>
      </Section>
    );
  if (!asked.data) return null;
  return <Comparison compared={asked.data} />;
}

const POLICIES: Record<string, string> = {
  previous_completed: 'the run before, chosen automatically',
  run: 'named by the launch',
};

function Comparison({ compared }: { compared: EvalRunCompare }) {
  const { projectId, runId } = route.useParams();
  const { baseRun, compareRun, baseline, statistics, comparable, caseCounts } = compared;
  const difference = statistics?.difference ?? undefined;
  const words = [
    ['regressed', 'regressed'],
    ['fixed', 'fixed'],
    ['unchanged_failed', 'still fail'],
    ['unchanged_passed', 'still pass'],
    ['within_noise', 'within noise'],
  ] as const;
  return (
    <Section
      title={`Against run ${baseRun.runNumber}`}
      about={baseline.branch === undefined ? POLICIES[baseline.policy] : `the newest of ${baseline.branch}`}
    >
      <div className="frame">
        <table className="tight">
          <tbody>
            {[baseRun, compareRun].map((side) => (
              <tr key={side.id}>
                <td className="muted">Run {side.runNumber}</td>
                <td className="num">
                  {side.summary && `${writeCount(side.summary.passed)} of ${writeCount(side.summary.total)}`}
                </td>
                <td className="num fit-cell">{side.summary && writeRate(side.summary.passRate)}</td>
              </tr>
            ))}
            {difference && (
              <tr>
                <td className="muted">Difference</td>
                <td>
                  <Difference
                    delta={difference.delta}
                    interval={{ low: difference.lower, high: difference.upper }}
                    outcome={
                      statistics!.noise === 'regression'
                        ? 'failed'
                        : statistics!.noise === 'improvement'
                          ? 'passed'
                          : 'none'
                    }
                  />
                </td>
                <td className="num fit-cell">{writePoints(difference.delta)}</td>
              </tr>
            )}
            <tr>
              <td className="muted">Cases</td>
              <td className="num compared-cases" colSpan={2}>
                {words
                  .filter(([label]) => (caseCounts[label] ?? 0) > 0 || label === 'regressed')
                  .map(([label, word]) => `${caseCounts[label] ?? 0} ${word}`)
                  .join(', ')}
              </td>
            </tr>
          </tbody>
        </table>
      </div>
      <Note
        kind={comparable.holds ? 'passed' : 'open'}
        title={comparable.holds ? 'Fair to compare' : 'Not fair to compare'}
        action={
          <ButtonLink small to="/p/$projectId/runs/$runId/compare" params={{ projectId, runId }}>
            Compare
          </ButtonLink>
        }
      >
        {comparable.holds
          ? `Same model, counts and rules; ${writeCountOf(statistics?.sharedCases ?? 0, 'case')} in both.`
          : comparable.reasons.map(({ message }) => message).join(' ')}
      </Note>
    </Section>
  );
}
