/** At most this many silent models are remembered; then the oldest is forgotten. */
const MOST = 1_000;
/** The part of the usual limit that the model of a run gets after its provider was silent for all of it. */
const SHORTER = 4;
/** No limit becomes shorter than this, in milliseconds. */
const LEAST_MS = 2_000;

/** How long a provider may be silent, and what is heard of it. */
export interface SilenceLimit {
  /** For the next call, in milliseconds. */
  readonly ms: number;
  heard(): void;
  /** Notes a silence; answers whether the call may be repeated. */
  silent(): boolean;
}

/**
 * The models of runs whose provider was silent for too long and has said nothing since. All work of a run shares it, so
 * that one trial waits for as long as a model may think, and a provider that hangs ends the run soon after.
 */
export class SilentModels {
  readonly #silent = new Set<string>();

  /** The limit of a model in one run. */
  of(modelId: string, runId: string, ms: number): SilenceLimit {
    const key = `${runId} ${modelId}`;
    const silent = this.#silent;
    return {
      get ms() {
        return silent.has(key) ? Math.max(ms / SHORTER, Math.min(ms, LEAST_MS)) : ms;
      },
      heard: () => void silent.delete(key),
      silent: () => {
        if (silent.has(key)) return false;
        silent.add(key);
        if (silent.size > MOST) silent.delete(silent.values().next().value!);
        return true;
      },
    };
  }
}

/** The limit of a conversation that shares nothing with others. */
export const ownSilenceLimit = (ms: number): SilenceLimit => ({ ms, heard: () => undefined, silent: () => true });
