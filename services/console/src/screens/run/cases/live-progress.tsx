import type { EvalRun } from '@assay/sdk';
import { Bar } from '../../../components/bar/bar.tsx';
import { Foreign } from '../../../components/foreign/foreign.tsx';
import { Mark, type MarkKind } from '../../../components/mark/mark.tsx';
import { Note } from '../../../components/note/note.tsx';
import { writeCount } from '../../../lib/format/numbers.ts';

/** How far a run under way is: its trials by their ends, and why it waits. */
export function LiveProgress({ run: { trials, waitingFor }, running }: { run: EvalRun; running: number }) {
  const { total, passed, failed, excluded, skipped } = trials;
  const left = total - passed - failed - excluded - skipped;
  const counts: readonly (readonly [kind: MarkKind, count: number])[] = [
    ['passed', passed],
    ['failed', failed],
    ['excluded', excluded + skipped],
    ['running', Math.min(running, left)],
    ['pending', Math.max(0, left - running)],
  ];
  const share = (count: number) => (total === 0 ? 0 : count / total);
  return (
    <>
      <div className="live-progress">
        <Bar
          label={`${passed} passed, ${failed} failed, ${left} of ${total} trials have not ended`}
          parts={[
            { share: share(passed), tone: 'passed' },
            { share: share(failed), tone: 'failed' },
            { share: share(excluded + skipped), tone: 'res' },
            { share: share(Math.min(running, left)), tone: 'running' },
          ]}
        />
        {counts.map(
          ([kind, count]) =>
            (kind !== 'excluded' || count > 0) && (
              <span className="row" key={kind}>
                <Mark kind={kind} />
                {writeCount(count)}
              </span>
            ),
        )}
      </div>
      {waitingFor && (
        <Note
          kind="pending"
          title={waitingFor.reason === 'runner' ? 'It waits for a runner' : 'It waits for a free slot'}
        >
          <Foreign text={waitingFor.message} />
        </Note>
      )}
    </>
  );
}
