import type { DoctorReport } from '@assay/sdk';
import type { doctorInput } from '../../commands/servers/server.ts';
import type { Action } from '../../declare/command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { markOf, type Outcome } from '../../output/marks.ts';
import { countOf } from '../../output/count-of.ts';
import { printDocument } from '../../output/print-document.ts';
import { visibleText } from '../../output/visible-text.ts';
import { findId } from '../../platform/find/find-named.ts';
import type { Terminal } from '../../terminal.ts';
import { quoted } from '../../output/quote-word.ts';

type Check = DoctorReport['checks'][keyof DoctorReport['checks']];

/** The checks in their order, by the words of their lines. */
const LABELS: readonly [keyof DoctorReport['checks'], string][] = [
  ['probe', 'probe'],
  ['connection', 'connect'],
  ['initialization', 'initialize'],
  ['capabilities', 'capabilities'],
  ['tools', 'tools'],
  ['resources', 'resources'],
  ['resourceTemplates', 'templates'],
  ['prompts', 'prompts'],
];
const WIDTH = Math.max(...LABELS.map(([, label]) => label.length));

/** Finds out why a saved server cannot be used, check by check, and what repairs it. */
export const diagnoseServer: Action<typeof doctorInput> = async (context, { arguments: { server }, options }) => {
  const { assay, projectId } = await context.platform();
  const serverId = await findId(context, 'server', server);
  const report = await assay.runDoctor({ projectId: await projectId(), serverId });
  printDocument(context, options, report, () => doctorText(report, context.terminal, server));
  return report.status === 'ready' || report.status === 'partial' ? exitCodes.passed : exitCodes.failed;
};

/** The report for a person: a line for each check, and last what it means for the server. */
export function doctorText(
  report: DoctorReport,
  terminal: Pick<Terminal, 'isUnicode' | 'colors'>,
  server: string,
): string {
  const { checks } = report;
  const lines = LABELS.filter(([name]) => name !== 'probe' || isOwnFinding(checks)).flatMap(([name, label]) =>
    checkLines(checks[name], label, terminal),
  );
  return `${lines.join('')}\n${endOf(report, terminal, server)}`;
}

/** Whether the probe found something that the connection did not. */
const isOwnFinding = ({ probe, connection }: DoctorReport['checks']): boolean =>
  (probe.status === 'error' || probe.cause !== undefined) && probe.cause !== connection.cause;

function checkLines(check: Check, label: string, terminal: Pick<Terminal, 'isUnicode' | 'colors'>): string[] {
  const { status, detail, cause, explanation, evidence } = check;
  const outcome: Outcome = status === 'error' ? 'failed' : status === 'skipped' ? 'pending' : cause ? 'open' : 'passed';
  const said = status === 'skipped' ? 'not reached' : explanation === undefined ? detail : sentencesOf(explanation)[0];
  const indent = ' '.repeat(WIDTH + 6);
  return [
    `  ${markOf(outcome, terminal)} ${label.padEnd(WIDTH)}  ${visibleText(said)}\n`,
    ...(status === 'error' && evidence ? [triedLine(evidence, indent)] : []),
  ];
}

function triedLine({ tried, answersAt }: Record<string, unknown>, indent: string): string {
  if (!Array.isArray(tried)) return '';
  const said = tried.map((url) => `${visibleText(String(url))} ${url === answersAt ? 'answers' : 'does not'}`);
  return `${indent}tried  ${said.join(', ')}\n`;
}

const sentencesOf = (text: string): [string, string] => {
  const [first = text] = text.split(/(?<=\.) (?=[A-Z])/);
  return [first, text.slice(first.length).trim()];
};

function endOf(report: DoctorReport, terminal: Pick<Terminal, 'isUnicode' | 'colors'>, server: string): string {
  const { status, checks, initInfo, tools, resources, prompts } = report;
  const found = LABELS.map(([name]) => checks[name]).find((check) => check.status === 'error');
  if (status === 'ready' || found === undefined) {
    const { name, version } = (initInfo?.serverInfo ?? {}) as { name?: string; version?: string };
    const who = visibleText([name, version].filter(Boolean).join(' '));
    const offer = [
      countOf(tools.length, 'tool'),
      countOf(resources.length, 'resource'),
      countOf(prompts.length, 'prompt'),
    ].join(', ');
    return `${markOf('passed', terminal)} Usable: ${who === '' ? '' : `${who}, `}protocol ${initInfo?.protocolVersion ?? '?'}, ${offer}.\n`;
  }
  const rest = found.explanation === undefined ? '' : sentencesOf(found.explanation)[1];
  const fix = fixOf(report, found, server);
  const isPartial = status === 'partial';
  return [
    `${markOf(isPartial ? 'open' : 'failed', terminal)} ${isPartial ? 'Usable in part' : 'Not usable'}: ${found.cause ?? status}. ${visibleText(rest || (fix === undefined ? (found.nextStep ?? '') : ''))}`.trimEnd(),
    ...(fix === undefined ? [] : [`  Fix it:  ${fix}`]),
    '',
  ].join('\n');
}

/** A command that repairs the server, or the next step in words. */
function fixOf(
  { status }: DoctorReport,
  { evidence, nextStep, explanation }: Check,
  server: string,
): string | undefined {
  const { answersAt } = evidence ?? {};
  if (typeof answersAt === 'string') return `assay server update ${quoted(server)} --url ${quoted(answersAt)}`;
  if (status === 'oauth_required') return `assay oauth login ${quoted(server)}`;
  return explanation === undefined || nextStep === undefined ? undefined : visibleText(nextStep);
}
