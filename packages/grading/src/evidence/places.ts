import type { EvidencePlace } from '@assay/contract/areas/iterations/evidence-place';
import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { given } from '@assay/contract/given';
import { isObject } from '@assay/contract/json';
import { pointerToken } from '../json-pointer.ts';
import type { AssertionEvidence } from './evidence.ts';

/** At most this product of both lengths is searched for a text: the engine's own search may take long in more. */
const MAX_PRODUCT = 10_000_000;

type RecordedCall = Pick<TranscriptToolCall, 'id' | 'wire'>;

/** The arguments of a call, or a value in them. */
export const argumentsPlace = ({ id, wire }: RecordedCall, pointer = ''): EvidencePlace => ({
  spanId: id,
  ...given({ wireIndex: wire?.sent }),
  part: 'arguments',
  pointer,
});

/** The result of a call, or a value in it. */
export const resultPlace = ({ id, wire }: RecordedCall, pointer = ''): EvidencePlace => ({
  spanId: id,
  ...given({ wireIndex: wire?.received }),
  part: 'result',
  pointer,
});

/** The answer of a call that failed: its result, or its error where it has no result. */
export const answerPlace = (call: TranscriptToolCall): EvidencePlace =>
  call.error
    ? { ...resultPlace(call), part: 'error', pointer: '/message' }
    : resultPlace(call, firstTextOf(call.result));

const firstTextOf = (result: Record<string, unknown> | undefined): string => {
  const parts = Array.isArray(result?.content) ? result.content : [];
  const index = parts.findIndex((part) => isObject(part) && typeof part.text === 'string');
  return index < 0 ? '' : `/content/${index}/text`;
};

/** The message of the conversation that an assertion about the final message reads. */
export const messagePlace = (
  { finalMessage, finalText }: Pick<AssertionEvidence, 'finalMessage' | 'finalText'>,
  needle?: { text: string; caseSensitive: boolean },
): EvidencePlace | undefined =>
  finalMessage === undefined
    ? undefined
    : {
        messageIndex: finalMessage,
        ...given({ range: needle && rangeIn(finalText, needle.text, needle.caseSensitive) }),
      };

/** The place of a text within a result: the first string that contains it, with the range there. */
export function textPlace(
  call: RecordedCall & Pick<TranscriptToolCall, 'result'>,
  needle: string,
  caseSensitive: boolean,
): EvidencePlace {
  const found = call.result && stringWith(call.result, needle, caseSensitive);
  return { ...resultPlace(call, found?.pointer), ...given({ range: found?.range }) };
}

type Found = { pointer: string; range: NonNullable<EvidencePlace['range']> };

/** At most this many values of a result are searched. */
const MAX_VALUES = 2_000;

function stringWith(result: Record<string, unknown>, needle: string, caseSensitive: boolean): Found | undefined {
  const { content, structuredContent } = result;
  const open: [pointer: string, value: unknown][] = [
    ['/content', content],
    ['/structuredContent', structuredContent],
  ];
  let room = MAX_PRODUCT;
  for (let seen = 0; open.length > 0 && seen < MAX_VALUES; seen++) {
    const [pointer, value] = open.shift()!;
    if (typeof value === 'string') {
      room -= value.length * needle.length;
      if (room < 0) return undefined;
      const range = rangeIn(value, needle, caseSensitive);
      if (range) return { pointer, range };
    } else if (typeof value === 'object' && value !== null) {
      const inside = Object.entries(value).slice(0, MAX_VALUES);
      open.unshift(...inside.map(([key, each]): [string, unknown] => [`${pointer}/${pointerToken(key)}`, each]));
    }
  }
  return undefined;
}

function rangeIn(text: string, needle: string, caseSensitive: boolean): EvidencePlace['range'] {
  if (text.length * needle.length > MAX_PRODUCT) return undefined;
  const [within, part] = caseSensitive ? [text, needle] : [text.toLowerCase(), needle.toLowerCase()];
  // Some letters have more characters in lower case, and then places differ.
  if (within.length !== text.length) return undefined;
  const start = within.indexOf(part);
  return start < 0 ? undefined : { start, end: start + part.length };
}
