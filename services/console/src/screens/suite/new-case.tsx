import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../components/button/button.tsx';
import { Dialog } from '../../components/dialog/dialog.tsx';
import { SelectField, TextArea, TextField } from '../../components/field/field.tsx';
import { ActionError } from '../../components/part/part.tsx';
import { Segments } from '../../components/segments/segments.tsx';
import { client } from '../../data/client.ts';
import { useOperation } from '../../data/operations.ts';
import { useAction } from '../../data/use-action.ts';
import { visibleText } from '../../lib/visible-text.ts';
import type { SuiteRead } from './suite-tab.ts';

/** A new case with its first step; the editor of the case opens then. Operations: createEvalCase, listProjectServers. */
export function NewCase({ suite, onClose }: { suite: SuiteRead; onClose: () => void }) {
  const { projectId, id: suiteId } = suite;
  const navigate = useNavigate();
  const servers = useOperation('listProjectServers', { projectId }, { limit: 200 });
  const own = servers.data?.items.filter(({ id }) => suite.environment.servers.includes(id)) ?? [];
  const [title, setTitle] = useState('');
  const [kind, setKind] = useState<'toolCall' | 'prompt'>('toolCall');
  const [server, setServer] = useState<string>();
  const [tool, setTool] = useState('');
  const [prompt, setPrompt] = useState('');
  const serverName = server ?? own[0]?.name ?? '';
  const make = useAction(
    () =>
      client.createEvalCase(
        { projectId, suiteId },
        {
          title: title.trim(),
          steps: [
            kind === 'prompt'
              ? { id: 'ask', kind, prompt }
              : { id: 'call', kind, serverName, toolName: tool.trim(), arguments: {} },
          ],
        },
      ),
    {
      changes: ['listEvalCases'],
      onDone: ({ id: caseId }) =>
        void navigate({
          to: '/p/$projectId/suites/$suiteId/cases/$caseId',
          params: { projectId, suiteId, caseId },
        }),
    },
  );
  const isWhole = kind === 'prompt' ? prompt.trim() !== '' : tool.trim() !== '' && serverName !== '';
  return (
    <Dialog
      title="New case"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            disabled={title.trim() === '' || !isWhole || make.isRunning}
            onClick={() => make.run(undefined)}
          >
            {make.isRunning ? 'Making it…' : 'Make the case'}
          </Button>
        </>
      }
    >
      <TextField label="Title" autoFocus value={title} hint="What should happen, in a few words." onValue={setTitle} />
      <p className="row new-case-kind">
        <span className="muted">It begins when</span>
        <Segments
          label="Its first step"
          value={kind}
          onChange={setKind}
          options={[
            ['toolCall', 'a tool is called'],
            ['prompt', 'a model is asked'],
          ]}
        />
      </p>
      {kind === 'prompt' ? (
        <TextArea label="Prompt" value={prompt} onValue={setPrompt} />
      ) : (
        <>
          <SelectField
            label="Server"
            value={serverName}
            options={own.map(({ name }) => [name, visibleText(name)] as const)}
            onValue={setServer}
          />
          <TextField label="Tool" mono value={tool} hint="Its name, as on the wire." onValue={setTool} />
        </>
      )}
      <ActionError error={make.error} />
    </Dialog>
  );
}
