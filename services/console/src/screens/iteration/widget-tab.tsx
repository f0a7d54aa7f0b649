import { useState } from 'react';
import type { EvalIterationTrace } from '@assay/sdk';
import { AssertionList } from '../../components/assertion-list/assertion-list.tsx';
import { Icon, type IconName } from '../../components/icon/icon.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark, type MarkKind } from '../../components/mark/mark.tsx';
import { Part } from '../../components/part/part.tsx';
import { Segments } from '../../components/segments/segments.tsx';
import { basePath } from '../../lib/base-path.ts';
import { useKeys } from '../../lib/keys.ts';
import { writeDuration } from '../../lib/format/times.ts';
import type { CitingItem } from './evidence.ts';
import { PageContent } from './page-content.tsx';
import type { AskedPart } from './use-trace.ts';

type Step = EvalIterationTrace['steps'][number];
type Shown = NonNullable<Step['screenshot']>;

interface WidgetTabProps {
  trace: AskedPart<EvalIterationTrace>;
  items: readonly CitingItem[];
  chosen: CitingItem | undefined;
  onChoose: (item: CitingItem) => void;
  /** The id of the chosen step. */
  selected: string | undefined;
  onSelect: (stepId: string) => void;
}

const ICONS: Record<Step['kind'], IconName> = {
  prompt: 'prompt',
  toolCall: 'tool',
  interact: 'pointer',
  assert: 'assertion',
};
const KINDS: Record<Step['status'], MarkKind> = {
  ok: 'passed',
  fail: 'failed',
  skipped: 'excluded',
  pending: 'pending',
};

/** The steps of an iteration that met a widget, the picture after each, and what the page had. */
export const WidgetTab = ({ trace, ...rest }: WidgetTabProps) =>
  trace.data === undefined ? (
    <section className="pane" aria-label="Widget">
      <Part of={trace} what="widget" rows={8}>
        {() => undefined}
      </Part>
    </section>
  ) : (
    <Widget trace={trace.data} {...rest} />
  );

function Widget({
  trace,
  items,
  chosen,
  onChoose,
  selected,
  onSelect,
}: Omit<WidgetTabProps, 'trace'> & { trace: EvalIterationTrace }) {
  const { steps, renderings = [] } = trace;
  const pictures = steps.map((step) => pictureAfter(step, renderings));
  const lastSeen = pictures.findLastIndex((picture) => picture !== undefined);
  const found = steps.findIndex(({ stepId }) => stepId === selected);
  const at = found >= 0 ? found : Math.max(lastSeen, 0);
  const step = steps[at];
  // A step that shows nothing leaves the page as it was.
  const shownAt = pictures.findLastIndex((picture, index) => index <= at && picture !== undefined);
  const beforeAt = pictures.findLastIndex((picture, index) => index < shownAt && picture !== undefined);
  useKeys([
    {
      keys: ['j', 'k'],
      label: 'step',
      leads: true,
      run: (key) => {
        const next = steps[at + (key === 'j' ? 1 : -1)];
        if (next) onSelect(next.stepId);
      },
    },
  ]);
  const rendering = renderings.findLast(({ stepIndex }) => stepIndex <= (step?.stepIndex ?? 0)) ?? renderings[0];
  return (
    <>
      <section className="pane raised" aria-label="Steps">
        <header>
          <h2>Steps</h2>
        </header>
        <StepTable steps={steps} at={at} onSelect={onSelect} />
      </section>
      <PicturePane
        stepId={steps[shownAt]?.stepId}
        after={pictures[shownAt]}
        before={pictures[beforeAt]}
        reason={rendering?.status === 'rendered' ? undefined : (rendering?.reason ?? rendering?.status)}
      />
      <section className="pane raised" aria-label="What the page had">
        <PageContent step={step} rendering={rendering} />
        <AssertionList
          items={items.filter(({ stage, tags }) => stage === 'user value' || tags.includes('live'))}
          chosen={chosen?.id}
          onChoose={(item) => onChoose(item as CitingItem)}
        />
      </section>
    </>
  );
}

/** The picture of the page after a step, also of the rendering that the step began. */
const pictureAfter = (step: Step, renderings: NonNullable<EvalIterationTrace['renderings']>): Shown | undefined =>
  step.screenshot ?? renderings.findLast(({ stepIndex }) => stepIndex === step.stepIndex)?.screenshot;

const StepTable = ({
  steps,
  at,
  onSelect,
}: {
  steps: readonly Step[];
  at: number;
  onSelect: (stepId: string) => void;
}) => (
  <table>
    <tbody>
      {steps.map((step, index) => (
        <tr
          key={step.stepId}
          className={index === at ? 'selected' : undefined}
          aria-current={index === at}
          onClick={() => onSelect(step.stepId)}
        >
          <td className="mark-cell">
            <Mark kind={KINDS[step.status]} />
          </td>
          <td className="mark-cell faint">
            <Icon name={ICONS[step.kind]} />
          </td>
          <td>
            <button type="button" className="step-name" onClick={() => onSelect(step.stepId)}>
              <code>
                <Foreign text={step.stepId} />
              </code>
            </button>
          </td>
          <td className="num faint">{writeDuration(step.endMs - step.startMs)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

type View = 'after' | 'before' | 'difference';

function PicturePane({
  stepId,
  after,
  before,
  reason,
}: {
  stepId: string | undefined;
  after: Shown | undefined;
  before: Shown | undefined;
  /** Why there is no picture. */
  reason: string | undefined;
}) {
  const [view, setView] = useState<View>('after');
  const shown = before === undefined ? 'after' : view;
  const picture = shown === 'before' ? before : after;
  return (
    <section className="pane sunken" aria-label="Picture">
      <header>
        <h2>
          {shown === 'before' ? 'Before ' : 'After '}
          {stepId !== undefined && (
            <code>
              <Foreign text={stepId} />
            </code>
          )}
        </h2>
        {before !== undefined && (
          <span className="push">
            <Segments<View>
              label="Picture"
              value={shown}
              onChange={setView}
              options={[
                ['after', 'After'],
                ['before', 'Before'],
                ['difference', 'Difference'],
              ]}
            />
          </span>
        )}
      </header>
      <div className="pad pictures">
        {picture ? (
          <>
            <Picture of={picture} word={shown === 'before' ? 'before' : 'after'} />
            {shown === 'difference' && before && <Picture of={before} word="before" over />}
          </>
        ) : (
          <p className="muted">
            {reason === undefined ? 'No picture was taken.' : <Foreign text={`No picture: ${reason}`} />}
          </p>
        )}
      </div>
    </section>
  );
}

/** A picture from our own origin; its address is the one that the trace names. */
const Picture = ({ of: { url, width, height }, word, over = false }: { of: Shown; word: string; over?: boolean }) => (
  <img
    className={over ? 'over' : undefined}
    src={`${basePath}${url}`}
    width={width}
    height={height}
    alt={`The widget ${word} the step`}
  />
);
