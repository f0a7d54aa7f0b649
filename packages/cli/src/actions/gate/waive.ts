import type { waiveGateInput } from '../../commands/gate.ts';
import { UsageError } from '../../command-failure.ts';
import type { Action } from '../../declare/command.ts';
import { printDocument } from '../../output/print-document.ts';
import { printTime } from '../../output/print-time.ts';
import { printable } from '../../output/printable.ts';
import { parsePeriod } from '../../output/parse-moment.ts';
import { namedRun } from '../../runs/named-run.ts';

/** Waives the gate of a run, or takes its waiver back. */
export const waiveGate: Action<typeof waiveGateInput> = async (context, { arguments: { run }, options }) => {
  const { assay, projectId } = await context.platform();
  const { reason, revoke, for: period = '1d' } = options;
  if (!revoke && reason === undefined)
    throw new UsageError('a waiver needs a reason.', ['assay gate waive <run> --reason "…" --for 2d']);
  const target = { projectId: await projectId(), runId: await namedRun(context, run, options) };
  if (!revoke) {
    const expiresAt = Date.now() + parsePeriod('--for', period);
    const { waiver } = await assay.waiveEvalGate(target, { reason: reason!, expiresAt });
    const until = printTime(waiver.expiresAt, { usesUtc: context.usesUtc, now: Date.now() });
    printDocument(
      context,
      options,
      waiver,
      () => `The gate is waived until ${until}: ${printable(waiver.reason, context.terminal)}\n`,
    );
    return;
  }
  const { waiver } = await assay.getEvalGateWaiver(target);
  if (!waiver) throw new UsageError('no waiver is in force for this run.');
  const revoked = await assay.revokeEvalGateWaiver({ ...target, waiverId: waiver.id });
  printDocument(context, options, revoked.waiver, () => 'The waiver is taken back.\n');
};
