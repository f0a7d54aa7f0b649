/** Counts those who ask for the same, so that it is asked for once. */
export class Tally<Ask extends { count: number }> {
  readonly asks: Ask[] = [];
  readonly #places = new Map<string, number>();

  /** Answers where among the asks it is, and how many asked for it before. */
  add(name: string, ask: Omit<Ask, 'count'>): { place: number; before: number } {
    const place = this.#places.get(name);
    if (place !== undefined) return { place, before: this.asks[place]!.count++ };
    this.#places.set(name, this.asks.length);
    return { place: this.asks.push({ ...ask, count: 1 } as Ask) - 1, before: 0 };
  }
}
