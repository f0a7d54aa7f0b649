import { Link, getRouteApi } from '@tanstack/react-router';
import { Problem, type EvalGateReport, type EvalGateVerdict, type EvalRun } from '@assay/sdk';
import { Foreign } from '../../../components/foreign/foreign.tsx';
import { Mark, type MarkKind } from '../../../components/mark/mark.tsx';
import { PartError } from '../../../components/part/part.tsx';
import { Ruler } from '../../../components/ruler/ruler.tsx';
import { Difference } from '../../../components/ruler/difference.tsx';
import { Section } from '../../../components/section/section.tsx';
import { isUnderWay } from '../run-words.tsx';

const route = getRouteApi('/shell/p/$projectId/runs/$runId');

const MARKS: Record<EvalGateVerdict['status'], MarkKind> = {
  passed: 'passed',
  failed: 'failed',
  non_gateable: 'open',
  usage_error: 'warning',
};

interface AskedGate {
  data: EvalGateReport | undefined;
  error: Error | null;
  refetch: () => unknown;
}

/** The rules of the gate: what was measured, the line, and how far it is from it. */
export function GateRules({ run, gate }: { run: EvalRun; gate: AskedGate }) {
  const { projectId } = route.useParams();
  if (isUnderWay(run)) return null;
  if (gate.error instanceof Problem && gate.error.status === 404)
    return (
      <Section title="The gate" about="none">
        <p className="muted">
          The suite has no gate. Its rules are set{' '}
          <Link
            to="/p/$projectId/suites/$suiteId"
            params={{ projectId, suiteId: run.suiteId }}
            search={{ tab: 'judge' }}
          >
            with its judge
          </Link>
          .
        </p>
      </Section>
    );
  if (gate.error) return <PartError error={gate.error} what="gate" onAgain={() => void gate.refetch()} />;
  if (!gate.data) return null;
  const { verdicts } = gate.data;
  const failed = verdicts.filter(({ status }) => status === 'failed').length;
  return (
    <Section
      title="The gate"
      about={
        gate.data.outcome === 'incomplete'
          ? 'not decided: a rule needs a run with a verdict'
          : `${failed} of ${verdicts.length} rules ${failed === 1 ? 'fails' : 'fail'}; it decides the release check, never the verdict`
      }
    >
      <div className="frame">
        <table>
          <thead>
            <tr>
              <th className="mark-cell" aria-label="Outcome" />
              <th>Rule</th>
              <th className="num">Measured</th>
              <th className="num">Line</th>
              <th className="num">Margin</th>
              <th className="wide-only">95 % interval against its line</th>
            </tr>
          </thead>
          <tbody>
            {verdicts.map((verdict, index) => (
              <Rule key={index} verdict={verdict} />
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

const Rule = ({ verdict }: { verdict: EvalGateVerdict }) => (
  <tr title={verdict.message}>
    <td className="mark-cell">
      <Mark kind={MARKS[verdict.status]} />
    </td>
    <td>
      <Foreign text={sentenceCase(verdict.label)} />
    </td>
    <td className="num fit-cell strong">{verdict.observedText ?? '–'}</td>
    <td className="num fit-cell muted">{verdict.thresholdText === undefined ? '–' : lineOf(verdict.thresholdText)}</td>
    <td className={`num fit-cell margin-${verdict.status}`}>{verdict.marginText ?? '–'}</td>
    <td className="rule-interval wide-only">
      <RuleInterval verdict={verdict} />
    </td>
  </tr>
);

const sentenceCase = (text: string): string =>
  /^p\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
/** A bound with its sign: `≥ 90 %`. */
const lineOf = (text: string): string => text.replace(/^at least /, '≥ ').replace(/^at most /, '≤ ');

function RuleInterval({
  verdict: { gate, interval, observed, threshold, status, note },
}: {
  verdict: EvalGateVerdict;
}) {
  const { projectId, runId } = route.useParams();
  const outcome = status === 'passed' || status === 'failed' ? status : 'open';
  if (interval?.kind === 'rate' && observed !== undefined)
    return (
      <span className="row">
        <Ruler
          width={126}
          rate={observed}
          line={threshold}
          interval={{ low: interval.lower, high: interval.upper }}
          outcome={outcome}
        />
      </span>
    );
  if (interval?.kind === 'difference' && observed !== undefined)
    return (
      <Difference
        width={126}
        delta={observed}
        interval={{ low: interval.lower, high: interval.upper }}
        outcome={outcome}
      />
    );
  if (gate === 'noDeterministicRegressions' && observed !== undefined && observed > 0)
    return (
      <Link to="/p/$projectId/runs/$runId/compare" params={{ projectId, runId }}>
        show the {observed}
      </Link>
    );
  return note === undefined ? null : (
    <span className="muted rule-note cut" title={note}>
      <Foreign text={note} />
    </span>
  );
}
