/** Shares work that is under way: who asks under the same key meanwhile gets the same answer, or the same error. */
export class SingleFlight<V> {
  readonly #underWay = new Map<string, Promise<V>>();

  /** `work` is told whether its answer is still wanted under this key, which `forget` ends. */
  run(key: string, work: (isWanted: () => boolean) => Promise<V>): Promise<V> {
    const shared = this.#underWay.get(key);
    if (shared) return shared;
    const isWanted = () => this.#underWay.get(key) === mine;
    const end = () => {
      if (isWanted()) this.#underWay.delete(key);
    };
    const mine: Promise<V> = Promise.resolve()
      .then(() => work(isWanted))
      .finally(end);
    this.#underWay.set(key, mine);
    return mine;
  }

  /** Callers that ask for such a key from now on do not share an execution that is under way. */
  forget(isMeant: (key: string) => boolean): void {
    for (const key of this.#underWay.keys()) if (isMeant(key)) this.#underWay.delete(key);
  }
}
