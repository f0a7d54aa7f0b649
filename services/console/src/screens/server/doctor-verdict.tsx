import type { ReactNode } from 'react';
import { firstCause, type DoctorReport } from '../../components/doctor-stages/stages.ts';
import { Foreign } from '../../components/foreign/foreign.tsx';
import type { MarkKind } from '../../components/mark/mark.tsx';
import { writeCountOf } from '../../lib/format/numbers.ts';
import type { ServerRead } from './server-tab.ts';

const transports = { 'streamable-http': 'Streamable HTTP', sse: 'HTTP+SSE', stdio: 'standard input and output' };

/** How a server is reached in words. */
export const transportWord = (transport: string | null | undefined): string | undefined =>
  transports[transport as keyof typeof transports];

/** The first sentence of an explanation; the rest stands in the row of its stage. */
const firstSentence = (text: string): string => /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;

/** The verdict of a diagnosis: mark, word, and the rest of its sentence. */
export function doctorVerdict(report: DoctorReport): { kind: MarkKind; word: string; rest: ReactNode } {
  const stage = firstCause(report);
  const { explanation, detail } = stage === undefined ? {} : report.checks[stage];
  const about = explanation ?? detail ?? report.error?.message;
  const rest = about === undefined ? undefined : <Foreign text={firstSentence(about)} />;
  switch (report.status) {
    case 'ready':
      return stage === undefined
        ? { kind: 'passed', word: 'Ready.', rest: offerOf(report) }
        : { kind: 'warning', word: 'Ready, with something to look at.', rest };
    case 'partial':
      return { kind: 'warning', word: 'Usable in part.', rest };
    case 'oauth_required':
      return { kind: 'open', word: 'Asks for a sign-in.', rest };
    case 'error':
      return { kind: 'failed', word: 'Not usable.', rest };
  }
}

/** The verdict of the diagnosis that is kept, for who may not make one. */
export function keptVerdict({ status, cause, explanation }: NonNullable<ServerRead['lastDiagnosis']>): {
  kind: MarkKind;
  word: string;
  rest: ReactNode;
} {
  const rest = explanation === undefined ? undefined : <Foreign text={firstSentence(explanation)} />;
  if (status === 'error') return { kind: 'failed', word: 'Not usable.', rest };
  if (status === 'oauth_required') return { kind: 'open', word: 'Asks for a sign-in.', rest };
  if (status === 'partial') return { kind: 'warning', word: 'Usable in part.', rest };
  return cause === undefined
    ? { kind: 'passed', word: 'Ready.', rest }
    : { kind: 'warning', word: 'Ready, with something to look at.', rest };
}

function offerOf({ tools, resources, prompts }: DoctorReport): string {
  const parts = [
    writeCountOf(tools.length, 'tool'),
    resources.length > 0 && writeCountOf(resources.length, 'resource'),
    prompts.length > 0 && writeCountOf(prompts.length, 'prompt'),
  ].filter((part) => part !== false);
  return `It offers ${parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)!}` : parts[0]!}.`;
}
