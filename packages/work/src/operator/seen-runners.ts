import type { RunnerFacts } from '@assay/mesh/gen/assay/v1/work';
import type { ClaimRequest } from '../service/work-source.ts';

/** A runner as it last asked this process for work, or told of work that it has. */
export interface SeenRunner {
  id: string;
  labels: string[];
  kinds: string[];
  /** Of the classes that it asks this service for; 0 where it does not say. */
  slots: number;
  version: string | undefined;
  /** A runner outside of the installation takes only work of this organization that asks for a label. */
  organizationId: string | undefined;
  projectId: string | undefined;
  seenAt: number;
}

/** A runner counts as live for this long after it was heard of, in milliseconds: a request waits 20 s at most. */
export const LIVE_MS = 45_000;
const MAX_RUNNERS = 1_000;

/**
 * The runners that were heard of by this process. Every replica hears of each runner within a minute, as a runner asks one
 * after the other.
 */
export class SeenRunners {
  readonly #slots = new Map<string, Map<string, number>>();
  readonly #seen = new Map<string, Omit<SeenRunner, 'slots'>>();
  readonly #now: () => number;

  constructor(now = () => Date.now()) {
    this.#now = now;
  }

  /** Notes a runner that asks for work. */
  asked({ runnerId: id, labels, kinds, facts, scope }: Omit<ClaimRequest, 'count' | 'ahead'>): void {
    const known = this.#seen.get(id);
    const all = new Set([...(known?.kinds ?? []), ...kinds]);
    const { organizationId, projectId } = scope;
    this.#seen.delete(id);
    this.#seen.set(id, {
      id,
      labels,
      kinds: [...all],
      version: versionOf(facts),
      organizationId,
      projectId,
      seenAt: this.#now(),
    });
    const slots = this.#slots.get(id) ?? new Map<string, number>();
    this.#slots.set(id, slots.set(kinds.toSorted().join(' '), facts?.slots ?? 0));
    for (const oldest of this.#seen.keys()) {
      if (this.#seen.size <= MAX_RUNNERS) break;
      this.forget(oldest);
    }
  }

  /** Notes that a runner lives, which may have no free slot for a long time. */
  beat(id: string): void {
    const known = this.#seen.get(id);
    if (known) known.seenAt = this.#now();
  }

  forget(id: string): void {
    this.#seen.delete(id);
    this.#slots.delete(id);
  }

  live(): SeenRunner[] {
    return [...this.#seen.values()]
      .filter(({ seenAt }) => seenAt > this.#now() - LIVE_MS)
      .map((runner) => ({
        ...runner,
        slots: [...(this.#slots.get(runner.id)?.values() ?? [])].reduce((sum, slots) => sum + slots, 0),
      }));
  }
}

const versionOf = (facts: RunnerFacts | undefined): string | undefined => facts?.version || undefined;
