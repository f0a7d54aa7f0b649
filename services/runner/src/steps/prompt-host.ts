import type { CheckedCall } from '../domain/turn/checked-call.ts';
import type { WantedCall } from '../domain/turn/message.ts';
import { toolText } from '../domain/turn/tool-text.ts';
import type { CallAnswer, TurnHost } from '../turn/take-turn.ts';
import type { ProviderFailure, Said } from '../turn/turn-model.ts';
import type { Stage } from './stage.ts';
import { callTool, type PlacedCall } from './tool-call.ts';

/** The place of a turn in its case. */
export type Place = Pick<PlacedCall, 'stepId' | 'stepIndex'> & { promptIndex: number };

/** Records the turn of one prompt step, and makes its calls on the iteration's sessions. */
export class PromptHost implements TurnHost {
  /** The ids of the recorded calls. */
  readonly callIds = new Map<WantedCall, string>();
  readonly #stage: Stage;
  readonly #place: Place;

  constructor(stage: Stage, place: Place) {
    this.#stage = stage;
    this.#place = place;
  }

  said({ finishReason, usage, ttfcMs }: Said, startedAt: number): void {
    const { inputTokens, outputTokens } = usage ?? {};
    this.#stage.dialogue.count(usage);
    this.#span('llm', startedAt, {
      finishReason,
      ...(inputTokens !== undefined && { inputTokens }),
      ...(outputTokens !== undefined && { outputTokens }),
      ...(ttfcMs !== undefined && { ttfcMs }),
    });
  }

  failed({ message }: ProviderFailure, startedAt: number): void {
    this.#span('error', startedAt, { status: 'error', message });
  }

  async answer(checked: CheckedCall): Promise<CallAnswer> {
    const { recorder } = this.#stage;
    const { wanted, tool, refusal } = checked;
    const id = recorder.nextCallId();
    this.callIds.set(wanted, id);
    const placed = {
      ...this.#place,
      id,
      serverName: tool?.serverName ?? '',
      toolName: tool?.toolName ?? wanted.name,
      arguments: checked.arguments,
    };
    if (refusal) {
      recorder.toolCall({
        ...placed,
        serverId: tool?.serverId ?? '',
        error: refusal,
        isError: true,
        startMs: recorder.at(),
      });
      return { text: refusal.message, isError: true };
    }
    const {
      call: { error, isError },
      result,
    } = await callTool(this.#stage, placed);
    return { text: error ? error.message : toolText(result ?? {}), isError };
  }

  #span(category: 'llm' | 'error', startedAt: number, more: object): void {
    const { recorder, dialogue } = this.#stage;
    const { stepIndex, promptIndex } = this.#place;
    recorder.span({
      name: `chat ${dialogue.modelId}`,
      category,
      startMs: recorder.at(startedAt),
      stepIndex,
      promptIndex,
      modelId: dialogue.modelId,
      ...more,
    });
  }
}
