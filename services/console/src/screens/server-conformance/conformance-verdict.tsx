import { Foreign } from '../../components/foreign/foreign.tsx';
import type { MarkKind } from '../../components/mark/mark.tsx';
import type { ReplyOf } from '../../data/operations.ts';
import { writeCountOf } from '../../lib/format/numbers.ts';
import type { Report } from './scenario-rows.ts';

type Run = ReplyOf<'getConformanceRun'>;
const sum = ({ suites }: Pick<Run, 'suites'>, field: 'passed' | 'couldNotRun' | 'notApplicable'): number =>
  suites.reduce((total, suite) => total + suite[field], 0);

/** Whether the server keeps the protocol, as one sentence. */
export function conformanceVerdict({
  run,
  newest,
  report,
  isLoading,
}: {
  run: Run | undefined;
  newest: Run | undefined;
  report: Report | undefined;
  isLoading: boolean;
}): { kind: MarkKind; word: string; rest?: string } {
  const status = (run ?? newest)?.status;
  if (status === 'pending') return { kind: 'pending', word: 'Waiting for a runner.' };
  if (status === 'running') return { kind: 'running', word: 'Testing.', rest: 'A runner plays the scenarios.' };
  if (!run)
    return newest?.status === 'failed'
      ? { kind: 'open', word: 'Not established.', rest: 'The last run ended without a report.' }
      : { kind: isLoading ? 'running' : 'pending', word: 'Not tested yet.' };
  const { outcome, totalCases, totalFailingCases } = run;
  const unplayed = sum(run, 'couldNotRun');
  if (outcome === 'failed')
    return {
      kind: 'failed',
      word: 'Does not conform.',
      rest: `${totalFailingCases} of ${writeCountOf(totalCases, 'scenario')} ${totalFailingCases === 1 ? 'fails' : 'fail'}${unplayed > 0 ? `, and ${unplayed} more could not run` : ''}.`,
    };
  if (outcome === 'passed')
    return {
      kind: report && report.warnings.length > 0 ? 'warning' : 'passed',
      word: 'Conforms.',
      rest: `Each of ${writeCountOf(totalCases, 'scenario')} passed.`,
    };
  return {
    kind: 'open',
    word: 'Not established.',
    rest:
      unplayed > 0
        ? `${writeCountOf(unplayed, 'scenario')} could not run, and none failed.`
        : 'No scenario applies to the server.',
  };
}

/** The message that ended the server, and how many scenarios passed or do not apply. */
export function ConformanceWhy({
  report,
  run,
  server,
}: {
  report: Report | undefined;
  run: Run | undefined;
  server: string;
}) {
  if (!run) return null;
  if (run.status === 'failed' && run.errorMessage !== null) return <Foreign text={run.errorMessage} />;
  if (!report) return null;
  const { endedBy } = report;
  const warned = report.warnings.length;
  return (
    <>
      {endedBy && (
        <>
          One message ends <Foreign text={server} /> for every client:{' '}
          <b>{(endedBy.title ?? endedBy.scenario).replace(/\.$/, '')}</b>. The scenarios after it found no server, and
          say nothing about it.{' '}
        </>
      )}
      {sum(run, 'passed')} passed; {sum(run, 'notApplicable')} do not apply.
      {warned > 0 && ` ${writeCountOf(warned, 'scenario')} passed without doing what a server should.`}
    </>
  );
}
