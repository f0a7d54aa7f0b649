import { registryEntry } from '@assay/testkit/registry-directory';
import type { TestCatalog } from './start.ts';

const ENTRY = JSON.stringify(registryEntry('com.example/x', '1.0.0'));

/** Adds the rows `from` to `to` of every list. A later row is newer. */
export async function addRows(
  { pool, organizationId, projectId, ada }: TestCatalog,
  from: number,
  to: number,
): Promise<void> {
  const [org, project, user] = [organizationId, projectId, ada.userId].map((id) => `'${id}'`);
  const series = `generate_series(${from}, ${to}) i`;
  const id = (prefix: string) => `'${prefix}_' || lpad(i::text, 26, '0')`;
  const at = `now() - interval '1 day' + i * interval '1 second'`;
  const hash = (kind: string) => `sha256(('${kind}' || i)::bytea)`;
  const published = `'com.example/' || lpad(i::text, 26, '0')`;
  await pool.query(
    [
      `insert into projects (id, organization_id, name, created_by) select ${id('prj')}, ${org}, 'p', ${user} from ${series}`,
      `insert into servers (id, project_id, name, enabled, transport, body, has_client_secret) select ${id('srv')}, ${project}, i::text, true, 'http', '{}', false from ${series}`,
      `insert into server_diagnoses (id, project_id, server_id, state, body) select ${id('diag')}, ${project}, 'srv_' || lpad('1', 26, '0'), 'well', '{}' from ${series}`,
      `insert into server_changes (id, project_id, server_id, kind, to_state) select ${id('srvchg')}, ${project}, ${id('srv')}, 'surface', 'well' from ${series}`,
      `insert into secrets (id, project_id, name, folded_name, sealed_value) select ${id('secret')}, ${project}, i::text, i::text, '' from ${series}`,
      `insert into organizations (id, name) select ${id('org')}, 'o' from ${series}`,
      `insert into memberships (organization_id, user_id, role) select ${id('org')}, ${user}, 'viewer' from ${series}`,
      `insert into users (id, email, name) select ${id('usr')}, i || '@acme.example', 'u' from ${series}`,
      `insert into memberships (organization_id, user_id, role) select ${org}, ${id('usr')}, 'member' from ${series}`,
      `insert into sessions (id, user_id, organization_id, hash, method, expires_at) select ${id('ses')}, ${user}, ${org}, ${hash('session')}, 'password', now() + interval '1 day' from ${series}`,
      `insert into invitations (id, organization_id, email, role, hash, expires_at) select ${id('invite')}, ${org}, i || '@guest.example', 'member', ${hash('invitation')}, now() + interval '1 day' from ${series}`,
      `insert into api_keys (id, organization_id, user_id, name, hash, prefix) select ${id('key')}, ${org}, ${user}, 'k', ${hash('key')}, 'sk_' from ${series}`,
      `insert into application_grants (id, user_id, organization_id, application_id, application_name, scopes, audiences, expires_at) select ${id('grant')}, ${user}, ${org}, 'assay-cli', 'a', '{read}', '{api}', now() + interval '1 day' from ${series}`,
      `insert into runner_tokens (id, organization_id, name, labels, hash, prefix) select ${id('token')}, ${org}, 't', '{a}', ${hash('token')}, 'rt_' from ${series}`,
      `insert into chat_sessions (id, organization_id, project_id, user_id, status, visibility, is_pinned, is_unread, created_at, last_activity_at)
       select ${id('chat')}, ${org}, ${project}, ${user}, 'active', 'private', false, false, ${at}, ${at} from ${series}`,
      `insert into audit_log (organization_id, at, id, operation, outcome, user_id, request_id, target, hash) select ${org}, ${at}, ${id('audit')}, 'createProject', 'done', ${user}, 'req', '{}', '' from ${series}`,
      `insert into budgets (id, organization_id, scope_kind, scope_id, period, unit, limit_amount, window_start) select ${id('budget')}, ${org}, 'suite', i::text, 'total', 'usd', 1, 'epoch' from ${series}`,
      `insert into model_calls (id, organization_id, project_id, suite_id, run_id, key_id, model, purpose, state, reserved_input_tokens, reserved_output_tokens, input_tokens, output_tokens, cached_input_tokens, created_at, settled_at)
       select ${id('call')}, ${org}, ${project}, ${id('suite')}, '', '', 'a/b', 'turn', 'settled', 1, 1, 1, 1, 0, ${at}, ${at} from ${series}`,
      `insert into registry_servers (id, source, name, version, content_hash, entry) 
       select ${id('reg')}, 'official', ${published}, '1', 'h', jsonb_set('${ENTRY}', '{server,name}', to_jsonb(${published})) from ${series}`,
      `insert into registry_installs (server_id, project_id, registry_server_id, version, content_hash, destination) select ${id('srv')}, ${project}, ${id('reg')}, '1', 'h', '' from ${series}`,
    ].join(';'),
  );
}
