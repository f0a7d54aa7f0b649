import './server-lint.css';
import { useState } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { given } from '@assay/contract/given';
import { Button } from '../../components/button/button.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { PageWithInspector } from '../../components/inspector/inspector.tsx';
import { MoreMenu } from '../../components/menu/menu.tsx';
import { Part } from '../../components/part/part.tsx';
import { Verdict } from '../../components/verdict/verdict.tsx';
import { client } from '../../data/client.ts';
import { operationQuery } from '../../data/operations.ts';
import { copyText } from '../../lib/copy-text.ts';
import { writeCount, writeCountOf } from '../../lib/format/numbers.ts';
import { saveFile } from '../../lib/save-file.ts';
import { NOTHING, useSelection } from '../../lib/use-selection.ts';
import { ServerFrame } from '../server/server-frame.tsx';
import type { ServerTabProps } from '../server/server-tab.ts';
import { LintCatalogue } from './lint-catalogue.tsx';
import { LintFilters } from './lint-filters.tsx';
import { LintInspector } from './lint-inspector.tsx';
import { LintList } from './lint-list.tsx';
import { useSurfaceOf } from './use-surface-of.ts';
import { rowsOf, type LintedReport } from './lint-rows.ts';
import { copyRewrites } from './copy-rewrites.ts';

const route = getRouteApi('/shell/p/$projectId/servers/$serverId');

/**
 * The findings of the linter about a server, and what to rewrite first. Operations: lintServer, listServerSurfaces,
 * getServerSurface, createLintSuppression, deleteLintSuppression, listCatalogueLabs.
 */
export function LintTab({ server }: ServerTabProps) {
  const address = { projectId: server.projectId, serverId: server.id };
  const search = route.useSearch();
  const navigate = route.useNavigate();
  // Linting connects to the server: the report is kept until it is asked for again.
  const lint = useQuery({ ...operationQuery('lintServer', address, {}), staleTime: Infinity });
  const report = lint.data && 'findings' in lint.data ? lint.data : undefined;
  const { surface } = useSurfaceOf(report?.contentHash, address);
  const rows = report ? rowsOf(report, search) : [];
  const first = rows.find(({ findings }) => findings.some(({ rewrite }) => rewrite)) ?? rows[0];
  const sel = useSelection(search.sel, first?.id);
  const row = rows.find(({ id }) => id === sel);
  const [suppressing, setSuppressing] = useState(0);
  const select = (id: string | undefined): void =>
    void navigate({ search: (before) => ({ ...before, sel: id ?? NOTHING }), replace: true });
  const again = (): void => void lint.refetch();
  const exportSarif = async (): Promise<void> => {
    const log = await client.lintServer(address, { format: 'sarif' });
    saveFile(`${server.name}.sarif`, JSON.stringify(log, null, 2), 'application/sarif+json');
  };
  return (
    <ServerFrame
      server={server}
      tab="lint"
      request={{ operation: 'lintServer', params: address }}
      keys={[
        { keys: ['y'], label: 'copy the rewrite', run: () => row && copyRewrites(row) },
        { keys: ['z'], label: 'suppress', run: () => setSuppressing((times) => times + 1) },
        { keys: ['d'], label: 'lint again', run: again },
      ]}
      head={
        <Verdict
          {...verdictOf(report)}
          why={report && <Why report={report} version={surface?.serverInfo?.['version']} />}
          actions={
            <>
              <Button icon="download" disabled={!report} onClick={() => void exportSarif()}>
                Export SARIF
              </Button>
              <Button keyHint="d" disabled={lint.isFetching} onClick={again}>
                {lint.isFetching ? 'Linting…' : 'Lint again'}
              </Button>
              <MoreMenu
                actions={[
                  {
                    word: 'Copy the report',
                    run: () => copyText(JSON.stringify(report, null, 2), 'The report'),
                    ...given({ reason: report ? undefined : 'there is none yet' }),
                  },
                ]}
              />
            </>
          }
        />
      }
    >
      <Part of={{ ...lint, data: report }} what="findings" rows={8}>
        {(data) => (
          <>
            <LintFilters
              report={data}
              search={search}
              onSearch={(next) => void navigate({ search: (before) => given({ ...before, ...next }), replace: true })}
            />
            <PageWithInspector
              inspector={
                row && (
                  <LintInspector
                    key={row.id}
                    row={row}
                    report={data}
                    surface={surface}
                    address={address}
                    suppressing={suppressing}
                    onClose={() => select(undefined)}
                  />
                )
              }
            >
              <LintList
                report={data}
                rows={rows}
                by={search.by ?? 'tool'}
                selected={row?.id}
                onSelect={({ id }) => select(id)}
              />
            </PageWithInspector>
            <LintCatalogue report={data} address={address} />
          </>
        )}
      </Part>
    </ServerFrame>
  );
}

function verdictOf(report: LintedReport | undefined) {
  if (!report)
    return { kind: 'running' as const, word: 'Linting.', rest: 'Every declaration, without calling anything.' };
  const { error, warning, note } = report.summary;
  const where = `, in ${writeCountOf(report.catalogue.tools.length, 'tool')}.`;
  if (error > 0)
    return {
      kind: 'failed' as const,
      word: `${writeCountOf(error, 'error')},`,
      rest: `${writeCountOf(warning, 'warning')} and ${writeCountOf(note, 'note')}${where}`,
    };
  if (warning > 0 || note > 0)
    return {
      kind: warning > 0 ? ('warning' as const) : ('note' as const),
      word:
        [warning > 0 && writeCountOf(warning, 'warning'), note > 0 && writeCountOf(note, 'note')]
          .filter(Boolean)
          .join(' and ') + ',',
      rest: `no error${where}`,
    };
  return { kind: 'passed' as const, word: 'No finding.', rest: `${writeCount(report.rules)} rules were applied.` };
}

/** The first tool without a description, the parameters that say nothing, and how much was looked at. */
function Why({ report, version }: { report: LintedReport; version: unknown }) {
  const { findings, rules, summary } = report;
  const silent = findings.find(({ ruleId }) => ruleId === 'tool-description-missing');
  const parameters = findings.filter(({ ruleId }) => ruleId === 'parameter-description-missing').length;
  return (
    <>
      {findings.length > 0 && 'Models choose by what is written here. '}
      {silent && (
        <>
          <code>
            <Foreign text={silent.location.name} />
          </code>{' '}
          has no description
          {parameters > 0 ? ', and ' : '. '}
        </>
      )}
      {parameters > 0 && (
        <>
          <b>{writeCountOf(parameters, 'parameter')}</b> {parameters === 1 ? 'says' : 'say'} nothing about unit or
          form.{' '}
        </>
      )}
      {writeCountOf(rules, 'rule was', 'rules were')} applied to the surface
      {typeof version === 'string' && version !== '' && (
        <>
          {' '}
          of <Foreign text={version} />
        </>
      )}
      .{summary.suppressed > 0 && ` ${writeCountOf(summary.suppressed, 'finding is', 'findings are')} suppressed.`}
    </>
  );
}
