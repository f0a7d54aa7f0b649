import type { bundleInput } from '../../commands/admin.ts';
import type { Action } from '../../declare/command.ts';
import { STANDARD_OUTPUT, writeOutput } from '../../files.ts';
import { VERSION } from '../../version.ts';
import { askEach } from './each-service.ts';
import { readHealth } from './health.ts';
import { readStuckWork } from './list-work.ts';

const FILE = 'assay-support.json';
/** At most this many characters; the longest lists lose their ends first. */
const MAX_CHARS = 1_000_000;

/** Writes what support needs into one file. */
export const writeBundle: Action<typeof bundleInput> = async (context, { options: { out = FILE } }) => {
  const { terminal } = context;
  const { assay } = await context.platform();
  const health = await readHealth(context, undefined);
  const reports = await askEach(context, undefined, (client, service, once) =>
    client.getServiceReport({ service }, once),
  );
  const stuckWork = await readStuckWork(context, undefined);
  // Refused where Kafka carries the events, and without an answer while the catalog is away.
  const deadLetters = await assay.listDeadLetters({ retries: 0 }).then(
    ({ items }) => items,
    (error: unknown) => (error as Error).message,
  );
  const bundle = { writtenAt: new Date().toISOString(), commandLine: VERSION, health, reports, stuckWork, deadLetters };
  const text = bounded(bundle, MAX_CHARS);
  await writeOutput(context, out, text);
  if (out === STANDARD_OUTPUT) return;
  terminal.out(`${out} has ${Math.ceil(text.length / 1_000)} kB and no secret. Read it before you send it.\n`);
};

/** The document as JSON of at most `max` characters: lists are cut to ever shorter beginnings until it fits. */
export function bounded(document: object, max: number): string {
  for (let most = 1_000; ; most = Math.floor(most / 2)) {
    const text = JSON.stringify(document, (_key, value: unknown) => cut(value, most), 2);
    if (text.length <= max || most === 0) return `${text.slice(0, max)}\n`;
  }
}

const cut = (value: unknown, most: number): unknown =>
  Array.isArray(value) && value.length > most ? [...value.slice(0, most), `… ${value.length - most} more`] : value;
