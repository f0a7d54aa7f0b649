import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { isObject } from '@assay/contract/json';
import { cachedByObject } from '../cached-by-object.ts';

/** Whether the call failed: by the tool, the protocol or the transport. */
export const hasCallFailed = ({ isError, error, result }: TranscriptToolCall): boolean =>
  isError || error !== undefined || result?.isError === true;

/** Whether the model wrote arguments that are not a JSON object, so that the call was never made. */
export const isMalformedCall = ({ error }: TranscriptToolCall): boolean => error?.code === 'INVALID_ARGUMENTS';

/** Whether the call was made, which a malformed one was not. */
export const wasMade = (call: TranscriptToolCall): boolean => !isMalformedCall(call);

/** Whether the call failed for another reason than the model's writing. */
export const hasToolFailed = (call: TranscriptToolCall): boolean => hasCallFailed(call) && !isMalformedCall(call);

/** Whether the result or error of the call was captured; a result may have been too large to keep. */
export const isResultCaptured = ({ result, error }: TranscriptToolCall): boolean =>
  result !== undefined || error !== undefined;

/** Views of a result, each computed at the first read. */
class Reading {
  readonly #result: Record<string, unknown>;
  #text: string | undefined;
  #structured: string | undefined;
  #payload: { value: unknown } | undefined;

  constructor(result: Record<string, unknown>) {
    this.#result = result;
  }

  get text(): string {
    return (this.#text ??= partsOf(this.#result)
      .map(textOfPart)
      .filter((text) => text !== undefined)
      .join('\n'));
  }

  get structured(): string {
    return (this.#structured ??= JSON.stringify(this.#result.structuredContent) ?? '');
  }

  /** The pointer of the payload; of all parts where it is the text of several. */
  get payloadPointer(): string {
    if (this.#result.structuredContent !== undefined) return '/structuredContent';
    const parts = Array.isArray(this.#result.content) ? this.#result.content : [];
    const json = parts.findIndex(isJsonPart);
    if (json >= 0) return `/content/${json}/resource/text`;
    return parts.length === 1 ? '/content/0/text' : '/content';
  }

  get payload(): unknown {
    return (this.#payload ??= { value: this.#readPayload() }).value;
  }

  #readPayload(): unknown {
    const { structuredContent } = this.#result;
    if (structuredContent !== undefined) return structuredContent;
    const json = partsOf(this.#result).find(isJsonPart);
    return parsed(json ? (textOfPart(json) ?? '') : this.text);
  }
}

/** Whether a part of a result is a resource with a JSON media type. */
const isJsonPart = (part: unknown): boolean =>
  isObject(part) &&
  part.type === 'resource' &&
  isObject(part.resource) &&
  /[/+]json\b/.test(String(part.resource.mimeType));

const readingOf = cachedByObject((result: Record<string, unknown>) => new Reading(result));

/** The text of a result: its text parts and the texts of its embedded resources, joined. */
export const resultTextOf = (result: Record<string, unknown>): string => readingOf(result).text;

/** The structured content of a result as JSON; empty when it has none. */
export const structuredTextOf = (result: Record<string, unknown>): string => readingOf(result).structured;

/**
 * The JSON value of a result: its structured content, else its first part with a JSON media type, else its text.
 * Undefined when none of them is JSON.
 */
export const payloadOf = (result: Record<string, unknown>): unknown => readingOf(result).payload;

/** The JSON Pointer of `payloadOf` in a result. */
export const payloadPointerOf = (result: Record<string, unknown>): string => readingOf(result).payloadPointer;

/** The error text of a call; empty when it has none. */
export const errorTextOf = ({ error, result }: TranscriptToolCall): string =>
  error ? error.message : resultTextOf(result ?? {});

const partsOf = ({ content }: Record<string, unknown>): Record<string, unknown>[] =>
  Array.isArray(content) ? content.filter(isObject) : [];

function textOfPart({ type, text, resource }: Record<string, unknown>): string | undefined {
  const found = type === 'text' ? text : isObject(resource) ? resource.text : undefined;
  return typeof found === 'string' ? found : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
