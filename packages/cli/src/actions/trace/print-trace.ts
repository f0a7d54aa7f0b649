import type { EvalEvidencePlace, EvalIterationTrace } from '@assay/sdk';
import { isObject } from '@assay/contract/json';
import stringWidth from 'fast-string-width';
import { dim, markOf, type Outcome } from '../../output/marks.ts';
import { printDuration } from '../../output/print-time.ts';
import { padColumns, printable, shortenEnd } from '../../output/printable.ts';
import type { Terminal } from '../../terminal.ts';
import type { FoundTrial } from './find-trial.ts';

type TraceTerminal = Pick<Terminal, 'isUnicode' | 'colors' | 'columns'>;
type WireEntry = EvalIterationTrace['wire'][number];
type Check = EvalIterationTrace['checks'][number];

/** The widths of times, of the names of messages at most, and of the reasons of checks at least, in columns. */
const [TIME, NAME, REASON] = [8, 40, 40];

/** The title of the case where `isTitled`, the trial in one line, then its messages by their times, then the checks and faults. */
export function printTrace(
  { runCase, evaluation }: FoundTrial,
  trace: EvalIterationTrace,
  terminal: TraceTerminal,
  { wire, isTitled }: { wire: boolean; isTitled: boolean },
): string {
  const { iterationNumber, checks, faults } = evaluation;
  const stage = runCase.firstFailure?.iterationId === evaluation.iterationId ? runCase.firstFailure.stage : undefined;
  const result = `${evaluation.result ?? evaluation.status}${stage === undefined ? '' : ` at ${stage}`}`;
  const took = trace.wire.at(-1)?.atMs;
  const head = [
    `trial ${iterationNumber} of ${runCase.trials.length}`,
    result,
    ...(took === undefined ? [] : [printDuration(took)]),
    evaluation.model === null ? 'no model' : printable(evaluation.model, terminal),
  ].join(terminal.isUnicode ? ' · ' : ', ');
  return [
    isTitled ? `${printable(runCase.title, terminal)}\n` : '',
    `${head}\n`,
    ...(wire ? trace.wire.map((entry) => wholeMessage(entry, terminal)) : messageLines(trace.wire, terminal)),
    ...(trace.wire.length > 0 ? [] : linesOf(trace.messages.map(saidMessage), terminal)),
    ...checks.filter(({ status }) => status !== 'not_applicable').map((check) => checkLine(check, terminal)),
    ...faults.map(({ kind, reason, brief, place }) => factLine('failed', kind, brief ?? reason, terminal, place)),
    trace.cut === true ? `  ${dim('Parts were too large to be kept.', terminal)}\n` : '',
  ].join('');
}

/** The messages in short: when, in which direction, the method or what it answers, and what it carries. */
function messageLines(wire: readonly WireEntry[], terminal: TraceTerminal): string[] {
  const rows = wire.map((entry) => {
    const { name, text } = summaryOf(entry, wire);
    return { at: `${Math.round(entry.atMs)} ms`, name: `${arrow(entry, terminal)} ${name}`, text };
  });
  return linesOf(rows, terminal);
}

function linesOf(rows: readonly { at: string; name: string; text: string }[], terminal: TraceTerminal): string[] {
  const names = rows.map(({ name }) => shortenEnd(printable(name, terminal), NAME));
  const width = Math.max(0, ...names.map((name) => stringWidth(name)));
  const room = terminal.columns === undefined ? undefined : Math.max(1, terminal.columns - TIME - width - 4);
  return rows.map(({ at, text }, i) => {
    const left = `${at.padStart(TIME)}  ${padColumns(names[i]!, width)}`;
    return `${left}  ${shortenEnd(printable(text, terminal), room)}`.trimEnd() + '\n';
  });
}

const arrow = ({ direction }: WireEntry, { isUnicode }: TraceTerminal): string =>
  direction === 'sent' ? (isUnicode ? '→' : '->') : isUnicode ? '←' : '<-';

