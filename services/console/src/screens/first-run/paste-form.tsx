import { useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { Check } from '../../components/field/check.tsx';
import { TextArea } from '../../components/field/field.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { ActionError } from '../../components/part/part.tsx';
import { useAction } from '../../data/use-action.ts';
import { writeCountOf } from '../../lib/format/numbers.ts';
import { useKeys } from '../../lib/keys.ts';
import { readMcpJson, type PastedServer } from './mcp-json.ts';
import { saveServer } from './save-server.ts';

const read = (text: string): { servers: PastedServer[]; fault?: string } => {
  if (text.trim() === '') return { servers: [] };
  try {
    return { servers: readMcpJson(text) };
  } catch (error) {
    return { servers: [], fault: (error as Error).message };
  }
};

/** The servers of a pasted mcp.json; the first of them goes on to the doctor. Operations: createProjectServer. */
export function PasteForm({ projectId, onSaved }: { projectId: string; onSaved: (serverId: string) => void }) {
  const [text, setText] = useState('');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { servers, fault } = read(text);
  const wanted = servers.filter(({ name }) => !left.has(name));
  const unknown = [...new Set(wanted.flatMap(({ variables }) => variables))];
  const save = useAction(
    async () => {
      const ids: string[] = [];
      for (const { variables: _unknown, ...server } of wanted)
        ids.push(await saveServer(projectId, { ...server, enabled: true }, false));
      return ids[0]!;
    },
    { changes: ['listProjectServers'], onDone: onSaved },
  );
  const start = (): void => {
    if (wanted.length > 0 && unknown.length === 0 && !save.isRunning) save.run(undefined);
  };
  useKeys([{ keys: ['mod+Enter'], label: 'continue', run: start }]);
  return (
    <>
      <TextArea
        label="mcp.json"
        mono
        rows={9}
        autoFocus
        spellCheck={false}
        value={text}
        placeholder={'{ "mcpServers": { "mine": { "url": "http://127.0.0.1:3001/mcp" } } }'}
        hint="Of any client: mcpServers, or servers. Headers and variables are sealed here, and never shown again."
        error={
          fault ??
          (unknown.length > 0
            ? `Write the ${unknown.length === 1 ? 'value' : 'values'} of ${unknown.map((name) => `\${${name}}`).join(', ')} into the text: only your machine knows ${unknown.length === 1 ? 'it' : 'them'}.`
            : undefined)
        }
        onValue={setText}
      />
      {servers.length > 0 && (
        <div className="frame">
          <table className="dense">
            <tbody>
              {servers.map(({ name, url, command, args = [] }) => (
                <tr key={name}>
                  <td className="mark-cell">
                    <Check
                      isOn={!left.has(name)}
                      aria-label={`Save ${name}`}
                      onChange={() => setLeft((before) => before.symmetricDifference(new Set([name])))}
                    />
                  </td>
                  <td className="fit-cell medium">
                    <Foreign text={name} />
                  </td>
                  <td className="fill-cell cut">
                    <code className="muted">
                      <Foreign text={url ?? [command, ...args].join(' ')} />
                    </code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <ActionError error={save.error} />
      <div className="row">
        <Button
          look="primary"
          keyHint="mod+Enter"
          disabled={save.isRunning || wanted.length === 0 || unknown.length > 0}
          onClick={start}
        >
          {save.isRunning
            ? 'Saving…'
            : wanted.length > 1
              ? `Save ${writeCountOf(wanted.length, 'server')}, and diagnose the first`
              : 'Save and diagnose'}
        </Button>
      </div>
    </>
  );
}
