/** Reads rows as the superuser. */
export type ReadRows = <Row>(statement: string) => Promise<Row[]>;

/**
 * Tables where ids may stay, because they record history: the audit log, and events and their receipts, which retention
 * deletes.
 */
const TELLS = /^(audit\.audit_log\w*|bus\.messages\w*|\w+\.(outbox|inbox))$/;

const ID =
  /\b(?:prj|srv|suite|case|run|iter|job|draft|cassette|group|judge|art|budget|token|waiver|con|surface|invite|chat|secret|image|build|env|client|clientver|srvgroup|attach|plugin|plugver|skill|skillver|persona|journey|swarm|jrun|wave|finding)_[0-9a-z]{26}\b/g;

/** Every table of every schema of ours. */
const listTables = async (read: ReadRows): Promise<string[]> =>
  (
    await read<{ name: string }>(`
  select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where relkind = 'r' and n.nspname !~ '^(pg_|information_schema)' order by 1`)
  ).map(({ name }) => name);

const rowsOf = async (read: ReadRows, table: string) =>
  (await read<{ row: string }>(`select t::text as row from ${table} t`)).map(({ row }) => row);

/** The ids in any column of the tables. */
export async function idsIn(read: ReadRows): Promise<Set<string>> {
  const found = new Set<string>();
  for (const table of await listTables(read))
    for (const row of await rowsOf(read, table)) for (const [id] of row.matchAll(ID)) found.add(id);
  return found;
}

/** The rows of every table that name one of these ids, except in the tables of history. */
export async function rowsNaming(read: ReadRows, ids: Iterable<string>): Promise<string[]> {
  const [wanted, traces] = [new Set(ids), [] as string[]];
  for (const table of (await listTables(read)).filter((name) => !TELLS.test(name))) {
    for (const row of await rowsOf(read, table))
      if ([...row.matchAll(ID)].some(([id]) => wanted.has(id))) traces.push(`${table} ${row.slice(0, 300)}`);
  }
  return traces;
}

/** The tables among these, by schema, that have no row. */
export async function emptyTables(read: ReadRows, listed: Record<string, { table: string }[]>): Promise<string[]> {
  const empty: string[] = [];
  for (const [schema, places] of Object.entries(listed))
    for (const { table } of places) {
      const [{ some } = { some: false }] = await read<{ some: boolean }>(
        `select exists (select from ${schema}.${table}) as some`,
      );
      if (!some) empty.push(`${schema}.${table}`);
    }
  return empty;
}
