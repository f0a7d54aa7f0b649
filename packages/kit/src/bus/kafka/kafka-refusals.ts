import { KafkaRefusal } from './kafka-faults.ts';

/** The refusals of Kafka in the last attempt at each piece of work. */
export class KafkaRefusals {
  readonly #last = new Map<string, string>();

  /** Attempts a piece of work, and notes whether Kafka refused it. */
  async attempt<T>(name: string, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      this.over(name);
      return result;
    } catch (error) {
      if (error instanceof KafkaRefusal) this.#last.set(name, error.message);
      throw error;
    }
  }

  /** Notes that a piece of work that goes on is not refused. */
  over(name: string): void {
    this.#last.delete(name);
  }

  isOpen(name: string): boolean {
    return this.#last.has(name);
  }

  sentences(): string[] {
    return [...new Set(this.#last.values())];
  }
}
