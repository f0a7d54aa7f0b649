import type { CaseToolUse } from '@assay/contract/areas/cases/tool-use';
import { rows, sql, type Db } from '@assay/kit/postgres/db';

/** The place of a use in the list: suite, position of the case, tool. */
export type ToolUsePosition = [suiteId: string, position: number, toolName: string];

export type StoredToolUse = CaseToolUse & { position: number };

/** The tools of a server that the cases of a project name, by suite and in its order, after `after`. */
export const listToolUses = (
  db: Db,
  projectId: string,
  { serverId, serverName, toolName }: { serverId: string; serverName: string; toolName: string | undefined },
  [suiteId, position, after]: ToolUsePosition | [] = [],
  limit: number,
): Promise<StoredToolUse[]> =>
  rows<StoredToolUse>(
    db,
    sql`
    select s.id as suite_id, s.name as suite_name, c.id as case_id, c.body->>'title' as title, c.position, named.tool_name,
      bool_or(named.kind = 'toolCall') as is_called,
      coalesce(array_agg(distinct named.argument order by named.argument) filter (where named.argument is not null), '{}') as arguments
    from suites s join cases c on c.suite_id = s.id
    cross join lateral (
      select step->>'kind' as kind, coalesce(step->'assertion'->>'toolName', step->>'toolName') as tool_name, argument
      from json_array_elements(c.body->'steps') step
      left join lateral json_object_keys(
        case when json_typeof(step->'arguments') = 'object' then step->'arguments' end) argument on true
      where (step->>'kind' = 'toolCall' and step->>'serverName' = ${serverName})
        or (step->>'kind' = 'assert' and step->'assertion'->>'toolName' is not null
          and (coalesce(json_array_length(s.body->'environmentIds'), 0) > 0 or (s.body->'serverIds')::jsonb ? ${serverId}))) named
    where s.project_id = ${projectId}
      and (${toolName ?? null}::text is null or named.tool_name = ${toolName ?? null})
      and (${suiteId ?? null}::text is null or (s.id, c.position, named.tool_name) > (${suiteId ?? null}, ${position ?? null}::int, ${after ?? null}))
    group by s.id, c.id, named.tool_name order by s.id, c.position, named.tool_name limit ${limit}`,
  );
