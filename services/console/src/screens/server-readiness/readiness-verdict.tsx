import type { MarkKind } from '../../components/mark/mark.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import type { ReplyOf } from '../../data/operations.ts';
import { writeCountOf } from '../../lib/format/numbers.ts';
import { countOf, type Report } from './requirement-rows.ts';

type Run = ReplyOf<'getReadinessRun'>;
const DIRECTORIES = { claude: 'the Claude directory', openai: 'the directory of OpenAI' };

/** Whether the server can be listed, as one sentence. */
export function readinessVerdict({
  kind,
  report,
  newest,
  isCommand,
  isLoading,
}: {
  kind: 'claude' | 'openai';
  report: Report | undefined;
  newest: Run | undefined;
  isCommand: boolean;
  isLoading: boolean;
}): { kind: MarkKind; word: string; rest?: string } {
  const directory = DIRECTORIES[kind];
  if (isCommand) return { kind: 'note', word: 'Not for a directory.', rest: 'Directories list servers at an address.' };
  if (newest?.status === 'pending') return { kind: 'pending', word: 'Waiting for a runner.' };
  if (newest?.status === 'running')
    return { kind: 'running', word: 'Grading.', rest: 'A runner gathers the evidence.' };
  if (!report)
    return newest?.status === 'failed'
      ? { kind: 'open', word: 'Not established.', rest: 'The last grading ended without a report.' }
      : { kind: isLoading ? 'running' : 'pending', word: `Not graded for ${directory} yet.` };
  const all = report.requirements.length;
  const [failed, missing] = [countOf(report, 'fail'), countOf(report, 'notEvaluated')];
  if (failed > 0)
    return {
      kind: 'failed',
      word: `Not ready for ${directory}.`,
      rest: `${failed} of ${writeCountOf(all, 'requirement')} ${failed === 1 ? 'is' : 'are'} not met.`,
    };
  if (missing > 0)
    return {
      kind: 'open',
      word: `Not established for ${directory}.`,
      rest: `${missing} of ${writeCountOf(all, 'requirement')} ${missing === 1 ? 'has' : 'have'} no answer yet.`,
    };
  return { kind: 'passed', word: `Ready for ${directory}.`, rest: 'Each requirement that applies is met.' };
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** How many are met, what has no answer, and the day of the rules. */
export function ReadinessWhy({
  report,
  newest,
  isCommand,
}: {
  report: Report | undefined;
  newest: Run | undefined;
  isCommand: boolean;
}) {
  if (isCommand) return <>A server that is started by a command has none.</>;
  if (newest?.status === 'failed' && newest.errorMessage !== null) return <Foreign text={newest.errorMessage} />;
  if (!report) return null;
  const [met, apart, missing, warned] = [
    countOf(report, 'pass', 'warn'),
    countOf(report, 'notApplicable'),
    countOf(report, 'notEvaluated'),
    countOf(report, 'warn'),
  ];
  const stated = report.requirements.filter(({ result, statable }) => result === 'notEvaluated' && statable).length;
  const first = report.requirements
    .filter(({ result, statable, lane }) => result === 'notEvaluated' && statable && lane === 'submission-artifacts')
    .slice(0, 2);
  return (
    <>
      {met} are met{warned > 0 && `, ${warned} of them with something to look at,`} and {apart} do not apply.{' '}
      {missing > 0 && (
        <>
          <b>
            {missing} {missing === 1 ? 'has' : 'have'} no answer yet
          </b>
          {stated > 0 && first.length > 0
            ? `: the server cannot show ${first.map(({ missingInput }) => missingInput).join(' or ')}, so you state them below. `
            : '. '}
        </>
      )}
      The rules are dated {day.format(new Date(report.policySnapshotDate))}.
    </>
  );
}
