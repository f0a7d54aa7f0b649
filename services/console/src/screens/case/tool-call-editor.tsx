import type { EvalTestStepToolCall } from '@assay/sdk';
import { SelectField } from '../../components/field/field.tsx';
import { Time } from '../../components/figures/figures.tsx';
import { Note } from '../../components/note/note.tsx';
import { SchemaForm } from '../../components/schema-form/schema-form.tsx';
import { Tag } from '../../components/tag/tag.tsx';
import { visibleText } from '../../lib/visible-text.ts';
import type { SuiteServer } from './use-suite-tools.ts';

/** The fields of a step that calls a tool: server, tool, and the arguments by the tool's schema. */
export function ToolCallEditor({
  step,
  onStep,
  servers,
}: {
  step: EvalTestStepToolCall;
  onStep: (step: EvalTestStepToolCall) => void;
  servers: readonly SuiteServer[];
}) {
  const server = servers.find(({ name }) => name === step.serverName);
  const tool = server?.tools.find(({ name }) => name === step.toolName);
  const serverNames = [...new Set([step.serverName, ...servers.map(({ name }) => name)])].filter(Boolean);
  const toolNames = [...new Set([step.toolName, ...(server?.tools ?? []).map(({ name }) => name)])].filter(Boolean);
  return (
    <div className="col case-call">
      <div className="case-fields">
        <SelectField
          label="Server"
          value={step.serverName}
          options={serverNames.map((name) => [name, visibleText(name)] as const)}
          onValue={(serverName) => {
            const first = servers.find(({ name }) => name === serverName)?.tools[0]?.name;
            onStep({ ...step, serverName, toolName: first ?? step.toolName, arguments: {} });
          }}
        />
        <SelectField
          label="Tool"
          aside={tool && <EffectTag tool={tool} />}
          value={step.toolName}
          options={toolNames.map((name) => [name, visibleText(name)] as const)}
          onValue={(toolName) => onStep({ ...step, toolName, arguments: {} })}
        />
      </div>
      {server?.error && (
        <Note kind="open" title={`The tools of ${visibleText(server.name)} cannot be read now`}>
          {server.error.message}
        </Note>
      )}
      {server?.readAt !== undefined && !tool && (
        <Note kind="warning" title={`${visibleText(server.name)} declares no tool ${visibleText(step.toolName)}`}>
          A trial of this case fails at this step, unless the server gets the tool.
        </Note>
      )}
      <SchemaForm
        schema={tool?.inputSchema ?? {}}
        value={step.arguments ?? {}}
        onValue={(value) => onStep({ ...step, arguments: { ...value } })}
      />
      {server?.readAt !== undefined && tool && (
        <p className="small faint">
          The schema of {visibleText(server.name)}, read at <Time time={server.readAt} />.
        </p>
      )}
    </div>
  );
}

/** Whether a tool says that it only reads, that it changes something, or that it destroys. */
export function EffectTag({ tool }: { tool: SuiteServer['tools'][number] }) {
  const { annotations } = tool as { annotations?: { readOnlyHint?: boolean; destructiveHint?: boolean } };
  if (annotations?.readOnlyHint === true) return <Tag>reads</Tag>;
  if (annotations?.destructiveHint === true) return <Tag tone="warn">destroys</Tag>;
  return <Tag>changes</Tag>;
}
