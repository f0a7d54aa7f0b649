import type { HealthPart, ServiceHealth } from '@assay/contract/areas/operator/documents';
import type { CommandContext } from '../../command-context.ts';
import type { healthInput } from '../../commands/admin.ts';
import type { Action } from '../../declare/command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { dim, markOf, type Outcome } from '../../output/marks.ts';
import { printDocument } from '../../output/print-document.ts';
import { visibleText } from '../../output/visible-text.ts';
import { askEach, type Answered } from './each-service.ts';

/** The health of an installation, or of one service of it. */
export interface InstallationHealth {
  state: HealthPart['state'];
  services: (Omit<ServiceHealth, 'version' | 'node' | 'startedAt'> & Partial<ServiceHealth>)[];
}

const MARKS: Record<HealthPart['state'], Outcome> = { ok: 'passed', warning: 'open', failed: 'failed' };
const AWAY =
  'See the runbook, AssayServiceDown: the pods of the service, their last log lines, and the network policies.';

/** Tells the health of every part. */
export const tellHealth: Action<typeof healthInput> = async (context, { arguments: { service }, options }) => {
  const health = await readHealth(context, service);
  printDocument(context, options, health, () => printHealth(context, health, options.all));
  return health.state === 'failed' ? exitCodes.failed : exitCodes.passed;
};

/** Asks each service how it is; a service that does not answer has failed. */
export async function readHealth(
  context: Pick<CommandContext, 'platform'>,
  only: string | undefined,
): Promise<InstallationHealth> {
  const answers = await askEach(context, only, (assay, service, once) => assay.getServiceHealth({ service }, once));
  const services = answers.map(healthOf);
  return { state: worst(services.flatMap(({ parts }) => parts.map(({ state }) => state))), services };
}

const healthOf = (answered: Answered<ServiceHealth>): InstallationHealth['services'][number] =>
  'answer' in answered
    ? answered.answer
    : {
        service: answered.service,
        parts: [{ part: 'process', state: 'failed', sentence: `No answer: ${answered.failure}`, next: AWAY }],
      };

const worst = (states: readonly HealthPart['state'][]): HealthPart['state'] =>
  states.includes('failed') ? 'failed' : states.includes('warning') ? 'warning' : 'ok';

function printHealth({ terminal }: CommandContext, { state, services }: InstallationHealth, all: boolean): string {
  const lines = services.flatMap(({ service, version, parts }) => {
    const own = worst(parts.map((part) => part.state));
    return [
      `  ${markOf(MARKS[own], terminal)} ${service.padEnd(13)} ${version ?? ''}`.trimEnd(),
      ...parts
        .filter((part) => all || part.state !== 'ok')
        .flatMap(({ part, sentence, next, state: ofPart }) => [
          `      ${markOf(MARKS[ofPart], terminal)} ${part.padEnd(12)} ${visibleText(sentence)}`,
          ...(next === undefined ? [] : [dim(`        ${visibleText(next)}`, terminal)]),
        ]),
    ];
  });
  const of = (wanted: HealthPart['state']) =>
    services.filter(({ parts }) => worst(parts.map((part) => part.state)) === wanted).map(({ service }) => service);
  return `${lines.join('\n')}\n\n${markOf(MARKS[state], terminal)} ${verdictOf(of('failed'), of('warning'), services.length)}\n`;
}

function verdictOf(failed: readonly string[], warned: readonly string[], count: number): string {
  const warnings = warned.length === 0 ? '' : ` Warnings: ${warned.join(', ')}.`;
  if (failed.length > 0) return `${failed.length} of ${count} have failed: ${failed.join(', ')}.${warnings}`;
  return warned.length > 0 ? `All ${count} work.${warnings}` : `All ${count} are well.`;
}
