import type { RecordedOutcome } from '@assay/contract/areas/cassettes/documents';
import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import type { RunServer } from '@assay/contract/areas/eval-runs/run-spec';
import { Blame, Outcome } from '@assay/mesh/gen/assay/v1/iterations';
import { isSameName } from '@assay/contract/normal-name';
import { notFound, reasons } from '@assay/contract/problem';
import { cassetteKey } from '@assay/grading/cassette';
import { redactDocument } from '@assay/kit/security/redact';
import { IterationFailure } from '../../domain/iterations/iteration-failure.ts';
import type { CassetteIndex } from './cassette-index.ts';
import type { ReadyCall, ToolAnswer, ToolCall, ToolSource } from '../../reach/sessions/tool-source.ts';

/** At most this much of a name and of arguments is quoted, in characters. */
const [MAX_NAME, MAX_ARGUMENTS] = [80, 160];

/** The cassette that an iteration replays. `live` is set when calls of read-only tools go to the servers. */
interface ReplayOptions {
  cassette: CassetteIndex;
  servers: RunServer[];
  live: ToolSource | undefined;
}

/**
 * Answers the calls of one iteration from a cassette: repeated calls get the recorded outcomes in order, and then the
 * last one again.
 */
export class ReplayedTools implements ToolSource {
  readonly #replay: ReplayOptions;
  readonly #asked = new Map<string, number>();

  constructor(replay: ReplayOptions) {
    this.#replay = replay;
  }

  async inventory(): Promise<ServerInventory[]> {
    const { cassette, servers } = this.#replay;
    return servers.map((server) => cassette.inventoryOf(server));
  }

  async ready(call: ToolCall): Promise<ReadyCall> {
    const { cassette, servers, live } = this.#replay;
    if (live && cassette.isReadOnly(call.serverName, call.toolName)) return live.ready(call);
    const key = cassetteKey(call);
    const outcomes = cassette.outcomesOf(key);
    const nth = this.#asked.get(key) ?? 0;
    this.#asked.set(key, nth + 1);
    const outcome = outcomes[nth] ?? outcomes.at(-1);
    if (!outcome) throw new IterationFailure(miss(call), Outcome.FAILED, Blame.CASSETTE);
    const server = servers.find(({ name }) => isSameName(name, call.serverName));
    return { serverId: server?.id ?? '', replayed: true, make: async () => answerOf(outcome) };
  }
}

function answerOf({ result, error, latencyMs }: RecordedOutcome): ToolAnswer {
  const time = latencyMs === undefined ? {} : { latencyMs };
  if (!result) return { error: error!, isError: true, ...time };
  return {
    result,
    resultBytes: Buffer.byteLength(JSON.stringify(result)),
    isError: result.isError === true,
    ...time,
  };
}

const miss = ({ serverName, toolName, arguments: args }: ToolCall) =>
  notFound(
    `recording: the cassette has no call of "${clip(toolName, MAX_NAME)}" on "${clip(serverName, MAX_NAME)}" with ${clip(JSON.stringify(redactDocument(args)), MAX_ARGUMENTS)}`,
    { reason: reasons.CASSETTE_MISS },
  );

const clip = (text: string, max: number) => (text.length > max ? `${text.slice(0, max)}…` : text);
