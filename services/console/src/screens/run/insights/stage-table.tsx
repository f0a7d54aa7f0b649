import type { EvalRunStageAnalytics } from '@assay/sdk';
import { Mark } from '../../../components/mark/mark.tsx';
import { Part } from '../../../components/part/part.tsx';
import { Ruler } from '../../../components/ruler/ruler.tsx';
import { Section } from '../../../components/section/section.tsx';
import { writeCount, writeRate } from '../../../lib/format/numbers.ts';
import { STAGES } from './finding-words.ts';

/** A query of the stages, with its state. */
export interface AskedStages {
  data: EvalRunStageAnalytics | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

/** How far the trials came: for each stage the share that passed it. */
export const StageTable = ({ stages }: { stages: AskedStages }) => (
  <Section
    title="How far the trials got"
    about="a trial is counted at each stage that it reached and that was measured"
  >
    <Part of={stages} what="stages" rows={6}>
      {({ stages: counts }) => (
        <div className="frame">
          <table>
            <thead>
              <tr>
                <th className="mark-cell" aria-label="Outcome" />
                <th>Stage</th>
                <th className="wide-only" aria-label="Meaning" />
                <th className="num">Passed</th>
                <th className="num">Rate</th>
                <th className="wide-only">0–100 %, 95 %</th>
                <th className="num wide-only">Not measured</th>
              </tr>
            </thead>
            <tbody>
              {counts.map(
                ({ stage, passed, failed, notReached, notMeasured, notApplicable, passRate, passRateInterval }) => (
                  <tr key={stage}>
                    <td className="mark-cell">
                      <Mark kind={failed > 0 ? 'failed' : passed > 0 ? 'passed' : 'pending'} />
                    </td>
                    <td className="fit-cell medium">{STAGES[stage]!.word}</td>
                    <td className="muted wide-only">{STAGES[stage]!.meaning}</td>
                    <td className="num fit-cell">
                      {passed + failed === 0 ? '–' : `${writeCount(passed)} of ${writeCount(passed + failed)}`}
                    </td>
                    <td className="num fit-cell muted">{writeRate(passRate ?? undefined)}</td>
                    <td className="fit-cell wide-only">
                      {passRate !== null && passRateInterval && (
                        <Ruler
                          width={112}
                          rate={passRate}
                          interval={{ low: passRateInterval.lower, high: passRateInterval.upper }}
                          outcome={failed > 0 ? 'failed' : 'passed'}
                        />
                      )}
                    </td>
                    <td className="num fit-cell muted wide-only">
                      {writeCount(notReached + notMeasured + notApplicable)}
                    </td>
                  </tr>
                ),
              )}
            </tbody>
          </table>
        </div>
      )}
    </Part>
  </Section>
);
