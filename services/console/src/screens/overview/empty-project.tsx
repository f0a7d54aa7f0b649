import { useNavigate } from '@tanstack/react-router';
import { ButtonLink } from '../../components/button/button.tsx';
import { Empty } from '../../components/empty/empty.tsx';
import { Verdict } from '../../components/verdict/verdict.tsx';
import { useKeys } from '../../lib/keys.ts';

/** A project without anything: one way in, and the command that does the same. */
export function EmptyProject({ projectId }: { projectId: string }) {
  const navigate = useNavigate();
  const start = () => void navigate({ to: '/p/$projectId/start', params: { projectId }, search: { step: 'server' } });
  useKeys([{ keys: ['n'], label: 'add a server', run: start }]);
  return (
    <>
      <Verdict
        kind="note"
        word="Nothing is here yet."
        why="From a server to the reason of a verdict in five minutes."
      />
      <Empty
        title="No server yet"
        command="npx assay server add mine --url http://127.0.0.1:3001/mcp"
        actions={
          <>
            <ButtonLink
              look="primary"
              keyHint="n"
              to="/p/$projectId/start"
              params={{ projectId }}
              search={{ step: 'server' }}
            >
              Add a server
            </ButtonLink>
            <ButtonLink to="/p/$projectId/registry" params={{ projectId }}>
              Search the registry
            </ButtonLink>
          </>
        }
      >
        Save the address of an MCP server, a command, or paste an <code>mcp.json</code>. Assay connects once and says
        what it finds.
      </Empty>
    </>
  );
}
