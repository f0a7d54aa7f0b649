import { useState } from 'react';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark, type MarkKind } from '../../components/mark/mark.tsx';
import { Note } from '../../components/note/note.tsx';
import { Section } from '../../components/section/section.tsx';
import { writeCount, writeCountOf } from '../../lib/format/numbers.ts';
import { useKeys } from '../../lib/keys.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { useSuiteRuns } from '../suite/suite-nav.tsx';
import type { SuiteRead } from '../suite/suite-tab.ts';
import { showFault } from './fault-lines.tsx';
import type { FileFault, FileWork, ImportReport } from './use-chosen-file.ts';

/** The facts beside a file: its faults, its changes, the owner of the suite, and the parts that no file has. */
export function FileFacts({ suite, file, name = 'suite.yaml' }: { suite?: SuiteRead; file: FileWork; name?: string }) {
  const shown = visibleText(file.chosen?.name ?? name);
  return (
    <aside className="file-facts" aria-label="About the file">
      <div className="frame">
        {file.faults.length > 0 && <FaultList faults={file.faults} />}
        <div className="pad">
          {file.report && <Changes report={file.report} />}
          <h3 className="h2">Before you send it</h3>
          <pre className="code">{`npx assay suite validate \\\n  ${shown}`}</pre>
          <p className="small faint">
            The same checks, without a network. An editor can complete the words, with the schema:{' '}
            <code>npx assay suite schema</code>.
          </p>
        </div>
      </div>
      {suite && <Owner suite={suite} />}
      {suite && <NotInFile suite={suite} />}
    </aside>
  );
}

function FaultList({ faults }: { faults: readonly FileFault[] }) {
  const [at, setAt] = useState(0);
  const go = (index: number): void => {
    const next = Math.min(Math.max(index, 0), faults.length - 1);
    setAt(next);
    showFault(faults[next]!.line);
  };
  useKeys([{ keys: [']', '['], label: 'next, previous fault', run: (key) => go(at + (key === ']' ? 1 : -1)) }]);
  return (
    <>
      <div className="pane-head">
        <h2>Faults</h2>
        <span className="push faint">{writeCount(faults.length)}</span>
      </div>
      <ul className="fault-list">
        {faults.map(({ path, line, column, message }, index) => (
          <li key={`${path} ${message}`}>
            <button
              type="button"
              className={index === at ? 'selected' : undefined}
              aria-current={index === at ? 'true' : undefined}
              onClick={() => go(index)}
            >
              <Mark kind="failed" word="" />
              <span className="muted">{line === undefined ? '–' : `${line}:${column ?? 1}`}</span>
              <code className="cut">
                <Foreign text={path || 'the file'} />
              </code>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Changes({ report: { created, cases, warnings } }: { report: ImportReport }) {
  const rows: (readonly [MarkKind, string] | undefined)[] = [
    created ? ['note', 'a new suite'] : undefined,
    ['warning', `${writeCountOf(cases.updated, 'case')} changed`],
    ['pending', `${writeCountOf(cases.unchanged, 'case')} unchanged`],
    [
      cases.deleted > 0 ? 'warning' : 'passed',
      `${writeCount(cases.deleted)} deleted, ${writeCount(cases.created)} new`,
    ],
  ];
  return (
    <>
      <h3 className="h2">What it would change</h3>
      <table className="dense">
        <tbody>
          {rows.map(
            (row) =>
              row && (
                <tr key={row[1]}>
                  <td className="mark-cell">
                    <Mark kind={row[0]} word="" />
                  </td>
                  <td>{row[1]}</td>
                </tr>
              ),
          )}
        </tbody>
      </table>
      {warnings.map((warning) => (
        <Note key={warning} kind="warning" title={<Foreign text={warning} />} />
      ))}
    </>
  );
}

const Owner = ({ suite }: { suite: SuiteRead }) => (
  <Section title="Who owns the suite">
    <div className="frame pad file-owner">
      {suite.managedBy === 'ci' ? (
        <p>
          <b>Its file</b> <code>{suite.declaredId}</code>. CI sends it; edits here are refused.
        </p>
      ) : (
        <>
          <p>
            <b>People here.</b> <span className="muted">They edit it in the console; the file is a copy.</span>
          </p>
          <Note kind="open" title="A file never takes over a suite made by hand">
            To let a file own it, import the file under another <code>id</code> and <code>name</code>, or into another
            project.
          </Note>
        </>
      )}
    </div>
  </Section>
);

function NotInFile({ suite }: { suite: SuiteRead }) {
  const runs = useSuiteRuns(suite);
  const rows = [
    ['the schedule', suite.schedule.words ?? 'none'],
    [
      'the history',
      `${writeCountOf(runs.data?.items[0]?.runNumber ?? 0, 'run')}, ${writeCountOf(suite.revisionNumber, 'revision')}`,
    ],
    ['environments and clients', writeCount(suite.environmentIds.length + suite.hosts.length)],
  ] as const;
  return (
    <Section title="Not in a file">
      <div className="frame">
        <table className="dense">
          <tbody>
            {rows.map(([what, value]) => (
              <tr key={what}>
                <td>{what}</td>
                <td className="num muted">{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
