import type { CallReport, ScriptedAnswer } from '@assay/contract/areas/primitives/documents';
import type { ResultFinding } from '@assay/contract/areas/primitives/result-finding';
import type { AskedResult, AskOptions } from '@assay/mcp/requests/result';
import { refuseOffProtocol, ScriptedAnswers } from '@assay/mcp/requests/scripted-answers';
import type { McpSession } from '@assay/mcp/session';
import { RequestRecording } from './request-recording.ts';
import type { InspectedServer } from './inspected-server.ts';
import { withCachedSession } from './with-session.ts';

/** Options of a request during which the server may ask back. */
export interface AnswerOptions {
  answers?: ScriptedAnswer[];
  report?: boolean;
}

/** A result, and its additional fields in a report. */
interface Answered extends AskedResult {
  tell?: () => Promise<Pick<CallReport, 'structuredContent' | 'findings' | 'task' | 'contents'>>;
}
type Asking = (session: McpSession, options: AskOptions) => Promise<Answered>;

/** Makes a request during which the server may ask back. Returns the result as it was written, or a
 * report with it, in which the server's own saved values are masked. */
export async function requestWithAnswers(
  subject: InspectedServer,
  { answers, report = false }: AnswerOptions,
  ask: Asking,
): Promise<Buffer> {
  refuseOffProtocol(answers ?? []);
  const recording = new RequestRecording();
  const script = new ScriptedAnswers(
    answers ?? [],
    report ? (interaction) => recording.interactions.add(interaction) : undefined,
  );
  const listening = report && { onLog: recording.onLog, onWire: recording.onWire };
  return withCachedSession(
    subject,
    { isSafe: false, answers: script, ...listening },
    async (session, sessionReused) => {
      if (!report) return Buffer.from((await ask(session, subject.ties)).json);
      const sentAt = performance.now();
      const { onProgress } = recording;
      const { json, value, unfinished, tell } = await ask(session, {
        ...subject.ties,
        keepUnfinished: true,
        onProgress,
      });
      const durationMs = Math.round(performance.now() - sentAt);
      const { findings: broken = [], ...more } = (await tell?.()) ?? {};
      const findings: ResultFinding[] = unfinished
        ? [{ code: 'resultUnfinished', message: unfinished.message }]
        : broken;
      const told = {
        durationMs,
        sessionReused,
        ...(findings.length > 0 && { findings }),
        ...more,
        ...recording.told(session.info.capabilities.logging !== undefined),
      };
      const shown = subject.hide(value);
      const result = shown === value ? json : JSON.stringify(shown);
      return Buffer.from(`{"kind":"callReport","result":${result},${JSON.stringify(subject.hide(told)).slice(1)}`);
    },
  );
}
