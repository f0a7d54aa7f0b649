import { Link } from '@tanstack/react-router';
import type { EvalRun, EvalRunCompare } from '@assay/sdk';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Note } from '../../components/note/note.tsx';
import { Section } from '../../components/section/section.tsx';
import { writeCount, writeCountOf, writeMoney } from '../../lib/format/numbers.ts';
import { writeDuration } from '../../lib/format/times.ts';

/** The explanation of a comparison: whether it is fair, what differs in the configurations, and the whole runs. */
export const CompareAside = ({
  projectId,
  compared,
  run,
}: {
  projectId: string;
  compared: EvalRunCompare;
  run: Pick<EvalRun, 'servers'> | undefined;
}) => (
  <aside>
    <Section title="Is it fair to compare them?">
      <Fairness compared={compared} />
    </Section>
    <Section title="What differs in the configurations">
      <div className="frame">
        <Configuration projectId={projectId} compared={compared} servers={run?.servers ?? []} />
      </div>
    </Section>
    <Section title="Whole runs">
      <div className="frame">
        <WholeRuns compared={compared} />
      </div>
    </Section>
  </aside>
);

function Fairness({ compared: { comparable, statistics } }: { compared: EvalRunCompare }) {
  if (!comparable.holds)
    return (
      <Note kind="open" title="No">
        {comparable.reasons.map(({ message }) => (
          <span key={message} className="small fairness">
            {message}
          </span>
        ))}
      </Note>
    );
  const effect = statistics?.smallestEffect;
  return (
    <Note kind="passed" title="Yes: same model, counts, rules and judge">
      <span className="small">
        {writeCountOf(statistics?.sharedCases ?? 0, 'case is', 'cases are')} in both.{' '}
        {effect === null || effect === undefined
          ? 'So few trials would not have shown even the largest difference.'
          : `Smallest difference that could be found: ${Math.round(effect * 100)} points.`}
      </span>
    </Note>
  );
}

function Configuration({
  projectId,
  compared: { configuration },
  servers,
}: {
  projectId: string;
  compared: EvalRunCompare;
  servers: EvalRun['servers'];
}) {
  const { changed = [], surfaces = [], gradingVersion } = configuration ?? {};
  const launched = changed.filter((pointer) => !/^\/servers\/[^/]+\/surface\//.test(pointer));
  const nameOf = (id: string): string => servers?.find((server) => server.id === id)?.name ?? id;
  return (
    <ul className="configuration">
      {launched.length === 0 ? (
        <li className="muted">
          Nothing in the launch. <SurfaceTexts projectId={projectId} surfaces={surfaces} nameOf={nameOf} />
        </li>
      ) : (
        launched.map((pointer) => (
          <li key={pointer}>
            <code>
              <Foreign text={pointer} />
            </code>
          </li>
        ))
      )}
      {gradingVersion && (
        <li className="muted">
          Graded by version {gradingVersion.base} and {gradingVersion.compare} of the rules: grade the older run again.
        </li>
      )}
      {launched.length > 0 && surfaces.length > 0 && (
        <li className="muted">
          <SurfaceTexts projectId={projectId} surfaces={surfaces} nameOf={nameOf} />
        </li>
      )}
    </ul>
  );
}

/** The servers whose surface was another in the two runs, each with the way to its difference. */
const SurfaceTexts = ({
  projectId,
  surfaces,
  nameOf,
}: {
  projectId: string;
  surfaces: NonNullable<NonNullable<EvalRunCompare['configuration']>['surfaces']>;
  nameOf: (serverId: string) => string;
}) => (
  <>
    {surfaces.map(({ serverId, summary, baseHash, compareHash }) => (
      <span key={serverId}>
        <Link
          className="in-text"
          to="/p/$projectId/servers/$serverId"
          params={{ projectId, serverId }}
          search={{ tab: 'drift', from: baseHash, to: compareHash }}
        >
          The surface of <Foreign text={nameOf(serverId)} /> changed
        </Link>{' '}
        between the runs{summary && `: ${writeCount(summary.breaking)} breaking`}.{' '}
      </span>
    ))}
  </>
);

type Measure = EvalRunCompare['passSummary']['passed'];

function WholeRuns({ compared: { baseRun, compareRun, passSummary, metrics } }: { compared: EvalRunCompare }) {
  const unit = baseRun.measurementUnit === 'trial' ? 'trials' : 'cases';
  const change = ({ delta }: Measure, write: (value: number) => string): string =>
    delta === null ? '–' : `${delta < 0 ? '−' : delta > 0 ? '+' : ''}${write(Math.abs(delta))}`;
  const rows: readonly (readonly [word: string, measure: Measure, write: (value: number) => string])[] = [
    [`Passed ${unit}`, passSummary.passed, writeCount],
    [`Failed ${unit}`, passSummary.failed, writeCount],
    ['Duration', metrics.wallDurationMs, writeDuration],
    ['Tokens', metrics.totalTokens, writeCount],
    ['Cost', metrics.estimatedCostUsd, writeMoney],
  ];
  return (
    <table className="dense">
      <thead>
        <tr>
          <th>
            <span className="visually-hidden">Measure</span>
          </th>
          <th className="num">Run {baseRun.runNumber}</th>
          <th className="num">Run {compareRun.runNumber}</th>
          <th className="num">Change</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([word, measure, write]) => (
          <tr key={word}>
            <td className="muted">{word}</td>
            <td className="num">{measure.base === null ? '–' : write(measure.base)}</td>
            <td className="num">{measure.compare === null ? '–' : write(measure.compare)}</td>
            <td className="num">{change(measure, write)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
