import type { EvalRunDecisionSummary } from '@assay/sdk';
import { Foreign } from '../../../components/foreign/foreign.tsx';
import { Mark } from '../../../components/mark/mark.tsx';
import { Section } from '../../../components/section/section.tsx';
import { writeCount, writeRate } from '../../../lib/format/numbers.ts';

/** The smallest changes that would turn the verdict. */
export const Changes = ({ decision: { verdictChanges = [] } }: { decision: EvalRunDecisionSummary }) => (
  <Section title="What would change this verdict" about="the smallest steps; nothing is run for it">
    <div className="frame">
      <table className="data-table">
        <thead>
          <tr>
            <th className="mark-cell" aria-label="Verdict then" />
            <th>If</th>
            <th className="num">Changes</th>
            <th className="num">Then passed</th>
            <th className="num">Rate</th>
            <th className="wide-only" aria-label="Note" />
          </tr>
        </thead>
        <tbody>
          {verdictChanges.map(({ kind, condition, changes, passed, total, rate, verdict, note }, index) => (
            <tr key={`${kind} ${index}`}>
              <td className="mark-cell">
                <Mark kind={verdict} />
              </td>
              <td className="fill-cell">
                <Foreign text={condition} />
              </td>
              <td className="num fit-cell below-cell muted">{changes}</td>
              <td className="num fit-cell below-cell">
                {writeCount(passed)} of {writeCount(total)}
              </td>
              <td className="num fit-cell strong">{writeRate(rate)}</td>
              <td className="fit-cell muted wide-only">{note}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </Section>
);
