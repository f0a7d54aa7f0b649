import type { EvalSuiteFileImported, SuiteFile } from '@assay/contract/areas/suite-files/documents';
import { given } from '@assay/contract/given';
import { operations } from '@assay/contract/operations';
import { invalid } from '@assay/contract/problem';
import { auditNothing } from '@assay/kit/audit/audit';
import { handle } from '@assay/kit/rpc/handle';
import type { FileFault } from '@assay/suite-file/fault';
import {
  importSuiteFile as write,
  previewSuiteFile,
  type DeclaredSuite,
} from '../../actions/suite-files/import-suite-file.ts';
import type { Deps } from '../../deps.ts';
import { bodyOf } from '../../domain/suite-files/suite-file.ts';
import { declaredCases } from '../../domain/suite-files/suite-file-cases.ts';
import { loadLargeFile } from '../../flows/suite-files/load-large-file.ts';
import { serversOf } from '../../flows/servers/resolve-servers.ts';

export const importEvalSuiteFile = ({ pool, catalog }: Deps) =>
  handle(
    operations.importEvalSuiteFile,
    async (
      { userId },
      { projectId },
      { content, format, dryRun = false, ...hints },
    ): Promise<EvalSuiteFileImported> => {
      const loaded = await loadLargeFile(content, hints, format);
      if ('faults' in loaded) throw unreadable(loaded.faults);
      const { file, warnings } = loaded;
      const named = await serversOf(catalog, projectId, file.servers, true);
      const found = file.servers.map((name) => named.find((server) => server.name === name));
      const unknown = file.servers.flatMap((_, i) =>
        found[i] ? [] : { path: `/servers/${i}`, message: 'is not the name of a server of this project' },
      );
      if (unknown.length > 0) throw unreadable(unknown);

      const declaration: DeclaredSuite = {
        projectId,
        declaredId: file.id,
        name: file.name,
        body: bodyOf(
          file,
          found.map((server) => server!.id),
        ),
        cases: declaredCases(file.cases),
      };
      if (dryRun) auditNothing();
      const { suiteId, created, plan, written } = dryRun
        ? await previewSuiteFile(pool, declaration)
        : await write(pool, declaration, userId);
      return {
        ...given({ suiteId }),
        declaredId: file.id,
        name: file.name,
        format: loaded.format,
        dryRun,
        created,
        cases: {
          created: plan.created.length,
          updated: plan.updated.length,
          unchanged: plan.unchanged,
          deleted: plan.deleted.length,
        },
        caseUpsert: { committed: written, failed: [] },
        claims: loaded.format === 'assay' ? [] : claimsOf(file, declaration),
        warnings,
      };
    },
  );

const unreadable = (issues: FileFault[]) => {
  const [{ path, message, line }] = issues as [FileFault];
  return invalid(`${path || 'The file'} ${message}${line === undefined ? '' : ` (line ${line})`}.`, { issues });
};

const claimsOf = ({ cases }: SuiteFile, { cases: declared }: DeclaredSuite): EvalSuiteFileImported['claims'] =>
  cases.flatMap(({ title, import: claim }, i) =>
    claim
      ? {
          title,
          declaredId: declared[i]!.declaredId,
          status: claim.status,
          ...given({ note: claim.note }),
        }
      : [],
  );
