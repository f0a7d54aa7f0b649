/** The pieces of a text within this time travel as one event, in milliseconds; the first one at once. */
const GATHER_MS = 25;

/** Hands a text that comes in small pieces on in larger ones. */
export class SpokenText {
  readonly #say: (text: string) => void;
  #gathered = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(say: (text: string) => void) {
    this.#say = say;
  }

  add(text: string): void {
    this.#gathered += text;
    if (this.#timer) return;
    this.flush();
    this.#timer = setTimeout(() => this.flush(), GATHER_MS);
  }

  /** Hands on what is gathered. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const text = this.#gathered;
    this.#gathered = '';
    if (text !== '') this.#say(text);
  }
}
