import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { EvalIterationDetail } from '@assay/sdk';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Id, Time } from '../../components/figures/figures.tsx';
import { Mark, type MarkKind } from '../../components/mark/mark.tsx';
import { Section } from '../../components/section/section.tsx';
import { Tag } from '../../components/tag/tag.tsx';
import { operationQuery } from '../../data/operations.ts';
import { writePercent } from '../../lib/format/numbers.ts';
import type { IterationTarget } from './use-trace.ts';

type Opinion = EvalIterationDetail['opinions'][number];

/** The opinions of judges about an iteration, the newest first, and the labels of people. */
export const JudgeTab = ({ target, detail }: { target: IterationTarget; detail: EvalIterationDetail }) => (
  <section className="pane" aria-label="Judge">
    <div className="pad">
      <Section title="Opinions of judges" about="the newest first; they count only where a judge decides">
        {detail.opinions.length === 0 ? (
          <p className="muted">
            No judge was asked about this trial.{' '}
            <Link
              className="in-text"
              to="/p/$projectId/runs/$runId"
              params={{ projectId: target.projectId, runId: target.runId }}
              search={{ tab: 'judge' }}
            >
              The judge of the run
            </Link>
          </p>
        ) : (
          detail.opinions.map((opinion) => <OpinionCard key={opinion.judgeVersion} opinion={opinion} />)
        )}
      </Section>
      <Labels detail={detail} />
    </div>
  </section>
);

const kindOf = ({ status, passed }: Opinion): MarkKind => {
  if (status !== 'scored') return status === 'pending' ? 'pending' : 'open';
  return passed === true ? 'passed' : 'failed';
};

const WORDS: Record<Opinion['status'], string> = {
  pending: 'is being asked',
  scored: '',
  error: 'broke down, which says nothing about the trial',
  skipped: 'had nothing to judge',
};

const OpinionCard = ({ opinion }: { opinion: Opinion }) => (
  <article className="frame opinion">
    <header className="row">
      <Mark kind={kindOf(opinion)} />
      <code className="medium">{opinion.model}</code>
      <Tag>{opinion.gating ? 'decides' : 'advisory'}</Tag>
      <span className="faint small">
        version <Id id={opinion.judgeVersion} />
      </span>
      <span className="push faint small">
        <Time time={opinion.askedAt} />
      </span>
    </header>
    <p>
      {opinion.score === null
        ? WORDS[opinion.status]
        : `Score ${writePercent(opinion.score)} of 100; from ${writePercent(opinion.threshold)} on a trial passes.`}
    </p>
    {opinion.reason !== null && (
      <p className="muted">
        <Foreign text={opinion.reason} />
      </p>
    )}
    {opinion.criteria.length > 0 && (
      <table className="top">
        <tbody>
          {opinion.criteria.map(({ id, met, reason }) => (
            <tr key={id}>
              <td className="mark-cell">
                <Mark kind={met ? 'passed' : 'failed'} />
              </td>
              <td>
                <code className="medium">
                  <Foreign text={id} />
                </code>
                <br />
                <span className="muted">
                  <Foreign text={reason} />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
    {opinion.unsupportedClaims.length > 0 && (
      <>
        <h3 className="h2">Claims that no evidence supports</h3>
        <ul>
          {opinion.unsupportedClaims.map((claim) => (
            <li key={claim}>
              <Foreign text={claim} />
            </li>
          ))}
        </ul>
      </>
    )}
  </article>
);

/** The labels of people, by their names where the reader may see members. */
function Labels({ detail: { labels } }: { detail: EvalIterationDetail }) {
  const me = useQuery(operationQuery('getMe'));
  return (
    <Section title="Labels of people" about="they measure the judge, and change no result">
      {labels.length === 0 ? (
        <p className="muted">
          This trial has no label. <kbd>l</kbd> gives it one.
        </p>
      ) : (
        <table className="dense">
          <tbody>
            {labels.map(({ userId, verdict, note, updatedAt }) => (
              <tr key={userId}>
                <td className="mark-cell">
                  <Mark kind={verdict} />
                </td>
                <td className="fit-cell">{userId === me.data?.id ? 'You' : <Id id={userId} />}</td>
                <td className="fill-cell cut">{note !== undefined && <Foreign text={note} />}</td>
                <td className="num faint">
                  <Time time={updatedAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}
