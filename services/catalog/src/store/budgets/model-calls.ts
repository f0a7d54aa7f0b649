import type { SumEarlierAttemptsRequest } from '@assay/mesh/gen/assay/v1/catalog';
import type { Pricing } from '@assay/contract/areas/model-providers/model';
import { fragment, prepared, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { BudgetState } from '../../domain/budgets/budget.ts';
import { toBudgetState, type BudgetAccount, type BudgetRow } from './budgets.ts';
import { AS_OF_CLOCK, COVERING_BUDGETS } from './covering-budgets.ts';

/** A reservation ends this long after it was made or last extended, in milliseconds. */
const RESERVED_MS = 30_000;

/** A model call before it is made, with the most that it may use. */
export interface NewCall extends BudgetAccount {
  id: string;
  model: string;
  purpose: string;
  inputTokens: number;
  outputTokens: number;
  pricing: Pricing | undefined;
  /** The runner token of a runner outside of the installation, the only one that may settle the call. */
  tokenId: string | undefined;
}

/**
 * Inserts a call before it is made and reserves its maximum in every budget that covers it. When a budget has no room,
 * or the organization has no such project, it writes nothing and answers that reason. A repeated call changes nothing.
 */
export async function reserveCall(
  db: Db,
  call: NewCall,
  at: Date | undefined,
): Promise<BudgetState | 'no project' | undefined> {
  const { pricing: price } = call;
  // Budgets are locked in the order of their ids, here and when calls are settled, which avoids deadlocks. A call that
  // waited for a lock past midnight counts into the new day.
  const [row] = await rows<(BudgetRow | { id: null }) & { hasProject: boolean }>(
    db,
    prepared`
    with account as (
      select organization_id, id as project_id, ${call.suiteId}::text as suite_id, ${call.runId}::text as run_id, ${call.keyId}::text as key_id,
        ${price?.inputUsdPerMillion}::numeric as input_price
      from live_projects where id = ${call.projectId} and organization_id = ${call.organizationId}),
    held as (select b.* from account ${COVERING_BUDGETS} order by b.id for update of b),
    begun as (select greatest(coalesce(${at}::timestamptz, now()), max(window_start)) as at from held),
    clock as (select at, date_trunc('day', at, 'UTC') as day from begun),
    counted as (select ${AS_OF_CLOCK} from held b, clock),
    refusing as (
      select counted.*, (spent >= limit_amount or (unit = 'usd' and input_price is null)) as for_good from counted, account
      where spent + reserved >= limit_amount or (unit = 'usd' and input_price is null)),
    reserving as (
      insert into model_calls (id, organization_id, project_id, suite_id, run_id, key_id, model, purpose, input_price, output_price, cached_input_price,
        reserved_input_tokens, reserved_output_tokens, token_id, created_at, reserved_until)
      select ${call.id}::text, organization_id, project_id, suite_id, run_id, key_id, ${call.model}::text, ${call.purpose}::text,
        input_price, ${price?.outputUsdPerMillion}::numeric, ${price?.cachedInputUsdPerMillion}::numeric, ${call.inputTokens}::bigint, ${call.outputTokens}::bigint, ${call.tokenId}::text, clock.at, clock.at + ${RESERVED_MS} * interval '1 ms'
      from account, clock where not exists (select from refusing)
      on conflict (id) do nothing returning reserved_tokens, reserved_micros),
    taken as (
      update budgets set window_start = counted.window_start, spent = counted.spent,
        reserved = counted.reserved + case counted.unit when 'usd' then reserved_micros else reserved_tokens end
      from counted, reserving where budgets.id = counted.id)
    select refusing.*, exists (select from account) as has_project from (select) always left join refusing on true order by for_good desc, period desc, id limit 1`,
  );
  if (!row!.hasProject) return 'no project';
  return row!.id === null ? undefined : toBudgetState(row!);
}

/** The calls of all organizations that are under way and hold an amount of their budgets. */
export async function countReservations(db: Db): Promise<number> {
  // Tenant: the metric tells no organization.
  const [row] = await rows<{ calls: number }>(
    db,
    sql`select count(*)::int as calls from model_calls where state = 'reserved'`,
  );
  return row!.calls;
}

/**
 * Releases the reservations of the calls in the relation `ended`, and charges their cost beyond what they were charged
 * before.
 */
const CHARGE = fragment(`
  due as (
    select b.id, case when b.period = 'day' then date_trunc('day', account.created_at, 'UTC') end as day,
      sum(case b.unit when 'usd' then coalesce(account.cost_micros, 0) - account.charged_micros else account.tokens - account.charged_tokens end) as spent,
      sum(case when account.was <> 'reserved' then 0 when b.unit = 'usd' then coalesce(account.reserved_micros, 0) else account.reserved_tokens end) as released
    from ended account ${COVERING_BUDGETS.text} group by 1, 2),
  held as (select id from budgets where id in (select id from due) order by id for update),
  charged as (
    update budgets set spent = budgets.spent + due.spent, reserved = budgets.reserved - due.released
    from held, due where budgets.id = held.id and due.id = held.id and (due.day is null or due.day = budgets.window_start))`);
const ENDED = fragment(
  'c.*, prior.state as was, coalesce(prior.tokens, 0) as charged_tokens, coalesce(prior.cost_micros, 0) as charged_micros',
);

/** Restricts calls to an organization, a project or the holder of a runner token; empty for all calls. */
export interface CallScope {
  organizationId?: string | undefined;
  projectId?: string | undefined;
  tokenId?: string | undefined;
}

/** The usage of a call. `answered` with zero tokens means that the provider reported no usage. */
export interface CallUsage {
  inputTokens: number;
  outputTokens: number;
  cachedInputTokens: number;
  answered: boolean;
}

/** `costMicros` is null where the price is unknown. */
export interface SettledCall {
  costMicros: number | null;
}
const toSettled = (row: { costMicros: string | null } | undefined): SettledCall | undefined =>
  row && { costMicros: row.costMicros === null ? null : Number(row.costMicros) };

/**
 * Settles a call with its usage; undefined when it was settled before, or is outside the holder's scope. Corrects a
 * lapsed call, also after its project was purged and the call has a forgotten id. An answer without reported usage is
 * charged the reserved input.
 */
export async function settleCall(
  db: Db,
  id: string,
  { organizationId, projectId, tokenId }: CallScope,
  used: CallUsage,
  at: Date | undefined,
): Promise<SettledCall | undefined> {
  const { inputTokens, outputTokens, cachedInputTokens, answered } = used;
  const [row] = await rows<{ costMicros: string | null }>(
    db,
    prepared`
    with prior as (
      select id, state, tokens, cost_micros from model_calls
      where id in (${id}, 'forgotten.' || md5(${id}::text)) and state <> 'settled'
        and (${organizationId}::text is null or organization_id = ${organizationId}) and (${projectId}::text is null or project_id = ${projectId})
        and (${tokenId}::text is null or token_id = ${tokenId}) for update),
    ended as (
      update model_calls c set state = 'settled', settled_at = coalesce(${at}::timestamptz, now()), output_tokens = ${outputTokens}, cached_input_tokens = least(${cachedInputTokens}::bigint, ${inputTokens}::bigint),
        input_tokens = case when ${answered}::boolean and ${inputTokens}::bigint + ${outputTokens}::bigint = 0 then reserved_input_tokens else ${inputTokens}::bigint end
      from prior where c.id = prior.id returning ${ENDED}),
    ${CHARGE}
    select cost_micros from ended`,
  );
  return toSettled(row);
}

/** Extends the reservations of calls under way, within the holder's scope. */
export async function extendCalls(
  db: Db,
  ids: string[],
  { organizationId, projectId, tokenId }: CallScope,
  at: Date | undefined,
): Promise<void> {
  await db.query(sql`
    with open as (
      select id from model_calls where id = any(${ids}) and state = 'reserved'
        and (${organizationId}::text is null or organization_id = ${organizationId}) and (${projectId}::text is null or project_id = ${projectId})
        and (${tokenId}::text is null or token_id = ${tokenId}) order by id for no key update)
    update model_calls c set reserved_until = coalesce(${at}::timestamptz, now()) + ${RESERVED_MS} * interval '1 ms' from open where c.id = open.id`);
}

/**
 * Lapses calls whose reservation was not extended, because their runner is gone; with a budget, all calls under way that
 * it covers. Such a call may have been made, so its reserved input is charged; a refund would let a runner that often
 * dies spend without limit. Answers their number.
 */
export async function lapseCalls(db: Db, at: Date | undefined, limit: number, budgetId?: string): Promise<number> {
  const [row] = await rows<{ lapsed: number }>(
    db,
    sql`
    with prior as (
      select id, state, tokens, cost_micros from model_calls c
      where state = 'reserved' and (
        (${budgetId}::text is null and reserved_until < coalesce(${at}::timestamptz, now()))
        or exists (
          select from budgets b where b.id = ${budgetId} and b.organization_id = c.organization_id
            and b.scope_id = case b.scope_kind when 'organization' then c.organization_id when 'project' then c.project_id
              when 'suite' then c.suite_id when 'run' then c.run_id when 'key' then c.key_id end))
      order by reserved_until limit ${limit} for update of c skip locked),
    ended as (
      update model_calls c set state = 'lapsed', settled_at = coalesce(${at}::timestamptz, now()), input_tokens = reserved_input_tokens, output_tokens = 0, cached_input_tokens = 0
      from prior where c.id = prior.id returning ${ENDED}),
    ${CHARGE}
    select count(*)::int as lapsed from ended`,
  );
  return row!.lapsed;
}

/** The usage of calls together; the price is null when the price of a call is unknown. */
export interface SummedCalls {
  calls: number;
  inputTokens: number;
  outputTokens: number;
  costMicros: number | null;
}

/**
 * Adds up the calls of an iteration under other fences than the given one: the id of a call begins with its iteration
 * and fence. A call under way counts as it will when it lapses; a
 * call that the provider did not answer does not count.
 */
export async function sumEarlierAttempts(
  db: Db,
  { organizationId, runId, iterationId, fence, purpose }: SumEarlierAttemptsRequest,
): Promise<SummedCalls> {
  const [row] = await rows<Record<keyof SummedCalls, string | null>>(
    db,
    sql`
    with used as (
      select coalesce(input_tokens, reserved_input_tokens) as input, coalesce(output_tokens, 0) as output,
        case when state = 'reserved' then ceil(reserved_input_tokens * input_price)::bigint else cost_micros end as cost
      from model_calls
      where organization_id = ${organizationId} and run_id = ${runId} and split_part(id, '.', 1) = ${iterationId} and split_part(id, '.', 2) <> ${fence}
        and (${purpose} = '' or purpose = ${purpose}) and (state <> 'settled' or tokens > 0))
    select count(*) as calls, sum(input) as "inputTokens", sum(output) as "outputTokens", case when count(*) = count(cost) then sum(cost) end as "costMicros" from used`,
  );
  const { calls, inputTokens, outputTokens, costMicros } = row!;
  return {
    calls: Number(calls),
    inputTokens: Number(inputTokens),
    outputTokens: Number(outputTokens),
    costMicros: costMicros === null ? null : Number(costMicros),
  };
}

/** A call by its id; undefined when there is none, or it is outside the holder's scope. */
export async function findCall(
  db: Db,
  id: string,
  { organizationId, projectId, tokenId }: CallScope,
): Promise<SettledCall | undefined> {
  const [row] = await rows<{ costMicros: string | null }>(
    db,
    sql`
    select cost_micros from model_calls
    where id in (${id}, 'forgotten.' || md5(${id}::text))
      and (${organizationId}::text is null or organization_id = ${organizationId}) and (${projectId}::text is null or project_id = ${projectId})
      and (${tokenId}::text is null or token_id = ${tokenId})`,
  );
  return toSettled(row);
}

const FORGET = 1_000;

/**
 * Removes the ids of project, suite and run from ended calls and hashes the calls' own ids, which name iterations;
 * usage and cost stay. Deletes the budgets of their suites and runs. Calls under way are left until they are settled or
 * lapse. Answers the number of changed calls.
 */
export async function forgetCallsOf(db: Db, projectId: string): Promise<number> {
  const { rowCount } = await db.query(sql`
    with past as (
      select id, organization_id, suite_id, run_id from model_calls where project_id = ${projectId} and state <> 'reserved' limit ${FORGET} for update),
    scope as (select organization_id, 'suite' as kind, suite_id as id from past union select organization_id, 'run', run_id from past),
    doomed as (
      select b.id from budgets b join scope on b.organization_id = scope.organization_id and scope_kind = kind and scope_id = scope.id
      where coalesce(project_id, ${projectId}) = ${projectId} order by b.id for update of b),
    gone as (delete from budgets where id in (select id from doomed))
    update model_calls c set id = 'forgotten.' || md5(c.id), project_id = '', suite_id = '', run_id = '' from past where c.id = past.id`);
  return rowCount ?? 0;
}

/** Deletes ended calls that were made more than `days` ago. Answers their number. */
export async function deleteOldCalls(db: Db, days: number, limit: number): Promise<number> {
  // Tenant: the task goes over the calls of every organization.
  const { rowCount } = await db.query(sql`
    delete from model_calls where id in (
      select id from model_calls
      where created_at < now() - make_interval(days => ${days}) and state <> 'reserved'
      limit ${limit} for update skip locked)`);
  return rowCount ?? 0;
}
