import { Problem } from '@assay/contract/problem';

/** The parts of an answer that several services know: a part whose service does not answer is left out, and named. */
export class AnsweredParts {
  readonly unavailable = new Set<string>();

  /**
   * The answer of the service, or `without` while it is away.
   * @throws the Problem of a service that refuses.
   */
  async of<T>(service: string, asked: Promise<T>, without: T): Promise<T> {
    try {
      return await asked;
    } catch (error) {
      if (!(error instanceof Problem) || !AWAY.has(error.code)) throw error;
      this.unavailable.add(service);
      return without;
    }
  }
}

/** The codes of a service that did not answer, in contrast to one that refused. */
const AWAY: ReadonlySet<string> = new Set(['UNAVAILABLE', 'TIMEOUT']);
