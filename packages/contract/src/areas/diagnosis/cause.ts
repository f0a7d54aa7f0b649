import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { oneOf, record } from '../../schema.ts';

/** Every cause that a diagnosis can report for a server, grouped by the layer that shows it. */
const network = [
  'name_not_resolved',
  'no_route',
  'connection_refused',
  'connection_reset',
  'connection_closed',
  'connect_timeout',
  'egress_refused',
  'port_forbidden',
  'proxy_failed',
  'tunnel_not_connected',
  'tunnel_server_unreachable',
  'tunnel_out_of_reach',
] as const;
const tls = [
  'tls_not_spoken',
  'tls_required',
  'tls_failed',
  'certificate_expired',
  'certificate_not_yet_valid',
  'certificate_wrong_host',
  'certificate_unknown_issuer',
  'certificate_self_signed',
] as const;
const http = [
  'http_not_spoken',
  'web_page',
  'login_page',
  'captive_portal',
  'redirected',
  'redirected_to_metadata',
  'wrong_path',
  'wrong_transport',
  'endpoint_elsewhere',
  'websocket_only',
  'http_refused',
  'rate_limited',
  'server_error',
  'gateway_error',
  'slow',
  'no_answer',
  'answer_stalled',
  'answer_cut_off',
  'answer_encoding_wrong',
  'answer_too_large',
] as const;
const access = [
  'oauth_required',
  'oauth_metadata_faulty',
  'grant_unusable',
  'token_unavailable',
  'credentials_required',
  'token_refused',
  'insufficient_scope',
  'host_refused',
  'forbidden',
] as const;
const protocol = [
  'answer_empty',
  'answer_not_json',
  'answer_not_utf8',
  'answer_truncated',
  'answer_wrong_type',
  'answer_off_protocol',
  'not_mcp',
  'initialize_rejected',
  'initialized_refused',
  'protocol_version_not_offered',
  'protocol_version_unknown',
  'protocol_version_header_refused',
  'session_lost',
  'request_storm',
  'notification_storm',
  'not_supported',
  'rpc_error',
] as const;
const offer = [
  'capability_not_served',
  'served_not_declared',
  'list_endless',
  'cursor_invalid',
  'list_changed_while_read',
  'cursor_refused',
  'items_invalid',
  'names_repeated',
] as const;
const command = [
  'runner_missing',
  'command_not_allowed',
  'command_not_found',
  'command_not_started',
  'command_exited',
  'command_output_invalid',
  'memory_exceeded',
] as const;

export type Cause = Static<typeof Cause>;
export const Cause = oneOf([...network, ...tls, ...http, ...access, ...protocol, ...offer, ...command, 'unexplained'], {
  description:
    'The cause, as a stable code. `slow` and `wrong_transport` may stand beside a status of `ok`: it works, and could work better.',
});

/** The cause of a check's status, and the next step, where the status needs them. */
export const findingFields = {
  cause: Type.Optional(Cause),
  explanation: Type.Optional(Type.String({ description: 'The observation and its meaning, in plain words.' })),
  nextStep: Type.Optional(Type.String({ description: 'The next thing to try.' })),
  evidence: Type.Optional(
    record({
      description:
        'The evidence of the explanation, such as the HTTP status, the beginning of a body, the TLS error, the addresses that were tried. Texts of the server stand here as data, secrets masked.',
    }),
  ),
};
