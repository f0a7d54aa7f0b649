/** Nonces are forgotten in slots of this length, in milliseconds. */
const SLOT_MS = 15_000;

/**
 * The nonces of statements that are still valid: a second use of one is a replay. A process with 1,000 calls a second
 * remembers 120,000, in about 13 MB.
 */
export class SeenNonces {
  readonly #slots = new Map<number, Set<string>>();

  /** Remembers the nonce until `validUntil`. Answers whether it is new. */
  add(nonce: string, validUntil: number, now: number): boolean {
    const slot = Math.ceil(validUntil / SLOT_MS);
    const seen = this.#slots.get(slot) ?? this.#begin(slot, now);
    return seen.size < seen.add(nonce).size;
  }

  /** Begins a slot, and forgets the slots that are over. */
  #begin(slot: number, now: number): Set<string> {
    for (const known of this.#slots.keys()) if (known * SLOT_MS < now) this.#slots.delete(known);
    const seen = new Set<string>();
    this.#slots.set(slot, seen);
    return seen;
  }
}
