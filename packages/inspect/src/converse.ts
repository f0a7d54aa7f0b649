import type { CallReport, ScriptedAnswer } from '@assay/contract/documents/primitives';
import type { AskOptions, Result } from '@assay/mcp/result';
import { ScriptedAnswers, type Interaction } from '@assay/mcp/scripted-answers';
import type { Session } from '@assay/mcp/session';
import { BoundedLog } from './bounded-log.ts';
import type { Subject } from './subject.ts';
import { withSession } from './with-session.ts';

/** How somebody wants a request to be made during which the server may ask back. */
export interface Wishes { answers?: ScriptedAnswer[]; report?: boolean }

/** A result as it was written, and what a report says about it that it does not say about others. */
interface Answered extends Pick<Result, 'json'> { tell?: () => Promise<Pick<CallReport, 'structuredContent' | 'task'>> }
type Asking = (session: Session, options: AskOptions) => Promise<Answered>;
type Untimed<T extends { atMs: number }[]> = Omit<T[number], 'atMs'>;
type Progress = Untimed<CallReport['progress']>;
type Log = Untimed<NonNullable<CallReport['logs']>>;

/** What the official client tells of its own rounds, among the server's progress. */
const OWN_PROGRESS = /^Fulfilling input required by /;

/** Asks a server for something during which it may ask back. Answers its result as it was written, or a report that holds it. */
export function converse(subject: Subject, { answers, report = false }: Wishes, ask: Asking): Promise<Buffer> {
  const startedAt = performance.now();
  const [interactions, progress, logs] = [new BoundedLog<Interaction>(startedAt), new BoundedLog<Progress>(startedAt), new BoundedLog<Log>(startedAt)];
  const script = new ScriptedAnswers(answers ?? [], (interaction) => interactions.add(interaction));
  const listening = report && { onLog: (log: Log) => logs.add(log) };
  return withSession(subject, { dialects: subject.dialects, answers: script, ...listening }, async (session) => {
    const options = { ...subject.ties, giveInput: answers !== undefined };
    if (!report) return Buffer.from((await ask(session, options)).json);
    const sentAt = performance.now();
    const { json, tell } = await ask(session, { ...options, onProgress: (step) => { if (!OWN_PROGRESS.test(step.message ?? '')) progress.add(step); } });
    const durationMs = Math.round(performance.now() - sentAt);
    const omitted = { interactions: interactions.omitted, progress: progress.omitted, logs: logs.omitted };
    const told = {
      durationMs, ...await tell?.(), interactions: interactions.entries, progress: progress.entries,
      ...(session.info.capabilities.logging && { logs: logs.entries }),
      ...(Object.values(omitted).some((count) => count > 0) && { omitted }),
    } satisfies Omit<CallReport, 'result'>;
    return Buffer.from(`{"result":${json},${JSON.stringify(told).slice(1)}`);
  });
}
