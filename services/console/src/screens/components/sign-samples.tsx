import { Bar } from '../../components/bar/bar.tsx';
import { Code } from '../../components/code/code.tsx';
import { Duration, Id, Money, Time } from '../../components/figures/figures.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark, wordOf, type MarkKind } from '../../components/mark/mark.tsx';
import { HeadRuler, Ruler } from '../../components/ruler/ruler.tsx';
import { Section } from '../../components/section/section.tsx';
import { Spark } from '../../components/spark/spark.tsx';
import { Trend } from '../../components/trend/trend.tsx';
import { TrialDots } from '../../components/trial-dots/trial-dots.tsx';
import { Sample } from './sample.tsx';

const KINDS = ['passed', 'failed', 'open', 'excluded', 'running', 'pending', 'warning', 'note'] as const;
const SOME: readonly MarkKind[] = ['passed', 'passed', 'failed', 'open', 'running', 'pending'];
const MANY = Array.from({ length: 30 }, (_, index): MarkKind => ([7, 18].includes(index) ? 'failed' : 'passed'));
const SURFACES = [
  'surface-page',
  'surface-raised',
  'surface-sunken',
  'surface-hover',
  'surface-selected',
  'accent',
  'ink',
  'code-hit',
  'passed-solid',
  'passed-soft',
  'failed-solid',
  'failed-soft',
  'open-solid',
  'open-soft',
  'warn-solid',
  'warn-soft',
  'running-solid',
  'running-soft',
  'line',
  'line-control',
];
const POINTS = [0.94, 0.96, 0.92, undefined, 0.93, 0.61].map((rate, index) => ({
  id: String(index),
  number: index + 1,
  kind: rate === undefined ? ('open' as const) : rate < 0.9 ? ('failed' as const) : ('passed' as const),
  rate,
  interval: rate === undefined ? undefined : { low: rate - 0.09, high: Math.min(1, rate + 0.05) },
}));

/** The marks of outcomes. */
export const Marks = () => (
  <Section title="Marks" about="shape first, colour second, word always: 26, 18, 14 px">
    <Sample>
      <div className="row wrap sample-marks">
        {KINDS.map((kind) => (
          <span className="sample-mark" key={kind}>
            <span className="row">
              <Mark kind={kind} size="big" />
              <Mark kind={kind} size="mid" />
              <Mark kind={kind} />
            </span>
            <span className="small muted">{wordOf(kind).toLowerCase()}</span>
          </span>
        ))}
      </div>
    </Sample>
  </Section>
);

/** The dots of trials. */
export const Dots = () => (
  <Section
    title="Trial dots"
    about="disc passed, square failed, lozenge says nothing about the server, ring is running, dot is pending"
  >
    <Sample>
      <div className="row wrap sample-wide">
        <TrialDots outcomes={SOME} />
        <span>
          <TrialDots outcomes={MANY} />
        </span>
      </div>
    </Sample>
  </Section>
);

/** Rates with their intervals and lines. */
export const Rulers = () => (
  <Section title="Rulers" about="point, 95 % interval, line; in the open case the interval contains the line">
    <Sample>
      <div className="row wrap sample-wide">
        <Ruler width={180} height={14} rate={0.96} interval={{ low: 0.9, high: 0.985 }} line={0.9} outcome="passed" />
        <Ruler width={180} height={14} rate={0.61} interval={{ low: 0.51, high: 0.71 }} line={0.9} outcome="failed" />
        <Ruler width={180} height={14} rate={0.88} interval={{ low: 0.74, high: 0.95 }} line={0.9} outcome="open" />
        <Ruler width={180} height={14} rate={0.4} interval={{ low: 0.2, high: 0.63 }} outcome="none" />
      </div>
      <div className="sample-below">
        <HeadRuler rate={0.88} interval={{ low: 0.74, high: 0.95 }} line={0.9} outcome="open" />
      </div>
    </Sample>
  </Section>
);

/** Runs of a suite in time. */
export const RunsInTime = () => (
  <Section
    title="Runs in time"
    about="the spark of a row, and the trend of a page with its intervals; a run without a rate lies on the line"
  >
    <div className="row wrap">
      <Spark points={POINTS} line={0.9} />
      <Spark points={POINTS.slice(0, 1)} line={0.9} />
      <Spark points={POINTS.slice(4)} />
    </div>
    <div className="frame">
      <Trend runs={POINTS} line={0.9} onOpen={() => undefined} />
    </div>
  </Section>
);

/** The sizes of the type, and how values are written. */
export const Types = () => (
  <Section title="Type and values">
    <Sample>
      <p className="sample-verdict">22/28 the verdict and titles</p>
      <p className="sample-dialog">16/24 dialogs</p>
      <p className="sample-prose">14/20 explanations, conversation</p>
      <p>13/20 rows, controls; 0123456789 1 204 148 ms</p>
      <p className="small">
        12/16 heads, meta <code>mono on the wire 0Ol1I {'{}'}</code>
      </p>
      <p className="row wrap sample-below">
        <Time time={Date.UTC(2026, 10, 29, 9, 32)} />
        <Duration ms={252_000} />
        <Money dollars={0.0042} />
        <Money dollars={null} />
        <Id id="run_01kb7w3x20j7q4k8n5d9c6h1nd" />
        <Foreign text={'name with \u202eoverride and \u200bspace'} />
      </p>
      <Bar
        parts={[
          { share: 0.62, tone: 'passed' },
          { share: 0.2, tone: 'failed' },
          { share: 0.1, tone: 'res' },
        ]}
        label="62 % passed"
      />
      <Code text={'{ "orderId": "O-7811" }'} />
    </Sample>
  </Section>
);

/** The colours of surfaces and roles. */
export const Surfaces = () => (
  <Section title="Surfaces and roles">
    <Sample>
      <div className="sample-surfaces">
        {SURFACES.map((name) => (
          <span key={name}>
            <span className="swatch" style={{ background: `var(--${name})` }} />
            <code className="small">{name}</code>
          </span>
        ))}
      </div>
    </Sample>
  </Section>
);
