import { useState } from 'react';
import { given } from '@assay/contract/given';
import { Button } from '../../components/button/button.tsx';
import { TextArea, TextField } from '../../components/field/field.tsx';
import { Note } from '../../components/note/note.tsx';
import { ActionError } from '../../components/part/part.tsx';
import { useAction } from '../../data/use-action.ts';
import { useKeys } from '../../lib/keys.ts';
import { faultsOf, nameOf, saveServer } from './save-server.ts';

/** The words of a command line: quotes keep blanks together. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double?.replace(/\\(.)/g, '$1') ?? single ?? plain!,
  );

/** Lines of `NAME=value`; undefined where a line is another one. */
function variablesOf(text: string): Record<string, string> | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const pairs = lines.map((line) => /^\s*([A-Za-z_]\w*)=(.*)$/.exec(line));
  if (pairs.some((pair) => pair === null)) return undefined;
  return Object.fromEntries(pairs.map((pair) => [pair![1]!, pair![2]!]));
}

/** A server that is a command, which a runner starts. Operations: createProjectServer. */
export function CommandForm({ projectId, onSaved }: { projectId: string; onSaved: (serverId: string) => void }) {
  const [line, setLine] = useState('');
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const env = variablesOf(text);
  const [command, ...args] = wordsOf(line);
  const save = useAction(
    () =>
      saveServer(
        projectId,
        {
          name:
            name.trim() ||
            nameOf(
              args.findLast((arg) => !arg.startsWith('-')),
              command!,
            ),
          enabled: true,
          transportType: 'stdio',
          command: command!,
          args,
          ...(env && Object.keys(env).length > 0 && given({ env })),
        },
        name.trim() !== '',
      ),
    { changes: ['listProjectServers'], onDone: onSaved },
  );
  const start = (): void => {
    if (command !== undefined && env && !save.isRunning) save.run(undefined);
  };
  useKeys([{ keys: ['mod+Enter'], label: 'continue', run: start }]);
  const faults = faultsOf(save.error);
  return (
    <>
      <TextField
        label="Command"
        mono
        autoFocus
        value={line}
        placeholder="npx -y @modelcontextprotocol/server-everything"
        hint="With its arguments. All members of the project can read them, viewers too; put secrets into the variables."
        error={faults.command}
        onValue={setLine}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.metaKey && !event.ctrlKey) start();
        }}
      />
      <div className="first-run-two">
        <TextField
          label="Name"
          value={name}
          maxLength={200}
          hint="The last word of the command when you leave it empty."
          error={faults.name}
          onValue={setName}
        />
        <TextArea
          label="Variables"
          mono
          rows={3}
          value={text}
          placeholder="TOKEN=…"
          hint="One in a line. Sealed here, and never shown again."
          error={env ? undefined : 'Each line is NAME=value.'}
          onValue={setText}
        />
      </div>
      <Note kind="warning" title="A runner starts it">
        With the rights, the files and the network of the runner’s machine. Where no runner may start it yet, the next
        step makes a token for one.
      </Note>
      <ActionError error={faults.other ?? null} />
      <div className="row">
        <Button
          look="primary"
          keyHint="mod+Enter"
          disabled={save.isRunning || command === undefined || !env}
          onClick={start}
        >
          {save.isRunning ? 'Saving…' : 'Save and diagnose'}
        </Button>
      </div>
    </>
  );
}
