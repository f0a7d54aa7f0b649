import pg, { type ClientBase, type Connection, type FieldDef } from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import { keyOfColumn } from './row-shape.ts';

/** The columns of a statement's rows. */
interface Columns {
  names: string[];
  parsers: ((text: string) => unknown)[];
  /** A row in which every column is null. */
  empty: Record<string, unknown>;
}

/** By connection and name of a statement: its columns, which stay the same while the connection has the statement. */
const known = new WeakMap<Connection, Map<string, Columns>>();

/** A statement without rows. */
const NONE: Columns = { names: [], parsers: [], empty: {} };

interface NamedStatement {
  name: string;
  text: string;
  values: unknown[];
}

/**
 * A query of pg that asks Postgres for the columns of its statement once for each connection, where pg asks with every
 * execution: for a row of 30 columns, describing and reading them takes longer than the row.
 */
export class PreparedQuery<R> extends pg.Query {
  readonly #values: unknown[];
  readonly #rows: R[] = [];
  #columns: Columns | undefined;
  #known: Map<string, Columns> | undefined;
  #fault: Error | undefined;

  /** @throws TypeError for a value that cannot be printed as JSON. */
  constructor({ name, text, values }: NamedStatement) {
    // pg copies a configuration property by property, which takes longer than to send a short statement.
    super(text);
    this.name = name;
    this.#values = values.map((value) => prepareValue(value));
  }

  /** Sends the query over a client and resolves with its rows. Rejects with pg's error. */
  async over(client: ClientBase): Promise<R[]> {
    const answered = Promise.withResolvers<void>();
    this.callback = (error) => {
      if (error) answered.reject(error);
      else answered.resolve();
    };
    client.query(this);
    try {
      await answered.promise;
    } catch (error) {
      // The stack of the code that asks, instead of the socket's.
      Error.captureStackTrace(error as Error);
      throw error;
    }
    return this.#rows;
  }

  /** Writes the messages of the query. pg calls it, as the methods below. */
  prepare(connection: Connection): void {
    const { name, text } = this;
    if (!this.hasBeenParsed(connection)) {
      connection.parse({ name, text });
      connection.submittedNamedStatements[name] = text;
    }
    connection.bind({ statement: name, values: this.#values });
    this.#known = known.get(connection);
    if (!this.#known) known.set(connection, (this.#known = new Map()));
    this.#columns = this.#known.get(name);
    if (!this.#columns) connection.describe({ type: 'P', name: '' });
    connection.execute({});
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    const names = fields.map((field) => keyOfColumn(field.name));
    this.#learn({
      names,
      parsers: fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, 'text')),
      empty: Object.fromEntries(names.map((column) => [column, null])),
    });
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#fault) return;
    const { names, parsers, empty } = this.#columns!;
    const row = { ...empty };
    try {
      for (let i = 0; i < fields.length; i++) {
        const text = fields[i];
        if (text !== null) row[names[i]!] = parsers[i]!(text!);
      }
    } catch (error) {
      this.#fault = error as Error;
      return;
    }
    this.#rows.push(row as R);
  }

  handleCommandComplete(): void {
    if (!this.#columns) this.#learn(NONE);
  }

  handleReadyForQuery(): void {
    if (this.#fault) this.callback?.(this.#fault);
    else this.callback?.(null);
  }

  handleError(error: Error): void {
    this.callback?.(error);
  }

  #learn(columns: Columns): void {
    this.#columns = columns;
    this.#known!.set(this.name, columns);
  }
}
