import type { LintReport } from '@assay/contract/areas/diagnosis/lint';
import { operations } from '@assay/contract/operations';
import { invalid } from '@assay/contract/problem';
import { handle, RawReply } from '@assay/kit/rpc/handle';
import { unknownRule } from '@assay/surface/lint/lint-surface';
import { toSarif } from '@assay/surface/lint/sarif';
import type { Deps } from '../../deps.ts';
import { examineServer } from '../../flows/inspections/inspect-server.ts';

export const lintServer = (deps: Deps) =>
  handle(operations.lintServer, async (_caller, address, { format = 'json', ...wishes }) => {
    const unknown = unknownRule(wishes.ignore ?? []);
    if (unknown !== undefined) {
      const issue = { path: `/ignore/${unknown}`, message: `is not a rule: ${wishes.ignore![unknown]}` };
      throw invalid(`${issue.path} ${issue.message}.`, { issues: [issue] });
    }
    const report = await examineServer(deps, address, 'lint', wishes);
    if (format === 'json') return report;
    return new RawReply(
      JSON.stringify(toSarif(JSON.parse(Buffer.from(report).toString()) as LintReport)),
      'application/sarif+json',
    );
  });
