import { useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { Dialog } from '../../components/dialog/dialog.tsx';
import { TextArea, TextField } from '../../components/field/field.tsx';
import { ActionError } from '../../components/part/part.tsx';
import { Segments } from '../../components/segments/segments.tsx';
import { client } from '../../data/client.ts';
import { useAction } from '../../data/use-action.ts';
import { draftReads } from './draft-words.ts';

/** The source of drafts: the tools of the suite's servers, or a document. */
type Source = 'tools' | 'document';

/** Drafts further cases, which wait for a decision. Operations: generateEvalCases, importEvalCases. */
export function DraftMore({
  address,
  onClose,
}: {
  address: { projectId: string; suiteId: string };
  onClose: () => void;
}) {
  const [source, setSource] = useState<Source>('tools');
  const [count, setCount] = useState('5');
  const [content, setContent] = useState('');
  const [fileName, setFileName] = useState('');
  const draft = useAction(
    () =>
      source === 'tools'
        ? client.generateEvalCases(address, { hold: true, caseMix: { simple: Number(count) } })
        : client.importEvalCases(address, { hold: true, content, ...(fileName.trim() !== '' && { fileName }) }),
    { changes: draftReads, onDone: onClose },
  );
  const isWrong = source === 'tools' && !/^([1-9]|10)$/.test(count.trim());
  return (
    <Dialog
      title="Draft cases"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            disabled={draft.isRunning || isWrong || (source === 'document' && content.trim() === '')}
            onClick={() => draft.run(undefined)}
          >
            {draft.isRunning ? 'Drafting…' : 'Draft'}
          </Button>
        </>
      }
    >
      <div className="col">
        <p className="muted">
          Drafts wait here until you keep them; nothing is written to the suite before you commit.
        </p>
        <Segments
          label="From"
          options={[
            ['tools', 'The tools of its servers'],
            ['document', 'A document'],
          ]}
          value={source}
          onChange={setSource}
        />
        {source === 'tools' ? (
          <TextField
            label="Cases"
            hint="Each calls one tool; 1 to 10."
            inputMode="numeric"
            error={isWrong ? 'A number from 1 to 10.' : undefined}
            value={count}
            onValue={setCount}
          />
        ) : (
          <>
            <TextField label="Name of the document" aside="optional" value={fileName} onValue={setFileName} />
            <TextArea label="Markdown" hint="Each heading is a case." rows={10} value={content} onValue={setContent} />
          </>
        )}
        <ActionError error={draft.error} />
      </div>
    </Dialog>
  );
}
