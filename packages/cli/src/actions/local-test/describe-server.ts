import { isObject } from '@assay/contract/json';
import type { DoctorReport, LintReport } from '@assay/sdk';
import type { CommandContext } from '../../command-context.ts';
import { markOf } from '../../output/marks.ts';
import { countOf } from '../../output/count-of.ts';
import { printable } from '../../output/printable.ts';
import { shortenMiddle, visibleText } from '../../output/visible-text.ts';
import type { LocalAssay } from './local-assay.ts';

/** The first column of the lines about a server. */
const WIDTH = 18;

/** A server that can be tested, and the tools that may be called. */
export interface MetServer {
  name: string;
  tools: number;
}

/**
 * Diagnoses and lints a server, and tells one line about each on standard error. Undefined for a server that cannot be
 * used; the line says why and what to try.
 */
export async function describeServer(
  { terminal, isQuiet }: CommandContext,
  { assay, projectId }: LocalAssay,
  serverId: string,
): Promise<MetServer | undefined> {
  const target = { projectId: await projectId(), serverId };
  const report = await assay.runDoctor(target, {});
  const tell = (outcome: 'passed' | 'failed' | 'open', head: string, text: string) => {
    if (isQuiet && outcome !== 'failed') return;
    const line = `${printable(head, terminal).padEnd(WIDTH)} ${printable(text, terminal)}`;
    terminal.err(`${markOf(outcome, terminal, 'err')} ${line}\n`);
  };
  const { title, version } = introductionOf(report);
  const head = [title, version].filter(Boolean).join(' ');
  if (report.status !== 'ready' && report.status !== 'partial') {
    tell('failed', head, report.error?.message ?? 'The server cannot be used.');
    const { explanation, nextStep } = report.error?.details ?? {};
    for (const text of [explanation, nextStep])
      if (typeof text === 'string') terminal.err(`  ${printable(text, terminal)}\n`);
    return undefined;
  }
  tell('passed', head, readyText(report));
  const lint = (await assay.lintServer(target, { severity: 'warning' })) as LintReport;
  const { text, isClean } = lintText(lint);
  tell(isClean ? 'passed' : 'open', 'lint', text);
  const tools = report.tools.filter(
    // A tool is shown as the server declares it, further keys included.
    (tool: object) =>
      !('annotations' in tool && isObject(tool.annotations) && tool.annotations.destructiveHint === true),
  );
  return { name: title, tools: tools.length };
}

/** The most characters of a server's own name that become the name of the saved server. */
const LONGEST_NAME = 100;

/**
 * The name and version by which a server introduces itself; the last part of a name with slashes. Characters that are
 * not seen are shown, because the name becomes the name of an object.
 */
function introductionOf({ initInfo, target }: DoctorReport): { title: string; version: string } {
  const { name, version } = initInfo?.serverInfo ?? {};
  const last = typeof name === 'string' ? (name.split('/').at(-1) ?? '').trim().toWellFormed() : '';
  const title = shortenMiddle(visibleText(last), LONGEST_NAME);
  return { title: title || target.label, version: typeof version === 'string' ? version : '' };
}

function readyText({ checks, initInfo, tools, resources, prompts }: DoctorReport): string {
  const took = (checks.connection.durationMs ?? 0) + (checks.initialization.durationMs ?? 0);
  const counts = [
    countOf(tools.length, 'tool'),
    countOf(resources.length, 'resource'),
    countOf(prompts.length, 'prompt'),
  ];
  return [`ready in ${Math.round(took)} ms`, `protocol ${initInfo?.protocolVersion ?? 'unknown'}`, ...counts].join(
    ', ',
  );
}

function lintText({ findings, summary }: LintReport): { text: string; isClean: boolean } {
  const total = summary.error + summary.warning;
  if (total === 0) return { text: 'no findings', isClean: true };
  const byRule = new Map<string, number>();
  for (const { ruleId } of findings) byRule.set(ruleId, (byRule.get(ruleId) ?? 0) + 1);
  const rules = [...byRule].map(([ruleId, count]) => `${count} ${ruleId.replaceAll('-', ' ')}`);
  return {
    text: `${countOf(total, 'finding')}: ${rules.slice(0, 3).join(', ')}${rules.length > 3 ? ' …' : ''}`,
    isClean: false,
  };
}
