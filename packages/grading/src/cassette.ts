import { hash } from 'node:crypto';
import { canonicalJson } from '@assay/contract/canonical';
import type { CassetteContent, RecordedCall, RecordedOutcome } from '@assay/contract/areas/cassettes/documents';
import type { Transcript, TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import { given } from '@assay/contract/given';
import { redactDocument } from '@assay/kit/security/redact';

/** At most this many outcomes of one call are kept. */
const MAX_OUTCOMES = 50;

/**
 * The key of a call: its server, its tool and its canonical arguments. Secrets are masked and so do not distinguish
 * calls.
 */
export const cassetteKey = ({
  serverName,
  toolName,
  arguments: args,
}: Pick<TranscriptToolCall, 'serverName' | 'toolName' | 'arguments'>): string =>
  hash('sha256', canonicalJson([serverName, toolName, redactDocument(args)]));

/** The hash of a cassette's content, independent of durations and the order of calls. */
export function contentHash({ format, servers, calls }: CassetteContent): string {
  const timeless = calls.map(({ outcomes, ...call }) => ({
    ...call,
    outcomes: outcomes.map(({ result, error }) => ({ result, error })),
  }));
  return hash(
    'sha256',
    canonicalJson({ format, servers: servers.toSorted(by('serverName')), calls: timeless.toSorted(by('key')) }),
  );
}

const by =
  <K extends string>(key: K) =>
  (a: Record<K, string>, b: Record<K, string>): number =>
    a[key] < b[key] ? -1 : 1;

/**
 * Collects the tool calls of a run's transcripts in one cassette, secrets masked, as far as it fits in `maxBytes` of
 * JSON.
 */
export class CassetteRecorder {
  readonly #servers = new Map<string, ServerInventory>();
  readonly #calls = new Map<string, RecordedCall>();
  readonly #maxBytes: number;
  #bytes = 0;
  /** Whether something is missing in the cassette. */
  cut = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add({ inventory = [], toolCalls }: Transcript): void {
    for (const server of inventory) this.#declare(server);
    for (const call of toolCalls) this.#record(call);
  }

  content(): CassetteContent {
    return { format: 1, servers: [...this.#servers.values()], calls: [...this.#calls.values()] };
  }

  /** Keeps the first complete list of a server's tools, or a partial one until there is a complete one. */
  #declare(server: ServerInventory): void {
    const known = this.#servers.get(server.serverName);
    if ((!known || (server.complete && !known.complete)) && this.#fits(server))
      this.#servers.set(server.serverName, server);
  }

  #record(call: TranscriptToolCall): void {
    const outcome = outcomeOf(call);
    if (!outcome) {
      this.cut = true;
      return;
    }
    const key = cassetteKey(call);
    const known = this.#calls.get(key);
    if (known) {
      if (known.outcomes.length >= MAX_OUTCOMES) this.cut = true;
      else if (this.#fits(outcome)) known.outcomes.push(outcome);
      return;
    }
    const { serverName, toolName } = call;
    const recorded = {
      key,
      serverName,
      toolName,
      arguments: redactDocument(call.arguments),
      outcomes: [outcome],
    };
    if (this.#fits(recorded)) this.#calls.set(key, recorded);
  }

  #fits(piece: object): boolean {
    const bytes = Buffer.byteLength(JSON.stringify(piece)) + 1;
    const fits = this.#bytes + bytes <= this.#maxBytes;
    if (fits) this.#bytes += bytes;
    else this.cut = true;
    return fits;
  }
}

/** Undefined when the result was too large to keep. */
function outcomeOf({ result, error, latencyMs }: TranscriptToolCall): RecordedOutcome | undefined {
  if (!result && !error) return undefined;
  return {
    ...(result && { result: redactDocument(result) }),
    ...(error && { error: redactDocument(error) }),
    ...given({ latencyMs }),
  };
}
