import { setTimeout as delay } from 'node:timers/promises';
import { programOf } from '@assay/mcp/stdio/stdio-rules';
import { StdioTransport } from '@assay/mcp/stdio/stdio-transport';
import type { ServerTarget } from '@assay/mcp/target';
import type { RpcMessage, ScenarioReply, ScenarioRequest } from '../../domain/conformance/protocol-scenario.ts';
import { ANSWER_MS, isAwaited, rpcMessages, type ScenarioWire } from './scenario-wire.ts';

/** Starts a command and writes the body of each request of a scenario as one line of its input. */
export async function openStdioWire(
  target: ServerTarget,
  signal: AbortSignal,
  answerMs = ANSWER_MS,
): Promise<ScenarioWire> {
  const wire = new StdioWire(await programOf(target, target.stdio), target, signal, answerMs);
  await wire.start();
  return wire;
}

class StdioWire implements ScenarioWire {
  readonly #transport: StdioTransport;
  readonly #signal: AbortSignal;
  readonly #answerMs: number;
  readonly #lines: string[] = [];
  /** The messages in the lines: each line is parsed once, however many a command writes before its answer. */
  readonly #messages: RpcMessage[] = [];
  #isOver = false;
  #changed = Promise.withResolvers<void>();

  constructor(program: string, target: ServerTarget, signal: AbortSignal, answerMs: number) {
    [this.#signal, this.#answerMs] = [signal, answerMs];
    this.#transport = new StdioTransport(program, target, (direction, text) => {
      if (direction === 'received') {
        this.#lines.push(text);
        this.#messages.push(...rpcMessages(text));
      }
      this.#change();
    });
  }

  async start(): Promise<void> {
    Object.assign(this.#transport, {
      onclose: () => {
        this.#isOver = true;
        this.#change();
      },
    });
    await this.#transport.start();
  }

  isOver(): boolean {
    return this.#isOver;
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  async send(request: ScenarioRequest): Promise<ScenarioReply> {
    const stopped = new AbortController();
    const stop = () => stopped.abort();
    this.#signal.addEventListener('abort', stop, { once: true });
    const late = delay(this.#answerMs, true, { signal: stopped.signal }).catch(() => false);
    let isLate: boolean | undefined;
    try {
      // A command that has ended says so in the answer.
      await this.#transport.sendLine(request.body ?? '').catch(() => {});
      while (isLate === undefined && this.#isOpen(request))
        isLate = await Promise.race([this.#changed.promise.then(() => undefined), late]);
    } finally {
      this.#signal.removeEventListener('abort', stop);
      stop();
    }
    this.#signal.throwIfAborted();
    return {
      headers: {},
      messages: this.#messages.splice(0),
      text: this.#lines.splice(0).join('\n'),
      ...(this.#isOver && { failure: 'the end of the command' }),
      ...(isLate && { failure: `silence for ${this.#answerMs / 1_000} s` }),
    };
  }

  /** Whether the answer to a request is still to come. */
  #isOpen(request: ScenarioRequest): boolean {
    return request.awaits !== null && !this.#isOver && !isAwaited(request, this.#messages);
  }

  #change(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
