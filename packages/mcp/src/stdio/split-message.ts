/** At most this many lines and characters are kept of a message over several lines. */
const [MAX_LINES, MAX_CHARACTERS] = [10_000, 1_000_000];

/**
 * Joins a JSON-RPC message that a command wrote over several lines. The protocol wants one line; a pretty-printed one
 * begins and ends with a bracket at the same indentation.
 */
export class SplitMessage {
  #lines: string[] = [];
  #characters = 0;
  #end = '';

  /** The message that this line completes; undefined when it is part of one, or of none. */
  add(line: string): string | undefined {
    if (this.#lines.length === 0) {
      const opening = /^(\s*)([{[])\s*$/.exec(line);
      if (!opening) return undefined;
      this.#end = `${opening[1]}${opening[2] === '{' ? '}' : ']'}`;
    }
    this.#lines.push(line);
    this.#characters += line.length;
    if (line.trimEnd() !== this.#end) {
      if (this.#lines.length >= MAX_LINES || this.#characters > MAX_CHARACTERS) this.clear();
      return undefined;
    }
    const message = this.#lines.join('\n');
    this.clear();
    return message;
  }

  clear(): void {
    [this.#lines, this.#characters] = [[], 0];
  }
}
