import { useNavigate } from '@tanstack/react-router';
import { Segments } from '../../components/segments/segments.tsx';
import { Section } from '../../components/section/section.tsx';
import { AddressForm } from './address-form.tsx';
import { CommandForm } from './command-form.tsx';
import { PasteForm } from './paste-form.tsx';
import { useFirstRun } from './use-first-run.ts';

/** The first step: a server by its address, its command, or a pasted mcp.json. */
export function ServerStep({ projectId }: { projectId: string }) {
  const { way, goTo, chooseWay } = useFirstRun();
  const navigate = useNavigate();
  const onSaved = (serverId: string): void => goTo({ step: 'doctor', server: serverId });
  return (
    <div className="cols c32">
      <div className="first-run-form">
        <Segments
          label="How the server is reached"
          value={way}
          options={[
            ['address', 'An address', 'link'],
            ['command', 'A command', 'command'],
            ['paste', 'Paste an mcp.json', 'copy'],
            ['registry', 'From a registry', 'search'],
          ]}
          onChange={(chosen) => {
            if (chosen === 'registry') void navigate({ to: '/p/$projectId/registry', params: { projectId } });
            else chooseWay(chosen);
          }}
        />
        {way === 'address' && <AddressForm projectId={projectId} onSaved={onSaved} />}
        {way === 'command' && <CommandForm projectId={projectId} onSaved={onSaved} />}
        {way === 'paste' && <PasteForm projectId={projectId} onSaved={onSaved} />}
      </div>
      <div>
        <Section title="No server at hand?">
          <pre className="code">PORT=3001 npx mcp-server-everything streamableHttp</pre>
          <p className="small faint first-run-hint">
            It comes with Assay’s own tests. Then: <code>http://127.0.0.1:3001/mcp</code>
          </p>
        </Section>
        <Section title="On a machine that Assay cannot reach?">
          <pre className="code">npx assay tunnel --url http://localhost:3000/mcp --name mine</pre>
          <p className="small faint first-run-hint">
            It connects outwards, forwards to that one address, and prints no headers and no bodies.
          </p>
        </Section>
        <Section title="What is asked of the server">
          <ul className="muted first-run-list">
            <li>One connection, and the lists of what it offers.</li>
            <li>No tool is called before you allow it.</li>
            <li>Its credentials stay sealed here; nothing goes to a vendor.</li>
          </ul>
        </Section>
      </div>
    </div>
  );
}
