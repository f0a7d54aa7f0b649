import { Button } from '../../components/button/button.tsx';
import { Code, JsonCode } from '../../components/code/code.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Inspector } from '../../components/inspector/inspector.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { Outcome as OutcomeWord } from '../../components/outcome/outcome.tsx';
import type { ReplyOf } from '../../data/operations.ts';
import { copyText } from '../../lib/copy-text.ts';
import { writeSize } from '../../lib/format/numbers.ts';
import { writeDuration } from '../../lib/format/times.ts';
import { useKeys } from '../../lib/keys.ts';
import { visibleText } from '../../lib/visible-text.ts';
import {
  exchangesOf,
  outcomeMarks,
  shortName,
  type Exchange,
  type Outcome,
  type Report,
  type Scenario,
  type ScenarioRow,
} from './scenario-rows.ts';
import { LaterRun, ScenariosAfter } from './scenarios-after.tsx';

type Run = ReplyOf<'getConformanceRun'>;
const WORDS: Record<Outcome, string> = {
  failed: 'Breaks a MUST',
  warning: 'Breaks a SHOULD',
  couldNotRun: 'Could not run',
  passed: 'Passed',
  notApplicable: 'Not applicable',
};

/** A scenario with what was sent and answered; or the scenarios of a folded row. */
export function ScenarioInspector({
  row,
  report,
  curl,
  isCommand,
  again,
  isStarting,
  onAgain,
  onSelect,
  onClose,
}: {
  row: ScenarioRow;
  report: Report;
  isCommand: boolean;
  curl: string | undefined;
  /** A later run of this scenario alone. */
  again: Run | undefined;
  isStarting: boolean;
  onAgain: (name: string) => void;
  onSelect: (name: string) => void;
  onClose: () => void;
}) {
  const [one] = row.scenarios;
  if (!row.isSingle || !one) return <Folded row={row} onSelect={onSelect} onClose={onClose} />;
  const title = (one.title ?? shortName(one.name)).replace(/\.$/, '');
  return (
    <Inspector title={visibleText(title)} label={title} onClose={onClose}>
      <p className="row wrap">
        <OutcomeWord kind={outcomeMarks[one.outcome]} word={WORDS[one.outcome]} />
        <code className="faint">{one.name}</code>
      </p>
      {one.reason !== undefined && (
        <p className="scenario-text">
          <Foreign text={one.reason} />
        </p>
      )}
      <References scenario={one} />
      {one.checks.map((check, at) => (
        <Evidence key={`${at} ${check.id}`} check={check} durationMs={one.durationMs} isCommand={isCommand} />
      ))}
      {one.endedServer && <ScenariosAfter report={report} />}
      {again && <LaterRun run={again} />}
      <Actions scenario={one} curl={curl} again={again} isStarting={isStarting} onAgain={onAgain} />
    </Inspector>
  );
}

function Actions({
  scenario: { name },
  curl,
  again,
  isStarting,
  onAgain,
}: {
  scenario: Scenario;
  curl: string | undefined;
  again: Run | undefined;
  isStarting: boolean;
  onAgain: (name: string) => void;
}) {
  const isRunning = isStarting || again?.status === 'pending' || again?.status === 'running';
  useKeys([{ keys: ['r'], label: 'rerun this one', run: () => !isRunning && onAgain(name) }]);
  return (
    <div className="row wrap scenario-actions">
      <Button keyHint="r" disabled={isRunning} onClick={() => onAgain(name)}>
        {isRunning ? 'Running…' : 'Rerun this one'}
      </Button>
      {curl !== undefined && (
        <Button icon="copy" keyHint="C" onClick={() => copyText(curl, 'The request')}>
          Copy as curl
        </Button>
      )}
    </div>
  );
}

const References = ({ scenario: { checks } }: { scenario: Scenario }) => {
  const references = new Map(
    checks.flatMap(({ specReferences = [] }) => specReferences).map((one) => [one.id, one.url]),
  );
  if (references.size === 0) return null;
  return (
    <p className="small scenario-text">
      {[...references].map(([id, url]) =>
        url !== undefined && url.startsWith('https://') ? (
          <a key={id} href={url} target="_blank" rel="noopener noreferrer">
            {visibleText(id)}
          </a>
        ) : (
          <span key={id}>{visibleText(id)}</span>
        ),
      )}
    </p>
  );
};

function Evidence({
  check,
  durationMs,
  isCommand,
}: {
  check: Scenario['checks'][number];
  durationMs: number | undefined;
  isCommand: boolean;
}) {
  const exchanges = exchangesOf(check);
  if (exchanges.length > 0)
    return (
      <>
        <h3>On the wire {durationMs !== undefined && <span className="faint">{writeDuration(durationMs)}</span>}</h3>
        <ol className="col">
          {exchanges.map((exchange, at) => (
            <li key={at}>
              <Wire exchange={exchange} isCommand={isCommand} />
            </li>
          ))}
        </ol>
      </>
    );
  if (check.details === undefined) return null;
  return (
    <>
      <h3>{visibleText(check.name ?? check.id)}</h3>
      {check.errorMessage !== undefined && (
        <p>
          <Foreign text={check.errorMessage} />
        </p>
      )}
      <JsonCode value={check.details} label="The evidence" />
    </>
  );
}

const sizeOf = (text: string): string => writeSize(new Blob([text]).size);

/** A request and the answer to it. */
const Wire = ({ exchange: { sent, answer }, isCommand }: { exchange: Exchange; isCommand: boolean }) => (
  <div className="exchange-card">
    <p className="exchange-head">
      <span aria-label="sent">→</span> <code>{sent.method ?? (isCommand ? 'one line' : 'POST')}</code>
      <span className="push faint">{sizeOf(sent.body)}</span>
    </p>
    {sent.body !== '' && <Code text={sent.body} label="What was sent" />}
    <p className="exchange-head answered">
      <span aria-label="received">←</span>{' '}
      {answer.failure === undefined ? (
        <code>{answer.status ?? 'a line'}</code>
      ) : (
        <span className="failed">{visibleText(answer.failure)}</span>
      )}
      <span className="push faint">{sizeOf(answer.body)}</span>
    </p>
    {answer.body !== '' && <Code text={answer.body} label="What was answered" />}
  </div>
);

const Folded = ({
  row: { outcome, scenarios },
  onSelect,
  onClose,
}: {
  row: ScenarioRow;
  onSelect: (name: string) => void;
  onClose: () => void;
}) => (
  <Inspector title={WORDS[outcome]} label={WORDS[outcome]} onClose={onClose}>
    <ul className="col">
      {scenarios.map(({ name, title, reason, suite }) => (
        <li key={`${suite} ${name}`} className="folded-scenario">
          <Mark kind={outcomeMarks[outcome]} word={WORDS[outcome]} />
          <span>
            <Button look="link" onClick={() => onSelect(name)}>
              <Foreign text={(title ?? shortName(name)).replace(/\.$/, '')} />
            </Button>
            <span className="small faint">
              <code>{name}</code>
              {reason !== undefined && (
                <>
                  {' '}
                  <Foreign text={reason} />
                </>
              )}
            </span>
          </span>
        </li>
      ))}
    </ul>
  </Inspector>
);
