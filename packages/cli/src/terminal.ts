/** The standard streams of a command, and what they lead to. */
export interface Terminal {
  /** Writes text, or the bytes of a file. */
  out(text: string | Uint8Array): void;
  err(text: string): void;
  /** All of standard input. */
  read(): Promise<string>;
  /** The lines of standard input as they come. */
  lines(): AsyncIterable<string>;
  /** Asks a person on standard error for one line of standard input; empty when they end the input. */
  ask(question: string): Promise<string>;
  /** Whether the reader of standard output has closed it, so that further items need not be fetched. */
  isClosed(): boolean;
  /** Whether a person reads standard output, reads standard error, or types standard input. */
  isInteractive: { out: boolean; err: boolean; in: boolean };
  /** The width of the terminal in columns; `undefined` where output is no terminal and nothing is cut. */
  columns: number | undefined;
  /** Whether each stream is coloured. */
  colors: { out: boolean; err: boolean };
  /** Whether the terminal shows characters beyond ASCII. */
  isUnicode: boolean;
}
