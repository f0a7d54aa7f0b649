import type { ReactNode } from 'react';
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

/** The verdict of the kept diagnosis of a server: mark, word, and the rest of its sentence. */
export function doctorVerdict(diagnosis: NonNullable<ServerRead['lastDiagnosis']>): {
  kind: MarkKind;
  word: string;
  rest: ReactNode;
} {
  const { status, cause, explanation } = diagnosis;
  const rest = explanation === undefined ? undefined : <Foreign text={firstSentence(explanation)} />;
  if (status === 'error') return { kind: 'failed', word: 'Not usable.', rest };
  if (status === 'oauth_required') return { kind: 'open', word: 'Asks for a sign-in.', rest };
  if (status === 'partial') return { kind: 'warning', word: 'Usable in part.', rest };
  return cause === undefined
    ? { kind: 'passed', word: 'Ready.', rest: offerOf(diagnosis) }
    : { kind: 'warning', word: 'Ready, with something to look at.', rest };
}

function offerOf({
  toolCount = 0,
  resourceCount = 0,
  promptCount = 0,
}: NonNullable<ServerRead['lastDiagnosis']>): string {
  const parts = [
    writeCountOf(toolCount, 'tool'),
    resourceCount > 0 && writeCountOf(resourceCount, 'resource'),
    promptCount > 0 && writeCountOf(promptCount, 'prompt'),
  ].filter((part) => part !== false);
  return `It offers ${parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)!}` : parts[0]!}.`;
}
