import { useMemo, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { EvalIterationTrace } from '@assay/sdk';
import { Button, ButtonLink } from '../../components/button/button.tsx';
import { Code, JsonCode } from '../../components/code/code.tsx';
import { narrowEvidence } from '../../components/code/narrow-evidence.ts';
import { Chip, FilterBar, SearchFilter } from '../../components/filter-bar/filter-bar.tsx';
import { curlOf } from '../../components/key-line/key-line.tsx';
import { Note } from '../../components/note/note.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Part } from '../../components/part/part.tsx';
import { Tag } from '../../components/tag/tag.tsx';
import { WireLog } from '../../components/wire-log/wire-log.tsx';
import { pairOf, summaryOf } from '../../components/wire-log/wire-message.ts';
import { useMayWrite } from '../../data/project-role.ts';
import { useKeys } from '../../lib/keys.ts';
import { copyText } from '../../lib/copy-text.ts';
import { writeDuration } from '../../lib/format/times.ts';
import { wireEvidence, type CitingItem } from './evidence.ts';
import { callAgainLink, callIn, callRequest } from './recorded-call.ts';
import type { AskedPart } from './use-trace.ts';

type WireEntry = EvalIterationTrace['wire'][number];

interface WireTabProps {
  projectId: string;
  wire: AskedPart<readonly WireEntry[]>;
  items: readonly CitingItem[];
  selected: number | undefined;
  onSelect: (place: number) => void;
  query: string;
  onQuery: (query: string) => void;
}

/** The JSON-RPC messages of an iteration, and the chosen one with its pair. */
export const WireTab = ({ wire, ...rest }: WireTabProps) =>
  wire.data === undefined ? (
    <section className="pane" aria-label="Wire">
      <Part of={wire} what="messages on the wire" rows={8}>
        {() => undefined}
      </Part>
    </section>
  ) : (
    <Log entries={wire.data} {...rest} />
  );

function Log({
  projectId,
  entries,
  items,
  selected,
  onSelect,
  query,
  onQuery,
}: Omit<WireTabProps, 'wire'> & { entries: readonly WireEntry[] }) {
  const [direction, setDirection] = useState<WireEntry['direction']>();
  const [isShaken, setShaken] = useState(true);
  const places = useMemo(
    () =>
      entries.flatMap((entry, place) =>
        (direction === undefined || entry.direction === direction) &&
        (isShaken || !isHandshake(entries, place)) &&
        isFound(entry, query)
          ? [place]
          : [],
      ),
    [entries, direction, isShaken, query],
  );
  const shown = useMemo(() => places.map((place) => entries[place]!), [places]);
  const countOf = (of: WireEntry['direction']): number => entries.filter((entry) => entry.direction === of).length;
  const toggle = (of: WireEntry['direction']) => () => setDirection(direction === of ? undefined : of);
  return (
    <>
      <section className="pane" aria-label="Wire">
        <div className="wire-filters">
          <FilterBar about="secrets are masked when a trace is stored">
            <SearchFilter value={query} onValue={onQuery} label="method, id, text" />
            <Chip isOn={direction === 'sent'} onToggle={toggle('sent')} count={countOf('sent')}>
              sent
            </Chip>
            <Chip isOn={direction === 'received'} onToggle={toggle('received')} count={countOf('received')}>
              received
            </Chip>
            <Chip isOn={!isShaken} onToggle={() => setShaken(!isShaken)}>
              hide the handshake
            </Chip>
          </FilterBar>
        </div>
        {shown.length > 0 ? (
          <div className="raised">
            <WireLog
              entries={shown}
              places={places}
              label="Messages on the wire"
              selected={selected}
              onSelect={onSelect}
              more={(place) => wireEvidence(items, place).citing.length > 0 && <Tag>evidence</Tag>}
            />
          </div>
        ) : (
          <p className="pad muted">
            {entries.length === 0 ? 'No message was recorded.' : 'No message matches the filters.'}
          </p>
        )}
      </section>
      <MessagePane projectId={projectId} entries={entries} items={items} selected={selected} />
    </>
  );
}

const isFound = (entry: WireEntry, query: string): boolean =>
  query === '' ||
  (entry.text ?? JSON.stringify(entry.message) ?? '').toLowerCase().includes(query.trim().toLowerCase());

/** Whether a message is part of the beginning of a session, or of the listing of what a server offers. */
function isHandshake(entries: readonly WireEntry[], place: number): boolean {
  const { word } = summaryOf(entries[place]!);
  const isBeginning = (method: string): boolean => /^(initialize|notifications\/initialized|tools\/list)$/.test(method);
  if (word !== 'result' && word !== 'error') return isBeginning(word);
  const asked = pairOf(entries, place);
  return asked !== undefined && isBeginning(summaryOf(entries[asked]!).word);
}

/** A message with its pair, in the order in which they crossed the wire; the cited places are marked. */
function MessagePane({
  projectId,
  entries,
  items,
  selected,
}: {
  projectId: string;
  entries: readonly WireEntry[];
  items: readonly CitingItem[];
  selected: number | undefined;
}) {
  const entry = selected === undefined ? undefined : entries[selected];
  const pair = selected === undefined ? undefined : pairOf(entries, selected);
  const asked = entry?.direction === 'sent' || pair === undefined ? entry : entries[pair];
  const call = asked && callIn(asked);
  const mayCall = useMayWrite(projectId);
  const navigate = useNavigate();
  useKeys(
    call && mayCall
      ? [{ keys: ['Enter'], label: 'call it again', run: () => void navigate(callAgainLink(projectId, call)) }]
      : [],
  );
  if (entry === undefined || selected === undefined)
    return (
      <section className="pane raised" aria-label="Message">
        <header>
          <h2>Message</h2>
        </header>
        <p className="pad muted">Choose a message.</p>
      </section>
    );
  const shown = [selected, ...(pair === undefined ? [] : [pair])].toSorted((a, b) => a - b);
  const citing = shown.flatMap((place) => wireEvidence(items, place).citing);
  return (
    <section className="pane raised" aria-label="Message">
      <header>
        <h2>Message</h2>
        <span className="push row">
          <Button small icon="copy" onClick={() => copyText(textOf(entry), 'The message')}>
            Copy
          </Button>
          {call && (
            <Button small onClick={() => copyText(curlOf(callRequest(projectId, call)), 'The call as curl')}>
              As curl
            </Button>
          )}
          {call && mayCall && (
            <ButtonLink small keyHint="Enter" {...callAgainLink(projectId, call)}>
              Call it again
            </ButtonLink>
          )}
        </span>
      </header>
      <div className="pad wire-pair">
        {shown.map((place) => (
          <Message key={place} entries={entries} items={items} place={place} first={shown[0]!} />
        ))}
        {citing.map((item) => (
          <Note key={item.id} kind={item.kind} title={<code>{item.name}</code>}>
            <Foreign text={item.reason} />
          </Note>
        ))}
      </div>
    </section>
  );
}

const textOf = ({ message, text = '' }: WireEntry): string =>
  message === undefined ? text : JSON.stringify(message, null, 2);

function Message({
  entries,
  items,
  place,
  first,
}: {
  entries: readonly WireEntry[];
  items: readonly CitingItem[];
  place: number;
  first: number;
}) {
  const entry = entries[place]!;
  const { evidence, citing } = wireEvidence(items, place);
  const word = entry.direction === 'sent' ? 'Sent' : 'Received';
  return (
    <>
      <p className="small muted">
        {word}
        {place === first
          ? ` at ${writeDuration(entry.atMs)}`
          : ` ${writeDuration(entry.atMs - entries[first]!.atMs)} later`}
        {citing.length > 0 && (
          <>
            ; cited by <code>{citing[0]!.name}</code>
          </>
        )}
      </p>
      {entry.message === undefined ? (
        <Code text={entry.text ?? ''} label={`${word} text`} isNumbered />
      ) : (
        <JsonCode
          value={entry.message}
          evidence={narrowEvidence(entry.message, evidence)}
          isNumbered
          label={`${word} message`}
        />
      )}
    </>
  );
}
