import { Button } from '../../components/button/button.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Verdict } from '../../components/verdict/verdict.tsx';
import type { MarkKind } from '../../components/mark/mark.tsx';
import type { ReplyOf } from '../../data/operations.ts';
import { writeCount, writeCountOf, writeSize } from '../../lib/format/numbers.ts';
import { writeTime } from '../../lib/format/times.ts';
import type { SuiteRead } from '../suite/suite-tab.ts';
import { download, type FileWork, type ImportReport } from './use-chosen-file.ts';

/** How many lines a text has. */
export const lineCount = (text: string): number => text.replace(/\n$/, '').split('\n').length;

/** The effect of the chosen file, or the reason of its refusal; without one, the size of the suite's file. */
export function FileVerdict({
  suite,
  file,
  exported,
}: {
  suite?: SuiteRead;
  file: FileWork;
  exported?: ReplyOf<'exportEvalSuiteFile'> | undefined;
}) {
  const { chosen, report } = file;
  return (
    <Verdict
      {...sentenceOf(file, suite, exported)}
      why={
        chosen ? (
          <>
            <b>
              <Foreign text={chosen.name} />
            </b>
            , chosen at {writeTime(chosen.chosenAt)}. A file is imported whole or not at all
            {file.faults.length > 0 && suite ? `; the suite is still revision ${suite.revisionNumber}` : ''}.
          </>
        ) : suite ? (
          suite.managedBy === 'ci' ? (
            'A file owns this suite: it changes with the file alone.'
          ) : (
            'People edit the suite here; the file is a copy of it.'
          )
        ) : (
          'A suite file, a promptfoo configuration or an mcpServers suite file, as YAML or JSON.'
        )
      }
      actions={
        <>
          {exported && (
            <Button icon="download" keyHint="d" onClick={() => download(exported)}>
              {`Download revision ${suite!.revisionNumber}`}
            </Button>
          )}
          {report ? (
            <Button look="primary" disabled={file.isWriting || changesOf(report) === 0} onClick={file.write}>
              {file.isWriting ? 'Importing…' : importWord(report)}
            </Button>
          ) : (
            <Button {...(!exported && { look: 'primary' as const })} keyHint="i" onClick={file.choose}>
              {chosen ? 'Choose another file' : 'Choose a file'}
            </Button>
          )}
        </>
      }
    />
  );
}

/** How many cases an import would write or delete; a new suite counts as one. */
const changesOf = ({ created, cases }: ImportReport): number =>
  (created ? 1 : 0) + cases.created + cases.updated + cases.deleted;

const importWord = (report: ImportReport): string =>
  changesOf(report) === 0 ? 'Nothing to import' : report.created ? 'Import it as a new suite' : 'Import it';

function sentenceOf(
  { chosen, faults, refusal, report, isChecking }: FileWork,
  suite: SuiteRead | undefined,
  exported: ReplyOf<'exportEvalSuiteFile'> | undefined,
): { kind: MarkKind; word: string; rest?: string } {
  if (!chosen) {
    if (!suite)
      return { kind: 'note', word: 'Import a suite from its file.', rest: 'It is checked before anything is written.' };
    const size = exported
      ? `${writeSize(new Blob([exported.content]).size)}, ${writeCountOf(lineCount(exported.content), 'line')}.`
      : '';
    return { kind: 'note', word: `Its file is that of revision ${suite.revisionNumber}.`, rest: size };
  }
  const lines = new Set(faults.map(({ line, path }) => line ?? path)).size;
  if (faults.length > 0)
    return {
      kind: 'failed',
      word: 'The file was not imported.',
      rest: `${writeCount(lines)} of its ${writeCountOf(lineCount(chosen.content), 'line')} ${lines === 1 ? 'has' : 'have'} a fault; nothing was written.`,
    };
  if (refusal) return { kind: 'failed', word: 'The file was not imported.', rest: 'Nothing was written.' };
  if (isChecking || !report) return { kind: 'running', word: 'Checking the file.' };
  const changes = changesOf(report);
  return changes === 0
    ? { kind: 'passed', word: 'The file has no fault.', rest: 'The suite is equal to it already.' }
    : { kind: 'passed', word: 'The file has no fault.', rest: 'Nothing is written yet.' };
}
