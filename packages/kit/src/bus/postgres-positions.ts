import { prepared, rows, sql, type Db } from '../postgres/db.ts';

export interface GroupPosition {
  id: number;
  position: string;
}

/**
 * The position of the group in the topic, which is seen now; a group that is new to it stands before the oldest message
 * that is kept.
 */
export async function findOrInsertPosition(db: Db, group: string, topic: string): Promise<GroupPosition> {
  await db.query(sql`
    insert into positions (group_name, topic, position)
    select ${group}, ${topic}, coalesce(
      (select min(position) - 1 from messages where topic = ${topic}),
      (select head from topics where name = ${topic}), 0)
    on conflict (group_name, topic) do update set seen_at = now()`);
  const [found] = await rows<GroupPosition>(
    db,
    sql`select id, position from positions where group_name = ${group} and topic = ${topic}`,
  );
  return found!;
}

export async function replacePosition(db: Db, id: number, position: string): Promise<void> {
  await rows(db, prepared`update positions set position = ${position} where id = ${id}`);
}

/** A group without a consumer, and how many messages it has not handled. */
export interface AbsentGroup {
  group: string;
  topic: string;
  messages: number;
}

/** Notes that a consumer of the position is alive. */
export async function touchPosition(db: Db, id: number): Promise<void> {
  await db.query(sql`update positions set seen_at = now() where id = ${id}`);
}

/** The groups that no consumer belonged to for `hours`, and their lag. */
export async function listAbsentGroups(db: Db, hours: number): Promise<AbsentGroup[]> {
  const found = await rows<{ groupName: string; topic: string; lag: string }>(
    db,
    sql`
    select positions.group_name, positions.topic, coalesce(topics.head, 0) - positions.position as lag
    from positions left join topics on topics.name = positions.topic
    where positions.seen_at < now() - make_interval(hours => ${hours})
    order by 1, 2`,
  );
  return found.map(({ groupName: group, topic, lag }) => ({ group, topic, messages: Number(lag) }));
}

/** How many messages of each of its topics the group has still before it. */
export async function listLag(db: Db, group: string): Promise<Record<string, number>> {
  const found = await rows<{ topic: string; lag: string }>(
    db,
    sql`
    select positions.topic, coalesce(topics.head, 0) - positions.position as lag
    from positions left join topics on topics.name = positions.topic
    where positions.group_name = ${group}`,
  );
  return Object.fromEntries(found.map(({ topic, lag }) => [topic, Number(lag)]));
}
