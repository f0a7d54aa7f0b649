import { useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { JsonCode } from '../../components/code/code.tsx';
import { Dialog } from '../../components/dialog/dialog.tsx';
import { Check } from '../../components/field/check.tsx';
import { TextField } from '../../components/field/field.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Inspector } from '../../components/inspector/inspector.tsx';
import { Note } from '../../components/note/note.tsx';
import { Outcome } from '../../components/outcome/outcome.tsx';
import { ActionError } from '../../components/part/part.tsx';
import { client } from '../../data/client.ts';
import { useOperation } from '../../data/operations.ts';
import { useAction } from '../../data/use-action.ts';
import { copyText } from '../../lib/copy-text.ts';
import { writeCountOf } from '../../lib/format/numbers.ts';
import { writeTime } from '../../lib/format/times.ts';
import { useKeys } from '../../lib/keys.ts';
import { citedPlaces, kindOfState, placeOf, stageWord, stateOf, type ListedServer } from './server-words.ts';

/** The bar above a list with chosen servers: how many, and what can be done with them. Operations: updateProjectServer. */
export function SelectionBar({
  projectId,
  servers,
  hiddenCount,
  onDiagnose,
  onClear,
}: {
  projectId: string;
  servers: readonly ListedServer[];
  /** How many chosen servers a filter hides. */
  hiddenCount: number;
  onDiagnose: () => void;
  onClear: () => void;
}) {
  const [isTagging, setTagging] = useState(false);
  const areOn = servers.some(({ enabled }) => enabled);
  const change = useAction(
    (patchOf: (server: ListedServer) => Parameters<typeof client.updateProjectServer>[1]) =>
      Promise.all(
        servers.map((server) =>
          client.updateProjectServer(
            { projectId, serverId: server.id },
            { ...patchOf(server), expectedRevision: server.revision },
          ),
        ),
      ),
    { changes: ['listProjectServers', 'getProjectServer'], onDone: () => setTagging(false) },
  );
  useKeys([
    { keys: ['d'], label: `diagnose ${servers.length}`, run: onDiagnose },
    { keys: ['Escape'], label: 'clear', run: onClear },
  ]);
  return (
    <>
      <div className="row servers-bulk">
        <Check isOn onChange={onClear} aria-label="Clear the choice" />
        <b className="medium">{servers.length} selected</b>
        <Button small keyHint="d" onClick={onDiagnose}>
          Diagnose
        </Button>
        <Button small onClick={() => setTagging(true)}>
          Tag
        </Button>
        <Button small disabled={change.isRunning} onClick={() => change.run(() => ({ enabled: !areOn }))}>
          {areOn ? 'Switch off' : 'Switch on'}
        </Button>
        <Button small look="quiet" keyHint="Escape" onClick={onClear}>
          Clear
        </Button>
        <span className="push faint small wide-only">
          {hiddenCount > 0
            ? `${hiddenCount} of the ${servers.length + hiddenCount} selected hidden by a filter`
            : 'Delete one at a time'}
        </span>
      </div>
      <ActionError error={change.error} />
      {isTagging && (
        <TagDialog
          count={servers.length}
          isRunning={change.isRunning}
          onClose={() => setTagging(false)}
          onTag={(tag) => change.run(({ tags = [] }) => ({ tags: [...new Set([...tags, tag])] }))}
        />
      )}
    </>
  );
}

function TagDialog({
  count,
  isRunning,
  onTag,
  onClose,
}: {
  count: number;
  isRunning: boolean;
  onTag: (tag: string) => void;
  onClose: () => void;
}) {
  const [tag, setTag] = useState('');
  const send = (): void => {
    if (tag.trim() !== '') onTag(tag.trim());
  };
  return (
    <Dialog
      title={`Tag ${writeCountOf(count, 'server')}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={isRunning || tag.trim() === ''} onClick={send}>
            Tag {writeCountOf(count, 'server')}
          </Button>
        </>
      }
    >
      <TextField
        label="Tag"
        hint="A word to find them by. Tags that they have stay."
        value={tag}
        maxLength={50}
        autoFocus
        onValue={setTag}
        onKeyDown={(event) => {
          if (event.key === 'Enter') send();
        }}
      />
    </Dialog>
  );
}

/** The cause that several servers have in common, their differences, and the one step that mends all of them. */
export function SelectionInspector({
  servers,
  uses,
  onDiagnose,
  onClose,
}: {
  servers: readonly ListedServer[];
  uses: ReadonlyMap<string, number> | undefined;
  onDiagnose: () => void;
  onClose: () => void;
}) {
  const first = servers[0]!;
  const address = { projectId: first.projectId, serverId: first.id };
  const read = useOperation('getProjectServer', address);
  const causes = new Set(servers.map(({ lastDiagnosis }) => lastDiagnosis?.cause));
  const common = causes.size === 1 ? first.lastDiagnosis : undefined;
  const since = Math.min(...servers.map(({ stateSince = Date.now() }) => stateSince));
  const title =
    common?.cause === undefined
      ? writeCountOf(servers.length, 'server')
      : `${writeCountOf(servers.length, 'server')}, one cause`;
  const copy = (): void => copyText(lettered(servers), 'The text for its owner');
  useKeys([{ keys: ['y'], run: copy }]);
  return (
    <Inspector label={title} title={title} onClose={onClose}>
      {common?.cause === undefined ? (
        <Note kind="note" title={`${causes.size} causes among ${servers.length}`}>
          Choose servers with one first cause to see what mends all of them.
        </Note>
      ) : (
        <>
          <p className="row wrap">
            <Outcome kind={kindOfState(stateOf(first))} word={common.cause} />
            <span className="faint">
              at the stage {stageWord(common.stage)}, since {writeTime(since)}
            </span>
          </p>
          <Note kind="failed" title={`All ${servers.length} fail for this cause`}>
            <Foreign text={common.explanation ?? ''} />
          </Note>
          {read.data?.lastDiagnosis?.evidence && (
            <>
              <h3 className="h2 server-part">
                Evidence <span className="faint">of the first of them</span>
              </h3>
              <JsonCode
                value={read.data.lastDiagnosis.evidence}
                evidence={citedPlaces(read.data.lastDiagnosis.evidence)}
                label="The evidence"
              />
            </>
          )}
          <h3 className="h2 server-part">Try next</h3>
          <p>
            <Foreign text={common.nextStep ?? 'Mend the cause, then diagnose them.'} />
          </p>
        </>
      )}
      <div className="row wrap server-actions">
        <Button look="primary" keyHint="d" onClick={onDiagnose}>
          Diagnose {servers.length}
        </Button>
        <Button icon="copy" keyHint="y" onClick={copy}>
          Copy for its owner
        </Button>
      </div>
      <h3 className="h2 server-part">What differs</h3>
      <table className="dense tight bleed">
        <tbody>
          {servers.map((server) => (
            <tr key={server.id}>
              <td className="fit-cell medium servers-name">
                <Foreign text={server.name} />
              </td>
              <td className="fill-cell cut">
                <code className="muted">
                  <Foreign text={placeOf(server)} />
                </code>
              </td>
              <td className="num fit-cell faint">{uses && `${uses.get(server.id) ?? 0} use it`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Inspector>
  );
}

/** A text for the person who runs the servers: no id of ours. */
const lettered = (servers: readonly ListedServer[]): string =>
  servers
    .map((server) => {
      const { cause, explanation, nextStep } = server.lastDiagnosis ?? {};
      return [`${server.name} (${placeOf(server)}): ${cause ?? 'ready'}`, explanation, nextStep]
        .filter(Boolean)
        .join('\n  ');
    })
    .join('\n');
