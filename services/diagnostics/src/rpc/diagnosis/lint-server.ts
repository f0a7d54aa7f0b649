import type { LintReport } from '@assay/contract/areas/diagnosis/lint';
import { given } from '@assay/contract/given';
import { operations } from '@assay/contract/operations';
import { invalid } from '@assay/contract/problem';
import { handle, RawReply } from '@assay/kit/rpc/handle';
import { unknownRule } from '@assay/surface/lint/lint-surface';
import { toSarif } from '@assay/surface/lint/sarif';
import type { Deps } from '../../deps.ts';
import { shownSuppression } from '../../flows/lint/shown-suppression.ts';
import { examineServer } from '../../flows/inspections/inspect-server.ts';
import { listSuppressions } from '../../store/lint/lint-suppressions.ts';

export const lintServer = (deps: Deps) =>
  handle(operations.lintServer, async (_caller, address, { format = 'json', ...wishes }) => {
    const unknown = unknownRule(wishes.ignore ?? []);
    if (unknown !== undefined) {
      const issue = { path: `/ignore/${unknown}`, message: `is not a rule: ${wishes.ignore![unknown]}` };
      throw invalid(`${issue.path} ${issue.message}.`, { issues: [issue] });
    }
    const kept = (await listSuppressions(deps.pool, address)).map(shownSuppression);
    const suppressions = kept.map(({ id, ruleId, item, paths }) => ({ id, ruleId, ...given({ item, paths }) }));
    const report = await examineServer(deps, address, 'lint', { ...wishes, suppressions });
    if (format === 'json') return report;
    const reasonOf = (suppressionId: string) => kept.find(({ id }) => id === suppressionId)?.reason ?? '';
    return new RawReply(
      JSON.stringify(toSarif(JSON.parse(Buffer.from(report).toString()) as LintReport, reasonOf)),
      'application/sarif+json',
    );
  });
