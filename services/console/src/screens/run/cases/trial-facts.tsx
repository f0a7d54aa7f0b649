import { Fragment } from 'react';
import type { EvalCaseEvaluation, EvalStageRow } from '@assay/sdk';
import { Foreign } from '../../../components/foreign/foreign.tsx';
import { Mark, type MarkKind } from '../../../components/mark/mark.tsx';
import { Outcome } from '../../../components/outcome/outcome.tsx';
import { stageWord } from './case-columns.tsx';

const markOf = ({ state }: EvalStageRow): MarkKind => (state === 'passed' || state === 'failed' ? state : 'pending');

/** How far a trial came: a mark for each stage, and the word of the failed ones. */
export const StageRow = ({ stages }: { stages: EvalStageRow[] }) => (
  <span className="stage-row">
    {stages.map((row, index) => (
      <Fragment key={row.stage}>
        {index > 0 && <span className="faint">·</span>}
        {row.state === 'failed' ? (
          <Outcome kind="failed" word={stageWord(row.stage)} />
        ) : (
          <span title={`${stageWord(row.stage)}: ${row.state}`}>
            <Mark kind={markOf(row)} word={`${stageWord(row.stage)}: ${row.state}`} />
          </span>
        )}
      </Fragment>
    ))}
  </span>
);

type Check = EvalCaseEvaluation['checks'][number];
const CHECK_MARKS: Record<Check['status'], MarkKind> = {
  failed: 'failed',
  error: 'excluded',
  passed: 'passed',
  not_applicable: 'pending',
};
const RANKS = ['failed', 'error', 'passed', 'not_applicable'];

/** The assertions of a trial, failed ones first, each with its reason. */
export const AssertionRows = ({ checks }: { checks: Check[] }) => (
  <div className="case-block">
    <h3 className="h2">Assertions</h3>
    <table className="dense">
      <tbody>
        {checks
          .toSorted((a, b) => RANKS.indexOf(a.status) - RANKS.indexOf(b.status))
          .map((check, index) => (
            <tr key={index}>
              <td className="mark-cell flush-left">
                <Mark kind={CHECK_MARKS[check.status]} />
              </td>
              <td className="fit-cell">
                <code>{check.type}</code>
                {check.role !== 'gating' && <span className="faint"> {check.role}</span>}
              </td>
              <td className="fill-cell cut muted" title={check.reason}>
                <Foreign text={check.brief ?? check.reason} />
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  </div>
);
