import { ButtonLink } from '../../components/button/button.tsx';
import { Empty } from '../../components/empty/empty.tsx';

const COMMAND = `curl -H "Authorization: Bearer $key" $api/projects/$project/servers \\
  -d '{"name":"mine","enabled":true,"transportType":"http","url":"http://127.0.0.1:3001/mcp"}'`;

/** A project without a server: three ways to add one. */
export const ServersEmpty = ({ projectId, mayWrite }: { projectId: string; mayWrite: boolean }) => (
  <Empty
    title="No server yet"
    command={COMMAND}
    actions={
      mayWrite ? (
        <>
          <ButtonLink look="primary" keyHint="n" to="/p/$projectId/start" params={{ projectId }}>
            Add a server
          </ButtonLink>
          <ButtonLink to="/p/$projectId/start" params={{ projectId }} search={{ way: 'paste' }}>
            Paste an mcp.json
          </ButtonLink>
          <ButtonLink to="/p/$projectId/registry" params={{ projectId }}>
            Search the registry
          </ButtonLink>
        </>
      ) : undefined
    }
  >
    Save the address of an MCP server, a command, or paste an <code>mcp.json</code>. Assay connects once and says what
    it finds.{!mayWrite && ' You may read this project; a member can add a server.'}
  </Empty>
);
