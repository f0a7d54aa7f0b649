import type { Connection } from 'pg';

declare module 'pg' {
  /** The connection below a client, as queries of pg use it. */
  interface Connection {
    /** The texts of the named statements that Postgres has parsed, and of the ones that are on their way to it. */
    readonly parsedStatements: Record<string, string>;
    readonly submittedNamedStatements: Record<string, string>;
    bind(statement: { statement: string; values: unknown[] }): void;
    describe(target: { type: 'P'; name: string }): void;
    execute(portal: object): void;
    parse(statement: { name: string; text: string }): void;
  }

  interface Query {
    name: string;
    readonly text: string;
    callback: ((error: Error | null) => void) | undefined;
    /** Whether the connection has parsed the statement, or was told to. */
    hasBeenParsed(connection: Connection): boolean;
  }
}
