import { useState } from 'react';
import type { ReplyOf } from '../../data/operations.ts';
import { Button } from '../../components/button/button.tsx';
import { JsonCode } from '../../components/code/code.tsx';
import { DiffCode } from '../../components/code/diff-code.tsx';
import { CodedText } from '../../components/foreign/coded-text.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Inspector } from '../../components/inspector/inspector.tsx';
import { Outcome } from '../../components/outcome/outcome.tsx';
import { writeCount, writeCountOf } from '../../lib/format/numbers.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { copyRewrites } from './copy-rewrites.ts';
import { phraseOf, type LintedReport, type LintRow } from './lint-rows.ts';
import { changeOf, valueAt } from './patched-part.ts';
import { severityMarks } from './severity-marks.ts';
import { SuppressForm, Suppressed } from './suppress-form.tsx';

type Surface = ReplyOf<'getServerSurface'>['surface'];
const WORDS = { error: 'Error', warning: 'Warning', note: 'Note' };

/** One row of findings: its place in the declaration, what it costs, the smallest rewrite, and how it is suppressed. */
export function LintInspector({
  row,
  report,
  surface,
  address,
  suppressing,
  onClose,
}: {
  row: LintRow;
  report: LintedReport;
  surface: Surface | undefined;
  address: { projectId: string; serverId: string };
  /** Counts the presses of `z`. */
  suppressing: number;
  onClose: () => void;
}) {
  const [at, setAt] = useState(0);
  const { findings } = row;
  const finding = findings[at] ?? findings[0]!;
  const item = itemOf(surface, row);
  const { phrase } = phraseOf(row);
  const title = `${row.name === '' ? 'The server' : visibleText(row.name)}: ${visibleText(phrase)}`;
  const count = findings.length;
  return (
    <Inspector title={title} label={title} onClose={onClose}>
      <p className="row wrap">
        <Outcome kind={severityMarks[row.severity]} word={WORDS[row.severity]} />
        <code className="faint">{row.ruleId}</code>
      </p>
      <p className="lint-fix">
        <CodedText text={finding.fix} />
      </p>
      {finding.helpUrl !== undefined && (
        <p className="small">
          <a href={finding.helpUrl} target="_blank" rel="noopener noreferrer">
            The rule
          </a>
        </p>
      )}
      <Place item={item} path={finding.location.path || placeOf(finding)} />
      <h3>What it costs</h3>
      <p>
        {capital(report.costs[row.ruleId] ?? '')}. <Foreign text={finding.message} />
      </p>
      {finding.rewrite && item && (
        <>
          <h3>
            The smallest rewrite{' '}
            <span className="faint">
              {count > 1 && `${at + 1} of ${count}, `}
              {`about ${writeCountOf(finding.rewrite.tokens, 'token')} more`}
            </span>
          </h3>
          <DiffCode {...changeOf(item, finding.rewrite)} label="The rewrite" />
          <div className="row wrap lint-actions">
            <Button look="primary" icon="copy" keyHint="y" onClick={() => copyRewrites(row)}>
              {count > 1 ? `Copy all ${writeCount(count)}` : 'Copy the rewrite'}
            </Button>
            {count > 1 && <Button onClick={() => setAt((at + 1) % count)}>Next of {writeCount(count)}</Button>}
          </div>
          {finding.rewrite.blanks.length > 0 && (
            <p className="small faint lint-foot">
              Parts in ‹ › are for you to fill in: nothing declared says what they are.
            </p>
          )}
        </>
      )}
      {finding.suppressionId === undefined ? (
        <SuppressForm key={row.id} row={row} address={address} suppressing={suppressing} />
      ) : (
        <Suppressed suppressionId={finding.suppressionId} address={address} />
      )}
    </Inspector>
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Where a finding about a whole item is put right, if the item says something there. */
function placeOf({ rewrite }: LintRow['findings'][number]): string {
  const [change] = rewrite?.patch ?? [];
  return change?.op === 'replace' ? change.path : '';
}

/** The declaration around the place of a finding, with the place marked. */
function Place({ item, path }: { item: Record<string, unknown> | undefined; path: string }) {
  if (!item) return null;
  const parent = path.slice(0, path.lastIndexOf('/'));
  const around = parent === '' ? withoutSchemas(item) : valueAt(item, parent);
  if (around === undefined || around === null) return null;
  return (
    <>
      <h3>
        Where <code className="faint">{path === '' ? '/' : visibleText(path)}</code>
      </h3>
      <JsonCode
        value={around}
        label="The declaration"
        evidence={path === '' ? [] : [{ pointer: `/${path.slice(parent.length + 1)}` }]}
      />
    </>
  );
}

const withoutSchemas = ({ inputSchema: _input, outputSchema: _output, ...rest }: Record<string, unknown>) => rest;

function itemOf(surface: Surface | undefined, { kind, name }: LintRow): Record<string, unknown> | undefined {
  if (!surface) return undefined;
  const lists = {
    tool: ['tools', 'name'],
    resource: ['resources', 'uri'],
    resourceTemplate: ['resourceTemplates', 'uriTemplate'],
    prompt: ['prompts', 'name'],
  } as const;
  if (kind === 'server') return undefined;
  const [list, key] = lists[kind];
  return (surface[list] as Record<string, unknown>[]).find((one) => one[key] === name);
}
