import {
  parseJSONRPCMessage,
  SdkError,
  SdkErrorCode,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '@assay/contract/problem';
import { currentExchange, type WireExchange } from '../transport/exchange.ts';
import { elementTexts } from '../transport/json-text.ts';
import { messageMembers, type MessageMembers } from '../transport/message-members.ts';
import { MessageStorm } from '../transport/message-storm.ts';
import { PendingRequests } from '../transport/outstanding.ts';
import type { ServerTarget } from '../target.ts';
import type { WireLog } from '../transport/wire-message.ts';
import { watchMemory } from './group-memory.ts';
import { LineReader } from './lines.ts';
import { ProcessGroup } from './process-group.ts';
import type { ProgramEnd, ProgramEvidence } from './program-evidence.ts';
import { CommandStderr } from './command-stderr.ts';
import { SplitMessage } from './split-message.ts';
import { notStartedProblem } from './stdio-rules.ts';
import { isUnreadableAnswer } from './unreadable-answer.ts';
import type { StdioRules } from '../target.ts';

/** The largest backlog of our answers to a command that does not read them, in bytes. */
const MAX_UNREAD_BYTES = 8 * 1_024 * 1_024;
/** At most this many stray lines are written into the wire log. */
const LOGGED_STRAYS = 100;
/** How long to wait for the last output of a command after its exit, in milliseconds. */
const REST_MS = 200;

/** Messages have to be UTF-8 (2025-11-25, Transports); other bytes would change what the server said. */
const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const BYTE_ORDER_MARK = '\uFEFF';
/** At most this much of the lines that are no messages is shown, in characters. */
const SHOWN_STRAYS = 200;
/** A message without the end of its line is read when nothing followed it for this long, in milliseconds. */
const UNENDED_MS = 300;

/** A transport over a command's standard input and output, one message per line. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  readonly #program: string;
  readonly #target: ServerTarget;
  readonly #rules: StdioRules;
  readonly #log: WireLog;
  readonly #outstanding = new PendingRequests();
  readonly #storm = new MessageStorm();
  readonly #lines: LineReader;
  readonly #stops: (() => void)[] = [];
  #group: ProcessGroup | undefined;
  readonly #stderr: CommandStderr;
  #strayLines = 0;
  readonly #strays: CommandStderr;
  readonly #split = new SplitMessage();
  #unended: NodeJS.Timeout | undefined;
  #hasAnswered = false;
  /** Bytes from the command since its last answer. */
  #unaskedBytes = 0;
  #unreadBytes = 0;
  #end: ProgramEnd | undefined;
  #over = false;

  constructor(program: string, target: ServerTarget, log: WireLog) {
    const rules = target.stdio!;
    this.#program = program;
    this.#target = target;
    this.#rules = rules;
    this.#log = log;
    this.#lines = new LineReader(rules.maxMessageBytes);
    const secrets = [...Object.values(target.command!.env), ...(target.secrets ?? [])];
    this.#stderr = new CommandStderr(secrets);
    this.#strays = new CommandStderr(secrets);
  }

  /** The official client sees from this and from `stderr` that a missing answer means an older server. */
  get pid(): number | null {
    return this.#group?.pid ?? null;
  }

  get stderr(): string {
    return this.#rules.mask(this.#stderr.text);
  }

  get evidence(): ProgramEvidence {
    return {
      pid: this.pid ?? 0,
      stderr: this.stderr,
      strayLines: this.#strayLines,
      stdout: this.#rules.mask(this.#strays.text).slice(0, SHOWN_STRAYS),
      end: this.#end,
    };
  }

  async start(): Promise<void> {
    const { maxMemoryMb, maxSeconds } = this.#rules;
    const group = (this.#group = await ProcessGroup.start(this.#program, this.#target.command!, this.#rules).catch(
      (error: unknown) => {
        throw notStartedProblem(this.#target, error);
      },
    ));
    if (this.#over) {
      await group.end();
      throw new SdkError(SdkErrorCode.ConnectionClosed, 'The session was closed before the command started.');
    }
    const { stdout, stderr } = group.child;
    stdout.on('data', (piece: Buffer) => this.#read(piece));
    stderr.on('data', (piece: Buffer) => this.#stderr.push(piece));
    const tooLong = setTimeout(() => this.#stop({ by: 'time', maxSeconds }), maxSeconds * 1_000);
    this.#stops.push(
      () => clearTimeout(tooLong),
      watchMemory({
        owns: group.owns,
        maxBytes: maxMemoryMb * 1_024 * 1_024,
        onOver: () => this.#stop({ by: 'memory', maxMemoryMb }),
      }),
    );
    const read = new Promise((resolve) => {
      group.child.once('close', resolve);
    });
    void group.exited
      .then(() => Promise.race([read, delay(REST_MS)]))
      .then(() => {
        this.#stop({ by: 'itself', exitCode: group.child.exitCode, signal: group.child.signalCode });
      });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const exchange = currentExchange();
    const text = JSON.stringify(message);
    if (exchange && !this.#over && 'method' in message && 'id' in message) {
      this.#outstanding.expect(message, exchange);
      this.#storm.begin();
    }
    // Only answers to the command count; our own requests are limited by their callers.
    const unread = 'method' in message ? 0 : Buffer.byteLength(text);
    const maxBytes = Math.min(MAX_UNREAD_BYTES, this.#rules.maxMessageBytes);
    this.#unreadBytes += unread;
    if (this.#unreadBytes > maxBytes) return this.#stop({ by: 'deafness', maxBytes });
    await this.#write(text);
    this.#unreadBytes -= unread;
  }

  /**
   * Writes one line, which need not be a message. The log shows its answer, and the limit for output that answers
   * nothing counts from here.
   * @throws SdkError when the command has ended.
   */
  async sendLine(line: string): Promise<void> {
    this.#unaskedBytes = 0;
    await this.#write(line);
  }

  async #write(line: string): Promise<void> {
    const stdin = this.#group?.child.stdin;
    if (!stdin || this.#over) throw new SdkError(SdkErrorCode.NotConnected, 'The command has ended.');
    this.#log('sent', line);
    await new Promise<void>((resolve) => {
      stdin.write(`${line}\n`, () => resolve());
    });
  }

  /** Drops the pending answers of a finished exchange. */
  forget(exchange: WireExchange): void {
    this.#outstanding.forget(exchange);
  }

  /** Resolves when no process of the command is left. */
  async close(): Promise<void> {
    this.#finish();
    await this.#group?.end();
  }

  #read(piece: Buffer): void {
    const maxBytes = this.#rules.maxMessageBytes;
    if (this.#over) return;
    try {
      clearTimeout(this.#unended);
      for (const line of this.#lines.push(piece)) if (!this.#over) this.#receive(line);
      if (!this.#over && this.#lines.hasRest) this.#unended = setTimeout(() => this.#readUnended(), UNENDED_MS).unref();
      if (this.#unaskedBytes > maxBytes) throw new RangeError('The output holds no JSON-RPC message.');
    } catch (error) {
      if (error instanceof Problem) this.#stop({ by: 'messages', problem: error });
      else if (error instanceof RangeError) this.#stop({ by: 'flood', maxBytes });
      else throw error;
    }
  }

  /** Some commands do not end the line of their last message. */
  #readUnended(): void {
    if (messagesIn(this.#lines.rest.toString())) this.#receive(this.#lines.takeRest());
  }

  #receive(bytes: Buffer): void {
    this.#unaskedBytes += bytes.length + 1;
    let line: string;
    try {
      line = STRICT_UTF8.decode(bytes);
    } catch (error) {
      return this.#refuse(bytes.toString(), error);
    }
    if (line.trim() === '') return;
    // A byte order mark before JSON may be ignored (RFC 8259 section 8.1).
    const read = messagesIn(line.startsWith(BYTE_ORDER_MARK) ? line.slice(1) : line);
    if (read === undefined) {
      this.#stray(line);
      const whole = this.#split.add(line);
      return whole === undefined ? undefined : this.#receive(Buffer.from(JSON.stringify(JSON.parse(whole))));
    }
    this.#hasAnswered = true;
    this.#storm.count(read.members);
    const answered = this.#outstanding.settle(read.members, bytes.length);
    if (answered) this.#unaskedBytes = 0;
    const exchange = answered ?? currentExchange();
    if (exchange) exchange.answered = true;
    // Logged in the context of the request that this answers.
    if (answered) answered.within(() => this.#log('received', line));
    else this.#log('received', line);
    for (const message of read.messages) this.onmessage?.(message);
  }

  /** Fails the requests that a line with bytes other than UTF-8 answers; `line` shows those bytes replaced. */
  #refuse(line: string, cause: unknown): void {
    const read = messagesIn(line);
    if (read === undefined || !this.#outstanding.refuse(read.members, cause)) return this.#stray(line);
    this.#unaskedBytes = 0;
    this.#log('received', line);
  }

  #stray(line: string): void {
    this.#strayLines += 1;
    if (this.#strayLines <= LOGGED_STRAYS) this.#log('received', line);
    this.#strays.push(Buffer.from(`${line}\n`));
    if (!this.#hasAnswered && isUnreadableAnswer(line)) this.#stop({ by: 'output' });
  }

  /** Records why the command ends, and ends it. */
  #stop(end: ProgramEnd): void {
    if (this.#over) return;
    this.#end = end;
    void this.close();
  }

  #finish(): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#unended);
    for (const stop of this.#stops) stop();
    this.onclose?.();
  }
}

/**
 * The messages of a line, one or a batch, and their members; undefined when it holds something else.
 * @throws Problem as `messageMembers` does.
 */
function messagesIn(line: string): { members: MessageMembers[]; messages: JSONRPCMessage[] } | undefined {
  try {
    const members = messageMembers(line);
    return { members, messages: elementTexts(line).map((text) => parseJSONRPCMessage(JSON.parse(text))) };
  } catch (error) {
    if (error instanceof Problem) throw error;
    return undefined;
  }
}
