import { Button } from '../../components/button/button.tsx';
import { Note } from '../../components/note/note.tsx';
import { ActionError } from '../../components/part/part.tsx';
import { Section } from '../../components/section/section.tsx';
import { client } from '../../data/client.ts';
import { useOperation } from '../../data/operations.ts';
import { useAction } from '../../data/use-action.ts';
import { copyText } from '../../lib/copy-text.ts';
import { useKeys } from '../../lib/keys.ts';

/** A word of a command line as a shell reads it. */
const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/**
 * A runner for a command that no runner may start yet: its token is made here, shown once, and kept nowhere. Operations:
 * listProjects, createRunnerToken.
 */
export function RunnerPlace({
  projectId,
  command,
  isAsking,
}: {
  projectId: string;
  command: string;
  isAsking: boolean;
}) {
  const project = useOperation('listProjects').data?.items.find(({ id }) => id === projectId);
  const token = useAction(
    () =>
      client.createRunnerToken(
        { organizationId: project!.organizationId },
        { name: `Runner of ${project!.name}`.slice(0, 100), labels: ['stdio'], projectId },
      ),
    { changes: ['listRunnerTokens'] },
  );
  const host = `${location.hostname}:4001`;
  const line = `assay runner start --address ${host} --label stdio --allow ${shellWord(command)}`;
  const whole = token.reply && `printf '%s' '${token.reply.token}' | npx ${line}`;
  const mayMake = project?.role === 'owner' || project?.role === 'admin';
  const make = (): void => {
    if (mayMake && !token.isRunning && !token.reply) token.run(undefined);
  };
  useKeys([{ keys: ['t'], label: 'make a token', run: make }]);
  return (
    <Section title="A runner that may start it" about="it connects outwards, and takes only work of this project">
      {whole === undefined ? (
        <>
          <p className="muted">
            <code>{command}</code> runs on a machine of yours, with its rights, files and network. The runner needs a
            token; it is shown once.
          </p>
          <ActionError error={token.error} />
          <div className="row wrap first-run-actions">
            <Button
              look="primary"
              keyHint="t"
              autoFocus
              disabled={!mayMake || token.isRunning}
              title={mayMake ? undefined : 'Only admins of the organization make tokens of runners'}
              onClick={make}
            >
              {token.isRunning ? 'Making…' : 'Make a token'}
            </Button>
            {!mayMake && (
              <span className="small faint">Only admins of the organization make tokens: ask one of them.</span>
            )}
          </div>
        </>
      ) : (
        <div className="first-run-secret">
          <Note kind="warning" title="The token is shown once">
            Run this where <code>{command}</code> is installed. The page goes on by itself when the runner is there.
          </Note>
          <pre className="code">{whole}</pre>
          <div className="row wrap">
            <Button icon="copy" autoFocus onClick={() => copyText(whole, 'The command')}>
              Copy
            </Button>
            <span className="small faint" role="status">
              {isAsking ? 'Asking for a runner…' : 'Waiting for the runner.'}
            </span>
          </div>
        </div>
      )}
      <p className="small faint first-run-foot">
        The platform takes runners at <code>{host}</code> when it is started with <code>RUNNER_PORT=4001</code>. On one
        machine it is enough to start it with <code>RUNNER_ALLOWED_COMMANDS={command}</code>.
      </p>
    </Section>
  );
}
