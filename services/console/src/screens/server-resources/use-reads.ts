import { useState } from 'react';
import type { CallReport, ResourceContentFact } from '@assay/sdk/gen/documents';
import { client } from '../../data/client.ts';

/** A resource that was read in this tab of the browser, or why it was not. */
export type ResourceRead = { kind: 'read'; report: CallReport } | { kind: 'error'; error: Error };

/** At most this many are read one after the other by "Read all". */
const MAX_READS = 100;

/** The facts of what was read that is not served as declared. */
export const misdeclared = (read: ResourceRead | undefined): ResourceContentFact | undefined =>
  read?.kind === 'read' ? read.report.contents?.find(({ isAsDeclared }) => isAsDeclared === false) : undefined;

/** The resources that were read so far: nothing is read before it is asked for. Operations: readResource. */
export function useReads(address: { projectId: string; serverId: string }) {
  const [reads, setReads] = useState<ReadonlyMap<string, ResourceRead>>(new Map());
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set());
  const read = async (uri: string): Promise<void> => {
    setRunning((before) => new Set([...before, uri]));
    const done = await client.readResource(address, { uri, report: true }).then(
      (report): ResourceRead => ({ kind: 'read', report: report as CallReport }),
      (error: unknown): ResourceRead => ({ kind: 'error', error: error as Error }),
    );
    setReads((before) => new Map([...before, [uri, done]]));
    setRunning((before) => new Set([...before].filter((each) => each !== uri)));
  };
  const readAll = async (uris: readonly string[]): Promise<void> => {
    for (const uri of uris.slice(0, MAX_READS)) await read(uri);
  };
  return { reads, running, read, readAll, maxReads: MAX_READS };
}
