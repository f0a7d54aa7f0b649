import { prepared, rows, type Db } from '@assay/kit/postgres/db';

/** The open work of a service of one kind and one list of labels. */
export interface OpenWork {
  kind: string;
  /** The labels that a runner needs to be given it. */
  labels: string[];
  /** Items that any runner with the labels could be given now; of one queue at most 1,000 are counted. */
  waiting: number;
  /** Items that runners hold. */
  held: number;
  /** How long the queue that has waited longest was not served, in seconds; 0 when none waits. */
  oldestAgeSeconds: number;
}

/**
 * Counts the open work of a service by the view `open_work` of its schema, which the autoscaler of runners reads, too. Items for
 * one runner alone, and items whose runner waits for a server or a budget, do not wait for a runner.
 */
export const listOpenWork = (db: Db): Promise<OpenWork[]> =>
  rows<OpenWork>(
    db,
    prepared`
    select kind, labels, waiting::double precision, held::double precision, oldest_age_seconds
    from open_work order by kind, labels`,
  );
