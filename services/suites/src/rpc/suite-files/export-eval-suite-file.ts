import { operations } from '@assay/contract/operations';
import { conflict, notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Fault } from '@assay/contract/fault';
import type { Deps } from '../../deps.ts';
import { fileOf } from '../../domain/suite-files/suite-file.ts';
import { serversOf } from '../../flows/servers/resolve-servers.ts';
import { printLargeFile } from '../../flows/suite-files/print-large-file.ts';
import { findSuiteWithCases } from '../../store/suites/suites.ts';

export const exportEvalSuiteFile = ({ pool, catalog }: Deps) =>
  handle(operations.exportEvalSuiteFile, async (_caller, { projectId, suiteId }, { format = 'yaml' }) => {
    const read = await findSuiteWithCases(pool, projectId, suiteId);
    if (!read) throw notFound('suite');
    const { suite, cases } = read;
    const { serverIds } = suite.body;
    const servers = await serversOf(catalog, projectId, serverIds);
    const gone = serverIds.flatMap((id, i) =>
      servers.some((server) => server.id === id)
        ? []
        : { path: `/servers/${i}`, message: `is no longer saved (${id})` },
    );
    if (gone.length > 0) throw unsayable(gone);

    const file = fileOf(
      suite,
      cases,
      servers.map(({ name }) => name),
    );
    const { content, faults } = await printLargeFile(file, format);
    if (faults.length > 0) throw unsayable(faults);
    return { fileName: `${file.id}.${format}`, format, content };
  });

const unsayable = (issues: Fault[]) =>
  conflict(`A suite file cannot express the whole suite: ${issues[0]!.path || 'it'} ${issues[0]!.message}.`, {
    issues,
  });
