import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { Problem } from '@assay/sdk';
import { showToast } from '../../components/toast/toast-queue.ts';
import { client } from '../../data/client.ts';
import { useAction } from '../../data/use-action.ts';
import type { ReplyOf } from '../../data/operations.ts';
import type { KeyBinding } from '../../lib/keys.ts';
import { visibleText } from '../../lib/visible-text.ts';

/** A fault of a file at its place, counted from 1. */
export interface FileFault {
  path: string;
  message: string;
  line: number | undefined;
  column: number | undefined;
}

/** A file that was chosen, as it is now. */
export interface ChosenFile {
  name: string;
  content: string;
  chosenAt: number;
}

export type ImportReport = ReplyOf<'importEvalSuiteFile'>;
/** The state of a chosen file: what is known about it, and what can be done. */
export type FileWork = ReturnType<typeof useChosenFile>;

const MAX_BYTES = 8_388_608;

/** A file that a person chose: it is checked at once without writing anything, and imported when they say so. */
export function useChosenFile(projectId: string) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<ChosenFile>();
  const check = useAction((file: ChosenFile) =>
    client.importEvalSuiteFile({ projectId }, { content: file.content, fileName: file.name, dryRun: true }),
  );
  const write = useAction(
    (file: ChosenFile) => client.importEvalSuiteFile({ projectId }, { content: file.content, fileName: file.name }),
    {
      changes: ['listEvalSuites', 'getEvalSuite', 'listEvalCases', 'exportEvalSuiteFile', 'listEvalSuiteRevisions'],
      onDone: ({ suiteId, name }) => {
        showToast({ kind: 'passed', title: `${visibleText(name)} is equal to its file.` });
        setChosen(undefined);
        if (suiteId !== undefined)
          void navigate({ to: '/p/$projectId/suites/$suiteId', params: { projectId, suiteId } });
      },
    },
  );
  const error = write.error ?? check.error;
  const take = (file: ChosenFile): void => {
    setChosen(file);
    write.forget();
    check.run(file);
  };
  const choose = (): void => {
    void pickFile().then((file) => file && take(file));
  };
  const faults = faultsOf(error);
  const report = error || check.isRunning ? undefined : check.reply;
  const keys = (exported: ReplyOf<'exportEvalSuiteFile'> | undefined): KeyBinding[] => [
    { keys: ['i'], label: 'import', run: choose },
    ...(exported ? [{ keys: ['d'], label: 'download', run: () => download(exported) }] : []),
  ];
  return {
    chosen,
    faults,
    /** A refusal that is about no place of the file. */
    refusal: faults.length === 0 ? error : undefined,
    report,
    isChecking: check.isRunning,
    isWriting: write.isRunning,
    choose,
    keys,
    /** Checks what was typed. */
    edit: (content: string) => chosen && take({ ...chosen, content }),
    /** Shows what was typed without a check. */
    type: (content: string) => setChosen((before) => before && { ...before, content }),
    write: () => chosen && write.run(chosen),
    drop: () => {
      setChosen(undefined);
      check.forget();
      write.forget();
    },
  };
}

/** The faults that a refusal names at their places. */
function faultsOf(error: Error | null): FileFault[] {
  const issues = error instanceof Problem ? error.details?.['issues'] : undefined;
  if (!Array.isArray(issues)) return [];
  return (issues as Partial<FileFault>[])
    .map(({ path = '', message = '', line, column }) => ({ path, message, line, column }))
    .filter(({ message }) => message !== '');
}

function pickFile(): Promise<ChosenFile | undefined> {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.yaml,.yml,.json';
  return new Promise((resolve) => {
    input.addEventListener('cancel', () => resolve(undefined));
    input.addEventListener('change', () => {
      const [file] = input.files ?? [];
      if (!file) return resolve(undefined);
      if (file.size > MAX_BYTES) {
        showToast({ kind: 'failed', title: 'The file is too large.', text: 'A suite file has at most 8 MiB.' });
        return resolve(undefined);
      }
      void file.text().then((content) => resolve({ name: file.name, content, chosenAt: Date.now() }));
    });
    input.click();
  });
}

/** Saves an exported file on the reader's machine. */
export function download({ fileName, content }: ReplyOf<'exportEvalSuiteFile'>): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type: 'text/plain' }));
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}
