/** One event of a stream as it was sent. */
export interface SentEvent {
  id: string | undefined;
  type: string;
  data: string;
}

/** Parses server-sent events (the WHATWG HTML standard, section 9.2) from pieces of text. */
export class EventParser {
  #rest = '';
  #id: string | undefined;
  #type = '';
  #data: string[] = [];

  /** The events that are complete with this piece. */
  push(piece: string): SentEvent[] {
    const events: SentEvent[] = [];
    // A carriage return at the end may be the first half of a line break.
    const lines = (this.#rest + piece).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop()!;
    for (const line of lines) {
      if (line !== '') this.#read(line);
      else if (this.#data.length > 0) events.push(this.#finish());
      else this.#type = '';
    }
    return events;
  }

  #read(line: string): void {
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'data') this.#data.push(value);
    else if (name === 'event') this.#type = value;
    else if (name === 'id' && !value.includes('\0')) this.#id = value;
  }

  #finish(): SentEvent {
    const event = { id: this.#id, type: this.#type || 'message', data: this.#data.join('\n') };
    this.#type = '';
    this.#data = [];
    return event;
  }
}
