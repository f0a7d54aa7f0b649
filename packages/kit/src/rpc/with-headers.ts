/** A reply of JSON, printed or not, and the headers that go with it. */
export class ReplyWithHeaders<T> {
  readonly reply: T;
  readonly headers: Record<string, string>;

  constructor(reply: T, headers: Record<string, string>) {
    this.reply = reply;
    this.headers = headers;
  }
}

/** Answers with an operation's reply, and with headers such as `Set-Cookie`. */
export const withHeaders = <T>(reply: T, headers: Record<string, string>): ReplyWithHeaders<T> =>
  new ReplyWithHeaders(reply, headers);
