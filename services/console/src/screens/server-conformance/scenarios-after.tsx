import type { ReplyOf } from '../../data/operations.ts';
import { Time } from '../../components/figures/figures.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { Outcome as OutcomeWord } from '../../components/outcome/outcome.tsx';
import type { Report } from './scenario-rows.ts';

type Run = ReplyOf<'getConformanceRun'>;

/** The scenarios after the server was ended. */
export const ScenariosAfter = ({ report }: { report: Report }) => {
  const lost = report.unjudged.filter(({ status }) => status === 'couldNotRun');
  if (lost.length === 0) return null;
  return (
    <>
      <h3>What came after it</h3>
      <p className="after-row">
        <Mark kind="open" word="Could not run" />
        <span>{lost.length} scenarios</span>
        <span className="push faint">
          <Foreign text={lost[0]!.reason ?? 'no result'} />
        </span>
      </p>
    </>
  );
};

/** The outcome of a run of one scenario again. */
export const LaterRun = ({ run }: { run: Run }) => {
  const words = { passed: 'Passed', failed: 'Failed', incomplete: 'Could not run' } as const;
  const kinds = { passed: 'passed', failed: 'failed', incomplete: 'open' } as const;
  return (
    <>
      <h3>Run again</h3>
      <p className="row">
        {run.outcome === null ? (
          <OutcomeWord
            kind={run.status === 'failed' ? 'open' : 'running'}
            word={run.status === 'failed' ? 'No result' : 'Running'}
          />
        ) : (
          <OutcomeWord kind={kinds[run.outcome]} word={words[run.outcome]} />
        )}
        <span className="faint">
          <Time time={run.createdAt} />
        </span>
      </p>
      {run.errorMessage !== null && (
        <p className="small muted">
          <Foreign text={run.errorMessage} />
        </p>
      )}
    </>
  );
};
