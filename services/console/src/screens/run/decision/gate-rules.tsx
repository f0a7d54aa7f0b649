import { Link, getRouteApi, useNavigate } from '@tanstack/react-router';
import { Problem, type EvalGateReport, type EvalGateVerdict, type EvalRun } from '@assay/sdk';
import { DataTable, type Column } from '../../../components/data-table/data-table.tsx';
import { Foreign } from '../../../components/foreign/foreign.tsx';
import { Mark, type MarkKind } from '../../../components/mark/mark.tsx';
import { PartError } from '../../../components/part/part.tsx';
import { Ruler } from '../../../components/ruler/ruler.tsx';
import { Difference } from '../../../components/ruler/difference.tsx';
import { Section } from '../../../components/section/section.tsx';
import { signed, writeInterval } from '../../../lib/format/numbers.ts';
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
  const { projectId, runId } = route.useParams();
  const { rule } = route.useSearch();
  const navigate = useNavigate({ from: '/p/$projectId/runs/$runId' });
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
        <DataTable
          label="Rules of the gate"
          noun="rule"
          opens="its evidence"
          columns={verdicts.every(({ status }) => status === 'non_gateable') ? OPEN_COLUMNS : COLUMNS}
          groups={[{ id: 'all', head: undefined, rows: verdicts }]}
          idOf={ruleIdOf}
          selected={rule}
          onSelect={(verdict) => {
            void navigate({ search: (old) => ({ ...old, rule: ruleIdOf(verdict) }), replace: true });
          }}
          onOpen={(verdict) => {
            if (isAgainstBaseline(verdict))
              void navigate({ to: '/p/$projectId/runs/$runId/compare', params: { projectId, runId } });
            else
              void navigate({
                to: '/p/$projectId/runs/$runId',
                params: { projectId, runId },
                search: { outcome: ['failed'] },
              });
          }}
          hasFilters={false}
        />
      </div>
    </Section>
  );
}

/** Names a rule of a gate; each scorer may have a rule of the same name. */
const ruleIdOf = ({ gate, scorerId }: EvalGateVerdict): string =>
  scorerId === undefined ? gate : `${gate}@${scorerId}`;

/** Whether the evidence of a rule is a comparison; else it is the failed cases. */
const isAgainstBaseline = ({ gate, interval }: EvalGateVerdict): boolean =>
  gate === 'noDeterministicRegressions' || interval?.kind === 'difference';

const COLUMNS: readonly Column<EvalGateVerdict>[] = [
  { id: 'mark', head: '', kind: 'mark', cell: ({ status }) => <Mark kind={MARKS[status]} /> },
  {
    id: 'rule',
    head: 'Rule',
    kind: 'fill',
    cell: ({ label, message }) => (
      <span title={message}>
        <Foreign text={sentenceCase(label)} />
      </span>
    ),
  },
  {
    id: 'measured',
    head: 'Measured',
    kind: 'number',
    cell: ({ observedText }) => <span className="strong">{observedText ?? '–'}</span>,
  },
  {
    id: 'line',
    head: 'Line',
    kind: 'number',
    cell: ({ thresholdText }) => (
      <span className="muted">{thresholdText === undefined ? '–' : lineOf(thresholdText)}</span>
    ),
  },
  {
    id: 'margin',
    head: 'Margin',
    kind: 'number',
    narrow: 'hidden',
    cell: ({ status, marginText }) => <span className={`margin-${status}`}>{marginText ?? '–'}</span>,
  },
  {
    id: 'interval',
    head: '95 % interval against its line',
    narrow: 'hidden',
    cell: (verdict) => <RuleInterval verdict={verdict} />,
  },
];

/** Where no rule could be measured, each says why. */
const OPEN_COLUMNS: readonly Column<EvalGateVerdict>[] = [
  COLUMNS[0]!,
  { id: 'rule', head: 'Rule', cell: ({ label }) => <Foreign text={sentenceCase(label)} /> },
  {
    id: 'why',
    head: 'Why it is open',
    kind: 'fill',
    cell: ({ message }) => (
      <span className="muted" title={message}>
        <Foreign text={message} />
      </span>
    ),
  },
];

const sentenceCase = (text: string): string =>
  /^p\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
/** A bound with its sign: `≥ 90 %`. */
const lineOf = (text: string): string => text.replace(/^at least /, '≥ ').replace(/^at most /, '≤ ');

const points = (share: number): string => signed(Math.round(share * 100));

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
        <span className="push muted no-wrap">{writeInterval({ low: interval.lower, high: interval.upper })}</span>
      </span>
    );
  if (interval?.kind === 'difference' && observed !== undefined)
    return (
      <span className="row">
        <Difference
          width={126}
          delta={observed}
          interval={{ low: interval.lower, high: interval.upper }}
          outcome={outcome}
        />
        <span className="push muted no-wrap">
          {points(interval.lower)} to {points(interval.upper)}
        </span>
      </span>
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
