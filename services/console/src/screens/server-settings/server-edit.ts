import type { client } from '../../data/client.ts';
import type { ServerRead } from '../server/server-tab.ts';
import { isSameJson } from '../../lib/same-json.ts';

/** The settings that the form edits; write-only values are not among them. */
export interface ServerEdit {
  name: string;
  transportType: 'http' | 'stdio';
  url: string;
  command: string;
  args: readonly string[];
  protocolVersion: string;
  tags: readonly string[];
  runnerLabels: readonly string[];
  /** In seconds, as it is typed; empty for the default. */
  timeout: string;
}
export type ServerPatch = Parameters<typeof client.updateProjectServer>[1];

/** The revisions of MCP that can be pinned. */
export const mcpRevisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;

/** The form of a server as it is saved. */
export const editOf = (server: ServerRead): ServerEdit => ({
  name: server.name,
  transportType: server.transportType,
  url: server.url ?? '',
  command: server.command ?? '',
  args: server.args ?? [],
  protocolVersion: server.protocolVersion ?? '',
  tags: server.tags ?? [],
  runnerLabels: server.runnerLabels ?? [],
  timeout: server.timeout === undefined ? '' : String(server.timeout / 1000),
});

/** The fields in which two forms differ. */
export const changedFields = (base: ServerEdit, edit: ServerEdit): (keyof ServerEdit)[] =>
  (Object.keys(edit) as (keyof ServerEdit)[]).filter((field) => !isSameJson(base[field], edit[field]));

/** The change that makes a saved server what the form says: only fields that were edited. */
export function patchOf(base: ServerEdit, edit: ServerEdit): ServerPatch {
  const changed = new Set(changedFields(base, edit));
  const toHttp = edit.transportType === 'http';
  const place = toHttp ? { url: edit.url.trim() } : { command: edit.command.trim(), args: [...edit.args] };
  const isMoved =
    changed.has('transportType') || (toHttp ? changed.has('url') : changed.has('command') || changed.has('args'));
  return {
    ...(changed.has('name') && { name: edit.name.trim() }),
    ...(changed.has('transportType') && { transportType: edit.transportType }),
    ...(isMoved && place),
    ...(changed.has('protocolVersion') && {
      protocolVersion: edit.protocolVersion === '' ? null : (edit.protocolVersion as (typeof mcpRevisions)[number]),
    }),
    ...(changed.has('tags') && { tags: [...edit.tags] }),
    ...(changed.has('runnerLabels') && { runnerLabels: edit.runnerLabels.length > 0 ? [...edit.runnerLabels] : null }),
    ...(changed.has('timeout') && { timeout: edit.timeout.trim() === '' ? null : Number(edit.timeout) * 1000 }),
  };
}
