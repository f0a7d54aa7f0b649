interface Owner {
  running: number;
  /** The waiting pieces of work by their group; the group whose turn is next comes first. */
  waiting: Map<string, Set<() => void>>;
}

/**
 * At most `places` pieces of work go on at once, in equal parts for the owners that have any. Of one owner, groups of
 * work take turns, so that a group with few pieces does not wait for one with many.
 */
export class FairSemaphore {
  readonly #places: number;
  readonly #owners = new Map<string, Owner>();

  constructor(places: number) {
    this.#places = places;
  }

  /** Rejects with the reason of `signal` when it aborts before the turn of this work. */
  async run<T>(owner: string, group: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const own = this.#owners.get(owner) ?? { running: 0, waiting: new Map() };
    this.#owners.set(owner, own);
    if (this.#isFull(own)) await this.#turn(own, group, signal);
    else own.running += 1;
    try {
      return await work();
    } finally {
      own.running -= 1;
      if (own.running === 0 && own.waiting.size === 0) this.#owners.delete(owner);
      this.#admit();
    }
  }

  #isFull({ running }: Owner): boolean {
    return running >= Math.max(1, Math.floor(this.#places / this.#owners.size));
  }

  #turn({ waiting }: Owner, group: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const members = waiting.get(group) ?? new Set();
      const begin = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        members.delete(begin);
        if (members.size === 0) waiting.delete(group);
        reject(signal.reason as Error);
      };
      waiting.set(group, members.add(begin));
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  #admit(): void {
    for (const own of this.#owners.values()) {
      for (const [group, members] of own.waiting) {
        if (this.#isFull(own)) break;
        const [begin] = members;
        members.delete(begin!);
        // The group goes to the end of the line.
        own.waiting.delete(group);
        if (members.size > 0) own.waiting.set(group, members);
        own.running += 1;
        begin!();
      }
    }
  }
}
