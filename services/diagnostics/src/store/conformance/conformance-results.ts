import type {
  ConformanceArea,
  ConformanceCheck,
  ConformanceSuite,
  ScenarioStatus,
} from '@assay/contract/areas/conformance/check';
import { rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import { keptJson } from '@assay/kit/json/kept-json';
import type { ScenarioCount } from '../../domain/conformance/suites.ts';

/** One scenario with its status. */
export interface StoredScenario {
  suite: ConformanceSuite;
  scenario: string;
  status: ScenarioStatus;
  reason: string | null;
  checks: ConformanceCheck[];
  about: AboutScenario;
}

/** Facts about a scenario that a runner played. */
export interface AboutScenario {
  title?: string;
  area?: ConformanceArea;
  durationMs?: number;
  endedServer?: true;
}

/** A scenario to store; `digest` tells a repeated report from a different one. */
export interface NewScenario extends Omit<StoredScenario, 'about'> {
  about?: AboutScenario;
  digest: Buffer | null;
}

/** Stores the scenarios that the run does not have yet; returns their ids. */
export async function insertResults(
  tx: Tx,
  runId: string,
  scenarios: NewScenario[],
): Promise<{ suite: string; scenario: string }[]> {
  const column = <T>(of: (each: NewScenario) => T) => scenarios.map(of);
  return rows(
    tx,
    sql`
    insert into conformance_results (run_id, suite, scenario, status, reason, checks, about, digest)
    select ${runId}, * from unnest(
      ${column(({ suite }) => suite)}::text[], ${column(({ scenario }) => scenario)}::text[], ${column(({ status }) => status)}::text[],
      ${column(({ reason }) => reason)}::text[], ${column(({ checks }) => keptJson(checks))}::json[],
      ${column(({ about = {} }) => keptJson(about))}::json[], ${column(({ digest }) => digest)}::bytea[])
    on conflict do nothing returning suite, scenario`,
  );
}

/** The scenarios that the run has with another digest. */
export async function findOtherwise(
  db: Db,
  runId: string,
  scenarios: NewScenario[],
): Promise<{ suite: string; scenario: string } | undefined> {
  const [other] = await rows<{ suite: string; scenario: string }>(
    db,
    sql`
    select r.suite, r.scenario from conformance_results r
    join unnest(${scenarios.map(({ suite }) => suite)}::text[], ${scenarios.map(({ scenario }) => scenario)}::text[], ${scenarios.map(({ digest }) => digest)}::bytea[]) as n(suite, scenario, digest)
      on n.suite = r.suite and n.scenario = r.scenario
    where r.run_id = ${runId} and r.digest is distinct from n.digest limit 1`,
  );
  return other;
}

/** The number of scenarios that the run has with the same digest. */
export async function countSame(db: Db, runId: string, scenarios: NewScenario[]): Promise<number> {
  const [row] = await rows<{ count: number }>(
    db,
    sql`
    select count(*)::int as count from conformance_results r
    join unnest(${scenarios.map(({ suite }) => suite)}::text[], ${scenarios.map(({ scenario }) => scenario)}::text[], ${scenarios.map(({ digest }) => digest)}::bytea[]) as n(suite, scenario, digest)
      on n.suite = r.suite and n.scenario = r.scenario and n.digest = r.digest
    where r.run_id = ${runId}`,
  );
  return row!.count;
}

export function countResults(db: Db, runId: string): Promise<ScenarioCount[]> {
  return rows<ScenarioCount>(
    db,
    sql`select suite, status, count(*)::int as count from conformance_results where run_id = ${runId} group by suite, status order by suite, status`,
  );
}

/** The first scenarios of a run with one of the statuses, ordered by name. */
export function listResults(
  db: Db,
  runId: string,
  statuses: ScenarioStatus[],
  limit: number,
): Promise<StoredScenario[]> {
  return rows<StoredScenario>(
    db,
    sql`
    select suite, scenario, status, reason, checks, about from conformance_results where run_id = ${runId} and status = any(${statuses}) order by suite, scenario limit ${limit}`,
  );
}

/** The scenario after which the server of a run could not be reached any more. */
export async function findEnding(db: Db, runId: string): Promise<StoredScenario | undefined> {
  const [row] = await rows<StoredScenario>(
    db,
    sql`
    select suite, scenario, status, reason, checks, about from conformance_results
    where run_id = ${runId} and about ->> 'endedServer' = 'true' limit 1`,
  );
  return row;
}
