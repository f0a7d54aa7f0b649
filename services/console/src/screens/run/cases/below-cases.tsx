import { Link, getRouteApi } from '@tanstack/react-router';
import type { ActionableFinding, EvalRun } from '@assay/sdk';
import type { ReactNode } from 'react';
import { Foreign } from '../../../components/foreign/foreign.tsx';
import { Mark, type MarkKind } from '../../../components/mark/mark.tsx';
import { Section } from '../../../components/section/section.tsx';
import { Problem } from '@assay/sdk';
import { useOperation } from '../../../data/operations.ts';
import { writeCount, writeCountOf } from '../../../lib/format/numbers.ts';
import { AskInsights } from '../insights/ask-insights.tsx';
import { isUnderWay } from '../run-words.tsx';

const route = getRouteApi('/shell/p/$projectId/runs/$runId');
/** The findings that stand under the cases; the tab has all of them. */
const SHOWN = 5;

/** The findings of a run, and the facts that its verdict is based on. */
export const BelowCases = ({ run }: { run: EvalRun }) => (
  <div className="cols c2 below-cases wide-only">
    <Section
      title="Insights"
      about={
        run.insights?.explainedBy ? `explained by ${run.insights.explainedBy}` : 'by fixed rules, no model was asked'
      }
      aside={<AskInsights run={run} small />}
    >
      <Findings run={run} />
    </Section>
    <Section title="What the verdict is based on">
      <div className="frame">
        <table className="dense">
          <tbody>
            <Basis run={run} />
          </tbody>
        </table>
      </div>
    </Section>
  </div>
);

function Findings({ run: { insights } }: { run: EvalRun }) {
  if (insights?.status === 'pending') return <p className="muted">The failures are being read.</p>;
  if (insights?.status !== 'completed') return <p className="muted">They were not asked for yet.</p>;
  if (insights.findings.length === 0) return <p className="muted">The failures share no pattern.</p>;
  return (
    <div className="frame">
      <table className="top">
        <tbody>
          {insights.findings.slice(0, SHOWN).map((finding) => (
            <FindingRow key={finding.id} finding={finding} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function FindingRow({ finding }: { finding: ActionableFinding }) {
  const { projectId, runId } = route.useParams();
  return (
    <tr>
      <td className="mark-cell">
        <Mark kind="note" word="" />
      </td>
      <td>
        <Link
          className="plain medium"
          to="/p/$projectId/runs/$runId"
          params={{ projectId, runId }}
          search={{ tab: 'insights', sel: finding.id }}
        >
          <Foreign text={finding.title} />
        </Link>
        <br />
        <span className="muted">
          <Foreign text={finding.recommendation} />
        </span>
      </td>
      <td className="num fit-cell muted">
        {writeCount(finding.affected.count)} of {writeCount(finding.affected.total)}
        <br />
        <span className="faint small">{finding.affected.unit}</span>
      </td>
    </tr>
  );
}

const Fact = ({ kind, name, children }: { kind: MarkKind; name: ReactNode; children: ReactNode }) => (
  <tr>
    <td className="mark-cell">
      <Mark kind={kind} />
    </td>
    <td className="fit-cell muted">{name}</td>
    <td>{children}</td>
  </tr>
);

const GATE_MARKS = { passed: 'passed', failed: 'failed', incomplete: 'open', usage_error: 'warning' } as const;

function Basis({ run }: { run: EvalRun }) {
  const { projectId, runId } = route.useParams();
  const { trials, judges } = run;
  const gate = useOperation('getEvalRunGate', { projectId, runId });
  const comparison = useOperation('compareEvalRun', { projectId, runId }, { limit: 1 });
  const tried = trials.total - trials.skipped;
  const judge = judges?.goalCompletion;
  return (
    <>
      <Fact kind={tried === trials.total ? 'passed' : 'open'} name="Attempted">
        {writeCount(tried)} of {writeCountOf(trials.total, 'configured trial')}
      </Fact>
      <Fact kind={trials.excluded === 0 ? 'passed' : 'excluded'} name="Excluded">
        {writeCount(trials.excluded)} because of provider, platform or cassette
      </Fact>
      {gate.data && (
        <Fact kind={GATE_MARKS[gate.data.outcome]} name="Gate">
          {gate.data.sentence} {gate.data.waived && 'A waiver lets the run pass.'}
        </Fact>
      )}
      {gate.error instanceof Problem && gate.error.status === 404 && (
        <Fact kind="pending" name="Gate">
          none: the suite has no gate
        </Fact>
      )}
      <Fact kind={judge?.status === 'completed' ? 'note' : 'pending'} name="Judge">
        {judge?.status === 'completed'
          ? `${judge.modelUsed}, ${judge.gating ? 'gating' : 'advisory'}`
          : 'off for this run: nothing was judged'}
      </Fact>
      {comparison.data && !isUnderWay(run) && (
        <Fact
          kind={comparisonMark(comparison.data.caseCounts)}
          name={`Against run ${comparison.data.baseRun.runNumber}`}
        >
          <Link to="/p/$projectId/runs/$runId/compare" params={{ projectId, runId }}>
            <Foreign text={comparison.data.sentence} />
          </Link>
        </Fact>
      )}
    </>
  );
}

/** A comparison is marked by its regressed cases. */
const comparisonMark = (counts: Record<string, number>): MarkKind =>
  (counts['regressed'] ?? 0) > 0 ? 'failed' : 'passed';
