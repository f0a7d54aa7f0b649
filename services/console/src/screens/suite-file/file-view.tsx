import './suite-file.css';
import { useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { Code } from '../../components/code/code.tsx';
import { CodeEditor } from '../../components/code/code-editor.tsx';
import { DiffCode } from '../../components/code/diff-code.tsx';
import { Empty } from '../../components/empty/empty.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { ActionError, Part } from '../../components/part/part.tsx';
import { Segments } from '../../components/segments/segments.tsx';
import type { ReplyOf } from '../../data/operations.ts';
import { writeCountOf, writeSize } from '../../lib/format/numbers.ts';
import type { SuiteRead } from '../suite/suite-tab.ts';
import { FaultLines } from './fault-lines.tsx';
import { lineCount } from './file-verdict.tsx';
import type { FileFault, FileWork } from './use-chosen-file.ts';

type Exported = ReplyOf<'exportEvalSuiteFile'>;
type View = 'faults' | 'whole' | 'difference';

/** The text of a file: the neighbourhood of its faults, the whole of it to edit, or its difference from the suite. */
export function FileView({
  suite,
  file,
  exported,
}: {
  suite?: SuiteRead;
  file: FileWork;
  exported?: { data: Exported | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown };
}) {
  const { chosen, faults } = file;
  const [asked, setView] = useState<View>();
  const view = asked ?? (faults.length > 0 ? 'faults' : exported?.data ? 'difference' : 'whole');
  if (!chosen)
    return exported ? (
      <Part of={exported} what="file" rows={12}>
        {(data: Exported) => (
          <div>
            <Head name={data.fileName} text={data.content} />
            <div className="frame file-text">
              <Code text={data.content} label="The file" isNumbered />
            </div>
          </div>
        )}
      </Part>
    ) : (
      <Empty
        title="No file chosen"
        command="npx assay suite push helpdesk.yaml"
        actions={
          <Button look="primary" onClick={file.choose}>
            Choose a file
          </Button>
        }
      >
        A file is the whole of a suite: its settings and its cases. It is checked before anything is written.
      </Empty>
    );
  const options: (readonly [View, string])[] = [
    ...(faults.length > 0 ? [['faults', `Faults ${faults.length}`] as const] : []),
    ['whole', 'Whole file'],
    ...(exported?.data ? [['difference', `Against revision ${suite!.revisionNumber}`] as const] : []),
  ];
  return (
    <div>
      <Head
        name={chosen.name}
        text={chosen.content}
        aside={<Segments label="What is shown" options={options} value={view} onChange={setView} />}
      />
      {file.refusal && <ActionError error={file.refusal} />}
      {view === 'faults' && faults.length > 0 ? (
        <FaultLines text={chosen.content} faults={faults} />
      ) : view === 'difference' && exported?.data ? (
        <div className="frame file-text">
          <DiffCode before={exported.data.content} after={chosen.content} label="The file against the suite" />
        </div>
      ) : (
        <>
          <CodeEditor
            label={chosen.name}
            language={chosen.name.endsWith('.json') ? 'json' : 'yaml'}
            value={chosen.content}
            faults={faults.map((fault) => rangeOf(chosen.content, fault))}
            onValue={file.type}
          />
          <p className="row file-again">
            <Button small disabled={file.isChecking} onClick={() => file.edit(chosen.content)}>
              {file.isChecking ? 'Checking…' : 'Check it again'}
            </Button>
            <span className="small faint">
              What you type here is imported; the file on your machine stays as it is.
            </span>
          </p>
        </>
      )}
    </div>
  );
}

const Head = ({ name, text, aside }: { name: string; text: string; aside?: React.ReactNode }) => (
  <div className="section-head file-head">
    <h2 className="h2">
      <Foreign text={name} />
    </h2>
    <span className="faint">{`${writeSize(new Blob([text]).size)}, ${writeCountOf(lineCount(text), 'line')}`}</span>
    {aside !== undefined && <span className="push">{aside}</span>}
  </div>
);

/** A fault as the range of its line, in characters. */
function rangeOf(text: string, { line = 1, column = 1, message }: FileFault) {
  const lines = text.split('\n');
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const end = before + (lines[line - 1]?.length ?? 0);
  return { start: Math.min(before + column - 1, end), end, message };
}
