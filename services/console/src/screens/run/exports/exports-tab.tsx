import './exports-tab.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { EvalRun } from '@assay/sdk';
import { Button } from '../../../components/button/button.tsx';
import { Code } from '../../../components/code/code.tsx';
import { DataTable, type Column } from '../../../components/data-table/data-table.tsx';
import { Note } from '../../../components/note/note.tsx';
import { ActionError, Part } from '../../../components/part/part.tsx';
import { Section } from '../../../components/section/section.tsx';
import { Verdict } from '../../../components/verdict/verdict.tsx';
import { curlOf } from '../../../components/key-line/key-line.tsx';
import { useAction } from '../../../data/use-action.ts';
import { copyText } from '../../../lib/copy-text.ts';
import { writeSize } from '../../../lib/format/numbers.ts';
import { useKeys } from '../../../lib/keys.ts';
import { RunTabs } from '../run-head.tsx';
import { isUnderWay, markOfRun, splitSentence } from '../run-words.tsx';
import { EXPORTS, type ExportForm } from './export-forms.ts';
import { SentAutomatically } from './sent-automatically.tsx';

const route = getRouteApi('/shell/p/$projectId/runs/$runId');
/** A longer text is clipped until the reader asks for all of it, in characters. */
const CLIPPED = 20_000;

/**
 * A run in the forms in which it leaves the platform. Operations: exportEvalRunMarkdown, exportEvalRunJunit,
 * exportEvalRunTraces, listEvalRunIterations, exportEvalSuiteFile.
 */
export function ExportsTab({ run }: { run: EvalRun }) {
  const { word, rest } = splitSentence(run.sentence);
  return (
    <>
      <Verdict
        kind={markOfRun(run)}
        word={word}
        rest={rest}
        why="Every export begins with this sentence, with its counts, interval and line. Masked values stay masked, and a link in it opens for people who may see the run."
        actions={
          <Button icon="copy" keyHint="y" onClick={() => copyText(run.sentence, 'The sentence')}>
            Copy the sentence
          </Button>
        }
      />
      <RunTabs run={run} />
      {isUnderWay(run) ? (
        <Note kind="note" title="The exports are there as soon as the run is over" />
      ) : (
        <Exports run={run} />
      )}
    </>
  );
}

function Exports({ run }: { run: EvalRun }) {
  const { projectId, runId } = route.useParams();
  const { form = 'summary' } = route.useSearch();
  const navigate = useNavigate({ from: '/p/$projectId/runs/$runId' });
  const shown = EXPORTS.find(({ id }) => id === form)!;
  const text = useQuery({
    queryKey: [shown.operation, 'text', projectId, runId],
    queryFn: ({ signal }) => shown.read(projectId, run, signal),
  });
  const save = (): void => {
    if (text.data !== undefined) download(shown, run, text.data);
  };
  const saveOther = useAction(
    async (form: ExportForm) => ({ form, text: await form.read(projectId, run, new AbortController().signal) }),
    { onDone: (read) => download(read.form, run, read.text) },
  );
  const request = { operation: shown.operation, params: { projectId, runId, suiteId: run.suiteId } };
  useKeys([
    { keys: ['d'], label: 'download', run: save },
    { keys: ['y'], label: 'copy', run: () => text.data !== undefined && copyText(text.data, shown.word) },
  ]);
  const columns: readonly Column<ExportForm>[] = [
    { id: 'export', head: 'Export', cell: ({ word }) => <span className="medium">{word}</span> },
    { id: 'form', head: 'Form', narrow: 'below', cell: (each) => <span className="muted">{each.form}</span> },
    {
      id: 'for',
      head: 'For',
      kind: 'fill',
      narrow: 'hidden',
      cell: ({ purpose }) => <span className="muted">{purpose}</span>,
    },
    {
      id: 'size',
      head: 'Size',
      kind: 'number',
      cell: (each) => (
        <span className="muted">
          {each.isPaged && 'in pages'}
          {each === shown &&
            text.data !== undefined &&
            `${each.isPaged ? ', ' : ''}${writeSize(new Blob([text.data]).size)}`}
        </span>
      ),
    },
    {
      id: 'download',
      head: <span className="visually-hidden">Download</span>,
      narrow: 'hidden',
      cell: (each) => (
        <Button
          small
          icon="download"
          aria-label={`Download ${each.word}`}
          onClick={() => (each === shown ? save() : saveOther.run(each))}
        >
          Download
        </Button>
      ),
    },
  ];
  return (
    <div className="exports-cols">
      <div>
        <Section title="What can be exported">
          <div className="frame">
            <DataTable
              label="Exports"
              noun="export"
              hasFilters={false}
              columns={columns}
              groups={[{ id: 'all', head: undefined, rows: EXPORTS }]}
              idOf={({ id }) => id}
              selected={form}
              onSelect={({ id }) => {
                void navigate({
                  search: (old) => ({ ...old, form: id === 'summary' ? undefined : id }),
                  replace: true,
                });
              }}
            />
          </div>
        </Section>
        <Section title="In CI" about="the same files, without a browser">
          <Code
            text={`assay run show ${run.id} --json\nassay run watch ${run.id} --reporter markdown=summary.md --junit junit.xml`}
          />
          <p className="small faint">The second command ends with 1 when the run failed and its gate has no waiver.</p>
        </Section>
        <SentAutomatically run={run} />
      </div>
      <section className="frame export-shown" aria-label={shown.word}>
        <div className="pane-head">
          <h2>{shown.word}</h2>
          <span className="faint small">{shown.file}</span>
        </div>
        <div className="pad">
          <ActionError error={saveOther.error} />
          <Part of={text} what="export" rows={10}>
            {(whole) => <Clipped text={whole} />}
          </Part>
          <div className="row wrap case-actions">
            <Button look="primary" icon="download" keyHint="d" disabled={text.data === undefined} onClick={save}>
              Download
            </Button>
            <Button
              icon="copy"
              keyHint="y"
              disabled={text.data === undefined}
              onClick={() => text.data !== undefined && copyText(text.data, shown.word)}
            >
              Copy
            </Button>
            <Button keyHint="c" onClick={() => copyText(curlOf(request), 'The request as curl')}>
              curl
            </Button>
          </div>
        </div>
      </section>
    </div>
  );
}

/** A long text, clipped at first. */
function Clipped({ text }: { text: string }) {
  const [isWhole, showAll] = useState(false);
  if (isWhole || text.length <= CLIPPED) return <Code text={text} />;
  return (
    <>
      <Code text={text.slice(0, CLIPPED)} />
      <Button small onClick={() => showAll(true)}>
        Show all, {writeSize(new Blob([text]).size)}
      </Button>
    </>
  );
}

/** Saves a text as a file of this browser. */
function download({ file, type }: ExportForm, { suiteName, runNumber }: EvalRun, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${suiteName}-run-${runNumber}-${file}`.replace(/[^\w.-]+/g, '-');
  link.click();
  URL.revokeObjectURL(url);
}
