import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { TracePartContent, TraceSpan, WireEntry } from '@assay/contract/areas/transcripts/trace';
import type { Transcript, TranscriptStep, TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { given } from '@assay/contract/given';
import { CallMessages } from './call-messages.ts';

/**
 * Limits of the recorded messages of an iteration or a turn: beyond the first only sizes are kept, beyond the second nothing. A
 * server that floods must not exhaust its runner's memory.
 */
const MAX_WIRE_BYTES = 8 * 1024 * 1024;
const MAX_WIRE_ENTRIES = 10_000;

type Step = Pick<TranscriptStep, 'stepId' | 'stepIndex' | 'kind'>;
/** How a step ended, with what was seen of a page. */
export type StepOutcome = Pick<TranscriptStep, 'status' | 'reason' | 'live' | 'changes' | 'screenshot'>;

/** Records an iteration or a turn as it happens: the transcript for grading, and the trace for people. */
export class WorkRecorder {
  readonly transcript: Transcript = {
    version: 1,
    steps: [],
    messages: [],
    toolCalls: [],
    userMessages: 0,
  };
  readonly startedAt = Date.now();
  readonly traceparent: string;
  readonly #origin = performance.now();
  #spans: TraceSpan[] = [];
  #wire: WireEntry[] = [];
  #wireBytes = 0;
  #wireEntries = 0;
  readonly #callMessages = new CallMessages();
  /** The ids of calls, each with its place in the order of their beginnings. */
  readonly #begun = new Map<string, number>();
  readonly #secrets = new Set<string>();

  constructor(traceparent: string) {
    this.traceparent = traceparent;
  }

  /** Milliseconds from the start of the work to a moment of `performance.now()`. */
  at(moment = performance.now()): number {
    return Math.round((moment - this.#origin) * 1_000) / 1_000;
  }

  /** Begins a call; answers its id. Calls are kept in the order in which they began, not in the order in which they end. */
  beginCall(id = `call_${this.#begun.size + 1}`): string {
    this.#begun.set(id, this.#begun.size);
    return id;
  }

  step(step: Step, startMs: number, { status, ...seen }: StepOutcome): void {
    this.transcript.steps.push({
      ...step,
      status,
      startMs,
      endMs: this.at(),
      ...seen,
    });
    if (step.kind !== 'assert')
      this.span({
        name: `${step.kind} ${step.stepId}`,
        category: 'step',
        startMs,
        stepIndex: step.stepIndex,
        status: status === 'fail' ? 'error' : 'ok',
      });
  }

  toolCall(ended: TranscriptToolCall): void {
    const call = { ...ended, ...given({ wire: this.#callMessages.of(ended) }) };
    const { toolCalls } = this.transcript;
    const placeOf = (each: TranscriptToolCall) => this.#begun.get(each.id)!;
    const before = toolCalls.findLastIndex((earlier) => placeOf(earlier) < placeOf(call));
    toolCalls.splice(before + 1, 0, call);
    const { startMs, stepIndex, promptIndex, toolName, serverId, id, isError, findings } = call;
    // The span of a call has the id of the call, so that evidence about calls can point at spans.
    this.span({
      id,
      name: `tools/call ${toolName}`,
      category: 'tool',
      startMs,
      stepIndex,
      toolCallId: id,
      toolName,
      serverId,
      status: isError ? 'error' : 'ok',
      ...given({ promptIndex, message: findings?.map(({ message }) => message).join(' ') }),
    });
  }

  /** Records a span that ends now; a span without length lasts one millisecond. */
  span(span: Omit<TraceSpan, 'id' | 'endMs'> & { id?: string }): void {
    this.#spans.push({ id: randomUUID(), ...span, endMs: Math.max(this.at(), span.startMs + 1) });
  }

  /** `secrets` are the credentials of the server that sent or received the message. */
  wire(entry: Omit<WireEntry, 'atMs'>, secrets: Iterable<string> = []): void {
    for (const secret of secrets) this.#secrets.add(secret);
    this.#wireBytes += entry.bytes;
    if (++this.#wireEntries > MAX_WIRE_ENTRIES) return;
    this.#callMessages.note(this.#wireEntries - 1, entry);
    const { message, text, ...seen } = entry;
    const kept =
      this.#wireBytes <= MAX_WIRE_BYTES
        ? { ...(message !== undefined && { message }), ...given({ text }) }
        : { truncated: true };
    this.#wire.push({ atMs: this.at(), ...seen, ...kept });
  }

  /** The credentials of the servers of this work. They must not be stored, even if a server sends them back. */
  get secrets(): string[] {
    return [...this.#secrets];
  }

  /** The records of the trace since the last call; undefined when there are none. */
  takeContent(): TracePartContent | undefined {
    if (this.#spans.length === 0 && this.#wire.length === 0) return undefined;
    const content = { traceId: this.traceparent.split('-')[1]!, spans: this.#spans, wire: this.#wire };
    this.#spans = [];
    this.#wire = [];
    return content;
  }
}

const storage = new AsyncLocalStorage<WorkRecorder>();

/** The recorder of the work that the current code does, also where iterations share a session. */
export const currentRecorder = (): WorkRecorder | undefined => storage.getStore();
export const recordWith = <T>(recorder: WorkRecorder, work: () => T): T => storage.run(recorder, work);
/** Work that is no part of an iteration or a turn: its messages are not in the trace. */
export const unrecorded = <T>(work: () => T): T => storage.exit(work);
