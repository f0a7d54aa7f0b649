import type { ReactNode } from 'react';
import { SelectField, TextField } from '../../components/field/field.tsx';
import { Section } from '../../components/section/section.tsx';
import { Segments } from '../../components/segments/segments.tsx';
import { writeTime } from '../../lib/format/times.ts';
import { transportOf } from '../servers/server-words.ts';
import type { ServerRead } from '../server/server-tab.ts';
import { ArgumentsField } from './arguments-field.tsx';
import { mcpRevisions, type ServerEdit } from './server-edit.ts';

const wordsOf = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** How a server is reached: its address or command, name, revision, tags and runners, and how long it is waited for. */
export function WayPart({
  server,
  edit,
  saved,
  mayWrite,
  onEdit,
  between,
}: {
  server: ServerRead;
  edit: ServerEdit;
  saved: ServerEdit;
  mayWrite: boolean;
  onEdit: (edit: ServerEdit) => void;
  /** Stands before the waiting times. */
  between: ReactNode;
}) {
  const { lastDiagnosis } = server;
  const set = (changes: Partial<ServerEdit>): void => onEdit({ ...edit, ...changes });
  const locked = { disabled: !mayWrite };
  return (
    <>
      <Section title="How it is reached">
        <div className="frame settings-pad">
          {mayWrite && (
            <Segments
              label="How it is reached"
              value={edit.transportType}
              options={[
                ['http', 'An address', 'link'],
                ['stdio', 'A command', 'command'],
              ]}
              onChange={(transportType) => set({ transportType })}
            />
          )}
          <div className="settings-fields">
            {edit.transportType === 'http' ? (
              <div className="settings-wide">
                <TextField {...locked} label="Address" mono value={edit.url} onValue={(url) => set({ url })} />
              </div>
            ) : (
              <>
                <TextField
                  {...locked}
                  label="Command"
                  mono
                  value={edit.command}
                  onValue={(command) => set({ command })}
                />
                <ArgumentsField {...locked} args={edit.args} onArgs={(args) => set({ args })} />
              </>
            )}
            <TextField
              {...locked}
              label="Name"
              value={edit.name}
              maxLength={200}
              hint="Cases name it: they change with it."
              onValue={(name) => set({ name })}
            />
            <SelectField
              {...locked}
              label="Revision of MCP"
              value={edit.protocolVersion}
              options={[['', 'negotiated'], ...mcpRevisions.map((one) => [one, one] as const)]}
              hint={
                lastDiagnosis?.protocolVersion !== undefined &&
                `Agreed at ${writeTime(lastDiagnosis.diagnosedAt)}: ${lastDiagnosis.protocolVersion}, over ${transportOf(server)}.`
              }
              onValue={(protocolVersion) => set({ protocolVersion })}
            />
            <TextField
              {...locked}
              label="Tags"
              value={edit.tags.join(', ')}
              hint="Words to find it by, with commas between them."
              onValue={(text) => set({ tags: text === '' ? [] : text.split(/,\s*/) })}
              onBlur={() => set({ tags: wordsOf(edit.tags.join(',')) })}
            />
            <TextField
              {...locked}
              label="Reached from runners with the labels"
              value={edit.runnerLabels.join(', ')}
              placeholder={edit.transportType === 'stdio' ? 'stdio' : 'the platform'}
              hint="Empty: from the platform. Else only from runners that have all of these."
              onValue={(text) => set({ runnerLabels: text === '' ? [] : text.split(/,\s*/) })}
              onBlur={() => set({ runnerLabels: wordsOf(edit.runnerLabels.join(',')) })}
            />
          </div>
        </div>
      </Section>
      {between}
      <Section title="Waiting">
        <div className="frame settings-pad">
          <div className="settings-fields three">
            <TextField
              {...locked}
              label="A request, at most, in seconds"
              type="number"
              min={0.001}
              max={600}
              step="any"
              value={edit.timeout}
              placeholder="30"
              hint={
                edit.timeout !== saved.timeout ? (
                  <span className="warn">was {saved.timeout === '' ? '30' : saved.timeout} s</span>
                ) : (
                  'At most 600; 30 when empty.'
                )
              }
              onValue={(timeout) => set({ timeout })}
            />
            <TextField
              label="To connect"
              value="30 s, or a request’s time"
              disabled
              hint="Fixed, for every server."
              onValue={() => undefined}
            />
            <TextField
              label="With progress, in total"
              value="120 s"
              disabled
              hint="Fixed, for every server."
              onValue={() => undefined}
            />
          </div>
        </div>
      </Section>
    </>
  );
}