/** A message of the conversation, for a trial that met no server. */
const saidMessage = ({ role, content }: EvalIterationTrace['messages'][number]) => ({
  at: '',
  name: role,
  text: content,
});

/** A message as JSON, indented, below its first line. */
function wholeMessage(entry: WireEntry, terminal: TraceTerminal): string {
  const { atMs, message, text = '', httpStatus, bytes, truncated } = entry;
  const status = httpStatus === undefined ? '' : `, HTTP ${httpStatus}`;
  const body = message === undefined ? text : JSON.stringify(message, null, 2);
  const lines = body.split('\n').map((each) => `          ${printable(each, terminal)}\n`);
  const cut = truncated === true ? `          … ${bytes} B, of which this is the beginning\n` : '';
  return `${`${Math.round(atMs)} ms`.padStart(TIME)}  ${arrow(entry, terminal)} ${bytes} B${status}\n${lines.join('')}${cut}`;
}

/** The name and the content of a message. An answer is named by what it answers. */
function summaryOf({ message, text = '' }: WireEntry, wire: readonly WireEntry[]): { name: string; text: string } {
  if (!isObject(message)) return { name: 'text', text };
  const { method, params, result, error, id } = message;
  if (typeof method === 'string') return { name: `${method}${targetOf(params)}`, text: argumentsOf(method, params) };
  if (isObject(error)) return { name: 'error', text: `${String(error.code)} ${String(error.message)}` };
  const asked = wire.find((each) => isObject(each.message) && each.message.id === id && 'method' in each.message);
  const what = isObject(asked?.message) ? String(asked.message.method) : '';
  return {
    name: isObject(result) && result.isError === true ? 'result isError' : 'result',
    text: resultOf(what, result),
  };
}

/** The tool, prompt or resource that a request is about. */
function targetOf(params: unknown): string {
  const target = isObject(params) ? (params.name ?? params.uri) : undefined;
  return typeof target === 'string' ? ` ${target}` : '';
}

function argumentsOf(method: string, params: unknown): string {
  if (!isObject(params)) return '';
  if (method === 'initialize') return typeof params.protocolVersion === 'string' ? params.protocolVersion : '';
  return params.arguments === undefined ? '' : JSON.stringify(params.arguments);
}

function resultOf(method: string, result: unknown): string {
  if (!isObject(result)) return '';
  const { serverInfo, content, tools } = result;
  if (method === 'initialize' && isObject(serverInfo))
    return [serverInfo.name, serverInfo.version].filter((part) => typeof part === 'string').join(' ');
  if (Array.isArray(tools)) return `${tools.length} tools`;
  if (!Array.isArray(content)) return JSON.stringify(result);
  const texts = content
    .filter(isObject)
    .map(({ text, type }) => (typeof text === 'string' ? `"${text}"` : `[${String(type)}]`));
  return texts.join(' ');
}

const CHECKS: Record<Check['status'], Outcome> = {
  passed: 'passed',
  failed: 'failed',
  error: 'open',
  not_applicable: 'open',
};

const checkLine = ({ status, type, brief, reason, place }: Check, terminal: TraceTerminal): string =>
  factLine(CHECKS[status], type, status === 'passed' ? reason : (brief ?? reason), terminal, place);

/** An outcome with its name and reason, and the message in which its evidence stands. */
function factLine(
  outcome: Outcome,
  name: string,
  reason: string,
  terminal: TraceTerminal,
  { wireIndex }: EvalEvidencePlace = {},
): string {
  const place = wireIndex === undefined ? '' : `  ${terminal.isUnicode ? '←' : '<-'} message ${wireIndex + 1}`;
  const room = terminal.columns === undefined ? undefined : Math.max(1, terminal.columns - TIME - 33 - place.length);
  const text = shortenEnd(printable(reason, terminal), room);
  const head = `${' '.repeat(TIME + 2)}${markOf(outcome, terminal)} ${padColumns(printable(name, terminal), 28)}`;
  return `${head} ${place === '' ? text : padColumns(text, Math.min(room ?? REASON, REASON))}${place}`.trimEnd() + '\n';
}
