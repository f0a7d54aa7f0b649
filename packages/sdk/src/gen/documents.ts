// Generated from the contract by `npm run generate`. Do not edit.
export interface ActionableFinding {
  /** The same for the same signal in every run. */
  id: string;
  signalFingerprint: string;
  patternSlug?: string;
  /** Compared with the suite's run before it that has insights, or with the earlier weeks of a study, or with the earlier waves of a project; `regressed`: an earlier one had it, the one before did not. */
  status: "new" | "recurring" | "regressed" | "resolved";
  /** Of a run: the first of its last 20 runs with insights that had it; absent for a new one. */
  knownSince?: {
    runId: string;
    runNumber: number;
  };
  title: string;
  category: "unknown" | "tool_contract" | "tool_runtime" | "capability_gap" | "workflow" | "agent_behavior" | "test_design" | "environment";
  attribution: "unknown" | "server_contract" | "server_runtime" | "server_capability" | "agent_or_prompt" | "test_design" | "environment";
  actionTarget: "investigate" | "mcp_server" | "agent_configuration" | "eval_case" | "environment";
  actionability: "informational" | "investigate" | "ready";
  severity: "info" | "low" | "medium" | "high";
  confidence: "low" | "medium" | "high";
  observed: string;
  /** The cause that a model suggests. */
  rootCause?: string;
  recommendation: string;
  acceptanceCriteria: Array<string>;
  affected: {
    count: number;
    total: number;
    unit: "iterations" | "sessions";
  };
  /** The cases it was seen in, 100 at most. */
  caseIds: Array<string>;
  evidence: Array<ActionableFindingEvidence>;
  /** The sessions of the evidence on which the suggested cause rests. */
  citedSessionIds?: Array<string>;
  target?: ActionableFindingTarget;
}

export interface ActionableFindingEvidence {
  /** `contrast`: a trial of the same case that passed. */
  kind: "tool_error" | "transcript" | "feedback" | "judge" | "contrast";
  excerpt: string;
  iterationId?: string;
  sessionId?: string;
  /** The turn of the session, from 0. */
  promptIndex?: number;
  toolName?: string;
  errorCode?: string;
}

export interface ActionableFindingTarget {
  serverId: string;
  toolName?: string;
  surface: "description" | "input_schema" | "output_schema" | "handler" | "server_instructions" | "capability";
  fieldPath?: string;
  /** Changes when the declaration does. */
  snapshotHash: string;
  currentDefinition?: {
    description?: string;
    inputSchemaJson?: string;
    outputSchemaJson?: string;
    truncated: boolean;
  };
}

export interface AdhocEnvironmentEnsured {
  environment: ProjectEnvironment;
  /** False when the project had an ad-hoc environment with these settings. */
  created: boolean;
}

export interface AdhocEnvironmentRequest {
  /** The id of the client, or its name without regard to case. It is answered as the id. */
  hostId: string;
  /** The server group, or the snapshot of one, whose servers a launch connects. Without it, a launch connects the servers of the client's settings. */
  serverAttachmentId?: string;
  /** The model in place of the client's. Absent, the client's model is used; `resolve` tells which one. */
  modelId?: string;
  skillSelection?: EnvironmentSkillSelection;
  /** Versions of plugins, whose servers and skills a launch adds. */
  pluginVersionIds?: Array<string>;
  /** The image for commands, which must be promoted and have a build that is ready. This version starts no commands in images: a launch against an environment that names one answers FEATURE_NOT_SUPPORTED. */
  sandboxImageId?: string;
  secretSelection?: EnvironmentSecretSelection;
}

export interface AgentResource {
  /** `evalSuite` or `evalCase`. */
  type: string;
  id: string;
  name?: string;
  /** The address at which the API shows it. */
  url: string;
}

export interface AgentTurnRequest {
  /** The conversation so far; the last message is of the `user`. */
  messages: Array<{
    role: "user" | "assistant";
    /** At most 8192 bytes of UTF-8; all messages together at most 98304. */
    content: string;
  }>;
  /** Same as the Idempotency-Key header, which wins: 1 to 200 printable ASCII characters. */
  idempotencyKey?: string;
  /** The caller's own name of the conversation. It changes nothing: each request carries its messages. */
  conversationId?: string;
  /** The caller's channel. It changes nothing. */
  slackChannelId?: string;
}

export interface AgentTurnResponse {
  /** The model's last text; empty when it ended without one. */
  reply: string;
  /** The operations that were called, in their order, refused ones too. */
  toolCalls: Array<{
    operation: string;
  }>;
  createdResources: Array<AgentResource>;
  /** The calls that only a person may decide about, such as starting a run. They were not made. */
  proposedActions: Array<ProposedAction>;
  usage: {
    inputTokens: number;
    outputTokens: number;
  };
}

export interface ApiKey {
  id: string;
  name: string;
  /** The beginning of the key, to recognise it by. */
  prefix: string;
  /** Absent once the organization is gone; the key answers ORPHANED_KEY then. */
  organizationId?: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Exact to a minute; absent before the first use. */
  lastUsedAt?: number;
  /** Milliseconds since the epoch. */
  revokedAt?: number;
}

export interface ApiKeyCreateRequest {
  /** For people: what the key is used for. */
  name: string;
  /** The organization that the key acts in; the one that the session acts in when absent. */
  organizationId?: string;
}

export interface ApiKeyCreated {
  id: string;
  name: string;
  /** The beginning of the key, to recognise it by. */
  prefix: string;
  /** Absent once the organization is gone; the key answers ORPHANED_KEY then. */
  organizationId?: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Exact to a minute; absent before the first use. */
  lastUsedAt?: number;
  /** Milliseconds since the epoch. */
  revokedAt?: number;
  /** The key itself: `sk_`, 40 digits of base62, and 6 more that are the CRC-32 of what is before them. It is shown here and never again. */
  key: string;
}

export interface ApiKeyPage {
  items: Array<ApiKey>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface ApiKeyRevoked {
  id: string;
  revoked: true;
}

export interface Application {
  client_id: string;
  /** In seconds since 1970. */
  client_id_issued_at: number;
  client_name: string;
  redirect_uris: Array<string>;
  token_endpoint_auth_method: "none";
  grant_types: Array<string>;
  response_types: Array<string>;
}

export interface ApplicationGrant {
  id: string;
  application: {
    /** `assay-cli`, the id of a registration, or the address of its metadata. */
    id: string;
    /** What it calls itself; it may be made up. */
    name: string;
  };
  organizationId: string;
  scopes: Array<"read" | "launch" | "write">;
  /** `mcp` is the address `/mcp`, `api` is `/api/v1`. */
  audiences: Array<"mcp" | "api">;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Exact to a minute. */
  lastUsedAt: number;
  /** Each renewal of its tokens moves it. */
  expiresAt: number;
}

export interface ApplicationGrantPage {
  items: Array<ApplicationGrant>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export type ArgumentReference = ArgumentReferenceRefPrompt | ArgumentReferenceRefResource;

export interface ArgumentReferenceRefPrompt {
  type: "ref/prompt";
  name: string;
}

export interface ArgumentReferenceRefResource {
  type: "ref/resource";
  /** A resource template, or a URI. */
  uri: string;
}

export interface AttentionDismissal {
  itemId: string;
  dismissed: boolean;
}

export interface AttentionItem {
  /** Also says its state: when that changes, it is another item, and is not dismissed any more. */
  id: string;
  /** Why it needs a person. */
  kind: "suiteFails" | "serverChanged" | "serverUnusable" | "suiteUndecided" | "scheduleWithoutVerdict" | "draftsWait" | "waiverEnds" | "budgetNearlySpent";
  outcome: "passed" | "failed" | "warning" | "notEstablished" | "note";
  subject: {
    kind: "suite" | "server" | "budget";
    id: string;
    name: string;
  };
  /** What it is. Plain text, in which the name of the subject stands. */
  sentence: string;
  /** Why, in plain text in which words of servers and providers may stand; empty where nothing is to add. */
  because: string;
  /** Since when; of a waiver, its end. */
  at: number;
  /** What to do about it; absent of most budgets. */
  action?: {
    label: string;
    page: ConsolePage;
  };
}

export interface AuditEntry {
  id: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** The operationId. For a change that was part of another request, and has the same `requestId`, the name of the RPC. */
  operation: string;
  /** The principal, with the key or session that was used. Empty for an attempt that was refused before the principal was known; `target` then says which account was tried. */
  actor: {
    userId?: string;
    /** The address as it is now; absent for an account that no longer exists. */
    email?: string;
    keyId?: string;
    keyPrefix?: string;
    sessionId?: string;
  };
  projectId?: string;
  /** Ids of the changed objects, by kind; names where there is no id. */
  target: Record<string, string>;
  /** The object before the change, as readers saw it. Secrets are masked. Of a long document the longest fields are left out: `[omitted: <bytes>, <8 digits of a hash>]` stands in their place. */
  before?: Record<string, unknown>;
  /** The same afterwards. */
  after?: Record<string, unknown>;
  /** The fields in which `before` and `after` differ, where there are both. */
  changed?: Array<string>;
  /** `refused`: the caller was not allowed to do it. A request with an effect outside of the platform, such as a tool call, has two entries with the same `requestId`: `started` before it, `done` or `failed` after it. Where the second is missing, the outcome is not known. */
  outcome: "done" | "refused" | "started" | "failed";
  /** The `X-Request-Id` of the answer. Behind `client:` stands an id that the client sent: it may be there more than once. */
  requestId: string;
  /** The `hash` of the entry that was stored before; absent for the first entry. */
  previousHash?: string;
  /** SHA-256, in hex, over `previousHash` and the fields of the entry as they were stored. An entry that is changed or removed later breaks the chain: `assay audit verify` tells of it. */
  hash: string;
}

export interface AuditEntryPage {
  items: Array<AuditEntry>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface AuthorizationAnswer {
  code?: string;
  state?: string;
  iss?: string;
  error?: string;
}

export interface AuthorizationQuery {
  /** `code`. */
  response_type?: string;
  /** The application. */
  client_id?: string;
  /** One that the application registered. The port of a loopback address may be any. */
  redirect_uri?: string;
  /** SHA-256 of the verifier, in base64url (RFC 7636). */
  code_challenge?: string;
  /** `S256`. */
  code_challenge_method?: string;
  /** `read`, `launch` and `write`; all of them when absent. */
  scope?: string;
  /** Is sent back. */
  state?: string;
  /** The addresses of `/mcp` or of the API (RFC 8707); when absent, `/mcp`, and both for the command line. */
  resource?: string;
}

export interface BeginVisit {
  /** The person agrees that the conversation is kept for the study. */
  consent: true;
}

export type BrowserAgentCommand = BrowserAgentCommandBack | BrowserAgentCommandForward | BrowserAgentCommandReload | BrowserAgentCommandNavigate | BrowserAgentCommandObserve | BrowserAgentCommandAct;

export interface BrowserAgentCommandAct {
  op: "act";
  verb: "click" | "type" | "press" | "scroll" | "hover" | "drag" | "select" | "close_tab" | "activate_tab" | "accept_dialog" | "dismiss_dialog";
  target?: BrowserTarget;
  to?: BrowserTarget;
  /** Of `type`, and the answer of `accept_dialog` to a prompt. */
  text?: string;
  /** Of `type`: the text is masked wherever it is shown. */
  secret?: boolean;
  /** Of `type`: presses Enter afterwards. */
  submit?: boolean;
  /** Of `press`: `Enter`, `Control+A`, … */
  key?: string;
  clickType?: "left" | "double" | "right";
  direction?: "up" | "down" | "left" | "right";
  /** Of `scroll`, in CSS pixels. */
  amount?: number;
  /** Of `select`: values or labels of options. */
  values?: Array<string>;
  /** What is observed once the page is quiet; `none` when absent. */
  observeAfter?: "a11y" | "screenshot" | "none";
}

export interface BrowserAgentCommandBack {
  op: "back";
  /** What is observed once the page is quiet; `none` when absent. */
  observeAfter?: "a11y" | "screenshot" | "none";
}

export interface BrowserAgentCommandForward {
  op: "forward";
  /** What is observed once the page is quiet; `none` when absent. */
  observeAfter?: "a11y" | "screenshot" | "none";
}

export interface BrowserAgentCommandNavigate {
  op: "navigate";
  /** An http or https address. */
  url: string;
  newTab?: boolean;
  /** What is observed once the page is quiet; `none` when absent. */
  observeAfter?: "a11y" | "screenshot" | "none";
}

export interface BrowserAgentCommandObserve {
  op: "observe";
  mode: "a11y" | "screenshot" | "text" | "dom" | "console" | "network" | "dialog" | "url" | "page_tools";
  /** Of mode `network`: reads this request with its answer. */
  requestId?: string;
  /** From the newest snapshot of the page. */
  rootRef?: string;
  rootSelector?: string;
  /** Of mode `a11y`; `all` when absent. */
  filter?: "interactive" | "all";
  /** Of mode `screenshot`: at most 10,000 pixels of its height. */
  fullPage?: boolean;
}

export interface BrowserAgentCommandReload {
  op: "reload";
  /** What is observed once the page is quiet; `none` when absent. */
  observeAfter?: "a11y" | "screenshot" | "none";
}

export interface BrowserArtifact {
  sessionId: string;
  /** The same as `sessionId`. */
  chatSessionId: string;
  commandId: string;
  entry: BrowserEntry;
  observation?: BrowserObservation;
  /** The images that are still kept. */
  screenshots: Array<StoredScreenshot>;
}

export interface BrowserArtifactRequest {
  commandId: string;
}

export interface BrowserCommandReply {
  sessionId: string;
  /** The same as `sessionId`. */
  chatSessionId: string;
  browser: SessionBrowser;
  commandId: string;
  status: "ok" | "failed" | "unknown";
  error?: {
    code: string;
    message: string;
  };
  observation?: BrowserObservation;
  screenshots?: Array<StoredScreenshot>;
  changes?: {
    added: Array<string>;
    removed: Array<string>;
  };
  dialog?: {
    type: string;
    message: string;
  };
  durationMs?: number;
  /** The entry of the command. */
  entries: Array<BrowserEntry>;
  /** An earlier request with this `commandId` sent it. */
  replay?: true;
}

export interface BrowserCommandRequest {
  command: BrowserAgentCommand;
  /** A repeated request with it waits for the outcome of the first one, and returns it. Without it, each request is a new command. */
  commandId?: string;
  /** The active tab when absent. */
  tabId?: string;
}

export interface BrowserCreation {
  projectId: string;
  policy: BrowserPolicy;
  /** Printable ASCII. A repeated request with it waits for the turn of the first one, and returns its reply. */
  idempotencyKey: string;
  /** Cookies and storage to begin with and to keep at the end, of the caller in this project; made if there is none. The first request fixes it. */
  profileId?: string;
}

export interface BrowserEffectivePolicy {
  mode: "read_only" | "interactive";
  allowedHosts?: Array<string>;
  maxCommands: number;
  idleTimeoutMs: number;
  lifetimeMs: number;
  screenshots: boolean;
}

export interface BrowserEntry {
  seq: number;
  kind: "opened" | "command" | "note" | "blocked" | "closed";
  /** Milliseconds since the epoch. */
  at: number;
  /** Of commands, and of notes about one. */
  commandId?: string;
  command?: BrowserAgentCommand;
  tabId?: string;
  /** `failed`: it had no effect, or the one that `error` says. `unknown`: it may have been executed, and its outcome was lost; nothing but observations is accepted until one has succeeded. */
  status?: "running" | "ok" | "failed" | "unknown";
  error?: {
    code: string;
    message: string;
  };
  /** The observation itself is in the artifact of the command. */
  observed?: {
    mode: string;
    url: string;
    title?: string;
  };
  screenshots?: Array<StoredScreenshot>;
  changes?: {
    added: Array<string>;
    removed: Array<string>;
  };
  dialog?: {
    type: string;
    message: string;
  };
  durationMs?: number;
  /** Of notes. */
  text?: string;
  /** Of a blocked request: without credentials, query and fragment. */
  url?: string;
  /** Why a request was blocked, or why the browser was closed. */
  reason?: string;
}

export interface BrowserNoteRequest {
  text: string;
  /** The command that the note is about. */
  commandId?: string;
}

export interface BrowserObservation {
  /** The mode of `observe`, or of `observeAfter`. */
  mode: string;
  url: string;
  title?: string;
  snapshot?: BrowserPageSnapshot;
  /** Of `text` and `dom`, clipped to 100,000 characters. */
  text?: string;
  /** Of `console`, `network`, `dialog` and `page_tools`: the newest 200. */
  entries?: Array<Record<string, unknown>>;
  truncated?: true;
}

export interface BrowserPageElement {
  /** Names the element in acts, for as long as it is on the page. */
  ref: string;
  role: string;
  /** Its accessible name; clipped to 200 characters. */
  name: string;
  /** Of inputs; masked where a secret was typed. */
  value?: string;
  checked?: boolean;
  disabled?: true;
  selected?: boolean;
  expanded?: boolean;
  focused?: true;
}

export interface BrowserPageSnapshot {
  mode: "a11y";
  /** One line for each node, indented by depth: `- button "Buy" [ref=e3]`. */
  tree: string;
  elements: Array<BrowserPageElement>;
  /** The page has more than is shown. */
  truncated?: true;
  /** Milliseconds since the epoch. */
  capturedAt: number;
  /** For people: what the snapshot leaves out. */
  note?: string;
}

export interface BrowserPolicy {
  /** `read_only`: pages are opened, looked at, scrolled and hovered over; clicking, typing, pressing keys, dragging and selecting are refused. `interactive` when absent. */
  mode?: "read_only" | "interactive";
  /** Hosts that pages may ask, `example.org` or `*.example.org`, within the egress policy of the installation; all hosts when absent. */
  allowedHosts?: Array<string>;
  /** 200 when absent. */
  maxCommands?: number;
  /** It closes after this time without use; 120,000 when absent. */
  idleTimeoutMs?: number;
  /** It closes after this time in any case; 1,800,000 when absent. */
  lifetimeMs?: number;
  /** Whether screenshots may be taken; `true` when absent. */
  screenshots?: boolean;
}

export interface BrowserProfile {
  id: string;
  /** Of its sealed content. */
  bytes: number;
  /** Milliseconds since the epoch. */
  updatedAt: number;
}

export interface BrowserProfileDeleted {
  id: string;
  deleted: true;
}

export interface BrowserProfiles {
  items: Array<BrowserProfile>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface BrowserReply {
  sessionId: string;
  /** The same as `sessionId`. */
  chatSessionId: string;
  browser: SessionBrowser;
  projectId: string;
  entries: Array<BrowserEntry>;
  /** An earlier request with this idempotency key made the session. */
  replay?: true;
}

export interface BrowserTab {
  tabId: string;
  url: string;
  title: string;
  active: boolean;
}

/** An element of the page, or a point. It has at least one of `ref`, `role`, `selector`, `text`, `x`. */
export interface BrowserTarget {
  /** From the newest snapshot of the page. */
  ref?: string;
  role?: string;
  /** The accessible name, with `role`. */
  name?: string;
  selector?: string;
  text?: string;
  /** Which of several, from 0. */
  nth?: number;
  /** In CSS pixels of the viewport, with `y`. */
  x?: number;
  y?: number;
}

export interface BrowserTrace {
  sessionId: string;
  /** The same as `sessionId`. */
  chatSessionId: string;
  browser: SessionBrowser;
  /** In the order in which they happened. */
  entries: Array<BrowserEntry>;
  /** Of the newest entry; 0 when there is none. */
  lastSeq: number;
  /** The `afterSeq` of the next page; absent on the last one. */
  nextAfterSeq?: number;
}

export interface BrowserTraceRequest {
  /** Only entries behind this one. */
  afterSeq?: number;
  /** 50 when absent. */
  limit?: number;
}

export interface Budget {
  id: string;
  scope: {
    /** What a budget covers. `key` is an API key, with every call that is made with it. */
    kind: "organization" | "project" | "suite" | "run" | "key";
    id: string;
  };
  /** A `day` begins at midnight UTC; a `total` never starts again. */
  period: "day" | "total";
  /** In dollars or in tokens, like the amounts beside it. */
  limit: {
    usd?: number;
    tokens?: number;
  };
  /** Spent by calls that are over, in this period. */
  spent: {
    usd?: number;
    tokens?: number;
  };
  /** The most that calls under way may cost. */
  reserved: {
    usd?: number;
    tokens?: number;
  };
  /** What is neither spent nor reserved. */
  remaining: {
    usd?: number;
    tokens?: number;
  };
  /** When the budget starts again; absent where it never does. */
  resetsAt?: number;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  updatedAt: number;
}

export interface BudgetPage {
  items: Array<Budget>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface BudgetRemoved {
  id: string;
  removed: true;
}

export interface BudgetRequest {
  scope: {
    /** What a budget covers. `key` is an API key, with every call that is made with it. */
    kind: "organization" | "project" | "suite" | "run" | "key";
    id: string;
  };
  /** A `day` begins at midnight UTC; a `total` never starts again. */
  period: "day" | "total";
  /** 0 stops every call. */
  limit: {
    /** US dollars, to a millionth. Covers only models whose price is known, and refuses the others. */
    usd?: number;
    /** Input and output together. */
    tokens?: number;
  };
}

export interface BundleNote {
  /** The file in the bundle. */
  path: string;
  message: string;
  /** Counts from 1. */
  line?: number;
}

export interface CallMessage {
  /** Milliseconds since connecting began. */
  atMs: number;
  direction: "sent" | "received";
  /** Size of the whole message. */
  bytes: number;
  /** Of the response that carried a received message. */
  httpStatus?: number;
  /** The message; absent when it is not JSON or was cut. */
  message?: unknown;
  /** The content on the wire where it is not a whole JSON message. */
  text?: string;
  /** `text` is only the beginning. */
  truncated?: boolean;
}

export interface CallReport {
  kind: "callReport";
  result: ReportedResult;
  /** The duration of the request alone, without opening a session. */
  durationMs: number;
  /** Whether an earlier question of the same caller opened the MCP session. */
  sessionReused: boolean;
  structuredContent?: StructuredContentCheck;
  /** Of a resource: its parts. */
  contents?: Array<ResourceContentFact>;
  /** What is wrong with the result; absent when nothing is. */
  findings?: Array<ResultFinding>;
  /** The server's requests to its client, and the answers. */
  interactions: Array<ServerInteraction>;
  progress: Array<{
    progress: number;
    total?: number;
    message?: string;
    /** Milliseconds since connecting began. */
    atMs: number;
  }>;
  /** Absent when the server does not declare logging. */
  logs?: Array<{
    level: string;
    logger?: string;
    data: unknown;
    /** Milliseconds since connecting began. */
    atMs: number;
  }>;
  /** The JSON-RPC messages of the request in order: itself, its answer, and what both sides sent meanwhile. The handshake, and lists that were read to look a declaration up, are not among them. */
  wire: Array<CallMessage>;
  /** How many entries were left out of each list, because there were too many. */
  omitted?: {
    interactions: number;
    progress: number;
    logs: number;
    wire: number;
  };
  /** The task as it was last seen, where the tool ran as one. */
  task?: Record<string, unknown>;
}

export interface CallToolRequest {
  toolName: string;
  /** The tool's arguments; `{}` when absent. */
  parameters?: Record<string, unknown>;
  /** Calls the tool as a task and follows it to its end. A tool that requires it is called so in any case; one that does not allow it answers FEATURE_NOT_SUPPORTED. */
  task?: {
    /** How long the server shall keep the task, in milliseconds. */
    ttl?: number;
  };
  /** Not supported: answers FEATURE_NOT_SUPPORTED. */
  taskOptions?: Record<string, unknown>;
  /** Answers the server's requests to its client. A request without a match is declined. A result that asks for input (`input_required`) is answered the same way and the request repeated, up to 20 times. */
  answers?: Array<ScriptedAnswer>;
  /** Answers with a report that holds the result. */
  report?: boolean;
}

/** The MCP result exactly as the server wrote it: content, structuredContent, isError, _meta and every other key. */
export type CallToolResult = unknown;

export interface CancelledReadinessRun {
  runId: string;
  projectId: string;
  status: "cancelled";
}

export interface CaseScoreDelta {
  scorerId: string;
  gating: boolean;
  deterministic: boolean;
  definitionChanged: boolean;
  base: CaseScoreSide | null;
  compare: CaseScoreSide | null;
  value: NumericDiff;
}

export interface CaseScoreSide {
  status: "scored" | "error" | "skipped" | "not_applicable";
  value: number | null;
  passed: boolean | null;
}

export interface CatalogClient {
  id: string;
  label: string;
  /** How the settings are known: seen on the wire, probed, documented by the vendor, or assumed. */
  provenance: "observed" | "probe" | "vendor-doc" | "assumed";
  rendersMcpApps: boolean;
  hostStyle: string;
  mcpProfile?: ClientMcpProfile;
  config: ClientConfig;
}

/** A lab with its `report`, which is null until the lab is over. */
export interface CatalogueLab {
  id: string;
  projectId: string;
  serverId?: string;
  /** Of a description experiment: the run that its tasks and tools are from. */
  runId?: string;
  name?: string;
  /** `draft`: not started. `drafting`: its tasks are drafted. `failed`: `error` says why. `rate_limited`: a budget or the provider takes no more calls. The trials before the end are in the report. */
  status: "draft" | "drafting" | "running" | "completed" | "failed" | "cancelled" | "rate_limited";
  error?: {
    code: string;
    message: string;
  };
  model: string;
  /** False for `scripted/rules`, which calls the tool that the prompt names: such a lab says nothing about language models. */
  isLanguageModel: boolean;
  /** A warning that belongs to every number of the lab. */
  note?: string;
  sizes: Array<number>;
  repetitions: number;
  seed: number;
  overrides: Array<ToolOverride>;
  tasks: {
    source: "given" | "suite" | "drafted" | "run";
    count: number;
    suiteId?: string;
    /** The model that drafted them. */
    draftedBy?: string;
    /** Cases that make no task. */
    leftOut: {
      /** Cases that do not begin with a prompt. */
      noPrompt: number;
      /** Cases whose first prompt expects no call of a tool. */
      noExpectedTool: number;
      /** Cases whose first prompt expects several tools: one call cannot be right. */
      severalTools: number;
      /** Cases that expect a tool which the server does not declare. */
      unknownTool: number;
      /** Cases beyond the hundredth. */
      tooMany: number;
    };
  };
  catalogue: {
    /** `server`: as the server declared them when the lab was made. `run`: as the run recorded them. */
    toolsFrom: "server" | "run";
    ownTools: number;
    /** Tools of the project's other servers, as they were last read. */
    projectDistractors: number;
    /** Made-up tools that Assay brings along. */
    builtInDistractors: number;
    /** Tools that are not offered: another tool has their name, theirs is empty or longer than 200 characters, or there are too many. */
    leftOut: number;
    /** Tools whose declaration is offered shortened, because it is too long. */
    clipped: Array<string>;
  };
  progress: {
    trials: number;
    done: number;
    /** Of `done`: the model did not answer. They count in no rate. */
    failed: number;
  };
  /** Of the trials that are counted. */
  usage: {
    inputTokens: number;
    outputTokens: number;
    costUsd: number;
    /** Trials whose cost is not known. */
    unpricedTrials: number;
  };
  maxCostUsd?: number;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  startedAt?: number;
  /** Milliseconds since the epoch. */
  endedAt?: number;
  report: CatalogueLabReport | null;
}

export interface CatalogueLabCancelled {
  labId: string;
  /** `draft`: not started. `drafting`: its tasks are drafted. `failed`: `error` says why. `rate_limited`: a budget or the provider takes no more calls. The trials before the end are in the report. */
  status: "draft" | "drafting" | "running" | "completed" | "failed" | "cancelled" | "rate_limited";
  alreadyCancelled: boolean;
}

export interface CatalogueLabPage {
  items: Array<CatalogueLabSummary>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface CatalogueLabReport {
  /** With fewer tasks nothing is concluded. */
  minimumTasks: number;
  curves: Array<{
    /** `old`: as declared. `new`: with the overrides. */
    variant: "old" | "new";
    /** The smallest size first. */
    points: Array<LabPoint>;
  }>;
  comparison: {
    overall: LabDifference;
    /** The sizes share the 5 % of false alarms. */
    bySize: Array<{
      size: number;
      /** Tasks with trials on both sides; only they count. */
      tasks: number;
      old: LabRate;
      new: LabRate;
      difference: {
        delta: number;
        confidence: number;
        lower: number;
        upper: number;
      } | null;
      /** `undecided` unless the interval excludes 0 and at least `minimumTasks` tasks have trials on both sides. */
      conclusion: "better" | "worse" | "undecided";
    }>;
    /** The tasks of each expected tool; the tools share the 5 % of false alarms. */
    tools: Array<{
      toolName: string;
      newName?: string;
      overridden: boolean;
      /** Tasks with trials on both sides; only they count. */
      tasks: number;
      old: LabRate;
      new: LabRate;
      difference: {
        delta: number;
        confidence: number;
        lower: number;
        upper: number;
      } | null;
      /** `undecided` unless the interval excludes 0 and at least `minimumTasks` tasks have trials on both sides. */
      conclusion: "better" | "worse" | "undecided";
    }>;
  } | null;
  /** The ten most frequent. */
  confusedPairs: Array<ConfusedPair>;
  /** What was called for each expected tool, the tools in the order of their first task. */
  confusion: Array<LabConfusionRow>;
}

export interface CatalogueLabStarted {
  labId: string;
  projectId: string;
  serverId: string;
  /** `draft`: not started. `drafting`: its tasks are drafted. `failed`: `error` says why. `rate_limited`: a budget or the provider takes no more calls. The trials before the end are in the report. */
  status: "draft" | "drafting" | "running" | "completed" | "failed" | "cancelled" | "rate_limited";
  seed: number;
  /** 0 while tasks are drafted. */
  trials: number;
  /** An earlier request with this idempotency key made it. */
  deduped: boolean;
}

export interface CatalogueLabSummary {
  id: string;
  projectId: string;
  serverId?: string;
  /** Of a description experiment: the run that its tasks and tools are from. */
  runId?: string;
  name?: string;
  /** `draft`: not started. `drafting`: its tasks are drafted. `failed`: `error` says why. `rate_limited`: a budget or the provider takes no more calls. The trials before the end are in the report. */
  status: "draft" | "drafting" | "running" | "completed" | "failed" | "cancelled" | "rate_limited";
  error?: {
    code: string;
    message: string;
  };
  model: string;
  /** False for `scripted/rules`, which calls the tool that the prompt names: such a lab says nothing about language models. */
  isLanguageModel: boolean;
  /** A warning that belongs to every number of the lab. */
  note?: string;
  sizes: Array<number>;
  repetitions: number;
  seed: number;
  overrides: Array<ToolOverride>;
  tasks: {
    source: "given" | "suite" | "drafted" | "run";
    count: number;
    suiteId?: string;
    /** The model that drafted them. */
    draftedBy?: string;
    /** Cases that make no task. */
    leftOut: {
      /** Cases that do not begin with a prompt. */
      noPrompt: number;
      /** Cases whose first prompt expects no call of a tool. */
      noExpectedTool: number;
      /** Cases whose first prompt expects several tools: one call cannot be right. */
      severalTools: number;
      /** Cases that expect a tool which the server does not declare. */
      unknownTool: number;
      /** Cases beyond the hundredth. */
      tooMany: number;
    };
  };
  catalogue: {
    /** `server`: as the server declared them when the lab was made. `run`: as the run recorded them. */
    toolsFrom: "server" | "run";
    ownTools: number;
    /** Tools of the project's other servers, as they were last read. */
    projectDistractors: number;
    /** Made-up tools that Assay brings along. */
    builtInDistractors: number;
    /** Tools that are not offered: another tool has their name, theirs is empty or longer than 200 characters, or there are too many. */
    leftOut: number;
    /** Tools whose declaration is offered shortened, because it is too long. */
    clipped: Array<string>;
  };
  progress: {
    trials: number;
    done: number;
    /** Of `done`: the model did not answer. They count in no rate. */
    failed: number;
  };
  /** Of the trials that are counted. */
  usage: {
    inputTokens: number;
    outputTokens: number;
    costUsd: number;
    /** Trials whose cost is not known. */
    unpricedTrials: number;
  };
  maxCostUsd?: number;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  startedAt?: number;
  /** Milliseconds since the epoch. */
  endedAt?: number;
}

export interface ChatCallDecisions {
  /** One for each pending call of the turn. */
  decisions: Array<{
    toolCallId: string;
    approved: boolean;
  }>;
}

/** `turnStarted` and `turnEnded` enclose a turn; a turn that waits for approvals ends once with the status `waiting`, and again with what follows the decisions. */
export type ChatEvent = ChatEventTurnStarted | ChatEventText | ChatEventToolCall | ChatEventToolResult | ChatEventApprovalNeeded | ChatEventTurnEnded;

export interface ChatEventApprovalNeeded {
  /** A cursor: send it as `Last-Event-ID` to get the events after it. */
  id: string;
  type: "approvalNeeded";
  data: {
    promptIndex: number;
    call: {
      toolCallId: string;
      toolName: string;
      serverId: string;
      serverName: string;
      input: Record<string, unknown>;
    };
  };
}

export interface ChatEventText {
  /** A cursor: send it as `Last-Event-ID` to get the events after it. */
  id: string;
  type: "text";
  data: {
    promptIndex: number;
    /** A piece of the model's text. */
    text: string;
  };
}

export interface ChatEventToolCall {
  /** A cursor: send it as `Last-Event-ID` to get the events after it. */
  id: string;
  type: "toolCall";
  data: {
    promptIndex: number;
    toolCallId: string;
    toolName: string;
    serverName: string;
    input: Record<string, unknown>;
  };
}

export interface ChatEventToolResult {
  /** A cursor: send it as `Last-Event-ID` to get the events after it. */
  id: string;
  type: "toolResult";
  data: {
    promptIndex: number;
    toolCallId: string;
    status: "ok" | "error";
    /** The text of the result, clipped to 4,000 characters. */
    text: string;
  };
}

export interface ChatEventTurnEnded {
  /** A cursor: send it as `Last-Event-ID` to get the events after it. */
  id: string;
  type: "turnEnded";
  data: {
    promptIndex: number;
    turn: ChatTurn;
  };
}

export interface ChatEventTurnStarted {
  /** A cursor: send it as `Last-Event-ID` to get the events after it. */
  id: string;
  type: "turnStarted";
  data: {
    promptIndex: number;
    turnId: string;
    message: string;
  };
}

export interface ChatEvents {
  events: Array<ChatEvent>;
  /** The session is over. */
  done: boolean;
}

export interface ChatMessage {
  /** Of the message in the whole session. */
  index: number;
  turnId: string;
  role: "user" | "assistant" | "tool";
  /** Empty for an answer that only calls tools. */
  content: string;
  /** The calls that the model asks for; `input` is JSON as the model wrote it. */
  toolCalls?: Array<{
    toolCallId: string;
    toolName: string;
    input: string;
  }>;
  /** The call that a message of a tool answers. */
  toolCallId?: string;
  toolName?: string;
  isError?: true;
  /** `content` is only the beginning. */
  truncated?: true;
}

export interface ChatMessageRequest {
  /** Printable ASCII. A repeated request with it waits for the turn of the first one, and returns its reply. */
  idempotencyKey: string;
  /** At most 65,536 bytes of UTF-8. */
  message: string;
  /** The caller's oldest project when absent; of a session, its own. */
  projectId?: string;
  /** Continues this session; begins one when absent. */
  sessionId?: string;
  /** Refused if the session has another version now. */
  expectedVersion?: number;
  /** As `provider/name`. First message only. */
  modelId?: string;
  /** The id or the name of a client, for this turn. */
  hostId?: string;
  /** Not with `serverIds`. First message only. */
  environmentId?: string;
  /** First message only. */
  serverIds?: Array<string>;
  /** First message only. */
  systemPrompt?: string;
  /** First message only. */
  temperature?: number;
  /** `read_only`: only tools that declare `readOnlyHint` are called. `auto`: every tool is called; if the client of the session requires approval, calls of other tools wait for it. */
  toolMode?: "read_only" | "auto";
  /** Calls of the model in this turn; 20 at most and by default. */
  maxSteps?: number;
  /** Only their tools, in this turn. */
  allowedServerIds?: Array<string>;
  /** Only these tools, by the names that their servers give them, in this turn. */
  allowedTools?: Array<string>;
  /** Calls of tools in this turn. */
  maxToolCalls?: number;
  browser?: WantedBrowser;
}

export interface ChatSession {
  id: string;
  /** Absent until the session has one. */
  title?: string;
  status: "active" | "archived";
  projectId: string;
  /** `private`: only its owner sees it. `project`: every member who sees the project sees it too. */
  visibility: "private" | "project";
  /** Milliseconds since the epoch. */
  lastActivityAt: number;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** By its owner; false for other callers. */
  isPinned: boolean;
  /** By its owner; false for other callers. */
  isUnread: boolean;
}

export interface ChatSessionDeleted {
  id: string;
  deleted: true;
}

export interface ChatSessionDetail {
  sessionId: string;
  /** The same as `sessionId`. */
  chatSessionId: string;
  projectId: string | null;
  origin: "chat" | "study" | "agent" | null;
  title?: string;
  status: "active" | "archived";
  /** `private`: only its owner sees it. `project`: every member who sees the project sees it too. */
  visibility: "private" | "project";
  modelId: string | null;
  version: number | null;
  startedAt: number | null;
  lastActivityAt: number | null;
  toolMode: "read_only" | "auto" | null;
  environmentId: string | null;
  serverIds: Array<string>;
  hostId?: string;
  systemPrompt?: string;
  temperature?: number;
  /** The turn that is under way, or that waits for approval of its calls. */
  openTurn?: {
    turnId: string;
    status: "queued" | "running" | "waiting";
    pendingCalls?: Array<{
      toolCallId: string;
      toolName: string;
      serverId: string;
      serverName: string;
      input: Record<string, unknown>;
    }>;
  };
  messageCount: number | null;
  messages: Array<ChatMessage>;
  /** The `afterMessageIndex` of the next page; absent on the last one. */
  nextMessageIndex?: number;
}

export interface ChatSessionPage {
  items: Array<ChatSession>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface ChatSessionUpdate {
  title?: string;
  status?: "active" | "archived";
  /** `private`: only its owner sees it. `project`: every member who sees the project sees it too. */
  visibility?: "private" | "project";
  isPinned?: boolean;
  isUnread?: boolean;
}

export interface ChatToolCall {
  toolCallId: string;
  toolName: string;
  serverId?: string;
  serverName?: string;
  input: Record<string, unknown>;
  status: "ok" | "error";
  /** The result of the tool; its beginning as text when `truncated` is true. */
  output?: unknown;
  errorMessage?: string;
  truncated?: true;
  /** Of a call that used the browser of the session. */
  screenshots?: Array<StoredScreenshot>;
}

export interface ChatTrace {
  sessionId: string;
  /** The same as `sessionId`. */
  chatSessionId: string;
  origin: "chat" | "study" | "agent";
  traceVersion: 1;
  turnCount: number;
  /** In the order of the session. */
  turns: Array<ChatTraceTurn>;
  latestPromptIndex?: number;
}

export interface ChatTraceTurn {
  turnId: string;
  promptIndex: number;
  status: "queued" | "running" | "waiting" | "completed" | "failed" | "cancelled";
  /** Milliseconds since the epoch. */
  startedAt: number;
  endedAt: number | null;
  finishReason?: string;
  modelId?: string;
  usage?: {
    inputTokens: number;
    outputTokens: number;
    totalTokens: number;
  };
  spanCount: number;
  spans?: Array<{
    id: string;
    parentId?: string;
    name: string;
    category: "step" | "llm" | "tool" | "error" | "client";
    /** Milliseconds since the iteration began. */
    startMs: number;
    /** Milliseconds since the iteration began. */
    endMs: number;
    status?: "ok" | "error";
    stepIndex?: number;
    promptIndex?: number;
    toolCallId?: string;
    toolName?: string;
    serverId?: string;
    modelId?: string;
    inputTokens?: number;
    outputTokens?: number;
    /** Why the model ended its answer: `stop`, `length`, `content-filter`, `tool-calls`, … */
    finishReason?: string;
    /** How long the first piece of the model's answer took; absent when it came in one piece. */
    ttfcMs?: number;
    /** What went wrong; how the tools of a server changed. */
    message?: string;
    /** The revision of MCP that a run's client and a server agreed on, of a span `client`. */
    protocolVersion?: string;
    /** How many tools the model was told of, where the run's client decides. */
    offeredTools?: number;
    /** How many tools of the servers its client never tells the model of. */
    hiddenTools?: number;
  }>;
  /** A part of the trace could not be kept. */
  spansUnavailable?: true;
  /** These are the first 2,000. */
  spansTruncated?: true;
  browser?: SessionBrowser;
  /** The images that the turn took with the browser of the session. */
  screenshots?: Array<StoredScreenshot>;
}

export interface ChatTurn {
  sessionId: string | null;
  chatSessionId: string | null;
  turnId: string;
  /** How many turns of the session came before. */
  promptIndex: number;
  projectId: string;
  /** `waiting`: calls wait for approval, in `pendingCalls`. */
  status: "waiting" | "completed" | "failed" | "cancelled";
  /** The last text of the model. */
  reply?: string;
  /** `stop`, `length`, `content-filter`, `maxSteps`, `approval`, `error`, `cancelled`, … */
  finishReason?: string;
  toolCalls: Array<ChatToolCall>;
  pendingCalls?: Array<{
    toolCallId: string;
    toolName: string;
    serverId: string;
    serverName: string;
    input: Record<string, unknown>;
  }>;
  /** Why the turn failed; what it did until then is in the other fields. */
  error?: {
    code: string;
    message: string;
  };
  /** The first 200 spans; all of them are in the trace of the session. */
  trace?: {
    turnId: string;
    spanCount: number;
    spans: Array<{
      id: string;
      parentId?: string;
      name: string;
      category: "step" | "llm" | "tool" | "error" | "client";
      /** Milliseconds since the iteration began. */
      startMs: number;
      /** Milliseconds since the iteration began. */
      endMs: number;
      status?: "ok" | "error";
      stepIndex?: number;
      promptIndex?: number;
      toolCallId?: string;
      toolName?: string;
      serverId?: string;
      modelId?: string;
      inputTokens?: number;
      outputTokens?: number;
      /** Why the model ended its answer: `stop`, `length`, `content-filter`, `tool-calls`, … */
      finishReason?: string;
      /** How long the first piece of the model's answer took; absent when it came in one piece. */
      ttfcMs?: number;
      /** What went wrong; how the tools of a server changed. */
      message?: string;
      /** The revision of MCP that a run's client and a server agreed on, of a span `client`. */
      protocolVersion?: string;
      /** How many tools the model was told of, where the run's client decides. */
      offeredTools?: number;
      /** How many tools of the servers its client never tells the model of. */
      hiddenTools?: number;
    }>;
  };
  usage?: {
    inputTokens: number;
    outputTokens: number;
    totalTokens: number;
  };
  model?: {
    id: string;
    provider: string;
  };
  /** `read_only`: only tools that declare `readOnlyHint` are called. `auto`: every tool is called; if the client of the session requires approval, calls of other tools wait for it. */
  toolMode?: "read_only" | "auto";
  /** `emulated`: the engine of this platform. */
  engine?: string;
  hostId?: string;
  browser?: SessionBrowser;
  /** How many tools the model was told of. */
  advertisedToolCount?: number;
  /** How many tools the turn itself left out. */
  excludedToolCount?: number;
  persisted: {
    outcome: "saved";
    /** Of the session, after the turn. */
    version?: number;
  };
  origin: "chat" | "study" | "agent";
  /** An earlier request with this idempotency key made the turn. */
  replay?: true;
  /** For people: why there is no reply. */
  message?: string;
}

export interface ChatTurnCancelled {
  sessionId: string;
  /** The turn that was cancelled; absent when none was open. */
  turnId?: string;
  /** Whether a turn was open. */
  cancelled: boolean;
}

export interface CheckOAuthResult {
  /** The flag that is saved with the server. Decide on `requiresAuthorization`. */
  useOAuth: boolean;
  /** Whether a call needs an access token of an OAuth grant. */
  requiresAuthorization: boolean;
  /** How the platform authenticates to the server. */
  effectiveAuthMethod: "none" | "headers" | "oauth" | "client_credentials";
  serverUrl: string | null;
  /** Faults of the published metadata, as the doctor and a connection find them; absent without any. */
  faults?: Array<{
    code: string;
    message: string;
    url?: string;
  }>;
  /** Whether tokens are kept for the server. */
  hasGrant: boolean;
  /** When the access token ends, in milliseconds since the epoch; absent where the token response did not say. */
  grantExpiresAt?: number;
}

export interface ClaudeReadinessRunStart {
  /** Same as the Idempotency-Key header, which wins: 1 to 200 printable ASCII characters. */
  idempotencyKey?: string;
  /** Facts about the submission that only its owner knows: the privacy policy, a support contact, a test account. Without them such requirements are not evaluated, and the server is `incomplete` at best. Facts that are kept with the server are sent with them; a fact of the request wins over a kept one. */
  submissionFacts?: Array<ReadinessSubmissionFact>;
  /** `true` is refused with FEATURE_NOT_SUPPORTED: this version makes no observations by a model. The grades never depend on them. */
  includeLlmObservations?: boolean;
}

export interface ClientCatalog {
  schemaVersion: number;
  /** Rises with each change of the catalog. */
  version: number;
  /** SHA-256 of the templates, in hexadecimal. */
  contentHash: string;
  /** Milliseconds since the epoch. */
  publishedAt: number;
  /** `bundled` came with the installation. */
  source: "live" | "bundled";
  catalog: {
    clientsById: Record<string, CatalogClient>;
  };
}

export interface ClientConfig {
  /** The template or product that the client is like. */
  hostStyle: string;
  /** The model that a run uses unless its environment names another. */
  modelId: string;
  modelSelection?: Record<string, unknown>;
  systemPrompt: string;
  temperature?: number;
  requireToolApproval: boolean;
  /** Hides tools from the model that are declared as visible to apps only. */
  respectToolVisibility?: boolean;
  /** The model searches for tools instead of being told all declarations. */
  progressiveToolDiscovery?: boolean;
  harness?: "claude-code" | "codex" | "cursor";
  computer?: {
    kind: "personal";
    toolset?: "bash";
    workdir?: string;
  };
  serverIds: Array<string>;
  optionalServerIds: Array<string>;
  builtInToolIds?: Array<string>;
  skillSelection?: ClientSkillSelection;
  /** Which parts of tool results the model sees: `text`, `structuredContent`, `images`, `audio`, `resources`, `resourceLinks`, each true or false. All of them when absent, structured content only where a result has no text. */
  modelVisibleMcpToolResults?: Record<string, unknown>;
  /** How images of tool results reach the model: `mode` is `name` (the default) or `attach`. */
  mcpToolResultImageRendering?: Record<string, unknown>;
  connectionDefaults: {
    /** HTTP headers, but for connection, content-length, expect, host, transfer-encoding, upgrade, which belong to the connection. Everyone who sees the project can read them, so a credential is refused: save it with its server. */
    headers: Record<string, string>;
    requestTimeout: number | null;
  };
  /** By server id; over `connectionDefaults`. */
  serverConnectionOverrides?: Record<string, ClientServerConnectionOverride>;
  /** The capabilities that the client declares in the handshake. */
  clientCapabilities: Record<string, unknown>;
  /** What the client tells widgets of itself, such as the theme. */
  hostContext: Record<string, unknown>;
  hostCapabilitiesOverride?: Record<string, unknown>;
  chatUiOverride?: Record<string, unknown>;
  mcpProfile?: ClientMcpProfile;
  oauthProfile?: Record<string, unknown>;
}

/** Absent settings get their defaults; no other settings are kept. */
export interface ClientConfigInput {
  /** The model that a run uses unless its environment names another. */
  modelId: string;
  /** The template or product that the client is like. */
  hostStyle?: string;
  modelSelection?: Record<string, unknown>;
  systemPrompt?: string;
  temperature?: number;
  requireToolApproval?: boolean;
  /** Hides tools from the model that are declared as visible to apps only. */
  respectToolVisibility?: boolean;
  /** The model searches for tools instead of being told all declarations. */
  progressiveToolDiscovery?: boolean;
  harness?: "claude-code" | "codex" | "cursor";
  computer?: {
    kind: "personal";
    toolset?: "bash";
    workdir?: string;
  };
  serverIds?: Array<string>;
  optionalServerIds?: Array<string>;
  builtInToolIds?: Array<string>;
  skillSelection?: ClientSkillSelection;
  /** Which parts of tool results the model sees: `text`, `structuredContent`, `images`, `audio`, `resources`, `resourceLinks`, each true or false. All of them when absent, structured content only where a result has no text. */
  modelVisibleMcpToolResults?: Record<string, unknown>;
  /** How images of tool results reach the model: `mode` is `name` (the default) or `attach`. */
  mcpToolResultImageRendering?: Record<string, unknown>;
  connectionDefaults?: {
    /** HTTP headers, but for connection, content-length, expect, host, transfer-encoding, upgrade, which belong to the connection. Everyone who sees the project can read them, so a credential is refused: save it with its server. */
    headers: Record<string, string>;
    requestTimeout: number | null;
  };
  /** By server id; over `connectionDefaults`. */
  serverConnectionOverrides?: Record<string, ClientServerConnectionOverride>;
  /** The capabilities that the client declares in the handshake. */
  clientCapabilities?: Record<string, unknown>;
  /** What the client tells widgets of itself, such as the theme. */
  hostContext?: Record<string, unknown>;
  hostCapabilitiesOverride?: Record<string, unknown>;
  chatUiOverride?: Record<string, unknown>;
  mcpProfile?: ClientMcpProfile;
  oauthProfile?: Record<string, unknown>;
}

export interface ClientCreateRequest {
  /** Need not be unique; but a name that several clients have identifies none of them. */
  name: string;
  /** A template of the catalog. Either `template` or `config`. */
  template?: "assay" | "claude" | "claude-code" | "chatgpt" | "mistral" | "cursor" | "codex" | "copilot" | "vscode" | "agentcore" | "n8n" | "perplexity";
  /** Told to widgets; only with `template`. */
  theme?: "light" | "dark";
  config?: ClientConfigInput;
}

export interface ClientDeleted {
  id: string;
  deleted: true;
}

export interface ClientDetail {
  id: string;
  name: string;
  /** A hash of the settings: equal settings have an equal one. */
  configId: string;
  ownerScope: Record<string, unknown> | null;
  /** Its settings name a `computer`. */
  hasComputer: boolean;
  /** Runs of the project that name no client use this one. */
  isDefault: boolean;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  updatedAt: number;
  config: ClientConfig;
  versionId: string;
  /** Counts the changes of the settings. */
  versionNumber: number;
  impact: ClientImpact;
}

export interface ClientDuplicateRequest {
  /** By default the name of the client with `copy` behind it. */
  name?: string;
}

/** Null resets `systemPrompt`, `temperature` (0.7), `requireToolApproval` and `connectionDefaults`, and clears any other setting. */
export interface ClientFieldSet {
  /** The model that a run uses unless its environment names another. */
  modelId?: string;
  systemPrompt?: string | null;
  temperature?: number | null;
  requireToolApproval?: boolean | null;
  connectionDefaults?: {
    /** HTTP headers, but for connection, content-length, expect, host, transfer-encoding, upgrade, which belong to the connection. Everyone who sees the project can read them, so a credential is refused: save it with its server. */
    headers: Record<string, string>;
    requestTimeout: number | null;
  } | null;
  modelSelection?: Record<string, unknown> | null;
  respectToolVisibility?: boolean | null;
  progressiveToolDiscovery?: boolean | null;
  harness?: "claude-code" | "codex" | "cursor" | null;
  computer?: {
    kind: "personal";
    toolset?: "bash";
    workdir?: string;
  } | null;
  builtInToolIds?: Array<string> | null;
  skillSelection?: ClientSkillSelection | null;
  modelVisibleMcpToolResults?: Record<string, unknown> | null;
  mcpToolResultImageRendering?: Record<string, unknown> | null;
  mcpProfile?: ClientMcpProfile | null;
  hostCapabilitiesOverride?: Record<string, unknown> | null;
  chatUiOverride?: Record<string, unknown> | null;
}

export interface ClientImpact {
  liveEnvironmentCount: number;
  /** Published studies of environments that use the client. */
  scenarioAttachmentCount: number;
  /** Journeys that use the client itself. */
  activeLegacyJourneyCount: number;
}

export interface ClientMcpProfile {
  profileVersion: 1;
  /** Pins a revision of MCP; negotiated when absent. */
  mcpProtocolVersion?: "2024-11-05" | "2025-03-26" | "2025-06-18" | "2025-11-25" | "2026-07-28";
  /** `mirror` repeats arguments in headers where the tool asks for it; `omit` does not. */
  toolParamHeaderMirroring?: "mirror" | "omit";
  /** `firstPageOnly` never follows `nextCursor` of a list. */
  paginationTraversal?: "full" | "firstPageOnly";
  /** `none` does not answer results that ask for input, so a call with such a result fails; `full` (the default) does. */
  mrtrSupport?: "full" | "none";
  /** What the client says of itself in the handshake: `clientInfo` (`name` and `version`), and `capabilities`, which are laid over `clientCapabilities`. */
  initialize?: Record<string, unknown>;
  /** Declared in the handshake as the extension `io.modelcontextprotocol/ui`. */
  apps?: Record<string, unknown>;
}

export interface ClientPage {
  items: Array<ProjectClient>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface ClientServerConnectionOverride {
  /** HTTP headers, but for connection, content-length, expect, host, transfer-encoding, upgrade, which belong to the connection. Everyone who sees the project can read them, so a credential is refused: save it with its server. */
  headersOverride?: Record<string, string>;
  requestTimeoutOverride?: number;
  /** Pins a revision of MCP; negotiated when absent. */
  mcpProtocolVersionOverride?: "2024-11-05" | "2025-03-26" | "2025-06-18" | "2025-11-25" | "2026-07-28";
}

export interface ClientServersRequest {
  serverIds: Array<string>;
  /** Servers that a run does without if they cannot be reached. Absent keeps the present ones that `serverIds` does not name. */
  optionalServerIds?: Array<string>;
  /** The `configId` that was read; a CONFLICT with `details.currentConfigId` when the settings changed since. */
  expectedConfigId: string;
}

/** `explicit` needs `skillIds`, and `all-visible` takes none. */
export interface ClientSkillSelection {
  mode: "all-visible" | "explicit";
  skillIds?: Array<string>;
}

export interface ClientUpdateRequest {
  /** Needs `expectedName`. */
  name?: string;
  config?: ClientConfigInput;
  set?: ClientFieldSet;
  /** The `name` that was read; a CONFLICT with `details.currentName` when it changed since. */
  expectedName?: string;
  /** The `configId` that was read; a CONFLICT with `details.currentConfigId` when the settings changed since. */
  expectedConfigId?: string;
  /** The `impact` that was read; a CONFLICT with `details.currentImpact` when it changed since. */
  expectedImpact?: {
    liveEnvironmentCount: number;
    /** Published studies of environments that use the client. */
    scenarioAttachmentCount: number;
    /** Journeys that use the client itself. */
    activeLegacyJourneyCount: number;
  };
}

export interface ClientVersion {
  versionId: string;
  versionNumber: number;
  /** A hash of the settings: equal settings have an equal one. */
  configId: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  createdBy?: string;
  /** JSON Pointers into `config` of what this version changed; empty for the first. */
  changed: Array<string>;
  config: ClientConfig;
}

export interface ClientVersionComparison {
  from: {
    versionId: string;
    versionNumber: number;
    /** A hash of the settings: equal settings have an equal one. */
    configId: string;
    /** Milliseconds since the epoch. */
    createdAt: number;
    createdBy?: string;
  };
  to: {
    versionId: string;
    versionNumber: number;
    /** A hash of the settings: equal settings have an equal one. */
    configId: string;
    /** Milliseconds since the epoch. */
    createdAt: number;
    createdBy?: string;
  };
  changes: Array<{
    /** A JSON Pointer into the settings. */
    path: string;
    /** Absent when `from` does not have it. */
    before?: unknown;
    /** Absent when `to` does not have it. */
    after?: unknown;
  }>;
}

export interface ClientVersionPage {
  items: Array<ClientVersion>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface CompareClientVersions {
  /** The `versionNumber` to start from. */
  from: number;
  /** The present version when absent. */
  to?: number;
}

export interface CompareEvalRun {
  /** A run of the same suite that is over. Without it and `baseBranch`: the baseline that the launch of the run or its gate names, else the newest completed run before this one with the same client and arm, reruns of failed cases left out. */
  baseRunId?: string;
  /** The newest run of this branch with a verdict before this run, of the same client and arm; pull requests are not runs of a branch. */
  baseBranch?: string;
  /** The longest text of an error, in characters. */
  previewChars?: number;
  /** The `nextCursor` of the page before. */
  cursor?: string;
  /** The cases of one answer; when absent, all cases that follow. */
  limit?: number;
}

export interface CompareJourneyWaves {
  /** The wave that this one is compared with; without it two targets of this wave are compared. */
  baselineWaveId?: string;
  /** With `targetId`: the sessions with this target are the baseline. */
  baselineTargetId?: string;
  /** The target that is compared with `baselineTargetId`. */
  targetId?: string;
}

export interface CompareWaveWithStudy {
  /** The study whose people the personas stand for. */
  studyId: string;
  /** A week, such as `2026-W48`; all of them by default. */
  windowId?: string;
  /** Grades at most this many of the study's newest ended sessions by the assertions of the wave's journeys. 0 grades none. */
  gradeSessions?: number;
}

export interface CompleteArgumentRequest {
  ref: ArgumentReference;
  argument: {
    name: string;
    /** What was typed so far. */
    value: string;
  };
  context?: {
    /** Arguments that were settled before. */
    arguments?: Record<string, string>;
  };
}

/** The MCP result exactly as the server wrote it: completion with values, total and hasMore. */
export type Completion = unknown;

export interface ComputerAttached {
  imageId: string;
  computerId: string;
  status: string;
}

export interface ConformanceCheck {
  id: string;
  name?: string;
  description?: string;
  status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  timestamp?: string;
  /** Kept up to 2000 characters. */
  errorMessage?: string;
  specReferences?: Array<{
    id: string;
    url?: string;
  }>;
  /** Kept up to 4000 characters of JSON, without what looks like a secret. */
  details?: unknown;
}

export interface ConformanceFailingCase {
  suite: "protocol" | "apps" | "tasks" | "oauth";
  scenario: string;
  /** The rule, as a sentence. */
  title?: string;
  /** The part of the specification that the scenario is about; `items`: lists and what they hold. */
  area?: "lifecycle" | "messages" | "items" | "http" | "security" | "sessions" | "subscriptions" | "tasks" | "apps";
  durationMs?: number;
  /** The scenario broke the connection, and the server could not be reached after it. */
  endedServer?: true;
  /** The checks that failed, or that are warnings. */
  checks: Array<ConformanceCheck>;
}

/** With an `id`, a `name` or a `title`. */
export interface ConformanceIngestCase {
  id?: string;
  name?: string;
  title?: string;
  /** `passed`, `failed`, `warning`, `skipped`, `notApplicable`, `couldNotRun` and their usual spellings; any other counts as `couldNotRun`, with the word as its reason. */
  status?: string;
  /** In place of `status`. */
  passed?: boolean;
  reason?: string;
  /** A text, or an object with a `message`. */
  error?: unknown;
  /** Kept as the details of a check are. */
  details?: unknown;
}

export interface ConformanceIngestGroup {
  id?: string;
  name?: string;
  title?: string;
  cases: Array<ConformanceIngestCase>;
}

/** By `runId` or `externalRunId`. */
export interface ConformanceIngestRef {
  runId?: string;
  /** The run's id at its source, unique in the project: a start or a report that is sent again finds the same run. */
  externalRunId?: string;
}

/** With `reports`, with `files`, with `report`, or with several. */
export interface ConformanceIngestReport {
  /** The run's id at its source, unique in the project: a start or a report that is sent again finds the same run. */
  externalRunId?: string;
  /** The saved server that was tested. */
  serverId?: string;
  /** The suites that are to be reported; a suite without any report counts as `couldNotRun`. `protocol`, `apps` and `tasks` when absent. */
  requestedSuites?: Array<ConformanceSuite>;
  /** Another name of `requestedSuites`, which wins over it. */
  suites?: Array<ConformanceSuite>;
  /** The suite that ran. */
  engine?: {
    name: string;
    version?: string;
  };
  /** The tested server, where it is not a saved one. */
  target?: {
    kind: "server" | "github_repo" | "external";
    name?: string;
    url?: string;
  };
  /** Who made the run. */
  source?: "ui" | "sdk" | "cli" | "github_action" | "github_app" | "api";
  protocolVersion?: string;
  /** The CI job, as the reporter describes it: at most 4000 characters of JSON. */
  ci?: Record<string, unknown>;
  reports?: Array<ConformanceIngestScenario>;
  /** Files of the official suite's `--output-dir`: the path of each `checks.json`, whose folder names the scenario, and its content. */
  files?: Record<string, Array<ConformanceCheck>>;
  /** The suite that `report` is about; required with it. */
  suiteKind?: "protocol" | "apps" | "tasks" | "oauth";
  report?: {
    /** Scenarios of `suiteKind`; a `suite` of their own is ignored. */
    scenarios?: Array<ConformanceIngestScenario>;
    /** Cases of `suiteKind`: each is a scenario that is called by its group and itself, `group/case`. */
    groups?: Array<ConformanceIngestGroup>;
  };
  /** How long the suite ran. Taken for the sake of reporters; not kept. */
  durationMs?: number;
}

/** By `runId` or `externalRunId`, with `reports`, with `files`, with `report`, or with several. */
export interface ConformanceIngestReports {
  runId?: string;
  /** The run's id at its source, unique in the project: a start or a report that is sent again finds the same run. */
  externalRunId?: string;
  reports?: Array<ConformanceIngestScenario>;
  /** Files of the official suite's `--output-dir`: the path of each `checks.json`, whose folder names the scenario, and its content. */
  files?: Record<string, Array<ConformanceCheck>>;
  /** The suite that `report` is about; required with it. */
  suiteKind?: "protocol" | "apps" | "tasks" | "oauth";
  report?: {
    /** Scenarios of `suiteKind`; a `suite` of their own is ignored. */
    scenarios?: Array<ConformanceIngestScenario>;
    /** Cases of `suiteKind`: each is a scenario that is called by its group and itself, `group/case`. */
    groups?: Array<ConformanceIngestGroup>;
  };
  /** How long the suite ran. Taken for the sake of reporters; not kept. */
  durationMs?: number;
}

export interface ConformanceIngestScenario {
  suite?: "protocol" | "apps" | "tasks" | "oauth";
  scenario: string;
  /** Computed from the checks when absent. */
  status?: "passed" | "warning" | "failed" | "skipped" | "notApplicable" | "couldNotRun";
  reason?: string;
  checks?: Array<ConformanceCheck>;
}

export interface ConformanceIngestStart {
  /** The run's id at its source, unique in the project: a start or a report that is sent again finds the same run. */
  externalRunId?: string;
  /** The saved server that was tested. */
  serverId?: string;
  /** The suites that are to be reported; a suite without any report counts as `couldNotRun`. `protocol`, `apps` and `tasks` when absent. */
  requestedSuites?: Array<ConformanceSuite>;
  /** Another name of `requestedSuites`, which wins over it. */
  suites?: Array<ConformanceSuite>;
  /** The suite that ran. */
  engine?: {
    name: string;
    version?: string;
  };
  /** The tested server, where it is not a saved one. */
  target?: {
    kind: "server" | "github_repo" | "external";
    name?: string;
    url?: string;
  };
  /** Who made the run. */
  source?: "ui" | "sdk" | "cli" | "github_action" | "github_app" | "api";
  protocolVersion?: string;
  /** The CI job, as the reporter describes it: at most 4000 characters of JSON. */
  ci?: Record<string, unknown>;
}

export interface ConformanceIngested {
  ok: true;
  runId: string;
  projectId: string;
  externalRunId: string | null;
  status: "pending" | "running" | "completed" | "failed" | "cancelled";
  outcome: "passed" | "failed" | "incomplete" | null;
  suites: Array<ConformanceSuiteResult>;
  /** An earlier request made this run. A run that is over takes no more results. */
  reused?: boolean;
  /** Scenarios of this request that were new. */
  inserted?: number;
  /** Scenarios of this request that were there already. */
  skipped?: number;
}

export interface ConformanceReport {
  runId: string;
  serverId: string | null;
  status: "pending" | "running" | "completed" | "failed" | "cancelled";
  outcome: "passed" | "failed" | "incomplete" | null;
  engine: {
    name: string;
    version?: string;
  } | null;
  suites: Array<ConformanceSuiteResult>;
  totalCases: number;
  totalFailingCases: number;
  /** Scenarios with failing checks, at most 50. */
  cases: Array<ConformanceFailingCase>;
  /** More failed than are shown. */
  truncated: boolean;
  /** Scenarios that passed and in which the server does not do what it should, at most 50. */
  warnings: Array<ConformanceFailingCase>;
  /** Scenarios that passed, with their checks and what was sent and answered, at most 200. */
  passed: Array<ConformanceFailingCase>;
  /** The scenario after which the server could not be reached any more. */
  endedBy?: {
    suite: "protocol" | "apps" | "tasks" | "oauth";
    scenario: string;
    title?: string;
  };
  durationMs?: number;
  /** Scenarios without a result about the server, and why, at most 200. */
  unjudged: Array<{
    suite: "protocol" | "apps" | "tasks" | "oauth";
    scenario: string;
    /** The rule, as a sentence. */
    title?: string;
    /** The part of the specification that the scenario is about; `items`: lists and what they hold. */
    area?: "lifecycle" | "messages" | "items" | "http" | "security" | "sessions" | "subscriptions" | "tasks" | "apps";
    /** `notApplicable`: the server lacks the feature that the scenario needs. `couldNotRun`: the scenario should have run and did not. */
    status: "passed" | "warning" | "failed" | "skipped" | "notApplicable" | "couldNotRun";
    reason?: string;
  }>;
}

export interface ConformanceRun {
  id: string;
  serverId: string | null;
  target: {
    kind: "server" | "github_repo" | "external";
    name?: string;
    url?: string;
  };
  /** Who made the run. */
  source: "ui" | "sdk" | "cli" | "github_action" | "github_app" | "api";
  externalRunId: string | null;
  status: "pending" | "running" | "completed" | "failed" | "cancelled";
  outcome: "passed" | "failed" | "incomplete" | null;
  requestedSuites: Array<"protocol" | "apps" | "tasks" | "oauth">;
  /** The only scenarios of the run, where it names some. */
  requestedScenarios?: Array<string>;
  /** How long the scenarios took together; absent before the end, and for reported runs. */
  durationMs?: number;
  suites: Array<ConformanceSuiteResult>;
  /** Scenarios that were judged. */
  totalCases: number;
  totalFailingCases: number;
  engine: {
    name: string;
    version?: string;
  } | null;
  protocolVersion: string | null;
  /** The CI job that reported it, without what looks like a secret. */
  ci?: Record<string, unknown>;
  /** How often a runner began it. */
  attemptCount: number;
  terminalReason: string | null;
  errorMessage: string | null;
  hasReport: boolean;
  reportUrl: string | null;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  updatedAt: number;
}

export interface ConformanceRunPage {
  items: Array<ConformanceRun>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface ConformanceRunReceipt {
  runId: string;
  projectId: string;
  serverId: string;
  status: "pending" | "running" | "completed" | "failed" | "cancelled";
  /** An earlier request with the same key made this run. */
  deduped: boolean;
  requestedSuites: Array<"protocol" | "apps" | "tasks" | "oauth">;
}

export interface ConformanceRunStart {
  /** All three when absent. */
  suites?: Array<OwnConformanceSuite>;
  /** Same as the Idempotency-Key header, which wins: 1 to 200 printable ASCII characters. */
  idempotencyKey?: string;
  /** Only the scenarios of this revision of MCP. When absent, the official suite runs its scenarios of every revision, and our own test the newest revision that the server speaks. */
  protocolVersion?: "2025-06-18" | "2025-11-25" | "2026-07-28";
  /** Only these scenarios, by the names of a report, such as `assay/malformed-json`. The outcome is about them alone; a name without a scenario has no result. */
  scenarios?: Array<string>;
  /** The wanted version of the suite. A version that is not installed is a VALIDATION_ERROR. */
  engineVersion?: string;
}

export type ConformanceSuite = "protocol" | "apps" | "tasks" | "oauth";

/** A suite and the number of its scenarios per status. */
export interface ConformanceSuiteResult {
  suite: "protocol" | "apps" | "tasks" | "oauth";
  /** `notAvailable`: no scenario of this suite applies to the server, which does no harm to the outcome. */
  status: "pending" | "passed" | "failed" | "notAvailable" | "couldNotRun";
  reason?: string;
  passed: number;
  warnings: number;
  failed: number;
  skipped: number;
  notApplicable: number;
  couldNotRun: number;
}

export interface ConfusedPair {
  /** By the name that its server declares. */
  expectedTool: string;
  /** By the name that its server declares. */
  calledTool: string;
  /** Where the called tool is from: the server itself, another server of the project, the made-up ones, or nowhere: it was not offered. */
  calledToolFrom: "server" | "project" | "builtIn" | "unknown";
  /** Trials in which it was called. */
  count: number;
  old: number;
  new: number;
  bySize: Array<{
    size: number;
    count: number;
  }>;
  /** The first five. */
  calls: Array<{
    /** The place of the task, from 0. */
    task: number;
    /** The case that the task is from. */
    taskId?: string;
    /** Shortened to 500 characters. */
    prompt: string;
    /** `old`: as declared. `new`: with the overrides. */
    variant: "old" | "new";
    size: number;
    /** Masked; absent when they are longer than 8000 characters. */
    arguments?: Record<string, unknown>;
  }>;
}

export interface ConsolePage {
  kind: "run" | "runDecision" | "server" | "serverDrift" | "suite" | "suiteDrafts" | "suiteSchedule";
  id: string;
  /** The page's path, below the address of the installation. */
  path: string;
}

export interface CreateDescriptionExperiment {
  name?: string;
  /** The new names and descriptions, which are compared with the ones that the run saw. */
  overrides: Array<ToolOverride>;
  /** How often each task is tried at each size; 1 when absent. Intervals count each task once. */
  repetitions?: number;
  /** Decides which tools are offered and in which order. The same seed offers the same; random when absent. */
  seed?: number;
  /** The most that all calls of the model may cost together. The lab ends when it is used up. */
  maxCostUsd?: number;
  /** The model that chooses; when absent, the only model of the run. */
  model?: string;
}

export interface CreateEvalSuite {
  /** Unique within the project. */
  name: string;
  description?: string;
  /** The servers the suite runs against. */
  serverIds: Array<string>;
  /** Accepted and not used: names are read from the saved servers. */
  serverNames?: Array<string>;
  /** The model of cases that name none; may be absent when no case has a prompt step without a model of its own, or when environments or clients are attached, which have one. */
  model?: string;
  provider?: string;
  passCriteria?: {
    /** Older name of `minimumAccuracy`; a percent, so values between 0 and 1 are refused. */
    minimumPassRate?: number;
  };
  tags?: Array<string>;
  /** The environments to attach. */
  environmentIds?: Array<string>;
  /** The attached clients; the list replaces the earlier ones. */
  hosts?: Array<{
    /** Name or id of a client. */
    host: string;
    /** Ids or names of servers of the suite: the client's runs use these alone. */
    servers?: Array<string>;
  }>;
  /** Percent of trials that must pass; 100 when absent. Not together with per-case grading. */
  minimumAccuracy?: number;
  /** Every case is tried at least this often. */
  minimumIterations?: number;
  /** Trials of every case without a setting of its own. With `passThreshold` it makes the suite grade per case. */
  repetitions?: number;
  /** Fraction of a case's trials that must pass. With `repetitions` it makes the suite grade per case. */
  passThreshold?: number;
  validity?: EvalValidity;
  matchOptions?: EvalMatchOptionsInput;
  /** Assertions that every case inherits unless it says otherwise. */
  checks?: Array<EvalAssertion>;
  /** Suppressed standard checks of the suite: the suite's checks of that kind about all tools, of any role and severity. Stored sorted, each once. */
  suppressedSuiteStandardCheckIds?: Array<EvalStandardCheckId>;
  judge?: EvalJudgeInput;
  /** `iteration` (the default) opens a fresh MCP session for every trial, so trials cannot see each other's state; `run` shares one session per server among all trials of a run, which is faster. */
  sessionIsolation?: "iteration" | "run";
  gate?: EvalGatePolicy;
  /** The settings as replies and PATCH have them, instead of at the top level. */
  settings?: {
    /** Percent of trials that must pass; 100 when absent. Not together with per-case grading. */
    minimumAccuracy?: number;
    /** Every case is tried at least this often. */
    minimumIterations?: number;
    /** Trials of every case without a setting of its own. With `passThreshold` it makes the suite grade per case. */
    repetitions?: number;
    /** Fraction of a case's trials that must pass. With `repetitions` it makes the suite grade per case. */
    passThreshold?: number;
    validity?: EvalValidity;
    matchOptions?: EvalMatchOptionsInput;
    /** Assertions that every case inherits unless it says otherwise. */
    checks?: Array<EvalAssertion>;
    /** Suppressed standard checks of the suite: the suite's checks of that kind about all tools, of any role and severity. Stored sorted, each once. */
    suppressedSuiteStandardCheckIds?: Array<EvalStandardCheckId>;
    judge?: EvalJudgeInput;
    /** `iteration` (the default) opens a fresh MCP session for every trial, so trials cannot see each other's state; `run` shares one session per server among all trials of a run, which is faster. */
    sessionIsolation?: "iteration" | "run";
    gate?: EvalGatePolicy;
  };
  /** All of them are written, or none: the first fault is named by its path. Cases may come later. */
  tests?: Array<EvalInlineCase>;
}

export interface CreateLintSuppression {
  ruleId: string;
  /** The item whose findings are suppressed; the findings of the whole server when absent. */
  item?: {
    kind: "tool" | "resource" | "resourceTemplate" | "prompt" | "server";
    /** The name, the URI or the URI template. */
    name: string;
  };
  /** The places in the item, as JSON Pointers; every place of it when absent. Needs `item`. */
  paths?: Array<string>;
  /** Why the declaration is right as it is. */
  reason: string;
}

export interface CurrentSession {
  id: string;
  user: Me;
  /** The organization that the session acts in; absent while its user belongs to none. */
  organizationId?: string;
  /** Where it could. */
  organizations: Array<{
    id: string;
    name: string;
    /** `viewer` reads data; `member` also connects, runs and writes; `admin` also administers; `owner` also decides who owns. Owners and admins of an organization have that role in every project of it, too. */
    role: "viewer" | "member" | "admin" | "owner";
  }>;
  /** Goes into the header `X-CSRF-Token` of every request of the session that is not a GET. */
  csrfToken: string;
  /** It ends earlier when it is not used for 7 days. */
  expiresAt: number;
}

export interface DeadLetter {
  eventId: string;
  /** The type of the event. */
  type: string;
  topic: string;
  /** The service that gave it up. */
  group: string;
  /** The error of the last try. */
  error: string;
  /** Milliseconds since the epoch. */
  givenUpAt: number;
}

export interface DeadLetterDropped {
  eventId: string;
  /** Several services may have given up one event. */
  dropped: number;
}

export interface DeadLetterList {
  /** The oldest first, at most 1,000. */
  items: Array<DeadLetter>;
}

export interface DeadLettersReplayed {
  /** Dead letters whose events were published again; at most 1,000 at a time. */
  replayed: number;
}

export interface DescriptionExperimentPage {
  items: Array<CatalogueLabSummary>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface DeviceAuthorization {
  device_code: string;
  /** For the person, such as `WDJB-MJHT`. */
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
  /** In seconds. */
  expires_in: number;
  /** The least time between two questions for the token, in seconds. */
  interval: number;
}

export interface DeviceQuery {
  /** The code, as in `verification_uri_complete`. */
  user_code?: string;
}

export interface DiagnoseAddressRequest {
  /** http or https, without user name and password. */
  url: string;
  /** Headers sent with every request; neither kept nor repeated in the report. */
  headers?: Record<string, string>;
}

export interface DiffServerRequest {
  /** One of the two. */
  base: {
    /** A surface of this server that was seen earlier. */
    surfaceId?: string;
    /** The answer of an export, from any time and any server. */
    export?: {
      protocolVersion?: unknown;
      serverInfo?: unknown;
      instructions?: unknown;
      /** Not compared when absent. */
      capabilities?: Record<string, unknown>;
      tools: Array<{
        name: string;
      }>;
      resources: Array<{
        uri: string;
      }>;
      /** Not compared when absent. */
      resourceTemplates?: Array<Record<string, unknown>>;
      prompts: Array<{
        name: string;
      }>;
    };
  };
  /** The surface to compare with; `live`, the server as it is now, when absent. */
  head?: unknown;
}

export interface DirectoryInstallRequest {
  /** The name, or the id, of a server in a directory. */
  name: string;
  /** The name of a source. */
  source?: string;
  /** The latest one when absent. */
  version?: string;
  /** Refuses the install (409) when the source has other content now. */
  expectedContentHash?: string;
  /** The saved server's name; the part behind the slash when absent. A name that another server has is refused (409). */
  serverName?: string;
  /** One of the `endpoints` of the server. */
  endpoint?: string;
  /** Values for the inputs of the endpoint, by name. When it is installed again, saved headers and environment variables are kept, as long as they go to the same place. */
  inputs?: Record<string, string>;
}

export interface DirectoryServer {
  id: string;
  source: string;
  /** In reverse-DNS form, with one slash. */
  name: string;
  /** As its publisher calls it. */
  title?: string;
  description: string;
  version: string;
  status: "active" | "deprecated" | "deleted";
  /** `remote` is reached at an address, `package` has to be started, `listing` describes a server and offers neither. */
  rowType: "remote" | "package" | "listing";
  endpointKinds: Array<"streamable-http" | "sse" | "stdio">;
  /** What the source verified: that the publisher holds the domain of the name, or the account at a code host; `none` when it does not say. */
  verifiedTier: "domain" | "account" | "none";
  /** It has an endpoint that can be installed. */
  connectable: boolean;
  /** Not verified by this installation. */
  websiteUrl?: string;
  /** Not verified by this installation. */
  repositoryUrl?: string;
  /** As the source has it, RFC 3339. */
  publishedAt?: string;
  /** SHA-256, in hex, of the server.json in a canonical form. */
  contentHash: string;
}

export interface DirectoryServerDetail {
  id: string;
  source: string;
  /** In reverse-DNS form, with one slash. */
  name: string;
  /** As its publisher calls it. */
  title?: string;
  description: string;
  version: string;
  status: "active" | "deprecated" | "deleted";
  /** `remote` is reached at an address, `package` has to be started, `listing` describes a server and offers neither. */
  rowType: "remote" | "package" | "listing";
  endpointKinds: Array<"streamable-http" | "sse" | "stdio">;
  /** What the source verified: that the publisher holds the domain of the name, or the account at a code host; `none` when it does not say. */
  verifiedTier: "domain" | "account" | "none";
  /** It has an endpoint that can be installed. */
  connectable: boolean;
  /** Not verified by this installation. */
  websiteUrl?: string;
  /** Not verified by this installation. */
  repositoryUrl?: string;
  /** As the source has it, RFC 3339. */
  publishedAt?: string;
  /** SHA-256, in hex, of the server.json in a canonical form. */
  contentHash: string;
  /** SHA-256, in hex, of the server.json in a canonical form. */
  latestContentHash: string;
  /** What can be installed; the first one is, unless another is named. */
  endpoints: Array<RegistryEndpoint>;
  /** The server.json, as the source gave it. */
  server: Record<string, unknown>;
  /** The source cannot be reached; this is its last answer. */
  stale?: true;
}

export interface DirectoryServerPage {
  items: Array<DirectoryServer>;
  /** Absent on the last page. */
  nextCursor?: string;
  /** The source cannot be reached; this is its last answer. */
  stale?: true;
  /** Sources that were asked and left out, because they cannot be reached and no earlier answer is kept. */
  unreachableSources?: Array<string>;
}

export interface DirectorySource {
  name: string;
  url: string;
  /** When it last answered. */
  lastSeenAt?: number;
}

export interface DirectorySourcePage {
  items: Array<DirectorySource>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface DoctorCheck {
  status: "ok" | "error" | "skipped";
  /** One line. */
  detail: string;
  /** How long the step took; absent where it was not made. A step whose answer came with the step before took 0. */
  durationMs?: number;
  /** The cause, as a stable code. `slow` and `wrong_transport` may stand beside a status of `ok`: it works, and could work better. */
  cause?: "name_not_resolved" | "no_route" | "connection_refused" | "connection_reset" | "connection_closed" | "connect_timeout" | "egress_refused" | "port_forbidden" | "proxy_failed" | "tunnel_not_connected" | "tunnel_server_unreachable" | "tunnel_out_of_reach" | "tls_not_spoken" | "tls_required" | "tls_failed" | "certificate_expired" | "certificate_not_yet_valid" | "certificate_wrong_host" | "certificate_unknown_issuer" | "certificate_self_signed" | "http_not_spoken" | "web_page" | "login_page" | "captive_portal" | "redirected" | "redirected_to_metadata" | "wrong_path" | "wrong_transport" | "endpoint_elsewhere" | "websocket_only" | "http_refused" | "rate_limited" | "server_error" | "gateway_error" | "slow" | "no_answer" | "answer_stalled" | "answer_cut_off" | "answer_encoding_wrong" | "answer_too_large" | "oauth_required" | "oauth_metadata_faulty" | "grant_unusable" | "token_unavailable" | "credentials_required" | "token_refused" | "insufficient_scope" | "host_refused" | "forbidden" | "answer_empty" | "answer_not_json" | "answer_not_utf8" | "answer_truncated" | "answer_wrong_type" | "answer_off_protocol" | "not_mcp" | "initialize_rejected" | "initialized_refused" | "protocol_version_not_offered" | "protocol_version_unknown" | "protocol_version_header_refused" | "session_lost" | "request_storm" | "notification_storm" | "not_supported" | "rpc_error" | "capability_not_served" | "served_not_declared" | "list_endless" | "cursor_invalid" | "list_changed_while_read" | "cursor_refused" | "items_invalid" | "names_repeated" | "runner_missing" | "command_not_allowed" | "command_not_found" | "command_not_started" | "command_exited" | "command_output_invalid" | "memory_exceeded" | "unexplained";
  /** The observation and its meaning, in plain words. */
  explanation?: string;
  /** The next thing to try. */
  nextStep?: string;
  /** The evidence of the explanation, such as the HTTP status, the beginning of a body, the TLS error, the addresses that were tried. Texts of the server stand here as data, secrets masked. */
  evidence?: Record<string, unknown>;
}

/** In the order in which they are made. */
export interface DoctorChecks {
  probe: DoctorCheck;
  connection: DoctorCheck;
  initialization: DoctorCheck;
  capabilities: DoctorCheck;
  tools: DoctorCheck;
  resources: DoctorCheck;
  resourceTemplates: DoctorCheck;
  prompts: DoctorCheck;
}

export interface DoctorError {
  /** An error code of this API. */
  code: string;
  message: string;
  /** `cause` and `nextStep` are taken from the check that found the problem. */
  details?: Record<string, unknown>;
}

/** A first request without the saved Authorization header; null for a server that is a command. */
export interface DoctorProbe {
  url: string;
  protocolVersion: string;
  /** `reachable`: it answers HTTP, but not as an MCP server that accepts the caller. */
  status: "ready" | "oauth_required" | "reachable" | "error";
  transport: "streamable-http" | "sse" | "stdio" | null;
  initialize?: ServerInitInfo;
  oauth: {
    required: boolean;
    /** Faults of the metadata, and missing fields. */
    faults?: Array<{
      code: string;
      message: string;
      url?: string;
    }>;
    registrationStrategies?: Array<"cimd" | "dcr" | "preregistered">;
    authorizationServerUrl?: string;
    authorizationServerMetadataUrl?: string;
    resourceMetadataUrl?: string;
  };
  error?: DoctorError;
}

export interface DoctorReport {
  target: {
    kind: "http" | "stdio";
    scope: "hosted";
    projectId: string;
    /** Absent for an address that is not saved. */
    serverId?: string;
    label: string;
    url?: string;
  };
  generatedAt: string;
  status: "ready" | "oauth_required" | "partial" | "error";
  probe: DoctorProbe | null;
  connection: {
    status: "connected" | "error" | "skipped";
    detail: string;
  };
  initInfo: ServerInitInfo | null;
  capabilities: Record<string, unknown> | null;
  /** Without their `_meta`. */
  tools: Array<Tool>;
  /** The `_meta` of each tool that has one, by tool name. */
  toolsMetadata: Record<string, unknown>;
  resources: Array<Resource>;
  resourceTemplates: Array<Record<string, unknown>>;
  prompts: Array<Prompt>;
  checks: DoctorChecks;
  error: DoctorError | null;
}

export interface EndVisit {
  /** Deletes what was said, instead of keeping it for the study. */
  erase?: boolean;
}

export interface EnvironmentNameRequest {
  /** The `revision` that was read; a CONFLICT when the environment was changed since. */
  expectedRevision: number;
  /** Unique among the environments of the project that are not archived; case and invisible characters do not count. */
  name: string;
  description?: string;
}

export interface EnvironmentRevision {
  revision: number;
  /** Milliseconds since the epoch. */
  createdAt: number;
  createdBy?: string;
  /** JSON Pointers into `environment` of what this revision changed; empty for the first. */
  changed: Array<string>;
  /** The name and settings as they were. */
  environment: Record<string, unknown>;
}

export interface EnvironmentRevisionPage {
  items: Array<EnvironmentRevision>;
  /** Absent on the last page. */
  nextCursor?: string;
}

/** The secrets that fill in the headers and variables of plugin servers that refer to them by name, such as `Bearer ${TOKEN}` to the secret `TOKEN`. Every name must then be selected, or given by the client as a header. */
export interface EnvironmentSecretSelection {
  mode: "explicit";
  /** Secrets of the project. */
  secretIds: Array<string>;
}

/** Replaces the skill selection of the environment's client. */
export interface EnvironmentSkillSelection {
  mode: "explicit";
  /** Skills of the project whose instructions the model gets. */
  skillIds: Array<string>;
  /** A version for some of `skillIds`; the others are used in their newest version. */
  versionPins?: Array<{
    skillId: string;
    versionId: string;
  }>;
}

export interface EvalAgreement {
  /** Trials that both rated. */
  n: number;
  matrix: {
    bothPassed: number;
    onlyJudgePassed: number;
    onlyPeoplePassed: number;
    bothFailed: number;
  };
  observedAgreement: number | null;
  /** How often each says passed: with rates near 0 or 1, agreement is mostly chance. */
  passRates: {
    judge: number | null;
    people: number | null;
  };
  kappa: {
    value: number;
    confidence: number;
    lower: number;
    upper: number;
  } | null;
}

export interface EvalArmComparison {
  arm: string;
  runId: string;
  /** Trials of the same case with the same number, gradeable in both arms. */
  pairs: number;
  leftOut: {
    /** Pairs of which a trial is unfinished, was skipped, or says nothing about the server. */
    notGradeable: number;
    /** Trials without a partner in the other arm. */
    unpaired: number;
  };
  success: {
    baseline: EvalMeasuredPassRate;
    arm: EvalMeasuredPassRate;
    difference: {
      /** Arm minus baseline, as a fraction. */
      delta: number;
      confidence: number;
      lower: number;
      upper: number;
    } | null;
  };
  costUsd: EvalMeanDifference | null;
  latencyMs: EvalMeanDifference | null;
  totalTokens: EvalMeanDifference | null;
  /** The arm that succeeds more often; absent where the interval of the difference reaches 0. */
  winner?: string;
  configuration?: EvalConfigurationChange;
  /** In words. */
  conclusion: string;
}

export type EvalAssertion = EvalAssertionToolDescriptionsPresent | EvalAssertionToolAnnotationsPresent | EvalAssertionToolNamesUnique | EvalAssertionNoDeprecatedToolExposed | EvalAssertionToolInputSchemasWellFormed | EvalAssertionToolOutputSchemasPresent | EvalAssertionToolCalledWith | EvalAssertionToolCalledAtLeastOnce | EvalAssertionToolNeverCalled | EvalAssertionOnlyToolsCalled | EvalAssertionFirstToolWas | EvalAssertionResponseContains | EvalAssertionResponseNotContains | EvalAssertionResponseMatches | EvalAssertionResponseNotMatches | EvalAssertionNoToolErrors | EvalAssertionFinalAssistantMessageNonEmpty | EvalAssertionTokenBudgetUnder | EvalAssertionWidgetRendered | EvalAssertionWidgetRenderLatencyUnder | EvalAssertionWidgetNoConsoleErrors | EvalAssertionTurnCountUnder | EvalAssertionNoEndingQuestion | EvalAssertionToolLatencyUnder | EvalAssertionToolResultContains | EvalAssertionToolResultNotContains | EvalAssertionToolResultMatchesSchema | EvalAssertionToolResultMatchesDeclaredSchema | EvalAssertionToolResultSizeUnder | EvalAssertionArgumentsMatchToolSchema | EvalAssertionNoRepeatedIdenticalCall | EvalAssertionToolCallCountUnder | EvalAssertionToolCalledBefore | EvalAssertionNoDeprecatedToolCalled | EvalAssertionNoDestructiveToolCalled | EvalAssertionToolErrorNamesInput | EvalAssertionFullPageHasContinuation;

export interface EvalAssertionArgumentsMatchToolSchema {
  type: "argumentsMatchToolSchema";
  /** Whether the verdict of a trial depends on it. `gating` (the default) and `required` mean the same; `advisory` only reports. */
  role?: "gating" | "advisory" | "required";
  /** Only together with role `advisory`. */
  severity?: "warn";
  toolName?: string;
}

export interface EvalAssertionFinalAssistantMessageNonEmpty {
  type: "finalAssistantMessageNonEmpty";
  /** Whether the verdict of a trial depends on it. `gating` (the default) and `required` mean the same; `advisory` only reports. */
  role?: "gating" | "advisory" | "required";
  /** Only together with role `advisory`. */
  severity?: "warn";
}

export interface EvalAssertionFirstToolWas {
  type: "firstToolWas";
  /** Whether the verdict of a trial depends on it. `gating` (the default) and `required` mean the same; `advisory` only reports. */
  role?: "gating" | "advisory" | "required";
  /** Only together with role `advisory`. */
  severity?: "warn";
  toolName: string;
}

export interface EvalAssertionFullPageHasContinuation {
  type: "fullPageHasContinuation";
  /** An observation never decides a trial. */
  role: "advisory";
  /** Only together with role `advisory`. */
  severity?: "warn";
  toolName?: string;
}

export interface EvalAssertionNoDeprecatedToolCalled {
  type: "noDeprecatedToolCalled";
  /** An observation never decides a trial. */
  role: "advisory";
  /** Only together with role `advisory`. */
  severity?: "warn";
}

export interface EvalAssertionNoDeprecatedToolExposed {
  type: "noDeprecatedToolExposed";
  /** An observation never decides a trial. */
  role: "advisory";
  /** Only together with role `advisory`. */
  severity?: "warn";
}

export interface EvalAssertionNoDestructiveToolCalled {
  type: "noDestructiveToolCalled";
  /** Whether the verdict of a trial depends on it. `gating` (the default) and `required` mean the same; `advisory` only reports. */
  role?: "gating" | "advisory" | "required";
  /** Only together with role `advisory`. */
  severity?: "warn";
}

export interface EvalAssertionNoEndingQuestion {
  type: "noEndingQuestion";
  /** An observation never decides a trial. */
  role: "advisory";
  /** Only together with role `advisory`. */
  severity?: "warn";
}

export interface EvalAssertionNoRepeatedIdenticalCall {
  type: "noRepeatedIdenticalCall";
  /** An observation never decides a trial. */
  role: "advisory";
  /** Only together with role `advisory`. */
  severity?: "warn";
  toolName?: string;
}

export interface EvalAssertionNoToolErrors {
  type: "noToolErrors";
  /** Whether the verdict of a trial depends on it. `gating` (the default) and `required` mean the same; `advisory` only reports. */
  role?: "gating" | "advisory" | "required";
  /** Only together with role `advisory`. */
  severity?: "warn";
}

export interface EvalAssertionOnlyToolsCalled {
  type: "onlyToolsCalled";
  /** Whether the verdict of a trial depends on it. `gating` (the default) and `required` mean the same; `advisory` only reports. */
  role?: "gating" | "advisory" | "required";
  /** Only together with role `advisory`. */
  severity?: "warn";
  toolNames: Array<string>;
}

export interface EvalAssertionPreview {
  iterationId: string;
  results: Array<EvalCheck>;
}

export interface EvalAssertionPreviewRequest {
  assertions: Array<EvalStepAssertion>;
  /** Grades as an assert step right after this step would: on the calls and the reply of its turn. The whole trial when absent. */
  stepId?: string;
}

export interface EvalAssertionResponseContains {
  type: "responseContains";
  /** Whether the verdict of a trial depends on it. `gating` (the default) and `required` mean the same; `advisory` only reports. */
  role?: "gating" | "advisory" | "required";
  /** Only together with role `advisory`. */
  severity?: "warn";
  needle: string;
  /** Whether upper and lower case differ; they do not when absent. */
  caseSensitive?: boolean;
}

export interface EvalAssertionResponseMatches {
  type: "responseMatches";
  /** Whether the verdict of a trial depends on it. `gating` (the default) and `required` mean the same; `advisory` only reports. */
  role?: "gating" | "advisory" | "required";
  /** Only together with role `advisory`. */
  severity?: "warn";
  pattern: string;
}

export interface EvalAssertionResponseNotContains {
  type: "responseNotContains";
  /** Whether the verdict of a trial depends on it. `gating` (the default) and `required` mean the same; `advisory` only reports. */
  role?: "gating" | "advisory" | "required";
  /** Only together with role `advisory`. */
  severity?: "warn";
  needle: string;
  /** Whether upper and lower case differ; they do not when absent. */
  caseSensitive?: boolean;
}

export interface EvalAssertionResponseNotMatches {
  type: "responseNotMatches";
  /** Whether the verdict of a trial depends on it. `gating` (the default) and `required` mean the same; `advisory` only reports. */
  role?: "gating" | "advisory" | "required";
  /** Only together with role `advisory`. */
  severity?: "warn";
  pattern: string;
}

export interface EvalAssertionTokenBudgetUnder {
  type: "tokenBudgetUnder";
  /** Whether the verdict of a trial depends on it. `gating` (the default) and `required` mean the same; `advisory` only reports. */
  role?: "gating" | "advisory" | "required";
  /** Only together with role `advisory`. */
  severity?: "warn";
  tokens: number;
}

export interface EvalAssertionToolAnnotationsPresent {
  type: "toolAnnotationsPresent";
  /** Whether the verdict of a trial depends on it. `gating` (the default) and `required` mean the same; `advisory` only reports. */
  role?: "gating" | "advisory" | "required";
  /** Only together with role `advisory`. */
  severity?: "warn";
  require?: Array<ToolAnnotationHint>;
}

export interface EvalAssertionToolCallCountUnder {
  type: "toolCallCountUnder";
  /** Whether the verdict of a trial depends on it. `gating` (the default) and `required` mean the same; `advisory` only reports. */
  role?: "gating" | "advisory" | "required";
  /** Only together with role `advisory`. */
  severity?: "warn";
  count: number;
  toolName?: string;
}

export interface EvalAssertionToolCalledAtLeastOnce {
  type: "toolCalledAtLeastOnce";
  /** Whether the verdict of a trial depends on it. `gating` (the default) and `required` mean the same; `advisory` only reports. */
  role?: "gating" | "advisory" | "required";
  /** Only together with role `advisory`. */
  severity?: "warn";
  toolName: string;
}

export interface EvalAssertionToolCalledBefore {
  type: "toolCalledBefore";
  /** Whether the verdict of a trial depends on it. `gating` (the default) and `required` mean the same; `advisory` only reports. */
  role?: "gating" | "advisory" | "required";
  /** Only together with role `advisory`. */
  severity?: "warn";
  toolName: string;
  beforeToolName: string;
}

export interface EvalAssertionToolCalledWith {
  type: "toolCalledWith";
  /** Whether the verdict of a trial depends on it. `gating` (the default) and `required` mean the same; `advisory` only reports. */
  role?: "gating" | "advisory" | "required";
  /** Only together with role `advisory`. */
  severity?: "warn";
  toolName: string;
  args: {
    args: Record<string, unknown>;
    /** `partial` when absent: only the listed keys are compared. */
    argumentMatching?: "exact" | "partial" | "ignore";
  };
  minCount?: number;
}

export interface EvalAssertionToolDescriptionsPresent {
  type: "toolDescriptionsPresent";
  /** Whether the verdict of a trial depends on it. `gating` (the default) and `required` mean the same; `advisory` only reports. */
  role?: "gating" | "advisory" | "required";
  /** Only together with role `advisory`. */
  severity?: "warn";
  minLength?: number;
}

export interface EvalAssertionToolErrorNamesInput {
  type: "toolErrorNamesInput";
  /** An observation never decides a trial. */
  role: "advisory";
  /** Only together with role `advisory`. */
  severity?: "warn";
  toolName?: string;
}

export interface EvalAssertionToolInputSchemasWellFormed {
  type: "toolInputSchemasWellFormed";
  /** Whether the verdict of a trial depends on it. `gating` (the default) and `required` mean the same; `advisory` only reports. */
  role?: "gating" | "advisory" | "required";
  /** Only together with role `advisory`. */
  severity?: "warn";
}

export interface EvalAssertionToolLatencyUnder {
  type: "toolLatencyUnder";
  /** Whether the verdict of a trial depends on it. `gating` (the default) and `required` mean the same; `advisory` only reports. */
  role?: "gating" | "advisory" | "required";
  /** Only together with role `advisory`. */
  severity?: "warn";
  ms: number;
  toolName?: string;
}

export interface EvalAssertionToolNamesUnique {
  type: "toolNamesUnique";
  /** Whether the verdict of a trial depends on it. `gating` (the default) and `required` mean the same; `advisory` only reports. */
  role?: "gating" | "advisory" | "required";
  /** Only together with role `advisory`. */
  severity?: "warn";
}

export interface EvalAssertionToolNeverCalled {
  type: "toolNeverCalled";
  /** Whether the verdict of a trial depends on it. `gating` (the default) and `required` mean the same; `advisory` only reports. */
  role?: "gating" | "advisory" | "required";
  /** Only together with role `advisory`. */
  severity?: "warn";
  toolName: string;
}

export interface EvalAssertionToolOutputSchemasPresent {
  type: "toolOutputSchemasPresent";
  /** Whether the verdict of a trial depends on it. `gating` (the default) and `required` mean the same; `advisory` only reports. */
  role?: "gating" | "advisory" | "required";
  /** Only together with role `advisory`. */
  severity?: "warn";
}

export interface EvalAssertionToolResultContains {
  type: "toolResultContains";
  /** Whether the verdict of a trial depends on it. `gating` (the default) and `required` mean the same; `advisory` only reports. */
  role?: "gating" | "advisory" | "required";
  /** Only together with role `advisory`. */
  severity?: "warn";
  needle: string;
  /** Whether upper and lower case differ; they do not when absent. */
  caseSensitive?: boolean;
  toolName?: string;
}

export interface EvalAssertionToolResultMatchesDeclaredSchema {
  type: "toolResultMatchesDeclaredSchema";
  /** Whether the verdict of a trial depends on it. `gating` (the default) and `required` mean the same; `advisory` only reports. */
  role?: "gating" | "advisory" | "required";
  /** Only together with role `advisory`. */
  severity?: "warn";
  toolName?: string;
}

export interface EvalAssertionToolResultMatchesSchema {
  type: "toolResultMatchesSchema";
  /** Whether the verdict of a trial depends on it. `gating` (the default) and `required` mean the same; `advisory` only reports. */
  role?: "gating" | "advisory" | "required";
  /** Only together with role `advisory`. */
  severity?: "warn";
  /** A JSON Schema; references to other documents are not followed. */
  schema: unknown;
  toolName?: string;
}

export interface EvalAssertionToolResultNotContains {
  type: "toolResultNotContains";
  /** Whether the verdict of a trial depends on it. `gating` (the default) and `required` mean the same; `advisory` only reports. */
  role?: "gating" | "advisory" | "required";
  /** Only together with role `advisory`. */
  severity?: "warn";
  needle: string;
  /** Whether upper and lower case differ; they do not when absent. */
  caseSensitive?: boolean;
  toolName?: string;
}

export interface EvalAssertionToolResultSizeUnder {
  type: "toolResultSizeUnder";
  /** Whether the verdict of a trial depends on it. `gating` (the default) and `required` mean the same; `advisory` only reports. */
  role?: "gating" | "advisory" | "required";
  /** Only together with role `advisory`. */
  severity?: "warn";
  maxBytes: number;
  toolName?: string;
}

export interface EvalAssertionTurnCountUnder {
  type: "turnCountUnder";
  /** Whether the verdict of a trial depends on it. `gating` (the default) and `required` mean the same; `advisory` only reports. */
  role?: "gating" | "advisory" | "required";
  /** Only together with role `advisory`. */
  severity?: "warn";
  turns: number;
}

export interface EvalAssertionType {
  type: string;
  description: string;
  stage: string;
  /** It is an observation, which never decides a trial. */
  advisoryOnly: boolean;
  /** It has no meaning in an assert step. */
  trialOnly: boolean;
  /** It needs the complete tool declarations of the servers. */
  needsDeclarations: boolean;
  /** The JSON Schema of an assertion of this type. */
  schema: Record<string, unknown>;
}

export interface EvalAssertionTypes {
  items: Array<EvalAssertionType>;
  /** The standard checks by id, as the checks of a suite take them: add an assertion to enable one, name its id in `suppressedSuiteStandardCheckIds` to suppress it. */
  standardChecks: Array<{
    id: EvalStandardCheckId;
    assertion: EvalAssertion;
  }>;
}

export interface EvalAssertionWidgetNoConsoleErrors {
  type: "widgetNoConsoleErrors";
  /** Whether the verdict of a trial depends on it. `gating` (the default) and `required` mean the same; `advisory` only reports. */
  role?: "gating" | "advisory" | "required";
  /** Only together with role `advisory`. */
  severity?: "warn";
  toolName?: string;
}

export interface EvalAssertionWidgetRenderLatencyUnder {
  type: "widgetRenderLatencyUnder";
  /** Whether the verdict of a trial depends on it. `gating` (the default) and `required` mean the same; `advisory` only reports. */
  role?: "gating" | "advisory" | "required";
  /** Only together with role `advisory`. */
  severity?: "warn";
  ms: number;
  toolName?: string;
}

export interface EvalAssertionWidgetRendered {
  type: "widgetRendered";
  /** Whether the verdict of a trial depends on it. `gating` (the default) and `required` mean the same; `advisory` only reports. */
  role?: "gating" | "advisory" | "required";
  /** Only together with role `advisory`. */
  severity?: "warn";
  toolName?: string;
}

export interface EvalAuthoringCommitRequest {
  /** Writes only these drafts; all that are not rejected when absent. */
  draftIds?: Array<string>;
  /** How a case that repeats another one is treated: not written, written with a warning, or simply written. All but `block` need `overrideReason`. */
  duplicatePolicy?: "block" | "warn" | "create_anyway";
  /** Why repeating a case is intended. Kept as written: no place for secrets. */
  overrideReason?: string;
}

export interface EvalAuthoringJob {
  jobId: string;
  status: "pending" | "completed" | "failed" | "cancelled";
  projectId: string;
  suiteId: string;
  source: "markdown" | "generation" | "agent" | "import";
  phase: "prepare" | "plan" | "draft" | "validate" | "publish";
  generationModel?: string;
  error: string | null;
  warnings: Array<string>;
  drafts: Array<EvalCaseDraft>;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  updatedAt: number;
}

export interface EvalAuthoringJobAccepted {
  kind: "authoringJob";
  jobId: string;
  status: "pending" | "completed" | "failed" | "cancelled";
  /** Why the job stopped; present only on a failed job. */
  error?: string;
  generationModel?: string;
  /** Always empty here: nothing is written until the commit. */
  created?: Array<EvalCase>;
  counts?: {
    normal: number;
    negative: number;
  };
}

export interface EvalAuthoringJobPage {
  items: Array<EvalAuthoringJobSummary>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface EvalAuthoringJobSummary {
  jobId: string;
  status: "pending" | "completed" | "failed" | "cancelled";
  projectId: string;
  suiteId: string;
  source: "markdown" | "generation" | "agent" | "import";
  phase: "prepare" | "plan" | "draft" | "validate" | "publish";
  generationModel?: string;
  error: string | null;
  warnings: Array<string>;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  updatedAt: number;
  origin: EvalDraftOrigin;
  counts: EvalDraftCounts;
  /** The cases that its commits wrote. */
  created: number;
}

export interface EvalBacktest {
  runId: string;
  before: {
    passed: number;
    failed: number;
    evaluatorErrors: number;
    judgePassed: number;
    judgeFailed: number;
  };
  after: {
    passed: number;
    failed: number;
    evaluatorErrors: number;
    judgePassed: number;
    judgeFailed: number;
  };
  /** Results that the draft turns. */
  flips: {
    toPassed: number;
    toFailed: number;
  };
  /** Trials of which nothing was recorded, or that never completed: their results stay, and they are in no count. */
  notReplayed: number;
  /** Criteria of the draft on which the judge was never asked. */
  notJudged: Array<string>;
  iterations: Array<{
    iterationId: string;
    testCaseId: string;
    title: string;
    iterationNumber: number;
    before: {
      result: "passed" | "failed" | null;
      evaluatorError: boolean;
      judgePassed?: boolean | null;
    };
    after: {
      result: "passed" | "failed" | null;
      evaluatorError: boolean;
      judgePassed?: boolean | null;
    };
  }>;
  /** Compared with people's labels, where there are any: the judge where the draft changes the judge, the results otherwise. */
  agreement?: {
    before: EvalAgreement;
    after: EvalAgreement;
  };
  /** There are more trials: send the same draft with this cursor, and add the counts up. */
  continuation?: {
    cursor: string;
  };
}

/** Match options are laid over the match options of every case. */
export interface EvalBacktestRequest {
  /** Instead of the suite's checks. */
  checks?: Array<EvalAssertion>;
  matchOptions?: EvalMatchOptionsInput;
  /** Instead of the judge's; null is none. The judge's recorded opinion decides each criterion: a criterion with another wording was not judged. */
  rubric?: EvalRubric | null;
  /** Instead of the judge's, over the scores that it gave. */
  threshold?: number;
  /** Continues where an answer to the same draft ended. */
  cursor?: string;
}

export interface EvalBranchBaseline {
  /** The baseline is the newest run of this branch with a verdict, passed or failed, before the run that is compared: of the same suite, client and arm, of all cases, and not of a pull request. */
  branch: string;
}

export interface EvalCallComparison {
  matched: Array<{
    /** The place in `expectedToolCalls`. */
    expected: number;
    /** The id of the call: `spanId` in `actualToolCalls`, `id` in the trace. */
    actual: string;
  }>;
  /** The expected tool was called, with other arguments. */
  differing: Array<{
    /** The place in `expectedToolCalls`. */
    expected: number;
    /** The id of the call: `spanId` in `actualToolCalls`, `id` in the trace. */
    actual: string;
    /** JSON Pointers into the arguments, of the values that differ, are missing or are too many. */
    pointers: Array<string>;
  }>;
  /** The expected tool was not called. */
  missing: Array<{
    /** The place in `expectedToolCalls`. */
    expected: number;
  }>;
  /** The call came at another place than expected. */
  outOfOrder: Array<{
    /** The id of the call: `spanId` in `actualToolCalls`, `id` in the trace. */
    actual: string;
    /** The place in `expectedToolCalls`. */
    expected?: number;
    /** The tool that was to be called before it. */
    after?: string;
  }>;
  /** The call was not to be made. */
  extra: Array<{
    /** The id of the call: `spanId` in `actualToolCalls`, `id` in the trace. */
    actual: string;
  }>;
}

export interface EvalCase {
  id: string;
  title: string;
  steps: Array<EvalTestStep>;
  expectedOutput?: string;
  isNegative: boolean;
  /** Empty when the case takes the suite's model, or needs none. */
  models: Array<{
    model: string;
    provider?: string;
  }>;
  matchOptions?: EvalMatchOptions;
  checks?: EvalCaseChecks;
  /** Suppressed standard checks of the suite: the suite's checks of that kind about all tools, of any role and severity. Stored sorted, each once. */
  suppressedSuiteStandardCheckIds?: Array<EvalStandardCheckId>;
  judge?: {
    /** `false` skips the grading of goal completion. */
    enabled?: boolean;
  };
  import?: EvalCaseImportClaim;
  declaredId?: string;
  /** Counts the changes of the case. */
  revision: number;
  /** Trials per run at least; the suite's `minimumIterations` may ask for more. Not used where the suite grades per case. */
  iterations: number;
  /** Trials per run, exactly, where the suite grades per case; refused on a suite that is decided on its accuracy. */
  repetitions?: number;
  /** Fraction of trials that must pass, where the suite grades per case; refused on a suite that is decided on its accuracy. */
  passThreshold?: number;
  scenario?: string;
  /** A label that groups cases in analytics; without blanks at its ends. */
  intent?: string;
  kind?: "capability" | "regression";
  source?: EvalCaseSource;
  advancedConfig?: {
    failOnToolError?: boolean;
  };
  createdAt?: number | null;
  updatedAt?: number | null;
}

export interface EvalCaseChecks {
  /** `inherit`: the suite's checks; `replace`: this list; `extend`: the suite's, then this list. */
  mode: "inherit" | "replace" | "extend";
  /** None when absent. */
  list?: Array<EvalAssertion>;
}

export interface EvalCaseCreateRequest {
  title: string;
  /** An id of the caller's own, unique within the suite; one is made when absent. */
  id?: string;
  steps: Array<EvalTestStep>;
  expectedOutput?: string;
  scenario?: string;
  /** Trials per run at least; the suite's `minimumIterations` may ask for more. Not used where the suite grades per case. */
  iterations?: number;
  /** Trials per run, exactly, where the suite grades per case; refused on a suite that is decided on its accuracy. */
  repetitions?: number;
  /** Fraction of trials that must pass, where the suite grades per case; refused on a suite that is decided on its accuracy. */
  passThreshold?: number;
  /** The case passes when no tool is called. */
  isNegative?: boolean;
  /** A label that groups cases in analytics; without blanks at its ends. */
  intent?: string;
  kind?: "capability" | "regression";
  /** Empty when the case takes the suite's model, or needs none. */
  models?: Array<{
    model: string;
    provider?: string;
  }>;
  matchOptions?: EvalMatchOptionsInput | null;
  checks?: EvalCaseChecks | null;
  judge?: {
    /** `false` skips the grading of goal completion. */
    enabled?: boolean;
  } | null;
  import?: EvalCaseImportClaim;
  source?: EvalCaseSource;
  /** Suppressed standard checks of the suite: the suite's checks of that kind about all tools, of any role and severity. Stored sorted, each once. */
  suppressedSuiteStandardCheckIds?: Array<EvalStandardCheckId>;
  advancedConfig?: {
    /** Whether a tool error fails the trial; true when absent. */
    failOnToolError?: boolean;
  };
}

/** `passRate` is passed of eligible trials, `completionRate` completed of attempted ones, `observedStability` the larger of passed and failed of eligible ones. */
export interface EvalCaseDecision {
  caseId: string;
  configuredTrials: number;
  attemptedTrials: number;
  eligibleTrials: number;
  passedTrials: number;
  failedTrials: number;
  /** Fraction of eligible trials that must pass. */
  effectivePassThreshold: number;
  passRate: EvalMeasuredRate;
  completionRate: EvalMeasuredRate;
  observedStability: EvalMeasuredRate;
  /** Some trials passed and some failed. */
  mixedVerdict: boolean;
  verdict: "passed" | "failed" | "inconclusive";
  reason: EvalDecisionReason;
  /** Absent for a case that takes no model. */
  executionVariant?: {
    model: string;
    provider?: string;
  };
}

export interface EvalCaseDraft {
  version: 1;
  draftId: string;
  revision: number;
  case: {
    title: string;
    /** Steps of a case; some may be incomplete. */
    steps: Array<unknown>;
    expectedOutput?: string;
    isNegativeTest: boolean;
    runs: number;
    models: Array<{
      model: string;
      provider?: string;
    }>;
    scenario?: string;
    checks?: EvalCaseChecks;
    matchOptions?: EvalMatchOptions;
  };
  source?: EvalCaseSource;
  issues: Array<{
    code: "missing_expectation" | "missing_prerequisite" | "unclear_expectation" | "unsupported_workflow" | "unknown_tool" | "invalid_arguments" | "missing_evidence" | "argument_guessed";
    message: string;
    stepId?: string;
    blocking: boolean;
    origin: "model" | "validation";
    guess?: EvalGuessedArgument;
    resolution?: string;
  }>;
  evidenceNotes: Array<string>;
  /** What the model added that the source does not say; a person has to accept it. */
  additions: Array<{
    id: string;
    path: string;
    explanation: string;
  }>;
  review: "required" | "accepted";
  /** The decision of a person; absent before it. A rejected draft is never written. */
  decision?: "kept" | "rejected";
  trial?: EvalDraftTrial;
}

export interface EvalCaseDraftEntry {
  jobId: string;
  source: "markdown" | "generation" | "agent" | "import";
  origin: EvalDraftOrigin;
  generationModel?: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  draft: EvalCaseDraft;
  /** Values for guessed arguments that the suite's cases call the tool with, at most 5 for each guess. */
  choices: Array<EvalDraftChoice>;
  /** The case of the suite that shares most words with the draft, if at least 0.5 of them. */
  nearest?: {
    caseId: string;
    title: string;
    /** From 0 to 1. */
    sharedWords: number;
  };
}

export interface EvalCaseDraftPage {
  items: Array<EvalCaseDraftEntry>;
  /** Absent on the last page. */
  nextCursor?: string;
  counts?: EvalDraftCounts;
}

export interface EvalCaseDraftReviewRequest {
  /** The draft's `revision` that was read; a CONFLICT when the draft was reviewed since. */
  expectedRevision: number;
  resolutions?: Array<{
    /** Its place in `issues`, from 0. */
    issue: number;
    /** Why the issue need not block the draft. */
    resolution: string;
  }>;
  /** Values for guessed arguments; an answered guess is resolved. */
  answers?: Array<{
    /** An issue with a `guess`, by its place in `issues`, from 0. */
    issue: number;
    /** Replaces the guess in each of its places, and in prompts that name it. */
    value: unknown;
  }>;
  /** Ids of additions that are accepted. */
  acceptAdditions?: Array<string>;
  case?: EvalDraftedCasePatch;
  decision?: "kept" | "rejected" | null;
}

export interface EvalCaseDraftTryRequest {
  /** Values for guessed arguments, for this trial alone: the draft keeps its guesses. */
  answers?: Array<{
    /** An issue with a `guess`, by its place in `issues`, from 0. */
    issue: number;
    /** Replaces the guess in each of its places, and in prompts that name it. */
    value: unknown;
  }>;
}

export interface EvalCaseDrafted {
  jobId: string;
  suiteId: string;
  draft: EvalCaseDraft;
}

export interface EvalCaseEvaluation {
  iterationId: string;
  /** Which trial of its case this is, from 1. */
  iterationNumber: number;
  model: string | null;
  status: "pending" | "running" | "completed" | "failed" | "cancelled" | "timed_out" | "setup_failed" | "skipped";
  result: "passed" | "failed" | null;
  durationMs: number | null;
  /** The part whose failure kept the trial from completing: the MCP server, the model provider, this installation, or a cassette without an answer. */
  failureSource?: "server" | "provider" | "platform" | "cassette";
  error: string | null;
  errorCode?: string;
  chain: EvalStageChain;
  /** What to try next, in one sentence; of a trial that ran and did not pass. */
  nextAction?: string;
  /** A gating assertion could not be graded, or a step could not be done here, so the result says nothing about the server. */
  evaluatorError: boolean;
  checks: Array<EvalCheck>;
  /** Why the trial fails even if its checks passed: a tool error, a call that was not expected, a step that was not reached. */
  faults: Array<{
    kind: string;
    reason: string;
    /** What was expected: `a result that contains "in transit"`. Of a failed assertion or fault. */
    expected?: string;
    /** What came instead, in which words of the server may stand. */
    came?: string;
    /** The reason in a few words, where there are some. */
    brief?: string;
    place?: EvalEvidencePlace;
    /** The error lies with this installation, so it says nothing about the server. */
    evaluatorError?: true;
  }>;
  scores: Array<{
    scorerId: string;
    status: string;
  }> | null;
  /** All opinions of judges, the newest first. */
  opinions: Array<{
    status: "pending" | "scored" | "error" | "skipped";
    /** Whether it counted in the result. */
    gating: boolean;
    score: number | null;
    passed: boolean | null;
    reason: string | null;
    criteria: Array<{
      id: string;
      met: boolean;
      reason: string;
    }>;
    /** Claims of the reply that no evidence of the trial supports. */
    unsupportedClaims: Array<string>;
    judgeVersion: string;
    model: string;
    threshold: number;
    /** Milliseconds since the epoch. */
    askedAt: number;
  }>;
  labels: Array<{
    userId: string;
    verdict: "passed" | "failed";
    note?: string;
    /** Milliseconds since the epoch. */
    updatedAt: number;
  }>;
}

export interface EvalCaseEvaluationPage {
  items: Array<EvalCaseEvaluation>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface EvalCaseFromSessionRequest {
  /** A chat session of the project that the caller may read, or one of a study. */
  sessionId: string;
  /** The turns to take, in the order of the session; all that ended when absent. */
  turnIds?: Array<string>;
  /** The title of the session by default. */
  title?: string;
}

export interface EvalCaseGenerateRequest {
  /** Ids or names of the suite's servers; all of them when absent. Not together with `environmentId`. */
  servers?: Array<string>;
  environmentId?: string;
  /** The models of the cases that are made. */
  caseModels?: Array<{
    model: string;
    provider?: string;
  }>;
  /** Writes nothing: every draft stays on the job until it is committed, and the answer is 202 with the job. Every doubt then blocks its draft. */
  hold?: boolean;
  /** Same as the Idempotency-Key header, which wins. */
  idempotencyKey?: string;
  /** Not used when `caseMix` asks for anything. */
  mode?: "normal" | "negative";
  /** How many cases of each kind. */
  caseMix?: {
    simple?: number;
    multiTool?: number;
    multiTurn?: number;
    complex?: number;
    negative?: number;
  };
  /** Prompts as different people would write them. */
  varyUserStyles?: boolean;
}

export interface EvalCaseImportClaim {
  /** `exact`: mapped one to one, as `note` says; `approximated`: a person must approve it for every run; `unsupported`: this format cannot express it; `unresolved`: it refers to an object that the live target does not have. The last two cannot run. */
  status: "exact" | "approximated" | "unsupported" | "unresolved";
  sourceCaseKey?: string;
  /** Required when `status` is `exact`. Kept as written: no place for secrets. */
  note?: string;
}

export interface EvalCaseImportRequest {
  /** Ids or names of the suite's servers; all of them when absent. Not together with `environmentId`. */
  servers?: Array<string>;
  environmentId?: string;
  /** The models of the cases that are made. */
  caseModels?: Array<{
    model: string;
    provider?: string;
  }>;
  /** Writes nothing: every draft stays on the job until it is committed, and the answer is 202 with the job. Every doubt then blocks its draft. */
  hold?: boolean;
  /** Same as the Idempotency-Key header, which wins. */
  idempotencyKey?: string;
  /** The document, at most 102400 bytes of UTF-8. */
  content: string;
  fileName?: string;
  /** How a case that repeats another one is treated: not written, written with a warning, or simply written. All but `block` need `overrideReason`. */
  duplicatePolicy?: "block" | "warn" | "create_anyway";
  /** Why repeating a case is intended. Kept as written: no place for secrets. */
  overrideReason?: string;
}

export interface EvalCaseImported {
  kind: "cases";
  jobId: string;
  generationModel: string;
  created: Array<EvalCase>;
  counts: {
    normal: number;
    negative: number;
  };
  /** The issues that did not keep a draft from being written, by its case: such as arguments that are guesses. */
  issues?: Array<{
    caseId: string;
    issues: Array<{
      code: "missing_expectation" | "missing_prerequisite" | "unclear_expectation" | "unsupported_workflow" | "unknown_tool" | "invalid_arguments" | "missing_evidence" | "argument_guessed";
      message: string;
      stepId?: string;
      blocking: boolean;
      origin: "model" | "validation";
      guess?: EvalGuessedArgument;
      resolution?: string;
    }>;
  }>;
  skipped?: Array<{
    title: string;
    /** `CODE: message`, or a message. */
    error: string;
    draftId: string;
  }>;
  /** Opens the skipped drafts; present only when something was skipped. */
  reviewUrl?: string;
}

export interface EvalCasePage {
  items: Array<EvalCase>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface EvalCasePreview {
  caseId: string;
  /** In their order, at most 100. */
  trials: Array<{
    iterationId: string;
    iterationNumber: number;
    model: string | null;
    result: "passed" | "failed" | null;
    wouldPass: boolean | null;
    /** In the order of the assertions. */
    results: Array<EvalCheck>;
  }>;
  /** Trials that are left out: nothing of them was kept. */
  withoutRecording: number;
}

export interface EvalCasePreviewRequest {
  assertions: Array<{
    assertion: EvalStepAssertion;
    /** Grades as an assert step right after this step of the recorded case would. The whole trial when absent, or when the recorded case has no such step. */
    afterStepId?: string;
  }>;
}

export interface EvalCaseSource {
  format: "markdown";
  /** A model proposed the case and a person reviewed it. */
  method: "ai";
  fileName: string;
  /** SHA-256 of the document's bytes, in lowercase hex. */
  fileHash: string;
  /** The lines as they stand in the document. */
  excerpt: string;
  startLine: number;
  /** Inclusive, and never less than `startLine`. */
  endLine: number;
  extractorVersion: string;
}

export interface EvalCaseToolUse {
  suiteId: string;
  suiteName: string;
  caseId: string;
  title: string;
  toolName: string;
  /** Whether a step calls it; otherwise assertions alone name it, and a model decides. */
  isCalled: boolean;
  /** The names of the arguments that it is called with. */
  arguments: Array<string>;
}

export interface EvalCaseToolUsePage {
  items: Array<EvalCaseToolUse>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface EvalCaseUpdateRequest {
  title?: string;
  steps?: Array<EvalTestStep>;
  expectedOutput?: string | null;
  scenario?: string | null;
  /** Trials per run at least; the suite's `minimumIterations` may ask for more. Not used where the suite grades per case. */
  iterations?: number;
  repetitions?: number | null;
  passThreshold?: number | null;
  isNegative?: boolean;
  intent?: string | null;
  kind?: "capability" | "regression" | null;
  /** Empty when the case takes the suite's model, or needs none. */
  models?: Array<{
    model: string;
    provider?: string;
  }>;
  matchOptions?: EvalMatchOptionsInput | null;
  checks?: EvalCaseChecks | null;
  judge?: {
    /** `false` skips the grading of goal completion. */
    enabled?: boolean;
  } | null;
  import?: EvalCaseImportClaim | null;
  /** Suppressed standard checks of the suite: the suite's checks of that kind about all tools, of any role and severity. Stored sorted, each once. */
  suppressedSuiteStandardCheckIds?: Array<EvalStandardCheckId>;
  advancedConfig?: {
    /** Whether a tool error fails the trial; true when absent. */
    failOnToolError?: boolean;
  } | null;
  /** The `revision` that was read; a CONFLICT when the case was changed since. */
  expectedRevision?: number;
}

export interface EvalCaseUpsert {
  committed: Array<{
    id: string;
    name: string;
  }>;
  failed: Array<{
    id?: string;
    name: string;
    error: string;
  }>;
}

export interface EvalCaseWarning {
  code: string;
  message: string;
}

export interface EvalCasesBatchCreateRequest {
  /** An invalid one is reported in `failed`. */
  cases: Array<unknown>;
  /** `block` (the default), `warn` or `create_anyway`; any other value reads as `block` and is reported. */
  duplicatePolicy?: string;
  /** Why repeating a case is intended. Kept as written: no place for secrets. */
  overrideReason?: string;
}

export interface EvalCasesBatchResult {
  created: Array<{
    index: number;
    id: string;
    declaredId?: string;
    title: string;
    /** An earlier request with the same key wrote it. */
    replayed: boolean;
    warnings?: Array<EvalCaseWarning>;
  }>;
  failed: Array<{
    index: number;
    title?: string;
    declaredId?: string;
    code: "INVALID_ITEM" | "INVALID_CASE_ID" | "DUPLICATE_CASE_ID" | "DUPLICATE_IDEMPOTENCY_KEY" | "IDEMPOTENCY_CONFLICT" | "DUPLICATE_CONTENT" | "OVERRIDE_REASON_REQUIRED" | "INVALID_CASE" | "INVALID_IMPORT" | "UNSTORABLE_ITEM" | "ITEM_TOO_LARGE";
    message: string;
  }>;
  duplicatePolicy: {
    requestedPolicy?: string;
    /** How a case that repeats another one is treated: not written, written with a warning, or simply written. All but `block` need `overrideReason`. */
    effectivePolicy: "block" | "warn" | "create_anyway";
    coerced: boolean;
  };
  warnings?: Array<EvalCaseWarning>;
}

/** The cases that the run leaves out, because their import is `unsupported` or `unresolved`; `requireAllCases` refuses such a launch. Absent when there is none. */
export interface EvalCasesLeftOut {
  count: number;
  /** The first 20; `import.note` of a case says what was lost. */
  cases: Array<{
    testCaseId: string;
    title: string;
    status: "unsupported" | "unresolved";
  }>;
  /** For people: "2 cases were left out", and which. */
  message: string;
}

/** The cases that nothing decides: no gating assertion, no gating judge, no tool call step that has to succeed, no bound on extra calls, and the case is not negative. Absent when there is none. When it is every case, the run has no verdict: `gradingNotConfigured`. Results of ingested runs decide. */
export interface EvalCasesWithoutGrading {
  count: number;
  /** Of all cases of the run. */
  total: number;
  /** The first 20. */
  cases: Array<{
    testCaseId: string;
    title: string;
    reason: EvalGradingGap;
  }>;
  /** For people: "3 of 12 cases decide nothing", and which. */
  message: string;
}

export interface EvalCassette {
  id: string;
  suiteId: string;
  runId: string;
  name: string;
  /** Counts the suite's cassettes from 1. */
  version: number;
  format: number;
  /** SHA-256 of the recording without latencies: equal traffic has an equal hash. */
  contentHash: string;
  /** Recorded outcomes, of all calls. */
  calls: number;
  /** Of its JSON. */
  bytes: number;
  /** The recording is incomplete: a result was too large to be kept, a call was made more than 50 times, or the whole is over 64 MB. */
  cut: boolean;
  /** Not in lists. */
  servers?: Array<{
    serverName: string;
    tools: number;
  }>;
  /** Not in lists. */
  tools?: Array<{
    serverName: string;
    toolName: string;
    /** Calls with different arguments. */
    distinctCalls: number;
    outcomes: number;
  }>;
  /** Milliseconds since the epoch. */
  createdAt: number;
}

export interface EvalCassetteInput {
  /** `record` keeps the tool calls of the run, secrets masked, as a cassette; `replay` answers every call from a cassette and connects to nothing; `replayWrites` answers from it all but calls of tools whose annotations say `readOnlyHint`, which are made. Servers are called live when there is no cassette. */
  mode: "record" | "replay" | "replayWrites";
  /** Which one to replay; required for a replay, and not allowed otherwise. */
  cassetteId?: string;
}

export interface EvalCassettePage {
  items: Array<EvalCassette>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface EvalCheck {
  type: string;
  source: "step" | "case" | "suite";
  stepId?: string;
  /** Whether the verdict of the trial depends on it. `required` is the word of `x-assay-eval-vocabulary: 2` for `gating`. */
  role: "gating" | "advisory" | "required";
  stage: string;
  /** `error`: the evidence was missing or unusable, so nothing is said about the server. */
  status: "passed" | "failed" | "error" | "not_applicable";
  reason: string;
  /** What was expected: `a result that contains "in transit"`. Of a failed assertion or fault. */
  expected?: string;
  /** What came instead, in which words of the server may stand. */
  came?: string;
  /** The reason in a few words, where there are some. */
  brief?: string;
  place?: EvalEvidencePlace;
  /** The verdict was reached on a live page while the trial ran; a regrade keeps it. */
  live?: true;
}

/** The written cases, or the job when there is nothing to commit. */
export type EvalCommitReply = EvalCaseImported | EvalAuthoringJobAccepted;

export interface EvalConfigurationChange {
  /** JSON Pointers into one document with `environment`, `client` (with its `config`), `model`, `systemPrompt`, `temperature`, `toolApproval`, `maxSteps`, `gradingVersion`, and by id `servers`, `plugins` and `skills`; empty when nothing differs. A server whose surface was another in the two runs is listed with the grades of the differences: `/servers/…/surface/breaking`, `affectsModels`, `additive` and `cosmetic`. */
  changed: Array<string>;
  /** Present when other versions of the grading rules judged the two runs: regrade the older one to compare them by the same rules. */
  gradingVersion?: {
    base: number;
    compare: number;
  };
  /** The servers whose surface was another in the two runs. */
  surfaces?: Array<EvalRunSurfaceDifference>;
}

export interface EvalConfigurationItem {
  part: "tested" | "connected" | "graded" | "launched";
  /** A stable name: `suite`, `model`, or `server/` and the id of a server. */
  field: string;
  /** For people; of a server its name. */
  label: string;
  value: string | null;
  baseValue?: string | null;
  /** Also where the words are the same: of a client, the cases and the assertions, the whole is compared. */
  differs: boolean;
}

export type EvalDecisionReason = "configuredTrialsNotAttempted" | "noGradeableTrials" | "eligibleTrialsBelowMinimum" | "completionRateBelowMinimum" | "completionRateNotMeasured" | "evaluatorErrorRateAboveMaximum" | "evaluatorErrorRateNotMeasured" | "caseHasNoEligibleTrials" | "casePassRateMetThreshold" | "casePassRateBelowThreshold" | "allMeasuredCasesMetThreshold";

/** Not on a page that a cursor reached. */
export interface EvalDecisionSteps {
  configured: {
    trials: number;
    /** Of one case. */
    fewest: number;
    /** Of one case. */
    most: number;
  };
  tried: {
    trials: number;
    /** Skipped, cancelled, not needed, or not ended. */
    leftOut: number;
  };
  counted: {
    trials: number;
    /** Excluded: they say nothing about the server. */
    leftOut: number;
  };
  passed: {
    trials: number;
    failed: number;
  };
  /** Cases with their models, by `outcome` as the list of the run has them. */
  cases: {
    total: number;
    passed: number;
    failed: number;
    undecided: number;
    open: number;
    /** Some of its trials passed and some failed. */
    mixed: number;
  };
}

export interface EvalDeleted {
  id: string;
  deleted: true;
}

export interface EvalDiagnostic {
  iterationId: string;
  iterationNumber: number;
  /** The id under which a file declares the case, or a reporter its own. */
  caseId?: string;
  testCaseId?: string;
  title?: string;
  status: string;
  result?: "passed" | "failed";
  chain: EvalStageChain;
  expected?: {
    toolNames: Array<string>;
  };
  observed?: {
    toolNames?: Array<string>;
    failure?: string;
  };
  evidence: {
    runId: string;
    iterationId: string;
    stage?: EvalStage;
    spanIds?: Array<string>;
    promptIndexes?: Array<number>;
    reasons?: Array<string>;
    /** Append to the API's base URL to read the trace. */
    tracePath: string;
  };
  /** What to try next, in one sentence. */
  nextAction: string;
}

export interface EvalDraftChoice {
  /** The place of the guess in `issues`, from 0. */
  issue: number;
  value: unknown;
  /** At most 3 cases. */
  seenIn: Array<{
    caseId: string;
    title: string;
  }>;
}

/** Of a list: of all drafts of the suite, on its first page. */
export interface EvalDraftCounts {
  /** Not written; the sum of the next three. */
  drafts: number;
  /** Without a decision. */
  open: number;
  kept: number;
  rejected: number;
  /** Of the open ones: something blocks them. */
  doubtful: number;
}

export interface EvalDraftOrigin {
  /** A `recording` is a recorded iteration or a call that another part of the product proposed. */
  kind: "tools" | "document" | "session" | "recording";
  /** The names of the servers that were asked. */
  servers?: Array<string>;
  fileName?: string;
  sessionId?: string;
}

/** The latest trial of the draft; gone when its case is changed, while an answered guess leaves it. */
export interface EvalDraftTrial {
  /** Milliseconds since the epoch. */
  triedAt: number;
  /** `undecided`: an assertion that decides could not be judged. */
  outcome: "passed" | "failed" | "undecided";
  durationMs: number;
  calls: Array<{
    stepId: string;
    serverId: string;
    serverName: string;
    toolName: string;
    /** As they were sent, masked. */
    arguments: Record<string, unknown>;
    /** Masked; absent without one, and when larger than 16 kB. */
    result?: Record<string, unknown>;
    error?: {
      code: string;
      message: string;
    };
    /** The tool reported an error, or the call failed. */
    isError: boolean;
    durationMs: number;
  }>;
  checks: Array<{
    /** Absent for a check of the whole trial. */
    stepId?: string;
    type: string;
    role: "gating" | "advisory";
    status: "passed" | "failed" | "error" | "not_applicable";
    reason: string;
  }>;
  /** What else failed it, such as a tool error. */
  faults: Array<string>;
}

export interface EvalDraftedCasePatch {
  title?: string;
  steps?: Array<EvalTestStep>;
  expectedOutput?: string | null;
  runs?: number;
  isNegativeTest?: boolean;
}

export interface EvalEarlyStopping {
  errorRate: number;
  margin: number;
}

/** Ends a case before its last trial when its verdict is settled (Wald's sequential probability ratio test). Needs a suite that grades per case. */
export interface EvalEarlyStoppingInput {
  /** How often a case, or a target, that ends early may get the wrong verdict, in either direction; 0.05 when absent. */
  errorRate?: number;
  /** How far from its threshold the true pass rate of a case, or of a target, has to be for the error rate to hold; 0.15 when absent. */
  margin?: number;
}

export interface EvalEvidencePlace {
  /** The span, which has the id of its tool call. */
  spanId?: string;
  /** The message of the conversation, in `messages`. */
  messageIndex?: number;
  /** The message on the wire, in `wire`. */
  wireIndex?: number;
  /** The part of the tool call. */
  part?: "arguments" | "result" | "error";
  /** JSON Pointer into the part; empty for the whole of it. */
  pointer?: string;
  /** Of the text there, or of the content of the message, in UTF-16 code units; `end` is exclusive. */
  range?: {
    start: number;
    end: number;
  };
}

export type EvalFailureCategory = "setup" | "metadata" | "selection" | "arguments" | "serverData" | "userValue" | "evaluator";

export interface EvalFailureCauses {
  /** In the latest finished run of each suite. */
  failedTrials: number;
  /** At most 50, by their failed trials. A case is counted where its first failure is. */
  causes: Array<{
    stage: EvalStage | null;
    assertion: string | null;
    reason: string | null;
    suiteIds: Array<string>;
    cases: number;
    /** Of these cases, for any reason. */
    failedTrials: number;
    /** The oldest run in which one of these cases failed like this, among the newest 10 finished runs of its suite. */
    first: {
      suiteId: string;
      runId: string;
      runNumber: number;
    };
  }>;
}

/** The interval of the observed rate, or of the difference of rates. */
export type EvalGateInterval = EvalGateIntervalRate | EvalGateIntervalDifference;

export interface EvalGateIntervalDifference {
  kind: "difference";
  confidence: number;
  lower: number;
  upper: number;
}

export interface EvalGateIntervalRate {
  kind: "rate";
  /** How often such an interval covers the true rate: 0.95. */
  confidence: number;
  lower: number;
  upper: number;
}

/** The quality gate of a suite or of one launch. `noDeterministicRegressions`, `maximumP95LatencyIncreaseMs` and `passRateRegression` compare a run with a baseline: the one that its launch named, else the one of `baseline`, else the newest completed run before it with the same client and arm. */
export interface EvalGatePolicy {
  /** Fraction 0..1 of the gradeable trials; a percent is refused. */
  minimumPassRate?: number;
  /** Of all trials together. Every ceiling may be reached. */
  maximumTotalTokens?: number;
  /** The 95th percentile of how long trials took, between ranks by linear interpolation. */
  maximumP95LatencyMs?: number;
  /** Of the model calls of all trials; the price of each has to be known. */
  maximumCostUsd?: number;
  /** Every gating assertion could be graded. */
  noGatingScoreErrors?: boolean;
  /** By scorer id: fraction of its results that passed, errors included in the whole. */
  minimumScorerPassRate?: Record<string, number>;
  /** By scorer id: the mean of its scores. */
  minimumMeanScore?: Record<string, number>;
  /** No gating assertion that a case passed in the baseline fails now. */
  noDeterministicRegressions?: boolean;
  /** Over the baseline. */
  maximumP95LatencyIncreaseMs?: number;
  /** The pass rate did not drop against the baseline by more than noise: the 95 % interval of the difference reaches 0. */
  passRateRegression?: {
    /** Gradeable trials that either run needs; 5 when absent. */
    minSampleSize?: number;
    /** The smallest drop that counts, as a fraction; 0.01 when absent. */
    minEffectSize?: number;
  };
  baseline?: EvalBranchBaseline;
  /** The name of the gate in sentences about it. */
  name?: string;
}

export interface EvalGateReport {
  /** The decision of the gate in one sentence. Plain text. */
  sentence: string;
  /** The rules that did not hold, in words, and the reason of a waiver. Plain text, in which words of servers and people may stand; empty where nothing is to add. */
  because: string;
  runId: string;
  suiteId: string;
  /** `usage_error` when any rule is one, else `failed` when any failed, else `incomplete` when any was non-gateable. */
  outcome: "passed" | "failed" | "incomplete" | "usage_error";
  verdicts: Array<EvalGateVerdict>;
  scoreIntegrity: "valid" | "invalid" | "unknown";
  /** Cases of which some trials passed and some failed, by their key. */
  flakyCases: Array<string>;
  policy: EvalGatePolicy;
  baseline: EvalRunBaseline | null;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** A waiver is in force. It leaves the outcome as it is. */
  waived: boolean;
  waiver: EvalGateWaiver | null;
}

export interface EvalGateTrial {
  suiteId: string;
  policy: EvalGatePolicy | null;
  /** Oldest first. */
  runs: Array<{
    runId: string;
    runNumber: number;
    /** Milliseconds since the epoch. */
    createdAt: number;
    /** The verdict of the run, which no gate changes. */
    verdict: "passed" | "failed" | "inconclusive" | "notEstablished";
    passRate: number | null;
    /** `usage_error` when any rule is one, else `failed` when any failed, else `incomplete` when any was non-gateable. */
    outcome: "passed" | "failed" | "incomplete" | "usage_error";
    /** The decision of the gate in one sentence. Plain text. */
    sentence: string;
    /** The rules that did not hold, in words, and the reason of a waiver. Plain text, in which words of servers and people may stand; empty where nothing is to add. */
    because: string;
    verdicts: Array<EvalGateVerdict>;
    baseRunId: string | null;
  }>;
  /** How many of them a rule of the gate fails. */
  stopped: number;
  /** Fewer runs were tried than there are, because they have very many trials. */
  isTruncated: boolean;
}

export interface EvalGateTrialRequest {
  gate?: EvalGatePolicy;
  /** How many of the newest finished runs; 10 when absent. */
  runs?: number;
}

/** The texts are plain text; a narrow no-break space stands before a unit and between groups of digits. */
export interface EvalGateVerdict {
  /** The rule, as the policy names it. */
  gate: string;
  /** What the rule measures, in a word or two: `pass rate`. */
  label: string;
  scorerId?: string;
  /** `non_gateable`: the measure that the rule needs is missing; `usage_error`: the rule makes no sense as written. */
  status: "passed" | "failed" | "non_gateable" | "usage_error";
  /** In words. */
  message: string;
  observed?: number;
  /** The observed value with its unit: `61 %`. */
  observedText?: string;
  threshold?: number;
  /** The bound with its unit: `at least 90 %`. */
  thresholdText?: string;
  /** How far the observed value is on the allowed side of the bound; negative beyond it. */
  margin?: number;
  /** The margin with its unit: `6 too many`, `1 510 ms to spare`. */
  marginText?: string;
  /** What else decides it, in a few words: the interval, the first regression, or why nothing was measured. Words of a server may stand in it. */
  note?: string;
  interval?: EvalGateInterval;
}

export interface EvalGateWaiver {
  id: string;
  suiteId: string;
  runId: string | null;
  reason: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
  /** Milliseconds since the epoch. */
  createdAt: number;
  createdBy: string;
  createdByEmail: string | null;
  revokedAt: number | null;
  revokedBy: string | null;
  /** Neither revoked nor expired. */
  active: boolean;
  policySnapshot: {
    /** Percent of trials that the run had to pass. */
    minimumPassRate: number;
  } | null;
}

/** The waiver that is in force already. */
export interface EvalGateWaiverConflict {
  code: "CONFLICT";
  message: string;
  status: "conflict";
  /** How many checks of a code host were updated; 0 while none is connected. */
  republishedChecks: number;
  waiver: EvalGateWaiver;
}

/** `waiver` is the one in force. */
export interface EvalGateWaiverRead {
  waiver: EvalGateWaiver | null;
  /** Every waiver that the run ever had, newest first. */
  history: Array<EvalGateWaiver>;
}

export interface EvalGateWaiverRequest {
  /** Not blank. Kept as written: no place for secrets. */
  reason: string;
  /** Milliseconds since the epoch; in the future, at most 30 days ahead. */
  expiresAt: number;
}

export interface EvalGateWaiverWritten {
  status: "created" | "conflict" | "revoked" | "already_revoked";
  /** How many checks of a code host were updated; 0 while none is connected. */
  republishedChecks: number;
  waiver: EvalGateWaiver;
}

/** `noAssertion`: the case asserts nothing. `advisoryOnly`: all of its assertions are advisory. `expectedOutputNotRead`: it has an expected output, and no judge that decides reads it. */
export type EvalGradingGap = "noAssertion" | "advisoryOnly" | "expectedOutputNotRead";

export interface EvalGuessedArgument {
  toolName: string;
  /** A property of the tool's input schema. */
  argument: string;
  /** As it stands in the draft. */
  value: unknown;
  /** How it was made: `listed` took a value of such a name from a list tool of the server, `pattern` the shortest text that fits the pattern of the schema, `type` the smallest value of its type. */
  how: "listed" | "pattern" | "type";
  /** Each place of the value. */
  pointers: Array<string>;
}

export interface EvalImportApproval {
  testCaseId: string;
  /** Kept as written: no place for secrets. */
  reason: string;
}

/** An uploaded file to read the results from, in place of `results`. */
export interface EvalIngestArtifact {
  /** What the upload was answered. */
  storageId: string;
  /** JUnit XML, or the JSON that the `json` reporter of Jest or Vitest writes. */
  format: "junit" | "jest" | "vitest";
}

export interface EvalIngestCapabilities {
  protocolVersion: 1;
  artifactFormats: Array<"junit" | "jest" | "vitest">;
  /** `report`: all at once; `chunks`: start, iterations, finalize; `artifact`: an uploaded file. */
  modes: Array<"report" | "chunks" | "artifact">;
  limits: {
    /** Results of one run. */
    resultsPerRun: number;
    /** Bytes of one request with results. */
    bodyBytes: number;
    /** Bytes of an uploaded file. */
    artifactBytes: number;
  };
}

export interface EvalIngestFinalize {
  runId?: string;
  /** The run's id at its source; this or `runId` is needed. */
  externalRunId?: string;
}

/** With `results`, or with an `artifact`. */
export interface EvalIngestIterations {
  runId: string;
  results?: Array<EvalIngestResult>;
  artifact?: EvalIngestArtifact;
}

/** With `results`, or with an `artifact`. */
export interface EvalIngestReport {
  /** The suite that the run is filed under. It is made, without cases, when the project has none of that name. Characters that no name may hold are replaced by blanks. */
  suiteName: string;
  suiteDescription?: string;
  /** The servers that were tested; names of saved ones become the run's. */
  serverNames?: Array<string>;
  /** Not kept: they may hold credentials. */
  serverReplayConfigs?: Array<unknown>;
  /** The name of the run, with the same replacements. */
  name?: string;
  notes?: string;
  passCriteria?: {
    /** Percent of trials that must pass; 100 when absent. */
    minimumPassRate?: number;
  };
  /** The run's id at its source, unique in the project: a start or a report that is sent again finds the same run. */
  externalRunId?: string;
  framework?: string;
  /** The program that made the run. */
  launcher?: {
    kind: "cli" | "mcp" | "github_action";
    client?: string;
    version?: string;
  };
  /** The CI job. Same as the `x-assay-ci` header; this field wins. */
  ci?: {
    provider?: string;
    pipelineId?: string;
    jobId?: string;
    runUrl?: string;
    branch?: string;
    commitSha?: string;
    pullRequest?: string;
    targetBranch?: string;
    commitMessage?: string;
    commitAuthor?: string;
  };
  /** The number of trials that the run is to have. A run that ends with fewer has no verdict. */
  expectedIterations?: number;
  tags?: Array<string>;
  evaluationConfigHash?: string;
  /** Its `hostStyle` and `modelId` are shown as the run's client; the rest is not kept. */
  hostConfig?: {
    hostStyle?: string;
    modelId?: string;
  };
  hostConfigHash?: string;
  results?: Array<EvalIngestResult>;
  artifact?: EvalIngestArtifact;
}

export interface EvalIngestResult {
  caseTitle: string;
  /** The verdict. It is accepted as reported; the comparison of the calls with the expected ones is reported beside it. */
  passed: boolean;
  /** The trial did not run: it counts neither as passed nor as failed, even if `passed` is set. */
  skipped?: boolean;
  /** What the user said. */
  query?: string;
  durationMs?: number;
  provider?: string;
  /** Trials of one case on several models are told apart by it. */
  model?: string;
  /** The calls that should have been made. */
  expectedToolCalls?: Array<{
    toolName: string;
    arguments?: Record<string, unknown>;
  }>;
  /** The calls that were made, in their order. */
  actualToolCalls?: Array<{
    toolName: string;
    arguments?: Record<string, unknown>;
  }>;
  tokens?: {
    input?: number;
    output?: number;
    total?: number;
  };
  /** Why it failed. Kept up to 2000 characters. */
  error?: string;
  errorDetails?: unknown;
  /** `messages` and `spans` in our format become part of the trace; other content is kept beside it, as `imported`. */
  trace?: unknown;
  /** The trial's id at its source: sent again, it counts once. Without one, each sending counts. */
  externalIterationId?: string;
  /** The case's id at its source: trials with the same one belong to the same case, in all runs of the suite. Without it, `caseId` identifies the case, and else the title. */
  externalCaseId?: string;
  /** The id of a case of the suite here, or of the reporter's own. */
  caseId?: string;
  metadata?: Record<string, unknown>;
  /** The case expects that no tool is called. */
  isNegativeTest?: boolean;
  expectedOutput?: string;
  advancedConfig?: Record<string, unknown>;
  widgetSnapshots?: Array<unknown>;
  matchOptions?: {
    /** `any` when absent. `ignore`, `superset` and `strict` are older names of `any`, `in-order` and `exact`. */
    toolCallOrder?: "any" | "in-order" | "exact" | "ignore" | "superset" | "strict";
    /** `unlimited` when absent. */
    extraToolCalls?: "unlimited" | number;
    /** `partial` when absent. */
    arguments?: "ignore" | "partial" | "exact";
    /** Older name of `extraToolCalls`; null is unlimited. */
    maxExtraToolCalls?: null | number;
    /** Older name of `arguments`. */
    argumentMatching?: "ignore" | "partial" | "exact";
  };
}

export interface EvalIngestStart {
  /** The suite that the run is filed under. It is made, without cases, when the project has none of that name. Characters that no name may hold are replaced by blanks. */
  suiteName: string;
  suiteDescription?: string;
  /** The servers that were tested; names of saved ones become the run's. */
  serverNames?: Array<string>;
  /** Not kept: they may hold credentials. */
  serverReplayConfigs?: Array<unknown>;
  /** The name of the run, with the same replacements. */
  name?: string;
  notes?: string;
  passCriteria?: {
    /** Percent of trials that must pass; 100 when absent. */
    minimumPassRate?: number;
  };
  /** The run's id at its source, unique in the project: a start or a report that is sent again finds the same run. */
  externalRunId?: string;
  framework?: string;
  /** The program that made the run. */
  launcher?: {
    kind: "cli" | "mcp" | "github_action";
    client?: string;
    version?: string;
  };
  /** The CI job. Same as the `x-assay-ci` header; this field wins. */
  ci?: {
    provider?: string;
    pipelineId?: string;
    jobId?: string;
    runUrl?: string;
    branch?: string;
    commitSha?: string;
    pullRequest?: string;
    targetBranch?: string;
    commitMessage?: string;
    commitAuthor?: string;
  };
  /** The number of trials that the run is to have. A run that ends with fewer has no verdict. */
  expectedIterations?: number;
  tags?: Array<string>;
  evaluationConfigHash?: string;
  /** Its `hostStyle` and `modelId` are shown as the run's client; the rest is not kept. */
  hostConfig?: {
    hostStyle?: string;
    modelId?: string;
  };
  hostConfigHash?: string;
}

export interface EvalIngestStoredArtifact {
  storageId: string;
}

export interface EvalIngestUpload {
  ok: true;
  /** Takes one file of at most 10 MiB by PUT or POST, without a key. */
  uploadUrl: string;
  /** How long the URL is good, in milliseconds since the epoch. */
  expiresAt: number;
}

export interface EvalIngestedIterations {
  ok: true;
  inserted: number;
  /** Trials that were there already. */
  skipped: number;
  /** Trials of the run, these included. */
  total: number;
}

export interface EvalIngestedRun {
  ok: true;
  suiteId: string;
  runId: string;
  projectId: string;
  /** `grading`: every trial is in, and the opinion of a gating judge is awaited. `completed` says that the run reached its end, not that it passed. */
  status: "pending" | "running" | "grading" | "completed" | "failed" | "cancelled" | "timed_out";
  result?: "passed" | "failed" | "inconclusive" | null;
  /** The unit of `summary`. */
  measurementUnit?: "trial" | "caseVariant";
  /** Made from the stored trials. */
  summary?: {
    total: number;
    passed: number;
    failed: number;
    passRate: number;
  };
  /** An earlier request made this run. A run that is over takes no more results. */
  reused?: boolean;
}

export interface EvalInlineCase {
  title: string;
  steps: Array<EvalTestStep>;
  expectedOutput?: string;
  scenario?: string;
  /** Trials per run at least; the suite's `minimumIterations` may ask for more. Not used where the suite grades per case. */
  iterations?: number;
  /** Trials per run, exactly, where the suite grades per case; refused on a suite that is decided on its accuracy. */
  repetitions?: number;
  /** Fraction of trials that must pass, where the suite grades per case; refused on a suite that is decided on its accuracy. */
  passThreshold?: number;
  /** The case passes when no tool is called. */
  isNegative?: boolean;
  /** A label that groups cases in analytics; without blanks at its ends. */
  intent?: string;
  kind?: "capability" | "regression";
  /** Empty when the case takes the suite's model, or needs none. */
  models?: Array<{
    model: string;
    provider?: string;
  }>;
  matchOptions?: EvalMatchOptionsInput | null;
  checks?: EvalCaseChecks | null;
  judge?: {
    /** `false` skips the grading of goal completion. */
    enabled?: boolean;
  } | null;
  import?: EvalCaseImportClaim;
  source?: EvalCaseSource;
  /** Suppressed standard checks of the suite: the suite's checks of that kind about all tools, of any role and severity. Stored sorted, each once. */
  suppressedSuiteStandardCheckIds?: Array<EvalStandardCheckId>;
  /** Older name of `iterations`, which wins. */
  runs?: number;
  /** The only model of the case, unless it has `models`; the suite's model when absent or empty. */
  model?: string;
  provider?: string;
  /** Older name of `isNegative`, which wins. */
  isNegativeTest?: boolean;
  advancedConfig?: {
    /** Whether a tool error fails the trial; true when absent. */
    failOnToolError?: boolean;
  };
}

export interface EvalIteration {
  id: string;
  testCaseId: string | null;
  title: string | null;
  /** Which trial of its case this is, from 1. */
  iterationNumber: number;
  status: "pending" | "running" | "completed" | "failed" | "cancelled" | "timed_out" | "setup_failed" | "skipped";
  result: "passed" | "failed" | null;
  /** What a running trial waits for: calls under way fill a budget. It goes on when they are over, or when an admin releases what they hold. */
  waitingFor?: {
    reason: "budget";
    budgetId: string;
    /** For people: which budget, and how full it is. */
    message: string;
  };
  model: string | null;
  provider: string | null;
  startedAt: number | null;
  durationMs: number | null;
  tokensUsed: number | null;
  usage?: {
    inputTokens: number;
    outputTokens: number;
    totalTokens: number;
    modelCalls: number;
    costUsd: number | null;
  } | null;
  /** The part whose failure kept the trial from completing: the MCP server, the model provider, this installation, or a cassette without an answer. */
  failureSource?: "server" | "provider" | "platform" | "cassette";
  judge?: EvalIterationJudge;
  actualToolCalls: Array<Record<string, unknown>>;
  expectedToolCalls: Array<Record<string, unknown>>;
  callComparison?: EvalCallComparison;
  checks: Array<EvalCheck>;
  /** Why the trial fails even if its checks passed: a tool error, a call that was not expected, a step that was not reached. */
  faults: Array<{
    kind: string;
    reason: string;
    /** What was expected: `a result that contains "in transit"`. Of a failed assertion or fault. */
    expected?: string;
    /** What came instead, in which words of the server may stand. */
    came?: string;
    /** The reason in a few words, where there are some. */
    brief?: string;
    place?: EvalEvidencePlace;
    /** The error lies with this installation, so it says nothing about the server. */
    evaluatorError?: true;
  }>;
  steps: Array<{
    stepId: string;
    stepIndex: number;
    kind: string;
    status: "ok" | "fail" | "skipped" | "pending";
    reason: string | null;
    /** The page after the step, where it was seen. */
    screenshotUrl?: string;
  }>;
  scores: Array<{
    scorerId: string;
    status: string;
  }> | null;
  /** A gating assertion could not be graded, or a step could not be done here, so the result says nothing about the server. */
  evaluatorError: boolean;
  error: string | null;
  errorCode?: string;
  /** Append to the API's base URL to read the trace. */
  tracePath: string;
}

export interface EvalIterationDetail {
  id: string;
  testCaseId: string | null;
  title: string | null;
  /** Which trial of its case this is, from 1. */
  iterationNumber: number;
  status: "pending" | "running" | "completed" | "failed" | "cancelled" | "timed_out" | "setup_failed" | "skipped";
  result: "passed" | "failed" | null;
  /** What a running trial waits for: calls under way fill a budget. It goes on when they are over, or when an admin releases what they hold. */
  waitingFor?: {
    reason: "budget";
    budgetId: string;
    /** For people: which budget, and how full it is. */
    message: string;
  };
  model: string | null;
  provider: string | null;
  startedAt: number | null;
  durationMs: number | null;
  tokensUsed: number | null;
  usage?: {
    inputTokens: number;
    outputTokens: number;
    totalTokens: number;
    modelCalls: number;
    costUsd: number | null;
  } | null;
  /** The part whose failure kept the trial from completing: the MCP server, the model provider, this installation, or a cassette without an answer. */
  failureSource?: "server" | "provider" | "platform" | "cassette";
  judge?: EvalIterationJudge;
  actualToolCalls: Array<Record<string, unknown>>;
  expectedToolCalls: Array<Record<string, unknown>>;
  callComparison?: EvalCallComparison;
  checks: Array<EvalCheck>;
  /** Why the trial fails even if its checks passed: a tool error, a call that was not expected, a step that was not reached. */
  faults: Array<{
    kind: string;
    reason: string;
    /** What was expected: `a result that contains "in transit"`. Of a failed assertion or fault. */
    expected?: string;
    /** What came instead, in which words of the server may stand. */
    came?: string;
    /** The reason in a few words, where there are some. */
    brief?: string;
    place?: EvalEvidencePlace;
    /** The error lies with this installation, so it says nothing about the server. */
    evaluatorError?: true;
  }>;
  steps: Array<{
    stepId: string;
    stepIndex: number;
    kind: string;
    status: "ok" | "fail" | "skipped" | "pending";
    reason: string | null;
    /** The page after the step, where it was seen. */
    screenshotUrl?: string;
  }>;
  scores: Array<{
    scorerId: string;
    status: string;
  }> | null;
  /** A gating assertion could not be graded, or a step could not be done here, so the result says nothing about the server. */
  evaluatorError: boolean;
  error: string | null;
  errorCode?: string;
  /** Append to the API's base URL to read the trace. */
  tracePath: string;
  /** The id that a suite file declares. */
  caseId?: string;
  /** The number of trials of its case with its model. */
  trials: number;
  /** `open`: has not ended. `broken`: did not complete because of the server, which fails a trial. `evaluator`: could not be judged. `provider`, `platform`, `cassette`: did not complete because of the provider of its model, this installation, or a cassette without an answer. `settled`: not needed, because the verdict of its case was settled. */
  mark: "open" | "passed" | "failed" | "broken" | "evaluator" | "provider" | "platform" | "cassette" | "skipped" | "cancelled" | "settled";
  /** The outcome in words, in which words of the server may stand. Plain text. */
  sentence: string;
  /** Of an iteration that failed. */
  failure?: {
    stage?: EvalStage;
    /** The type of the assertion that failed, or else of the first failed gating one. */
    assertion?: string;
    /** The step of that assertion. */
    stepId?: string;
    /** In a few words, in which words of the server may stand. Plain text. */
    reason?: string;
    /** What was expected: `a result that contains "in transit"`. Of a failed assertion or fault. */
    expected?: string;
    /** What came instead, in which words of the server may stand. */
    came?: string;
    place?: EvalEvidencePlace;
    /** Where it stands, in words: `the result of call 2 of trial 1`. */
    evidence?: string;
  };
  /** What to try next, in one sentence; of an iteration that ran and did not pass. */
  nextAction?: string;
  /** All opinions of judges, the newest first. */
  opinions: Array<{
    status: "pending" | "scored" | "error" | "skipped";
    /** Whether it counted in the result. */
    gating: boolean;
    score: number | null;
    passed: boolean | null;
    reason: string | null;
    criteria: Array<{
      id: string;
      met: boolean;
      reason: string;
    }>;
    /** Claims of the reply that no evidence of the trial supports. */
    unsupportedClaims: Array<string>;
    judgeVersion: string;
    model: string;
    threshold: number;
    /** Milliseconds since the epoch. */
    askedAt: number;
  }>;
  labels: Array<{
    userId: string;
    verdict: "passed" | "failed";
    note?: string;
    /** Milliseconds since the epoch. */
    updatedAt: number;
  }>;
  trace: {
    /** The W3C trace id that the MCP servers were sent. */
    traceId?: string;
    /** Compressed, of the transcript and of the parts with spans and messages. */
    storedBytes: number;
  } | null;
  previousFailedIterationId: string | null;
  nextFailedIterationId: string | null;
}

/** The judge's opinion; absent when it was never asked. */
export interface EvalIterationJudge {
  status: "pending" | "scored" | "error" | "skipped";
  /** Whether it counted in the result. */
  gating: boolean;
  score: number | null;
  passed: boolean | null;
  reason: string | null;
  criteria: Array<{
    id: string;
    met: boolean;
    reason: string;
  }>;
  /** Claims of the reply that no evidence of the trial supports. */
  unsupportedClaims: Array<string>;
}

export interface EvalIterationLabelRequest {
  verdict: "passed" | "failed" | null;
  /** Kept as written: no place for secrets. */
  note?: string;
}

export interface EvalIterationLabels {
  iterationId: string;
  labels: Array<{
    userId: string;
    verdict: "passed" | "failed";
    note?: string;
    /** Milliseconds since the epoch. */
    updatedAt: number;
  }>;
}

export interface EvalIterationPage {
  items: Array<EvalIteration>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface EvalIterationPromoteRequest {
  suiteId?: string;
  title?: string;
}

export interface EvalIterationPromoted {
  jobId: string;
  suiteId: string;
  draft: EvalCaseDraft;
}

export interface EvalIterationSpanPage {
  items: Array<{
    id: string;
    parentId?: string;
    name: string;
    category: "step" | "llm" | "tool" | "error" | "client";
    /** Milliseconds since the iteration began. */
    startMs: number;
    /** Milliseconds since the iteration began. */
    endMs: number;
    status?: "ok" | "error";
    stepIndex?: number;
    promptIndex?: number;
    toolCallId?: string;
    toolName?: string;
    serverId?: string;
    modelId?: string;
    inputTokens?: number;
    outputTokens?: number;
    /** Why the model ended its answer: `stop`, `length`, `content-filter`, `tool-calls`, … */
    finishReason?: string;
    /** How long the first piece of the model's answer took; absent when it came in one piece. */
    ttfcMs?: number;
    /** What went wrong; how the tools of a server changed. */
    message?: string;
    /** The revision of MCP that a run's client and a server agreed on, of a span `client`. */
    protocolVersion?: string;
    /** How many tools the model was told of, where the run's client decides. */
    offeredTools?: number;
    /** How many tools of the servers its client never tells the model of. */
    hiddenTools?: number;
  }>;
  /** Absent on the last page. */
  nextCursor?: string;
  /** The number of spans of the whole trace. */
  total: number;
}

/** Times are milliseconds since the iteration began. */
export interface EvalIterationTrace {
  iterationId: string;
  /** The W3C trace id that the MCP servers were sent. */
  traceId?: string;
  messages: Array<{
    role: "system" | "user" | "assistant" | "tool";
    /** The text of the message. */
    content: string;
    /** The prompt step (0 is the first) whose turn this belongs to; absent outside of a turn. */
    promptIndex?: number;
    /** The call that the message asks for, or answers, or whose widget sent it. */
    toolCallId?: string;
    /** The page of a widget made it; absent where a step or the model did. */
    origin?: "widget";
  }>;
  steps: Array<{
    stepId: string;
    stepIndex: number;
    kind: "prompt" | "toolCall" | "interact" | "assert";
    status: "ok" | "fail" | "skipped" | "pending";
    /** Milliseconds since the iteration began. */
    startMs: number;
    /** Milliseconds since the iteration began. */
    endMs: number;
    /** Why it failed or was skipped; of a prompt, why its turn was cut short: `maxSteps`, `length`, `content-filter`, …, and words. */
    reason?: string;
    /** Of an assertion about a live page: its verdict, which cannot be reached again from the transcript. */
    live?: {
      /** `error`: there was no page to look at. */
      status: "passed" | "failed" | "error";
      reason: string;
    };
    /** Of an `interact` step: what it changed on the page. `screenshot` shows the page after it. */
    changes?: {
      /** Lines of the accessibility tree, the first 50. */
      added: Array<string>;
      /** Likewise. */
      removed: Array<string>;
      /** There are more. */
      truncated?: true;
    };
    screenshot?: StoredScreenshot;
  }>;
  toolCalls: Array<{
    id: string;
    stepId: string;
    stepIndex: number;
    /** The prompt step (0 is the first) whose turn this belongs to; absent outside of a turn. */
    promptIndex?: number;
    /** Empty for a tool that a model asked for and no server has. */
    serverId: string;
    serverName: string;
    toolName: string;
    arguments: Record<string, unknown>;
    /** The CallToolResult as it came; absent when the call failed, or was not kept because of its size. */
    result?: Record<string, unknown>;
    /** Why there is no result. Calls that were not made: `TOOL_NOT_FOUND`, `INVALID_ARGUMENTS` (no JSON object), `NOT_APPROVED`, `TOOL_CALL_LIMIT` (only in chat sessions). `RPC_ERROR`: the server answered with a JSON-RPC error, which the message quotes. `RESULT_UNFINISHED`: the server asked for input that the client does not give, or answered with a result of unknown type. */
    error?: {
      code: string;
      message: string;
    };
    /** How the result breaks the protocol; absent when it does not, and for replayed calls. */
    findings?: Array<ResultFinding>;
    /** The tool reported an error, or the call failed before it could. */
    isError: boolean;
    /** Milliseconds since the iteration began. */
    startMs: number;
    /** Of a replayed call, as it was when it was recorded. */
    latencyMs?: number;
    /** The answer is a recording; the server was not asked. */
    replayed?: boolean;
    /** Bytes of the whole result as JSON, also when the result was not kept. */
    resultBytes?: number;
    /** The places of its request and its answer in `wire` of the trace, from 0. */
    wire?: {
      sent: number;
      received?: number;
    };
    /** The page of a widget made it; absent where a step or the model did. */
    origin?: "widget";
    /** Of the call of a widget: the id of the call that opened it. */
    widgetOf?: string;
  }>;
  /** Absent when no browser watched the iteration. */
  renderings?: Array<{
    toolName: string;
    stepIndex: number;
    status: "rendered" | "no_ui_resource" | "resource_read_failed" | "mount_failed" | "bridge_timeout" | "render_error" | "blank_screenshot" | "screenshot_failed" | "browser_unavailable";
    /** Why it was not rendered. */
    reason?: string;
    latencyMs?: number;
    /** The first ones. */
    consoleErrors?: Array<string>;
    /** The call whose result it shows. */
    toolCallId?: string;
    resourceUri?: string;
    /** Of all errors. */
    consoleErrorCount?: number;
    /** The first requests that the page was not allowed to make. */
    blockedRequests?: Array<{
      url: string;
      reason: string;
    }>;
    /** Of all of these. */
    blockedRequestCount?: number;
    /** Milliseconds that the parts of rendering took. */
    timings?: Record<string, number>;
    snapshot?: BrowserPageSnapshot;
    screenshot?: StoredScreenshot;
    /** Links that it asked the host to open; none was. */
    links?: Array<string>;
  }>;
  checks: Array<EvalCheck>;
  /** Absent until the iteration is graded. */
  expectedToolCalls?: Array<Record<string, unknown>>;
  callComparison?: EvalCallComparison;
  spans: Array<{
    id: string;
    parentId?: string;
    name: string;
    category: "step" | "llm" | "tool" | "error" | "client";
    /** Milliseconds since the iteration began. */
    startMs: number;
    /** Milliseconds since the iteration began. */
    endMs: number;
    status?: "ok" | "error";
    stepIndex?: number;
    promptIndex?: number;
    toolCallId?: string;
    toolName?: string;
    serverId?: string;
    modelId?: string;
    inputTokens?: number;
    outputTokens?: number;
    /** Why the model ended its answer: `stop`, `length`, `content-filter`, `tool-calls`, … */
    finishReason?: string;
    /** How long the first piece of the model's answer took; absent when it came in one piece. */
    ttfcMs?: number;
    /** What went wrong; how the tools of a server changed. */
    message?: string;
    /** The revision of MCP that a run's client and a server agreed on, of a span `client`. */
    protocolVersion?: string;
    /** How many tools the model was told of, where the run's client decides. */
    offeredTools?: number;
    /** How many tools of the servers its client never tells the model of. */
    hiddenTools?: number;
  }>;
  wire: Array<{
    /** Milliseconds since the iteration began. */
    atMs: number;
    serverId: string;
    direction: "sent" | "received";
    /** Size of the whole message. */
    bytes: number;
    /** Of the response that carried a received message. */
    httpStatus?: number;
    /** The message; absent when it is not JSON or was cut. */
    message?: unknown;
    /** The content on the wire where it is not a whole JSON message. */
    text?: string;
    /** `text` is only the beginning. */
    truncated?: boolean;
  }>;
  /** Parts of it are missing here, which were too large to be kept or shown. */
  cut?: boolean;
}

export interface EvalJudge {
  enabled: boolean;
  model: string | null;
  autoRun: boolean;
  threshold: number;
  severity?: string;
  /** Whether it decides in every trial. `required` is the word of `x-assay-eval-vocabulary: 2` for `gating`. */
  role?: "gating" | "advisory" | "required";
  rubric?: EvalRubric;
}

export interface EvalJudgeAgreement {
  suiteId: string;
  /** The requirements for `measured`. */
  floor: {
    labels: number;
    kappa: number;
  };
  current: {
    judgeVersion: string;
    model: string;
    threshold: number;
    /** `unmeasured`: fewer than 20 trials have both a label and an opinion, or all labels agree. `belowFloor`: Cohen's kappa is under 0.6. `measured`: it is at least 0.6; only then a gating judge decides. `changed`: another version of the judge was measured, this one was not. */
    standing: "unmeasured" | "belowFloor" | "measured" | "changed";
  } | null;
  /** Trials left out because as many people say passed as failed. */
  ties: number;
  /** Every version of the judge that rated a labelled trial, the last used first. Several people on one trial count by majority. */
  versions: Array<{
    judgeVersion: string;
    model: string;
    threshold: number;
    /** Milliseconds since the epoch. */
    lastUsedAt: number;
    /** `unmeasured`: fewer than 20 trials have both a label and an opinion, or all labels agree. `belowFloor`: Cohen's kappa is under 0.6. `measured`: it is at least 0.6; only then a gating judge decides. `changed`: another version of the judge was measured, this one was not. */
    standing: "unmeasured" | "belowFloor" | "measured" | "changed";
    agreement: EvalAgreement;
    /** The newest 50. */
    disagreements: Array<{
      runId: string;
      iterationId: string;
      people: "passed" | "failed";
      judge: "passed" | "failed";
    }>;
  }>;
}

export interface EvalJudgeInput {
  /** Allows grading by a judge; true when never set. Starts none. */
  enabled?: boolean;
  model?: string;
  /** Judges every run when it is over; false when never set. */
  autoRun?: boolean;
  /** The score that passes; 0.7 when never set. */
  threshold?: number;
  severity?: "warn";
  /** `advisory` (when never set) is only reported. `gating` decides in every trial, once people's labels have shown that it agrees with them; needs `autoRun`. */
  role?: "advisory" | "gating";
  rubric?: EvalRubric | null;
}

export interface EvalLaunchPreview {
  suiteId: string;
  suiteName: string;
  suiteRevision: number;
  /** In the order of the request. A refused target has no more than its refusal. */
  targets: Array<{
    /** As it was asked for; empty for the suite's own target. */
    target: {
      environmentId?: string;
      /** The id of an attached client, or its name without regard to case. */
      namedHostId?: string;
      arm?: EvalRunArm;
      name?: string;
    };
    environmentRevision?: number;
    refusal?: EvalLaunchRefusal;
    servers?: Array<{
      id: string;
      name: string;
      transport: string;
      host: string | null;
    }>;
    models?: Array<{
      /** As the suite names it; empty where a case has a prompt and no model is named. */
      model: string;
      id: string | null;
      source: "hosted" | "organization" | null;
      /** Why it cannot be used without a key of the caller's own. */
      fault?: string;
      /** US dollars per million tokens; absent where the price is unknown. */
      pricing?: {
        inputUsdPerMillion: number;
        outputUsdPerMillion: number;
        /** For input from a cache; the price of other input when absent. */
        cachedInputUsdPerMillion?: number;
      };
    }>;
    cases?: Array<{
      id: string;
      title: string;
      /** With all of its models. */
      iterations: number;
      models: Array<string>;
    }>;
    casesLeftOut?: EvalCasesLeftOut;
    iterations?: number;
    /** The most answers of models: every prompt takes all the steps that it may, and the judge is asked twice about every trial. Repeated calls after a provider's failure are not included. */
    maxModelCalls?: number;
    /** In words. */
    sentToModels?: Array<string>;
    price?: EvalLaunchPrice;
    expectedDurationMs?: number | null;
    expectedTokens?: number | null;
  }>;
  refusal?: EvalLaunchRefusal;
  openRuns?: {
    open: number;
    limit: number;
  };
}

export interface EvalLaunchPreviewRequest {
  /** Of one launch, or of several that are weighed; the suite's own target when absent. */
  targets?: Array<EvalRunGroupTarget>;
  /** Runs only these cases of the suite. */
  caseIds?: Array<string>;
  /** Trials of every case; overrides the suite's setting. */
  iterationOverride?: number;
  importApprovals?: Array<EvalImportApproval>;
  /** Refuses the launch when a case of the suite cannot run, because its import is unsupported or unresolved. Otherwise such cases are left out, and named in `casesLeftOut`. */
  requireAllCases?: boolean;
  budget?: EvalRunBudget;
  earlyStopping?: EvalEarlyStoppingInput;
  /** Model calls per prompt at most; 20 when absent. */
  maxSteps?: number;
  cassette?: EvalCassetteInput;
}

/** From the trials of the suite's last five completed runs; 0 where models cost nothing, null where a model has no price or none of its trials is known. */
export interface EvalLaunchPrice {
  usualUsd: number | null;
  dearestUsd: number | null;
}

/** Why the launch would be refused. */
export interface EvalLaunchRefusal {
  code: string;
  message: string;
  /** A constant, such as BUDGET_EXHAUSTED. */
  reason?: string;
  /** The field of the launch that it is about. */
  path?: string;
}

export interface EvalLeftOutTrials {
  reason: "provider" | "platform" | "cassette" | "evaluator" | "skipped" | "cancelled";
  /** In words. */
  meaning: string;
  /** The part whose fault it is: never the server; `none` where no part of the test is at fault. */
  chargedTo: "none" | "installation" | "suite";
  trials: number;
  /** Cases with such a trial. */
  cases: number;
  /** Of the `earlierRuns` before it. */
  earlierTrials: number;
}

export interface EvalMatchOptions {
  toolCallOrder: "any" | "in-order" | "exact";
  extraToolCalls: "unlimited" | number;
  arguments: "ignore" | "partial" | "exact";
}

export interface EvalMatchOptionsInput {
  /** `any` when absent. `ignore`, `superset` and `strict` are older names of `any`, `in-order` and `exact`. */
  toolCallOrder?: "any" | "in-order" | "exact" | "ignore" | "superset" | "strict";
  /** `unlimited` when absent. */
  extraToolCalls?: "unlimited" | number;
  /** `partial` when absent. */
  arguments?: "ignore" | "partial" | "exact";
  /** Older name of `extraToolCalls`; null is unlimited. */
  maxExtraToolCalls?: null | number;
  /** Older name of `arguments`. */
  argumentMatching?: "ignore" | "partial" | "exact";
}

export interface EvalMeanDifference {
  /** Where both sides know it. */
  pairs: number;
  mean: number;
  interval: {
    confidence: number;
    lower: number;
    upper: number;
  } | null;
}

export interface EvalMeasuredPassRate {
  passed: number;
  /** The gradeable ones. */
  trials: number;
  rate: number | null;
  interval: EvalRateInterval | null;
}

export type EvalMeasuredRate = {
  state: "measured";
  value: number;
  numerator: number;
  denominator: number;
  exclusions: EvalTrialExclusions;
} | {
  state: "notMeasured";
  value: null;
  numerator: 0;
  denominator: 0;
  exclusions: EvalTrialExclusions;
};

export interface EvalMissingTrials {
  trials: number;
  graded: number;
  configured: number;
  /** If all missing trials passed. */
  mostPassed: number;
  /** The rate then. */
  bestRate: number;
  canPass: boolean;
  canFail: boolean;
  /** What is certain already, in words. */
  sentence: string;
}

/** The run that a run is compared with. Without it: the newest completed run before it. */
export interface EvalNamedBaseline {
  /** The baseline is the newest run of this branch with a verdict, passed or failed, before the run that is compared: of the same suite, client and arm, of all cases, and not of a pull request. */
  branch?: string;
  /** A run of the same suite that is over. */
  runId?: string;
}

/** Against the base; null for the base itself, and where no trial has a gradeable partner. */
export interface EvalPairedDifference {
  /** Trials with the same number, gradeable in both runs. */
  pairs: number;
  /** This run minus the base, as a fraction. */
  delta: number;
  confidence: number;
  lower: number;
  upper: number;
}

export interface EvalRateInterval {
  /** How often such an interval covers the true rate: 0.95. */
  confidence: number;
  lower: number;
  upper: number;
}

export interface EvalRegradeCounts {
  result: "passed" | "failed" | "inconclusive" | null;
  measurementUnit: "trial";
  passed: number;
  failed: number;
  /** They say nothing about the server. */
  excluded: number;
}

export interface EvalRerunCreated {
  runId: string;
  suiteId: string;
  /** The name of the suite at the launch. */
  suiteName: string;
  /** Counts the suite's runs from 1. */
  runNumber: number;
  /** `grading`: every trial is in, and the opinion of a gating judge is awaited. `completed` says that the run reached its end, not that it passed. */
  status: "pending" | "running" | "grading" | "completed" | "failed" | "cancelled" | "timed_out";
  /** An earlier request with the same idempotency key made this run. */
  deduped?: boolean;
  runGroupId?: string;
  servers: Array<{
    id: string;
    name: string;
    /** The run goes on without it when it cannot be reached. */
    isOptional?: true;
    /** The plugin that brings it; it is not a saved server. */
    pluginVersionId?: string;
  }>;
  environment: EvalRunEnvironment | null;
  casesLeftOut?: EvalCasesLeftOut;
  caseUpsert: EvalCaseUpsert;
  rerunOfRunId: string;
  /** `failed_cases`: the cases with a trial that did not pass and was not merely left out. `excluded`: the cases with a trial that has no verdict, because it was excluded, skipped or cancelled, or never began; a case that early stopping settled is not among them. */
  rerunScope: "failed_cases" | "excluded";
  selectedCaseCount: number;
}

export interface EvalRerunPreview {
  runId: string;
  suiteId: string;
  /** `failed_cases`: the cases with a trial that did not pass and was not merely left out. `excluded`: the cases with a trial that has no verdict, because it was excluded, skipped or cancelled, or never began; a case that early stopping settled is not among them. */
  scope: "failed_cases" | "excluded";
  /** `grading`: every trial is in, and the opinion of a gating judge is awaited. `completed` says that the run reached its end, not that it passed. */
  sourceStatus: "pending" | "running" | "grading" | "completed" | "failed" | "cancelled" | "timed_out";
  sourceTerminal: boolean;
  /** Cases of the run. */
  totalCaseCount: number;
  selectedCaseCount: number;
  /** The cases of the scope that the suite still has, in its order. */
  selectedCaseIds: Array<string>;
  /** Cases of the scope, by the worst of their trials, including cases that the suite no longer has. With the scope `excluded` a reason may also be `provider`, `platform`, `cassette`, `cancelled` or `skipped`. */
  reasons: {
    failed: number;
    evaluator_error: number;
    timed_out: number;
    execution_failed: number;
    setup_failed: number;
    pending: number;
  };
  /** Cases of the run that are not tried again; with the scope `excluded` some may also be `failed`. */
  excluded: {
    passed: number;
    cancelled: number;
    skipped: number;
  };
  /** The run is over, and a case is selected. */
  rerunnable: boolean;
}

/** The server chooses the cases. Without a `budget` the rerun has the budget of the run. */
export interface EvalRerunRequest {
  /** `failed_cases`: the cases with a trial that did not pass and was not merely left out. `excluded`: the cases with a trial that has no verdict, because it was excluded, skipped or cancelled, or never began; a case that early stopping settled is not among them. */
  scope: "failed_cases" | "excluded";
  /** The caller's own keys, by provider (`openai`, `anthropic`, …). Kept sealed while the run is open, never returned, deleted at its end. */
  modelApiKeys?: Record<string, string>;
  budget?: EvalRunBudget;
  /** An approval holds for one run, so approximated cases need another one. */
  importApprovals?: Array<EvalImportApproval>;
}

export interface EvalRubric {
  criteria: Array<{
    id: string;
    label: string;
    description?: string;
    required?: boolean;
  }>;
}

export interface EvalRun {
  id: string;
  suiteId: string;
  /** The name of the suite at the launch. */
  suiteName: string;
  /** Counts the suite's runs from 1; a number is never given again. */
  runNumber: number;
  /** `grading`: every trial is in, and the opinion of a gating judge is awaited. `completed` says that the run reached its end, not that it passed. */
  status: "pending" | "running" | "grading" | "completed" | "failed" | "cancelled" | "timed_out";
  result: "passed" | "failed" | "inconclusive" | null;
  /** `notEstablished` while there is no verdict: unfinished, stopped early, or nothing decides it; see `undecided`. */
  verdict: "passed" | "failed" | "inconclusive" | "notEstablished";
  /** The verdict, or the progress of a run without one, in one sentence with its unit. Plain text. */
  sentence: string;
  /** Why it is decided or not: the interval beside the line, excluded trials, or the reason why there is no verdict. Plain text, in which words of servers and providers may stand; empty where nothing is to add. */
  because: string;
  reachable?: EvalRunReachable;
  undecided?: {
    /** `gradingNotConfigured`: no case of the run has an assertion, or a judge, that decides. */
    reason: "runNotTerminal" | "runStatusNotAVerdict" | "runResultNotAVerdict" | "verdictSummaryUnavailable" | "gradingNotConfigured";
    /** In words. */
    detail?: string;
  };
  /** The run is graded per case. */
  verdictPolicyVersion?: 2;
  /** The trials contradict themselves, so no decision was made and the run is inconclusive. */
  verdictPolicyIntegrityError?: string;
  decision?: EvalRunDecision;
  casesWithoutGrading?: EvalCasesWithoutGrading;
  /** The unit of the counts and of the rate: trials, or, where the run is graded per case, case variants. They are never converted. */
  measurementUnit: "trial" | "caseVariant";
  summary: {
    total: number;
    passed: number;
    failed: number;
    /** Variants of a run that is over without a verdict of their own. */
    inconclusive?: number;
    /** Fraction 0..1 of all that the summary counts. */
    passRate: number;
    passRateInterval?: EvalRateInterval | null;
    /** Trials that say nothing about the server, because the model's provider or this installation failed, or because their run ended before they did; not in `total`. */
    excluded?: number;
    /** Trials that were not needed, or could not be begun; not in `total`. */
    skipped?: number;
  };
  /** Trials by their ends, however the run is graded; a trial that has not ended is in `total` alone. */
  trials: {
    total: number;
    passed: number;
    failed: number;
    excluded: number;
    skipped: number;
  };
  minimumAccuracy: number | null;
  source: "ui" | "api" | "sdk" | "schedule";
  /** The program that launched the run, or else its source. */
  launchedBy: "api" | "cli" | "mcp" | "github_action" | "schedule" | "sdk" | "ui";
  /** The user who launched the run, or whose key did. */
  launchedByUserId?: string;
  /** The revision of its suite at the launch; absent where the run was made elsewhere. */
  suiteRevision?: number;
  servers: Array<{
    id: string;
    name: string;
    /** The run goes on without it when it cannot be reached. */
    isOptional?: true;
    /** The plugin that brings it; it is not a saved server. */
    pluginVersionId?: string;
  }>;
  client: EvalRunClient;
  /** `case`: the only model of the run came from its cases; `client_default`: from the suite or the client; `override`: from the launch. */
  modelSource?: "case" | "client_default" | "override";
  runGroupId?: string;
  /** Which target of its group this is. */
  arm?: string;
  rerunOfRunId?: string;
  rerunScope?: "failed_cases" | "excluded";
  launcher?: EvalRunLauncher;
  ciMetadata?: EvalRunCi;
  baseline?: EvalNamedBaseline;
  externalRunId?: string;
  name?: string;
  tags?: Array<string>;
  framework?: string;
  earlyStopping?: EvalEarlyStopping;
  casesLeftOut?: EvalCasesLeftOut;
  /** The version of the client's settings that the run uses. Not in lists. */
  clientVersion?: {
    configId: string;
    versionId: string;
    versionNumber: number;
  };
  /** The pinned plugin versions of the environment. Not in lists. */
  plugins?: Array<{
    pluginId: string;
    pluginVersionId: string;
    name: string;
    /** SHA-256 of the content, in hexadecimal. */
    bundleHash: string;
  }>;
  /** The approved approximated cases, and why. Not in lists. */
  importApprovals?: Array<EvalImportApproval>;
  /** The report about a run that was made elsewhere. Not in lists. */
  ingestion?: {
    expectedIterations?: number;
    evaluationConfigHash?: string;
    hostConfigHash?: string;
  };
  environment: EvalRunEnvironment | null;
  effectiveModelId?: string | null;
  usage?: EvalRunUsage;
  stopped?: EvalRunStopped;
  /** The version of the grading rules that its verdict rests on: of its end, or of its last regrade. */
  gradingVersion?: number;
  /** The surfaces that the run met: of each server the answer of its handshake and its tools. A server that changed during the run is listed with each of its surfaces; a run that replays a cassette meets none. */
  surfaces?: Array<{
    serverId: string;
    /** `sha256:` and the hash of the canonical form, in hex. */
    hash: string;
  }>;
  /** Why the run still waits for its first runner. Not in lists. */
  waitingFor?: {
    /** `runner`: no live runner has the labels. `slots`: the runners work on other runs. */
    reason: "runner" | "slots";
    /** The labels that a runner needs to take the run. */
    labels: Array<string>;
    /** Runs of the same project that take the slots; at most ten. */
    runIds: Array<string>;
    /** For people. */
    message: string;
  };
  attribution?: {
    surface: string;
    apiKeyId?: string;
  };
  /** What was recorded or replayed. */
  cassette?: {
    mode: string;
    cassetteId?: string;
  };
  executionEngine?: string;
  scoreIntegrity?: "valid" | "invalid" | null;
  trialStatistics?: EvalTrialStatistics;
  gateWaiver?: EvalGateWaiver;
  insights?: InsightsEnvelope;
  judges?: EvalRunJudges;
  notes: string | null;
  /** Milliseconds since the epoch. */
  createdAt: number;
  startedAt: number | null;
  completedAt: number | null;
  durationMs: number | null;
}

export interface EvalRunArm {
  /** Unique in the group. */
  name: string;
  /** Instead of the suite's saved selection. Empty for no server at all: the model works without tools, so cases may hold nothing but prompts and assertions. */
  serverIds?: Array<string>;
  /** Replaces the model of every case which has a prompt. */
  model?: string;
}

export interface EvalRunBaseline {
  /** `branch`: the newest run of the branch with a verdict; `run`: the one that was asked for, or that the launch named. */
  policy: "previous_completed" | "branch" | "run";
  branch?: string;
  baseRunId: string;
}

/** A run that uses it up ends without a verdict. */
export interface EvalRunBudget {
  /** US dollars; needs models whose price is known. */
  usd?: number;
  tokens?: number;
}

export interface EvalRunCase {
  testCaseId: string;
  /** The id that a suite file declares. */
  caseId?: string;
  title: string;
  model: string | null;
  /** Of a run that is graded per case: whether its eligible trials reach its threshold. Otherwise `failed` with the first failed trial, `passed` when none failed and one passed. `undecided`: no trial says anything about the server. `open`: trials are missing and none failed. */
  outcome: "passed" | "failed" | "undecided" | "open";
  /** In the order of the trials. */
  trials: Array<"running" | "open" | "passed" | "failed" | "broken" | "evaluator" | "provider" | "platform" | "cassette" | "skipped" | "cancelled" | "settled">;
  passed: number;
  /** Trials that the rate of the case is over. */
  eligible: number;
  passRateInterval: EvalRateInterval | null;
  /** Fraction of eligible trials that must pass, where the run is graded per case. */
  passThreshold?: number;
  /** Ended trials that are in no rate, by their result. */
  excluded: Record<string, number>;
  p50DurationMs: number | null;
  firstFailure?: {
    iterationId: string;
    /** The number of the trial within the case, from 1. */
    trial: number;
    stage?: EvalStage;
    /** The type of the assertion that failed, or else of the first failed gating one. */
    assertion?: string;
    /** The step of that assertion. */
    stepId?: string;
    /** In a few words, in which words of the server may stand. Plain text. */
    reason?: string;
    /** What was expected: `a result that contains "in transit"`. Of a failed assertion or fault. */
    expected?: string;
    /** What came instead, in which words of the server may stand. */
    came?: string;
    place?: EvalEvidencePlace;
    /** Where it stands, in words: `the result of call 2 of trial 1`. */
    evidence?: string;
  };
  gradingGap?: EvalGradingGap;
  /** Why the case is `undecided`, or decides nothing. Plain text for people. */
  because?: string;
  iterationId: string | null;
}

/** With the first page only. */
export interface EvalRunCaseCounts {
  total: number;
  /** By outcome; each has a count. */
  outcome: Record<string, number>;
  /** By the stage of the first failure. */
  stage: Record<string, number>;
  /** By the assertion of the first failure; at most 100 types. */
  assertion: Record<string, number>;
  /** By model. */
  model: Record<string, number>;
}

export interface EvalRunCasePage {
  items: Array<EvalRunCase>;
  /** Absent on the last page. */
  nextCursor?: string;
  counts?: EvalRunCaseCounts;
  /** The trials of the run that runners work on, 500 at most; absent when it is over. */
  runningTrials?: number;
}

export interface EvalRunCi {
  provider?: string;
  pipelineId?: string;
  jobId?: string;
  /** The page of the build. */
  runUrl?: string;
  /** Of a pull request its own branch, as `owner:branch` where it comes from a fork. */
  branch?: string;
  commitSha?: string;
  /** The number of the pull request or merge request. Its runs are no baseline of a branch. */
  pullRequest?: string;
  /** The branch that the pull request is to be merged into. */
  targetBranch?: string;
  /** Its first line. */
  commitMessage?: string;
  commitAuthor?: string;
}

/** The client of the run, as it was called when the run was made. */
export interface EvalRunClient {
  id: string | null;
  name: string;
  source: "environment" | "attached_host" | "suite_default" | "sdk";
  hostStyle?: string;
  modelId?: string;
}

export interface EvalRunCompare {
  /** What changed since the baseline, in words: the cases that regressed and recovered, and the servers. Plain text, in which names of servers may stand. */
  sentence: string;
  /** How many cases have each label; of all cases, also on a page of some. */
  caseCounts: Record<string, number>;
  suite: {
    id: string;
    name: string;
  };
  baseline: EvalRunBaseline;
  baseRun: EvalRunCompareSide;
  compareRun: EvalRunCompareSide;
  /** Whether the two runs can be compared fairly. If not, there are no `statistics`. Cases that only one run has do not matter: they are listed as new or removed. */
  comparable: {
    holds: boolean;
    reasons: Array<EvalRunCompareUnfairness>;
  };
  configuration?: EvalConfigurationChange;
  statistics: {
    base: EvalMeasuredPassRate;
    compare: EvalMeasuredPassRate;
    difference: {
      /** New minus old, as a fraction. */
      delta: number;
      confidence: number;
      lower: number;
      upper: number;
    } | null;
    /** The interval, taken by itself, leaves 0 out. */
    significant: boolean;
    /** Whether a change is more than noise. It takes into account how many cases are compared (Holm's procedure), so that of twenty comparisons without any change at most one shows a case that changed. */
    noise: "regression" | "improvement" | "withinNoise" | "notComparable";
    smallestEffect: number | null;
    /** The cases that the comparison is made of: the cases that both runs have, unchanged. */
    sharedCases: number;
    /** In words. */
    message: string;
  } | null;
  passSummary: {
    passRatePercent: NumericDiff;
    total: NumericDiff;
    passed: NumericDiff;
    failed: NumericDiff;
  };
  metrics: {
    wallDurationMs: NumericDiff;
    totalTokens: NumericDiff;
    estimatedCostUsd: {
      base: number | null;
      compare: number | null;
      delta: number | null;
      percentDelta: number | null;
      coverage: {
        /** Trials with a known price, among the trials that called a model. */
        base: {
          costed: number;
          total: number;
        };
        /** Trials with a known price, among the trials that called a model. */
        compare: {
          costed: number;
          total: number;
        };
      };
    };
  };
  scoreContract: {
    base: ScoreContractSide;
    compare: ScoreContractSide;
    evaluationConfigChanged: boolean;
    scorers: Array<ScoreContractScorer>;
  };
  /** All of them, unless the request has a `limit`. */
  cases: Array<EvalRunCompareCase>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface EvalRunCompareCase {
  /** The case's id; with the model behind an @ where the case ran on several. */
  caseKey: string;
  title: string;
  /** By the verdicts alone; `noise` says whether the difference is significant. `changed`: one side has no gradeable trial. */
  status: "unchanged_passed" | "unchanged_failed" | "regressed" | "fixed" | "new_case" | "removed_case" | "changed";
  /** The status where it stands without its numbers: `within_noise` in place of `regressed` and `fixed` when the difference is within noise, such as 3 of 3 trials and then 2 of 3. */
  label: "unchanged_passed" | "unchanged_failed" | "regressed" | "fixed" | "within_noise" | "new_case" | "removed_case" | "changed";
  /** Anything that the case does or asks for is different. */
  configChanged: boolean;
  /** What decides its trials is different. */
  evaluationConfigChanged: boolean;
  scoreDeltas: Array<CaseScoreDelta>;
  base: EvalRunCompareCaseSide;
  compare: EvalRunCompareCaseSide;
  difference: {
    /** New minus old, as a fraction. */
    delta: number;
    confidence: number;
    lower: number;
    upper: number;
  } | null;
  /** The interval, taken by itself, leaves 0 out. */
  significant: boolean;
  /** Whether a change is more than noise. It takes into account how many cases are compared (Holm's procedure), so that of twenty comparisons without any change at most one shows a case that changed. */
  noise: "regression" | "improvement" | "withinNoise" | "notComparable";
  smallestEffect: number | null;
}

export interface EvalRunCompareCaseSide {
  /** `absent`: the case is not in the run, or none of its trials could be graded. */
  outcome: "passed" | "failed" | "absent";
  iterationIds: Array<string>;
  representativeIterationId: string | null;
  error: string | null;
  passRate: EvalMeasuredPassRate;
}

export interface EvalRunCompareSide {
  id: string;
  runNumber: number;
  /** The run's verdict. */
  result: string;
  createdAt: number;
  completedAt: number | null;
  casesWithoutGrading?: EvalCasesWithoutGrading;
  /** The unit of the counts and of the rate: trials, or, where the run is graded per case, case variants. They are never converted. */
  measurementUnit: "trial" | "caseVariant";
  summary: {
    total: number;
    passed: number;
    failed: number;
    passRate: number;
  } | null;
}

export interface EvalRunCompareUnfairness {
  code: "runNotComplete" | "tooManyExcluded" | "modelsDiffer" | "iterationsDiffer" | "evaluationConfigDiffers" | "nothingShared";
  side?: "base" | "compare";
  message: string;
}

export interface EvalRunConfiguration {
  run: {
    id: string;
    runNumber: number;
  };
  base: {
    id: string;
    runNumber: number;
  } | null;
  /** How many things differ, and which. Plain text. */
  sentence: string;
  /** What was the same, and the servers that changed under their address. Plain text; empty without a baseline. */
  because: string;
  /** Items of other parts than `launched` that differ. */
  differences: number;
  items: Array<EvalConfigurationItem>;
  /** The servers whose surface was another in the two runs. */
  surfaces: Array<EvalRunSurfaceDifference>;
}

/** Either `suiteId`, or `suiteName` with `tests` and `serverIds`. */
export interface EvalRunCreateRequest {
  suiteId?: string;
  /** Names the new suite that `tests` make; needed with `tests`. */
  suiteName?: string;
  suiteDescription?: string;
  /** All of them are written, or none: the first fault is named by its path. */
  tests?: Array<EvalInlineCase>;
  /** Overrides the suite's saved selection; needed when it has none, and with `tests`. */
  serverIds?: Array<string>;
  /** For people who read the request; the ids decide. */
  serverNames?: Array<string>;
  /** A launch with `suiteId` does this anyway. */
  suiteRerun?: boolean;
  matchOptionsOverride?: EvalMatchOptionsInput;
  /** Runs only these cases of the suite. */
  caseIds?: Array<string>;
  /** Replaces the model of every case which has a prompt: a hosted one (see `GET /models`), or any that `modelApiKeys` or the organization has a key for, by `provider/name` or the provider's own name. */
  model?: string;
  environmentId?: string;
  /** Trials of every case; overrides the suite's setting. */
  iterationOverride?: number;
  /** Not for a suite that grades per case. */
  passCriteria?: {
    /** Percent of trials that must pass. */
    minimumPassRate?: number;
  };
  /** One for each approximated case that is to run, and no other. Cases that are unsupported or unresolved cannot run. */
  importApprovals?: Array<EvalImportApproval>;
  /** Refuses the launch when a case of the suite cannot run, because its import is unsupported or unresolved. Otherwise such cases are left out, and named in `casesLeftOut`. */
  requireAllCases?: boolean;
  /** The caller's own keys, by provider (`openai`, `anthropic`, …). Kept sealed while the run is open, never returned, deleted at its end. */
  modelApiKeys?: Record<string, string>;
  /** Clients that are attached to the suite. */
  hosts?: Array<{
    /** The name or id of a client. */
    host: string;
    servers?: Array<string>;
  }>;
  /** Which of the attached clients this run uses, by its id, or its name without regard to case; needed when there are several. */
  namedHostId?: string;
  /** Runs without the skills that the client would bring. */
  skillsOverride?: "exclude";
  /** Every launch does this anyway: the suite is frozen as it is now. */
  refreshSnapshot?: boolean;
  /** Adds the run to a group of runs of the same suite. */
  runGroupId?: string;
  /** `auto` (the default) makes every call; `readOnly` only calls of tools whose annotations say `readOnlyHint`; `none` makes none. The model is told that a call was not approved. */
  toolApproval?: "auto" | "readOnly" | "none";
  /** Model calls per prompt at most; 20 when absent. */
  maxSteps?: number;
  budget?: EvalRunBudget;
  earlyStopping?: EvalEarlyStoppingInput;
  cassette?: EvalCassetteInput;
  gate?: EvalGatePolicy;
  baseline?: EvalNamedBaseline;
  notes?: string;
  /** Same as the Idempotency-Key header, which wins. */
  idempotencyKey?: string;
}

export interface EvalRunCreated {
  runId: string;
  suiteId: string;
  /** The name of the suite at the launch. */
  suiteName: string;
  /** Counts the suite's runs from 1. */
  runNumber: number;
  /** `grading`: every trial is in, and the opinion of a gating judge is awaited. `completed` says that the run reached its end, not that it passed. */
  status: "pending" | "running" | "grading" | "completed" | "failed" | "cancelled" | "timed_out";
  /** An earlier request with the same idempotency key made this run. */
  deduped?: boolean;
  runGroupId?: string;
  servers: Array<{
    id: string;
    name: string;
    /** The run goes on without it when it cannot be reached. */
    isOptional?: true;
    /** The plugin that brings it; it is not a saved server. */
    pluginVersionId?: string;
  }>;
  environment: EvalRunEnvironment | null;
  casesLeftOut?: EvalCasesLeftOut;
  caseUpsert: EvalCaseUpsert;
}

/** What was decided of a run that is graded per case, and why. Not in lists. */
export interface EvalRunDecision {
  verdictPolicyVersion: 2;
  verdict: "passed" | "failed" | "inconclusive";
  reasons: Array<EvalDecisionReason>;
  /** `completionRate` is completed of attempted trials, `evaluatorErrorRate` is trials that could not be judged of attempted ones. */
  validity: {
    policy: {
      coverage: {
        kind: "allConfiguredTrialsAttempted";
        minGradeableTrials: 1;
      } | {
        kind: "minEligibleTrials";
        minEligibleTrials: number;
      };
      minCompletionRate: number;
      maxEvaluatorErrorRate: number;
    };
    holds: boolean;
    configuredTrials: number;
    attemptedTrials: number;
    eligibleTrials: number;
    completionRate: EvalMeasuredRate;
    evaluatorErrorRate: EvalMeasuredRate;
  };
  cases: Array<EvalCaseDecision>;
}

export type EvalRunDecisionCounts = EvalRunDecisionCountsCaseVariant | EvalRunDecisionCountsTrial;

export interface EvalRunDecisionCountsCaseVariant {
  measurementUnit: "caseVariant";
  total: number;
  passed: number;
  failed: number;
  inconclusive: number;
}

export interface EvalRunDecisionCountsTrial {
  measurementUnit: "trial";
  total?: number;
  passed?: number;
  failed?: number;
}

export interface EvalRunDecisionSummary {
  schemaVersion: 1;
  runId: string;
  /** `grading`: every trial is in, and the opinion of a gating judge is awaited. `completed` says that the run reached its end, not that it passed. */
  runStatus: "pending" | "running" | "grading" | "completed" | "failed" | "cancelled" | "timed_out";
  verdict: "passed" | "failed" | "inconclusive" | "notEstablished";
  /** `policyV2`: graded per case, see `decision`; `legacy`: suite-wide accuracy; `none`: there is no verdict, or no decision that explains it. */
  verdictSource: "policyV2" | "legacy" | "none";
  counts?: EvalRunDecisionCounts;
  decision?: EvalRunDecision;
  undecided?: {
    /** `gradingNotConfigured`: no case of the run has an assertion, or a judge, that decides. */
    reason: "runNotTerminal" | "runStatusNotAVerdict" | "runResultNotAVerdict" | "verdictSummaryUnavailable" | "gradingNotConfigured";
    detail?: string;
  };
  casesWithoutGrading?: EvalCasesWithoutGrading;
  steps?: EvalDecisionSteps;
  /** By reason, each of them, also with no trial. Not on a page that a cursor reached. */
  leftOut?: Array<EvalLeftOutTrials>;
  /** The suite's ended runs before it that `leftOut` counts: at most 12. */
  earlierRuns?: number;
  /** The smallest changes that would turn the verdict, or make it certain; none without a verdict. Not on a page that a cursor reached. */
  verdictChanges?: Array<EvalVerdictChange>;
  missing?: EvalMissingTrials;
  diagnostics: {
    items: Array<EvalDiagnostic>;
    /** Whether these are all: never on a page that a cursor reached. */
    complete: boolean;
    /** Absent on the last page. */
    nextCursor?: string;
    /** Trials that this page covers: the listed ones, and the ones that were examined and had nothing wrong. */
    scannedIterations: number;
  };
}

export interface EvalRunDisclosure {
  suiteId: string;
  suiteName: string;
  servers: Array<{
    id: string;
    name: string;
    transport: string;
    host: string | null;
  }>;
  models: Array<{
    /** As the suite names it; empty where a case has a prompt and no model is named. */
    model: string;
    id: string | null;
    source: "hosted" | "organization" | null;
    /** Why it cannot be used without a key of the caller's own. */
    fault?: string;
    /** US dollars per million tokens; absent where the price is unknown. */
    pricing?: {
      inputUsdPerMillion: number;
      outputUsdPerMillion: number;
      /** For input from a cache; the price of other input when absent. */
      cachedInputUsdPerMillion?: number;
    };
  }>;
  cases: Array<{
    id: string;
    title: string;
    /** With all of its models. */
    iterations: number;
    models: Array<string>;
  }>;
  casesLeftOut?: EvalCasesLeftOut;
  casesWithoutGrading?: EvalCasesWithoutGrading;
  iterations: number;
  /** The most answers of models: every prompt takes all the steps that it may, and the judge is asked twice about every trial. Repeated calls after a provider's failure are not included. */
  maxModelCalls: number;
  judge: {
    /** As the suite names it; it is among `models`. */
    model: string;
    /** The trials that it reads, if all of them complete. */
    trials: number;
    /** Of `maxModelCalls`: one for each trial, and one more where the answer cannot be used. */
    maxModelCalls: number;
  } | null;
  /** In words. */
  sentToModels: Array<string>;
  openRuns: {
    open: number;
    limit: number;
  };
  exhaustedBudget: {
    budgetId: string;
    scope: string;
    message: string;
    resetsAt: number | null;
  } | null;
}

export interface EvalRunEnd {
  /** `grading`: every trial is in, and the opinion of a gating judge is awaited. `completed` says that the run reached its end, not that it passed. */
  status: "pending" | "running" | "grading" | "completed" | "failed" | "cancelled" | "timed_out";
  /** `notEstablished` while there is no verdict: unfinished, stopped early, or nothing decides it; see `undecided`. */
  verdict: "passed" | "failed" | "inconclusive" | "notEstablished";
}

export interface EvalRunEnvironment {
  id: string;
  name: string | null;
  revision: number | null;
}

/** `run`: the run as lists show it, when it begins to be followed and whenever its status or its counts changed. `iteration`: a trial ended, or a gating judge made it fail. `end`: the run is over, and no more events come. */
export type EvalRunEvent = EvalRunEventRun | EvalRunEventIteration | EvalRunEventEnd;

export interface EvalRunEventEnd {
  /** A cursor: send it as `Last-Event-ID` to get the events after it. */
  id: string;
  type: "end";
  data: EvalRunEnd;
}

export interface EvalRunEventIteration {
  /** A cursor: send it as `Last-Event-ID` to get the events after it. */
  id: string;
  type: "iteration";
  data: EvalRunProgress;
}

export interface EvalRunEventRun {
  /** A cursor: send it as `Last-Event-ID` to get the events after it. */
  id: string;
  type: "run";
  data: EvalRun;
}

export interface EvalRunEvents {
  events: Array<EvalRunEvent>;
  /** The run is over and nothing more will come. */
  done: boolean;
}

export interface EvalRunGoalCompletionCase {
  /** Names the case and the trial for people; join on `iterationId`. */
  caseKey: string;
  iterationId: string;
  /** `error`: the judge broke down, which says nothing about the trial. `skipped`: there was nothing to judge, or the case wants no judge. */
  status: "pending" | "scored" | "error" | "skipped";
  score: number | null;
  /** False unless the status is `scored`. */
  passed: boolean;
  reason: string | null;
  errorCode?: string;
  /** SHA-256 of what the judge was shown. */
  evidenceHash?: string;
  /** Ids of the criteria that were met. */
  rubricHits: Array<string>;
  criteria: Array<{
    id: string;
    met: boolean;
    reason: string;
  }>;
}

export interface EvalRunGoalCompletionJudge {
  /** Null when it was never asked. `failed`: there is no opinion on any trial, or it was broken off; existing opinions stay. */
  status: "pending" | "completed" | "failed" | null;
  errorCode: string | null;
  summary: string | null;
  generatedAt: number | null;
  modelUsed: string | null;
  threshold: number | null;
  /** Changes with the model, the rubric, the threshold, and the question that is put to it. */
  judgeVersion?: string;
  /** The role that the suite gives it. `required` is the word of `x-assay-eval-vocabulary: 2` for `gating`. */
  role?: "gating" | "advisory" | "required";
  /** Whether it counts in this run: a gating judge that is not `measured` does not. */
  gating?: boolean;
  /** `unmeasured`: fewer than 20 trials have both a label and an opinion, or all labels agree. `belowFloor`: Cohen's kappa is under 0.6. `measured`: it is at least 0.6; only then a gating judge decides. `changed`: another version of the judge was measured, this one was not. */
  standing?: "unmeasured" | "belowFloor" | "measured" | "changed";
  progress?: {
    total: number;
    completed: number;
    errors: number;
    skipped: number;
  };
  /** The first trials in the order of the suite, at most 100 and as many as fit into 256 KB, with reasons of at most 300 characters; empty while it is pending. The list of iterations has all of them, whole. */
  cases: Array<EvalRunGoalCompletionCase>;
}

export interface EvalRunGroundednessCase {
  /** Names the case and the trial for people; join on `iterationId`. */
  caseKey: string;
  iterationId: string;
  /** `error`: the judge broke down, which says nothing about the trial. `skipped`: there was nothing to judge, or the case wants no judge. */
  status: "pending" | "scored" | "error" | "skipped";
  score: number | null;
  /** False unless the status is `scored`. */
  passed: boolean;
  reason: string | null;
  errorCode?: string;
  /** SHA-256 of what the judge was shown. */
  evidenceHash?: string;
  /** Claims of the reply that no evidence of the trial supports. */
  unsupportedClaims: Array<string>;
}

/** From the same answers: the score is the share of supported claims, and only 1 passes. */
export interface EvalRunGroundednessJudge {
  /** Null when it was never asked. `failed`: there is no opinion on any trial, or it was broken off; existing opinions stay. */
  status: "pending" | "completed" | "failed" | null;
  errorCode: string | null;
  summary: string | null;
  generatedAt: number | null;
  modelUsed: string | null;
  threshold: number | null;
  /** Changes with the model, the rubric, the threshold, and the question that is put to it. */
  judgeVersion?: string;
  /** The role that the suite gives it. `required` is the word of `x-assay-eval-vocabulary: 2` for `gating`. */
  role?: "gating" | "advisory" | "required";
  /** Whether it counts in this run: a gating judge that is not `measured` does not. */
  gating?: boolean;
  /** `unmeasured`: fewer than 20 trials have both a label and an opinion, or all labels agree. `belowFloor`: Cohen's kappa is under 0.6. `measured`: it is at least 0.6; only then a gating judge decides. `changed`: another version of the judge was measured, this one was not. */
  standing?: "unmeasured" | "belowFloor" | "measured" | "changed";
  progress?: {
    total: number;
    completed: number;
    errors: number;
    skipped: number;
  };
  /** The first trials in the order of the suite, at most 100 and as many as fit into 256 KB, with reasons of at most 300 characters; empty while it is pending. The list of iterations has all of them, whole. */
  cases: Array<EvalRunGroundednessCase>;
}

export interface EvalRunGroup {
  runGroupId: string;
  suiteId: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  runs: Array<EvalRun>;
  comparison: {
    baselineArm: string | null;
    /** Every other arm against it. */
    arms: Array<EvalArmComparison>;
  };
}

export interface EvalRunGroupCase {
  testCaseId: string;
  /** The id that a suite file declares. */
  caseId?: string;
  title: string;
  /** Its outcome is not the same in all runs, or a run does not have it. */
  differs: boolean;
  /** In the order of the runs of the group; a run without the case has no cell. */
  cells: Array<EvalRunGroupCell>;
}

export interface EvalRunGroupCasePage {
  items: Array<EvalRunGroupCase>;
  /** Absent on the last page. */
  nextCursor?: string;
  /** Of all cases of the group, also under a filter; with the first page only. */
  counts?: {
    total: number;
    differing: number;
  };
}

export interface EvalRunGroupCell {
  runId: string;
  model: string | null;
  /** Of a run that is graded per case: whether its eligible trials reach its threshold. Otherwise `failed` with the first failed trial, `passed` when none failed and one passed. `undecided`: no trial says anything about the server. `open`: trials are missing and none failed. */
  outcome: "passed" | "failed" | "undecided" | "open";
  /** In the order of the trials. */
  trials: Array<"running" | "open" | "passed" | "failed" | "broken" | "evaluator" | "provider" | "platform" | "cassette" | "skipped" | "cancelled" | "settled">;
  passed: number;
  /** Trials that the rate of the case is over. */
  eligible: number;
  passRateInterval: EvalRateInterval | null;
  /** Fraction of eligible trials that must pass, where the run is graded per case. */
  passThreshold?: number;
  /** Ended trials that are in no rate, by their result. */
  excluded: Record<string, number>;
  p50DurationMs: number | null;
  firstFailure?: {
    iterationId: string;
    /** The number of the trial within the case, from 1. */
    trial: number;
    stage?: EvalStage;
    /** The type of the assertion that failed, or else of the first failed gating one. */
    assertion?: string;
    /** The step of that assertion. */
    stepId?: string;
    /** In a few words, in which words of the server may stand. Plain text. */
    reason?: string;
    /** What was expected: `a result that contains "in transit"`. Of a failed assertion or fault. */
    expected?: string;
    /** What came instead, in which words of the server may stand. */
    came?: string;
    place?: EvalEvidencePlace;
    /** Where it stands, in words: `the result of call 2 of trial 1`. */
    evidence?: string;
  };
  gradingGap?: EvalGradingGap;
  /** Why the case is `undecided`, or decides nothing. Plain text for people. */
  because?: string;
  iterationId: string | null;
  difference: EvalPairedDifference | null;
}

/** `budget` is what each of the runs may spend. */
export interface EvalRunGroupCreateRequest {
  suiteId: string;
  /** All of one kind. Equal targets count once. */
  targets: Array<EvalRunGroupTarget>;
  /** Trials of every case; overrides the suite's setting. */
  iterationOverride?: number;
  /** Runs only these cases of the suite. */
  caseIds?: Array<string>;
  matchOptionsOverride?: EvalMatchOptionsInput;
  skillsOverride?: "exclude";
  notes?: string;
  importApprovals?: Array<EvalImportApproval>;
  /** Refuses the launch when a case of the suite cannot run, because its import is unsupported or unresolved. Otherwise such cases are left out, and named in `casesLeftOut`. */
  requireAllCases?: boolean;
  /** Not for a suite that grades per case. */
  passCriteria?: {
    /** Percent of trials that must pass. */
    minimumPassRatePercent?: number;
    /**
     * Older name of `minimumPassRatePercent`, a percent as well.
     * @deprecated
     */
    minimumPassRate?: number;
  };
  /** Targets may be ad-hoc environments (`environments/ensure-adhoc`), which no suite is attached to. */
  ephemeralEnvironment?: boolean;
  /** The caller's own keys, by provider (`openai`, `anthropic`, …). Kept sealed while the run is open, never returned, deleted at its end. */
  modelApiKeys?: Record<string, string>;
  budget?: EvalRunBudget;
  earlyStopping?: EvalEarlyStoppingInput;
  /** `auto` (the default) makes every call; `readOnly` only calls of tools whose annotations say `readOnlyHint`; `none` makes none. The model is told that a call was not approved. */
  toolApproval?: "auto" | "readOnly" | "none";
  /** Model calls per prompt at most; 20 when absent. */
  maxSteps?: number;
  gate?: EvalGatePolicy;
  baseline?: EvalNamedBaseline;
  /** Same as the Idempotency-Key header, which wins. */
  idempotencyKey?: string;
}

export interface EvalRunGroupCreated {
  runGroupId: string;
  suiteId: string;
  outcome: "started" | "partial" | "failed";
  startedCount: number;
  failedCount: number;
  targets: Array<{
    target: {
      environmentId?: string;
      /** The id of an attached client, or its name without regard to case. */
      namedHostId?: string;
      arm?: {
        /** Unique in the group. */
        name: string;
        /** Instead of the suite's saved selection. Empty for no server at all: the model works without tools, so cases may hold nothing but prompts and assertions. */
        serverIds?: Array<string>;
        /** Replaces the model of every case which has a prompt. */
        model?: string;
      };
      name?: string;
    };
    status: "started" | "failed";
    runId?: string;
    /** `grading`: every trial is in, and the opinion of a gating judge is awaited. `completed` says that the run reached its end, not that it passed. */
    runStatus?: "pending" | "running" | "grading" | "completed" | "failed" | "cancelled" | "timed_out";
    deduped?: boolean;
    servers?: Array<{
      id: string;
      name: string;
      /** The run goes on without it when it cannot be reached. */
      isOptional?: true;
      /** The plugin that brings it; it is not a saved server. */
      pluginVersionId?: string;
    }>;
    environment?: EvalRunEnvironment | null;
    caseUpsert?: EvalCaseUpsert;
    /** Why no run was started. */
    error?: {
      code: string;
      message: string;
    };
  }>;
  /**
   * Of the first target that was started, as what follows.
   * @deprecated
   */
  runId?: string;
  /**
   * `grading`: every trial is in, and the opinion of a gating judge is awaited. `completed` says that the run reached its end, not that it passed.
   * @deprecated
   */
  status?: "pending" | "running" | "grading" | "completed" | "failed" | "cancelled" | "timed_out";
  /** @deprecated */
  servers?: Array<{
    id: string;
    name: string;
    /** The run goes on without it when it cannot be reached. */
    isOptional?: true;
    /** The plugin that brings it; it is not a saved server. */
    pluginVersionId?: string;
  }>;
  /** @deprecated */
  environment?: {
    id: string;
  } | null;
  caseUpsert?: EvalCaseUpsert;
}

/** An environment, a client, or an arm of our own: no server, other servers, another model. */
export interface EvalRunGroupTarget {
  environmentId?: string;
  /** The id of an attached client, or its name without regard to case. */
  namedHostId?: string;
  arm?: EvalRunArm;
}

export interface EvalRunInsightsRequest {
  /** Makes them again although they exist. */
  force?: boolean;
}

export interface EvalRunInsightsRequested {
  runId: string;
  projectId: string;
  status: "not_available" | "not_requested" | "pending" | "completed" | "failed";
}

export interface EvalRunJudgePreview {
  runId: string;
  model: string | null;
  /** That would be judged. */
  trials: number;
  cases: number;
  skipped: Array<{
    reason: string;
    trials: number;
  }>;
  /** What the model is sent, in words. */
  sentToModel: Array<string>;
  expectedTokens: {
    input: number;
    output: number;
  } | null;
  priceUsd: number | null;
}

export interface EvalRunJudgeRequest {
  /** Judges trials again that were judged already; the newest opinions are read, the older ones stay. */
  force?: boolean;
  /** `true` judges this run although the suite's judge is switched off. */
  enable?: boolean;
  /** Instead of the suite's judge model; needed when it has none. */
  model?: string;
  /** Instead of the suite's. */
  threshold?: number;
  /** The caller's own keys, by provider. Kept sealed until the run is judged, never returned, deleted then. */
  modelApiKeys?: Record<string, string>;
}

export interface EvalRunJudgeRequested {
  runId: string;
  projectId: string;
  status: "pending";
}

/** The opinions of judges about the run. Not in lists. */
export interface EvalRunJudges {
  goalCompletion: EvalRunGoalCompletionJudge;
  groundedness: EvalRunGroundednessJudge;
}

export interface EvalRunLauncher {
  kind: "cli" | "mcp" | "github_action";
  client?: string;
  version?: string;
}

export interface EvalRunListPage {
  items: Array<EvalRun>;
  /** Absent on the last page. */
  nextCursor?: string;
  counts?: EvalRunVerdictCounts;
}

export interface EvalRunPage {
  items: Array<EvalRun>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface EvalRunProgress {
  id: string;
  testCaseId: string | null;
  title: string | null;
  iterationNumber: number;
  model: string | null;
  status: "pending" | "running" | "completed" | "failed" | "cancelled" | "timed_out" | "setup_failed" | "skipped";
  result: "passed" | "failed" | null;
  durationMs: number | null;
  /** Gating ones and advisory ones. */
  failedChecks: Array<EvalCheck>;
  /** Why the trial fails even if its checks passed: a tool error, a call that was not expected, a step that was not reached. */
  faults: Array<{
    kind: string;
    reason: string;
    /** What was expected: `a result that contains "in transit"`. Of a failed assertion or fault. */
    expected?: string;
    /** What came instead, in which words of the server may stand. */
    came?: string;
    /** The reason in a few words, where there are some. */
    brief?: string;
    place?: EvalEvidencePlace;
    /** The error lies with this installation, so it says nothing about the server. */
    evaluatorError?: true;
  }>;
  /** The part whose failure kept the trial from completing: the MCP server, the model provider, this installation, or a cassette without an answer. */
  failureSource?: "server" | "provider" | "platform" | "cassette";
}

/** Bounds of the final rate. Only while the run is under way, and not where it is graded per case or by a gating judge. */
export interface EvalRunReachable {
  /** Trials that have not ended. */
  openTrials: number;
  /** If all open trials failed. */
  leastPassed: number;
  /** If all open trials passed. */
  mostPassed: number;
  /** Trials that the rate would be over, if no open one is excluded. */
  gradedTrials: number;
  canPass: boolean;
  canFail: boolean;
}

export interface EvalRunRegradeRequest {
  /** `frozen` (the default) grades the trials against the assertions that the run was made with, by today's rules of grading; `current` against the assertions that the suite has now, for cases that still do the same. */
  checks?: "frozen" | "current";
}

export interface EvalRunRegraded {
  runId: string;
  /** Counts the regrades of the run from 1. */
  number: number;
  checks: "frozen" | "current";
  /** Milliseconds since the epoch. */
  regradedAt: number;
  before: EvalRegradeCounts;
  after: EvalRegradeCounts;
  /** The versions of the grading rules that the verdict rested on and rests on now. If they differ, a trial can have changed by the rules alone. */
  gradingVersion?: {
    before: number;
    after: number;
  };
  changedCount: number;
  /** Trials whose result or evaluator error changed; the first 200. */
  changedIterationIds: Array<string>;
  /** Cases that are gone from the suite or do something else now: they were graded against their frozen assertions. */
  keptCaseIds: Array<string>;
  run: EvalRun;
}

export interface EvalRunRouteFacts {
  runId: string;
  suiteId: string;
  /** `grading`: every trial is in, and the opinion of a gating judge is awaited. `completed` says that the run reached its end, not that it passed. */
  status: "pending" | "running" | "grading" | "completed" | "failed" | "cancelled" | "timed_out";
  /** Trials whose calls were recorded. */
  iterations: number;
  /** The most frequent first, 200 at most. */
  routes: Array<{
    /** The case, by the id that it has in the results of the run. */
    caseId: string;
    /** The calls in their order; a tool that was called several times in a row is listed once. Empty when no tool was called; the first 50 at most. */
    tools: Array<{
      serverName: string;
      toolName: string;
    }>;
    iterations: number;
    passed: number;
    failed: number;
  }>;
  /** There are more routes than are listed. */
  truncated: boolean;
}

export interface EvalRunServerFacts {
  runId: string;
  suiteId: string;
  /** `grading`: every trial is in, and the opinion of a gating judge is awaited. `completed` says that the run reached its end, not that it passed. */
  status: "pending" | "running" | "grading" | "completed" | "failed" | "cancelled" | "timed_out";
  /** The most called first, 50 at most; a server that was never called is not listed. */
  servers: Array<{
    serverName: string;
    /** Trials that called the server. */
    iterations: number;
    /** Its tools that were called. */
    tools: number;
    calls: number;
    /** Calls that failed, or whose result said so. */
    errors: number;
    p50LatencyMs: number | null;
    p95LatencyMs: number | null;
  }>;
}

export interface EvalRunStageAnalytics {
  runId: string;
  suiteId: string;
  /** `grading`: every trial is in, and the opinion of a gating judge is awaited. `completed` says that the run reached its end, not that it passed. */
  status: "pending" | "running" | "grading" | "completed" | "failed" | "cancelled" | "timed_out";
  /** Trials whose path was analyzed; trials of which nothing was recorded are not counted. */
  iterations: number;
  stages: Array<EvalStageCounts>;
  /** Of the trials that did not pass, the most frequent first. */
  failureCategories: Array<{
    category: EvalFailureCategory;
    iterations: number;
  }>;
  /** The 200 most called ones at most. */
  tools: Array<EvalToolFacts>;
}

export interface EvalRunStep {
  stepId: string;
  stepIndex: number;
  kind: "prompt" | "toolCall" | "interact" | "assert";
  /** `pending`: not reached yet; `skipped`: the iteration ended before it. */
  status: "ok" | "fail" | "skipped" | "pending";
  reason: string | null;
  evidence?: {
    /** The calls it made, what looks like a secret masked; their results are in the trace. */
    toolCalls: Array<Record<string, unknown>>;
    /** The path of an image of the page after the step, which is deleted with the trace. */
    screenshotUrl?: string;
    /** The element of the page that the step acts on or looks for. */
    locatorLabel?: string;
  };
}

export interface EvalRunSteps {
  items: Array<EvalRunStep>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface EvalRunStopped {
  /** `PROVIDER_UNAVAILABLE`: three trials of a model in a row failed because of its provider. `CONFLICT`: the environment changed between the launch and the first trial. `RUN_TIME_LIMIT`: the trials took longer than the run may take. `QUEUE_TIME_LIMIT`: no runner took the run in time. `INGESTION_TIME_LIMIT`: the results of a reported run were not completed in time. */
  code: "BUDGET_EXHAUSTED" | "PROVIDER_RATE_LIMITED" | "PROVIDER_QUOTA_EXHAUSTED" | "PROVIDER_REFUSED_KEY" | "PROVIDER_UNAVAILABLE" | "CONFLICT" | "RUN_TIME_LIMIT" | "QUEUE_TIME_LIMIT" | "INGESTION_TIME_LIMIT";
  message: string;
  /** When it makes sense to try again. */
  resetsAt?: number;
  budgetId?: string;
}

export interface EvalRunSurfaceDifference {
  serverId: string;
  /** Of the last surface that the run met, as the run shows it. */
  baseHash: string;
  compareHash: string;
  /** The version that the server said it is. */
  baseVersion?: string;
  compareVersion?: string;
  /** Absent where a surface is too long to be kept with its run: then only the hashes differ. */
  summary?: {
    breaking: number;
    /** They break no client, and models may act differently. */
    affectsModels: number;
    additive: number;
    cosmetic: number;
  };
  /** The gravest 50, from the run that is compared with. */
  changes?: Array<SurfaceChange>;
}

export interface EvalRunUsage {
  inputTokens: number;
  outputTokens: number;
  totalTokens: number;
  modelCalls: number;
  costUsd: number | null;
  /** Trials with a known price, among the trials that called a model. */
  coverage: {
    costed: number;
    total: number;
  };
}

/** The runs that match the other filters than `verdict`, by their verdict. With the first page only, on request. */
export interface EvalRunVerdictCounts {
  total: number;
  /** There are more: the newest 10,000 runs are counted. */
  isAtLeast: boolean;
  verdict: {
    passed: number;
    failed: number;
    inconclusive: number;
    /** Runs under way are among them. */
    notEstablished: number;
  };
}

export interface EvalSchedulePreview {
  /** When it runs, in words. */
  words: string;
  /** The same in a word or two. */
  rhythm: string;
  /** The offset of its time zone now, and until when: `UTC+1 until 28 Mar 2027, then UTC+2.` */
  zoneWords: string;
  /** Whether a change of the clock in the next year skips or repeats one of its times. */
  clockWords: string;
  /** The next times, soonest first; of an interval counted from the last tick, or from now. */
  ticks: Array<{
    /** Milliseconds since the epoch. */
    at: number;
    /** In the time zone of the schedule: `2026-11-30T03:00`. */
    localTime: string;
    /** Of that moment: `+01:00`. */
    utcOffset: string;
  }>;
  /** How many ticks the next 30 days have. */
  ticksPerMonth: number;
  /** What the run of a tick is expected to cost, if the suite stays as it is. */
  tick: {
    trials?: number;
    price?: EvalLaunchPrice;
    expectedDurationMs?: number | null;
    expectedTokens?: number | null;
    refusal?: EvalLaunchRefusal;
  };
  /** The same over the next 30 days; null where a part of it is not known. */
  month: {
    ticks: number;
    trials: number | null;
    expectedDurationMs: number | null;
    expectedTokens: number | null;
    usualUsd: number | null;
  };
}

export type EvalStage = "connection" | "discovery" | "selection" | "call" | "response" | "userValue";

export type EvalStageChain = EvalStageChainVerified | EvalStageChainUnverified | EvalStageChainAbsent;

export interface EvalStageChainAbsent {
  status: "absent";
}

export interface EvalStageChainUnverified {
  status: "unverified";
  analyzerVersion?: number;
  /** The chain was made by a newer analyzer than this one. */
  analyzerVersionAhead?: {
    reported: number;
    known: number;
  };
}

export interface EvalStageChainVerified {
  status: "verified";
  stages: Array<EvalStageRow>;
  firstFailedStage?: EvalStage;
  failureCategory?: EvalFailureCategory;
  analyzerVersion: number;
  /** The chain was made by a newer analyzer than this one. */
  analyzerVersionAhead?: {
    reported: number;
    known: number;
  };
}

export interface EvalStageCounts {
  stage: EvalStage;
  passed: number;
  failed: number;
  notReached: number;
  notMeasured: number;
  notApplicable: number;
  passRate: number | null;
  passRateInterval: EvalRateInterval | null;
}

export interface EvalStageRow {
  stage: EvalStage;
  state: EvalStageState;
  reasons?: Array<string>;
  /** The place in the trace where it happened. */
  spanIds?: Array<string>;
  promptIndexes?: Array<number>;
  /** The tool that the first reason is about. */
  toolName?: string;
  errorCode?: string;
}

/** `notReached`: the trial ended before it; `notMeasured`: there was no evidence for it; `notApplicable`: the trial has no such part. */
export type EvalStageState = "passed" | "failed" | "notReached" | "notMeasured" | "notApplicable";

export type EvalStandardCheckId = "discovery.description" | "discovery.annotations" | "discovery.collisions" | "discovery.deprecated" | "call.schema" | "response.schema" | "selection.hops" | "call.parameters" | "call.repeated" | "response.performance" | "response.size" | "response.errors" | "response.recovery" | "response.pagination" | "userValue.turns";

/** An assertion with `type` is graded from the transcript, one with `kind` on a live page. */
export type EvalStepAssertion = EvalWidgetAssertionTextVisible | EvalWidgetAssertionElementVisible | EvalWidgetAssertionElementHidden | EvalWidgetAssertionInputValue | EvalWidgetAssertionWidgetToolCalled | EvalAssertionToolDescriptionsPresent | EvalAssertionToolAnnotationsPresent | EvalAssertionToolNamesUnique | EvalAssertionNoDeprecatedToolExposed | EvalAssertionToolInputSchemasWellFormed | EvalAssertionToolOutputSchemasPresent | EvalAssertionToolCalledWith | EvalAssertionToolCalledAtLeastOnce | EvalAssertionToolNeverCalled | EvalAssertionOnlyToolsCalled | EvalAssertionFirstToolWas | EvalAssertionResponseContains | EvalAssertionResponseNotContains | EvalAssertionResponseMatches | EvalAssertionResponseNotMatches | EvalAssertionNoToolErrors | EvalAssertionFinalAssistantMessageNonEmpty | EvalAssertionTokenBudgetUnder | EvalAssertionWidgetRendered | EvalAssertionWidgetRenderLatencyUnder | EvalAssertionWidgetNoConsoleErrors | EvalAssertionTurnCountUnder | EvalAssertionNoEndingQuestion | EvalAssertionToolLatencyUnder | EvalAssertionToolResultContains | EvalAssertionToolResultNotContains | EvalAssertionToolResultMatchesSchema | EvalAssertionToolResultMatchesDeclaredSchema | EvalAssertionToolResultSizeUnder | EvalAssertionArgumentsMatchToolSchema | EvalAssertionNoRepeatedIdenticalCall | EvalAssertionToolCallCountUnder | EvalAssertionToolCalledBefore | EvalAssertionNoDeprecatedToolCalled | EvalAssertionNoDestructiveToolCalled | EvalAssertionToolErrorNamesInput | EvalAssertionFullPageHasContinuation;

export interface EvalSuite {
  id: string;
  name: string;
  projectId: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  updatedAt: number;
  /** Absent unless it is archived. */
  archivedAt?: number;
  tags: Array<string>;
  serverIds: Array<string>;
  latestRun: EvalSuiteLatestRun | null;
  schedule?: EvalSuiteScheduleInList;
  /** Trials that passed and failed, over all finished runs. */
  totals: {
    measurementUnit: "trial";
    passed: number;
    failed: number;
    runs: number;
  };
  /** The latest ten finished runs, oldest first. */
  recentRuns: Array<{
    id: string;
    runNumber: number;
    /** `notEstablished` while there is no verdict: unfinished, stopped early, or nothing decides it; see `undecided`. */
    verdict: "passed" | "failed" | "inconclusive" | "notEstablished";
    passRate: number | null;
    /** Milliseconds since the epoch. */
    createdAt: number;
  }>;
  /** Fractions of the latest completed runs that count in the unit of the latest run, oldest first. */
  passRateTrend: Array<number>;
}

export interface EvalSuiteBadge {
  suiteId: string;
  /** The address of the image. It holds a secret: who has it sees the badge. */
  url: string;
  /** The runs of this branch alone. Without it: all runs but the ones of pull requests. */
  branch?: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
}

export interface EvalSuiteBadgeDeleted {
  suiteId: string;
  deleted: true;
}

export interface EvalSuiteBadgeRequest {
  /** The runs of this branch alone. Without it: all runs but the ones of pull requests. */
  branch?: string;
}

export interface EvalSuiteCaseHistory {
  suiteId: string;
  /** The newest finished runs, newest first; at most 10. */
  runs: Array<{
    runId: string;
    runNumber: number;
    verdict: "passed" | "failed" | "inconclusive" | "notEstablished";
    /** Milliseconds since the epoch. */
    createdAt: number;
  }>;
  /** Cases that one of the runs had, in the order of the newest run that had them. */
  cases: Array<{
    testCaseId: string;
    /** In the order of `runs`; null where the run did not have the case. With several models: `failed` when it failed with one of them, else `open`, `undecided` or `passed`. */
    outcomes: Array<"passed" | "failed" | "undecided" | "open" | null>;
    /** Some of its trials passed and some failed, with one model, in the newest of these runs that had it. */
    isFlaky: boolean;
    /** The newest of these runs that had the case. */
    latest: {
      runId: string;
      /** Of a run that is graded per case: whether its eligible trials reach its threshold. Otherwise `failed` with the first failed trial, `passed` when none failed and one passed. `undecided`: no trial says anything about the server. `open`: trials are missing and none failed. */
      outcome: "passed" | "failed" | "undecided" | "open";
      /** In their order; model after model. */
      trials: Array<"open" | "passed" | "failed" | "broken" | "evaluator" | "provider" | "platform" | "cassette" | "skipped" | "cancelled" | "settled">;
      passed: number;
      /** Trials that the rate of the case is over. */
      eligible: number;
      p50DurationMs: number | null;
    };
  }>;
  /** How many of the cases are flaky. */
  flakyCases: number;
}

/** With the first page only. */
export interface EvalSuiteCounts {
  /** Suites that match every given filter. */
  total: number;
  /** By the verdict of the latest run, and `none` for suites without a finished run. */
  verdict: Record<string, number>;
  /** By tag; at most 100 tags. */
  tag: Record<string, number>;
  /** By the id of a server; at most 100 servers. */
  server: Record<string, number>;
  /** Suites with flaky cases in their latest run. */
  flaky: number;
  /** Suites with a schedule that is on. */
  scheduled: number;
  /** Archived suites. */
  archived: number;
}

export interface EvalSuiteCreated {
  suiteId: string;
  name: string;
  servers: Array<{
    id: string;
    name: string;
  }>;
  caseUpsert: EvalCaseUpsert;
}

export interface EvalSuiteDetail {
  id: string;
  name: string;
  description: string | null;
  projectId: string;
  /** The id under which a file declares the suite. */
  declaredId?: string;
  managedBy: "ci" | "app";
  /** Absent unless it is archived. */
  archivedAt?: number;
  /** Counts the changes of the suite's settings; its cases have revisions of their own. */
  revisionNumber: number;
  tags: Array<string>;
  environment: {
    servers: Array<string>;
    computerEnvironment: null;
  };
  environmentIds: Array<string>;
  executionConfig: {
    model: string;
    provider?: string;
    systemPrompt?: string;
    temperature?: number;
  } | null;
  /** The attached clients. */
  hosts: Array<{
    id: string;
    /** As the client was called when it was attached. */
    name: string;
    servers?: Array<string>;
  }>;
  settings: EvalSuiteSettings;
  schedule: EvalSuiteSchedule;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  updatedAt: number;
}

export interface EvalSuiteEnvironmentAttachRequest {
  environmentId: string;
}

export interface EvalSuiteEnvironmentAttached {
  suiteId: string;
  attached: boolean;
  environmentIds: Array<string>;
}

export interface EvalSuiteFileExported {
  fileName: string;
  format: "yaml" | "json";
  content: string;
}

export interface EvalSuiteFileImportRequest {
  /** The file, in YAML or JSON. */
  content: string;
  fileName?: string;
  format?: "assay" | "promptfoo" | "mcp-servers";
  /** Names of saved servers that the suite is to run against, instead of the servers that the file names. Needed for a format that names none. */
  servers?: Array<string>;
  /** Provider and name, for a file that names none. */
  model?: string;
  /** Answers what the import would change and writes nothing. */
  dryRun?: boolean;
}

export interface EvalSuiteFileImported {
  suiteId?: string;
  declaredId: string;
  name: string;
  format: "assay" | "promptfoo" | "mcp-servers";
  dryRun: boolean;
  /** The project had no suite of this declared id. */
  created: boolean;
  cases: {
    created: number;
    updated: number;
    unchanged: number;
    deleted: number;
  };
  caseUpsert: EvalCaseUpsert;
  /** Of a converted file: what the converter claims about each case. */
  claims: Array<{
    title: string;
    declaredId?: string;
    status: string;
    note?: string;
  }>;
  warnings: Array<string>;
}

export interface EvalSuiteLatestRun {
  id: string;
  runNumber: number;
  /** `grading`: every trial is in, and the opinion of a gating judge is awaited. `completed` says that the run reached its end, not that it passed. */
  status: "pending" | "running" | "grading" | "completed" | "failed" | "cancelled" | "timed_out";
  /** `notEstablished` while there is no verdict: unfinished, stopped early, or nothing decides it; see `undecided`. */
  verdict: "passed" | "failed" | "inconclusive" | "notEstablished";
  /** The verdict, or the progress of a run without one, in one sentence with its unit. Plain text. */
  sentence: string;
  /** Why it is decided or not: the interval beside the line, excluded trials, or the reason why there is no verdict. Plain text, in which words of servers and providers may stand; empty where nothing is to add. */
  because: string;
  undecided?: {
    /** `gradingNotConfigured`: no case of the run has an assertion, or a judge, that decides. */
    reason: "runNotTerminal" | "runStatusNotAVerdict" | "runResultNotAVerdict" | "verdictSummaryUnavailable" | "gradingNotConfigured";
    /** In words. */
    detail?: string;
  };
  /** The unit of the counts and of the rate: trials, or, where the run is graded per case, case variants. They are never converted. */
  measurementUnit: "trial" | "caseVariant";
  passRate: number | null;
  passRateInterval: EvalRateInterval | null;
  minimumAccuracy: number | null;
  total: number;
  passed: number;
  failed: number;
  /** Trials that say nothing about the server; not in `total`. */
  excluded: number;
  /** Trials that were not needed, or could not be begun; not in `total`. */
  skipped: number;
  /** Cases of which some trials passed and some failed, with one model. */
  flakyCases: number;
  /** The program that launched the run, or else its source. */
  launchedBy: "api" | "cli" | "mcp" | "github_action" | "schedule" | "sdk" | "ui";
  /** The user who launched the run, or whose key did. */
  launchedByUserId?: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  completedAt: number;
}

export interface EvalSuitePage {
  items: Array<EvalSuite>;
  /** Absent on the last page. */
  nextCursor?: string;
  counts?: EvalSuiteCounts;
}

export interface EvalSuiteRestoreRequest {
  /** The `revisionNumber` that was read; a CONFLICT when the suite was changed since. */
  expectedRevision?: number;
}

export interface EvalSuiteRevision {
  revisionNumber: number;
  /** Milliseconds since the epoch. */
  createdAt: number;
  createdBy?: string;
  /** JSON Pointers into `suite` of what this revision changed; empty for the first. */
  changed: Array<string>;
  /** What this revision changed, in words: `a gate added, and 1 check added`. `made`, for the first. */
  words: string;
  /** Setting by setting, in the order of `changed`. */
  changes: Array<{
    /** JSON Pointer into `suite`. */
    pointer: string;
    /** What changed there, in words. Names of people may stand in it. */
    words: string;
  }>;
  /** The suite's name and settings as they were. */
  suite: Record<string, unknown>;
}

export interface EvalSuiteRevisionPage {
  items: Array<EvalSuiteRevision>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface EvalSuiteSchedule {
  enabled: boolean;
  intervalMinutes?: number | null;
  /** Five fields (minute, hour, day of month, month, day of week), or `@hourly`, `@daily`, `@midnight`, `@weekly`, `@monthly`, `@yearly` or `@annually`. At most one run in 5 minutes. */
  cron?: string;
  /** An IANA time zone in which `cron` is read. UTC until it is set; when absent, the one that is set stays. */
  timeZone?: string;
  environmentId?: string | null;
  /** The schedule is switched off after this many ticks in a row that started no run, or one that failed, since it was last changed. */
  pauseAfterFailures?: number;
  /** When it runs next; absent while it is off. */
  nextDueAt?: number;
  /** The latest tick that came due. */
  lastDueAt?: number;
  /** The run that the latest successful tick started. */
  lastRunId?: string;
  /** Ticks in a row that could start no run; one that still waits for its turn is not counted. */
  consecutiveFailures?: number;
  /** Why the latest tick could start no run, or that it waits for its turn; why the platform switched the schedule off. */
  statusReason?: string;
  createdBy?: string;
  /** When it runs, in words: `daily at 03:00, Europe/Berlin`. Absent until it is set. */
  words?: string;
  /** The same in a word or two: `daily`. */
  rhythm?: string;
}

/** Absent until a schedule was set. */
export interface EvalSuiteScheduleInList {
  enabled: boolean;
  /** When it runs, in words. */
  words: string;
  /** The same in a word or two. */
  rhythm: string;
  /** Milliseconds since the epoch. */
  nextDueAt?: number;
  /** Its latest ticks in a row that started no run, or one that ended without a verdict. */
  ticksWithoutVerdict: number;
}

export interface EvalSuiteScheduleRequest {
  enabled: boolean;
  /** Minutes between two runs. */
  intervalMinutes?: number;
  /** Five fields (minute, hour, day of month, month, day of week), or `@hourly`, `@daily`, `@midnight`, `@weekly`, `@monthly`, `@yearly` or `@annually`. At most one run in 5 minutes. */
  cron?: string;
  /** An IANA time zone in which `cron` is read. UTC until it is set; when absent, the one that is set stays. */
  timeZone?: string;
  environmentId?: string;
  pauseAfterFailures?: number | null;
}

export interface EvalSuiteSettings {
  minimumAccuracy: number | null;
  minimumIterations: number | null;
  repetitions: number | null;
  passThreshold: number | null;
  validity: {
    /** The smallest number of gradeable trials; when absent, every configured trial must have been attempted. */
    minEligibleTrials?: number;
    /** Completed of attempted trials; 0.8 when absent. */
    minCompletionRate?: number;
    /** Trials that could not be judged, of attempted ones; 0.1 when absent. */
    maxEvaluatorErrorRate?: number;
  } | null;
  matchOptions: EvalMatchOptions | null;
  checks: Array<EvalAssertion>;
  /** Suppressed standard checks of the suite: the suite's checks of that kind about all tools, of any role and severity. Stored sorted, each once. */
  suppressedSuiteStandardCheckIds: Array<EvalStandardCheckId>;
  judge: EvalJudge;
  /** `iteration` (the default) opens a fresh MCP session for every trial, so trials cannot see each other's state; `run` shares one session per server among all trials of a run, which is faster. */
  sessionIsolation: "iteration" | "run";
  gate: EvalGatePolicy | null;
}

export interface EvalSuiteSettingsPatch {
  minimumAccuracy?: number | null;
  minimumIterations?: number | null;
  repetitions?: number | null;
  passThreshold?: number | null;
  validity?: EvalValidity | null;
  matchOptions?: EvalMatchOptionsInput | null;
  checks?: Array<EvalAssertion> | null;
  /** Suppressed standard checks of the suite: the suite's checks of that kind about all tools, of any role and severity. Stored sorted, each once. */
  suppressedSuiteStandardCheckIds?: Array<EvalStandardCheckId>;
  judge?: EvalJudgeInput;
  /** `iteration` (the default) opens a fresh MCP session for every trial, so trials cannot see each other's state; `run` shares one session per server among all trials of a run, which is faster. */
  sessionIsolation?: "iteration" | "run";
  gate?: EvalGatePolicy | null;
}

export interface EvalSuiteStageAnalytics {
  suiteId: string;
  /** Trials whose path was analyzed; trials of which nothing was recorded are not counted. */
  iterations: number;
  stages: Array<EvalStageCounts>;
  /** Of the trials that did not pass, the most frequent first. */
  failureCategories: Array<{
    category: EvalFailureCategory;
    iterations: number;
  }>;
  tools: Array<EvalToolFacts>;
  /** The newest first. */
  runs: Array<{
    runId: string;
    runNumber: number;
    status: "completed" | "failed" | "cancelled" | "timed_out";
    /** Trials whose path was analyzed; trials of which nothing was recorded are not counted. */
    iterations: number;
    stages: Array<EvalStageCounts>;
    /** Of the trials that did not pass, the most frequent first. */
    failureCategories: Array<{
      category: EvalFailureCategory;
      iterations: number;
    }>;
  }>;
  /** Not all of the newest 50 runs are summed up yet; the next reading has more of them. */
  truncated: boolean;
}

export interface EvalSuiteUpdateRequest {
  /** Unique within the project. */
  name?: string;
  description?: string | null;
  tags?: Array<string>;
  environment?: {
    /** Ids or names of saved servers; absent keeps them. With none, every run has to name its servers. */
    servers?: Array<string>;
    computerEnvironment?: string | null;
  };
  environmentIds?: Array<string> | null;
  /** Merged with the existing settings; a suite that has no model yet needs one first. */
  executionConfig?: {
    model?: string;
    provider?: string;
    systemPrompt?: string;
    temperature?: number;
  };
  /** The attached clients; the list replaces the earlier ones. */
  hosts?: Array<{
    /** Name or id of a client. */
    host: string;
    /** Ids or names of servers of the suite: the client's runs use these alone. */
    servers?: Array<string>;
  }>;
  settings?: EvalSuiteSettingsPatch;
  /** The `revisionNumber` that was read; a CONFLICT when the suite was changed since. */
  expectedRevision?: number;
  /** Another name of `expectedRevision`. */
  expectedRevisionNumber?: number;
}

export type EvalTestStep = EvalTestStepPrompt | EvalTestStepToolCall | EvalTestStepInteract | EvalTestStepAssert;

export interface EvalTestStepAssert {
  /** Unique within its case. */
  id: string;
  kind: "assert";
  assertion: EvalStepAssertion;
}

export interface EvalTestStepInteract {
  /** Unique within its case. */
  id: string;
  kind: "interact";
  toolName: string;
  action: EvalWidgetAction;
}

export interface EvalTestStepPrompt {
  /** Unique within its case. */
  id: string;
  kind: "prompt";
  /** The user's message; the model then takes a turn. */
  prompt: string;
}

export interface EvalTestStepToolCall {
  /** Unique within its case. */
  id: string;
  kind: "toolCall";
  /** The name of one of the suite's servers. */
  serverName: string;
  toolName: string;
  /** At most 100000 characters of JSON; `{}` when absent. */
  arguments?: Record<string, unknown>;
  /** How long a widget may take to render. */
  renderTimeoutMs?: number;
}

export interface EvalToolFacts {
  serverName: string;
  toolName: string;
  calls: number;
  errors: number;
  p50LatencyMs: number | null;
  p95LatencyMs: number | null;
}

export interface EvalTracePage {
  items: Array<{
    index: number;
    spans: Array<{
      id: string;
      parentId?: string;
      name: string;
      category: "step" | "llm" | "tool" | "error" | "client";
      /** Milliseconds since the iteration began. */
      startMs: number;
      /** Milliseconds since the iteration began. */
      endMs: number;
      status?: "ok" | "error";
      stepIndex?: number;
      promptIndex?: number;
      toolCallId?: string;
      toolName?: string;
      serverId?: string;
      modelId?: string;
      inputTokens?: number;
      outputTokens?: number;
      /** Why the model ended its answer: `stop`, `length`, `content-filter`, `tool-calls`, … */
      finishReason?: string;
      /** How long the first piece of the model's answer took; absent when it came in one piece. */
      ttfcMs?: number;
      /** What went wrong; how the tools of a server changed. */
      message?: string;
      /** The revision of MCP that a run's client and a server agreed on, of a span `client`. */
      protocolVersion?: string;
      /** How many tools the model was told of, where the run's client decides. */
      offeredTools?: number;
      /** How many tools of the servers its client never tells the model of. */
      hiddenTools?: number;
    }>;
    wire: Array<{
      /** Milliseconds since the iteration began. */
      atMs: number;
      serverId: string;
      direction: "sent" | "received";
      /** Size of the whole message. */
      bytes: number;
      /** Of the response that carried a received message. */
      httpStatus?: number;
      /** The message; absent when it is not JSON or was cut. */
      message?: unknown;
      /** The content on the wire where it is not a whole JSON message. */
      text?: string;
      /** `text` is only the beginning. */
      truncated?: boolean;
    }>;
    /** The part was too large to be kept or shown. */
    cut?: boolean;
  }>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface EvalTracePayload {
  payloadId: string;
  /** Of the id of a call. */
  toolCall?: {
    id: string;
    stepId: string;
    stepIndex: number;
    /** The prompt step (0 is the first) whose turn this belongs to; absent outside of a turn. */
    promptIndex?: number;
    /** Empty for a tool that a model asked for and no server has. */
    serverId: string;
    serverName: string;
    toolName: string;
    arguments: Record<string, unknown>;
    /** The CallToolResult as it came; absent when the call failed, or was not kept because of its size. */
    result?: Record<string, unknown>;
    /** Why there is no result. Calls that were not made: `TOOL_NOT_FOUND`, `INVALID_ARGUMENTS` (no JSON object), `NOT_APPROVED`, `TOOL_CALL_LIMIT` (only in chat sessions). `RPC_ERROR`: the server answered with a JSON-RPC error, which the message quotes. `RESULT_UNFINISHED`: the server asked for input that the client does not give, or answered with a result of unknown type. */
    error?: {
      code: string;
      message: string;
    };
    /** How the result breaks the protocol; absent when it does not, and for replayed calls. */
    findings?: Array<ResultFinding>;
    /** The tool reported an error, or the call failed before it could. */
    isError: boolean;
    /** Milliseconds since the iteration began. */
    startMs: number;
    /** Of a replayed call, as it was when it was recorded. */
    latencyMs?: number;
    /** The answer is a recording; the server was not asked. */
    replayed?: boolean;
    /** Bytes of the whole result as JSON, also when the result was not kept. */
    resultBytes?: number;
    /** The places of its request and its answer in `wire` of the trace, from 0. */
    wire?: {
      sent: number;
      received?: number;
    };
    /** The page of a widget made it; absent where a step or the model did. */
    origin?: "widget";
    /** Of the call of a widget: the id of the call that opened it. */
    widgetOf?: string;
  };
  /** Of the place of a message. */
  wire?: {
    /** Milliseconds since the iteration began. */
    atMs: number;
    serverId: string;
    direction: "sent" | "received";
    /** Size of the whole message. */
    bytes: number;
    /** Of the response that carried a received message. */
    httpStatus?: number;
    /** The message; absent when it is not JSON or was cut. */
    message?: unknown;
    /** The content on the wire where it is not a whole JSON message. */
    text?: string;
    /** `text` is only the beginning. */
    truncated?: boolean;
  };
}

export interface EvalTrialExclusions {
  /** Under way, waiting, or never reported. */
  notTerminal?: number;
  skipped?: number;
  setupFailed?: number;
  cancelled?: number;
  timedOut?: number;
  executionFailed?: number;
  /** Could not be judged. */
  evaluatorError?: number;
}

export interface EvalTrialPlan {
  /** The pass rate of now, as a fraction. */
  baselineRate: number;
  /** The drop to be found, as a fraction: 0.25 for one from 0.95 to 0.70. At most `baselineRate`. */
  drop: number;
  /** The chance that the comparison finds the drop. */
  power: number;
  /** The confidence of the comparison's interval; comparisons and gates use 0.95. */
  confidence: number;
  /** Trials that count, in the baseline and in the new run each. */
  trialsPerSide: number;
}

export interface EvalTrialPlanQuery {
  /** The pass rate of now, as a fraction. */
  baselineRate: number;
  /** The drop to be found, as a fraction: 0.25 for one from 0.95 to 0.70. At most `baselineRate`. */
  drop: number;
  /** The chance that the comparison finds the drop. */
  power?: number;
  /** The confidence of the comparison's interval; comparisons and gates use 0.95. */
  confidence?: number;
}

/** Not in lists. */
export interface EvalTrialStatistics {
  unit: "caseVariant";
  eligibleTrials: number;
  passedTrials: number;
  cases: Array<{
    caseId: string;
    executionVariant?: {
      model: string;
      provider?: string;
    };
    eligibleTrials: number;
    passedTrials: number;
    /** The number of trials that `passAtK` and `passHatK` are about: the `k` of the request, or else half of the gradeable trials, rounded down, and at least 1. */
    k: number;
    passAtK: number | null;
    passHatK: number | null;
    passRateInterval: EvalRateInterval | null;
  }>;
}

export interface EvalValidity {
  /** The smallest number of gradeable trials; when absent, every configured trial must have been attempted. */
  minEligibleTrials?: number;
  /** Completed of attempted trials; 0.8 when absent. */
  minCompletionRate?: number;
  /** Trials that could not be judged, of attempted ones; 0.1 when absent. */
  maxEvaluatorErrorRate?: number;
}

export interface EvalVerdictChange {
  /** `assertion`: all cases whose first failure is of one assertion; `regressed`: the cases that passed in the baseline, and `regressedAndMore` with as many more trials as turn the verdict; `trials` and `cases`: the fewest; `line`: another line; `beyondDoubt`: the whole interval on its side of the line. */
  kind: "assertion" | "regressed" | "regressedAndMore" | "trials" | "cases" | "line" | "beyondDoubt";
  /** Follows "if". Plain text, in which titles of cases may stand. */
  condition: string;
  /** How much changes, in a few words: `2 cases, 10 trials`. */
  changes: string;
  note?: string;
  cases?: number;
  trials?: number;
  /** The line that would turn the verdict. */
  line?: number;
  /** The unit of the counts and of the rate: trials, or, where the run is graded per case, case variants. They are never converted. */
  measurementUnit: "trial" | "caseVariant";
  /** Passed ones then, of `total`. */
  passed: number;
  total: number;
  rate: number;
  /** The verdict then. */
  verdict: "passed" | "failed";
}

export type EvalWidgetAction = EvalWidgetActionClick | EvalWidgetActionType | EvalWidgetActionKey | EvalWidgetActionSelect | EvalWidgetActionHover | EvalWidgetActionScroll | EvalWidgetActionWait | EvalWidgetActionWaitForText;

export interface EvalWidgetActionClick {
  kind: "click";
  target: EvalWidgetLocator;
  clickType?: "left" | "double" | "right";
}

export interface EvalWidgetActionHover {
  kind: "hover";
  target: EvalWidgetLocator;
}

export interface EvalWidgetActionKey {
  kind: "key";
  /** Such as `Enter` or `Control+A`; the focused element gets it. */
  key: string;
}

export interface EvalWidgetActionScroll {
  kind: "scroll";
  direction: "up" | "down";
  /** In CSS pixels; 400 when absent. */
  amount?: number;
}

export interface EvalWidgetActionSelect {
  kind: "select";
  target: EvalWidgetLocator;
  /** Values or labels of options; the others are deselected. */
  values: Array<string>;
}

export interface EvalWidgetActionType {
  kind: "type";
  target: EvalWidgetLocator;
  text: string;
}

export interface EvalWidgetActionWait {
  kind: "wait";
  ms: number;
}

export interface EvalWidgetActionWaitForText {
  kind: "waitForText";
  text: string;
  /** How long at most; 3,000 when absent. */
  ms?: number;
}

export type EvalWidgetAssertion = EvalWidgetAssertionTextVisible | EvalWidgetAssertionElementVisible | EvalWidgetAssertionElementHidden | EvalWidgetAssertionInputValue | EvalWidgetAssertionWidgetToolCalled;

export interface EvalWidgetAssertionElementHidden {
  kind: "elementHidden";
  /** The tool that the widget belongs to. */
  toolName: string;
  target: EvalWidgetLocator;
}

export interface EvalWidgetAssertionElementVisible {
  kind: "elementVisible";
  /** The tool that the widget belongs to. */
  toolName: string;
  target: EvalWidgetLocator;
}

export interface EvalWidgetAssertionInputValue {
  kind: "inputValue";
  /** The tool that the widget belongs to. */
  toolName: string;
  target: EvalWidgetLocator;
  equals: string;
}

export interface EvalWidgetAssertionTextVisible {
  kind: "textVisible";
  /** The tool that the widget belongs to. */
  toolName: string;
  text: string;
}

export interface EvalWidgetAssertionWidgetToolCalled {
  kind: "widgetToolCalled";
  /** The tool that the widget belongs to. */
  toolName: string;
  calledToolName: string;
}

/** An element of the page. It has at least one of `role`, `text`, `css`, `testId`. */
export interface EvalWidgetLocator {
  role?: {
    role: string;
    name?: string;
    exact?: boolean;
  };
  text?: string;
  css?: string;
  testId?: string;
  /** Which of several, from 0. */
  nth?: number;
}

export interface ExportAuditLogQuery {
  /** Continues after the last entry of an earlier answer. */
  cursor?: string;
  /** Changes from this moment on, in milliseconds since the epoch. */
  since?: number;
}

export interface ExportEvalSuiteFile {
  /** `yaml` when absent. */
  format?: "yaml" | "json";
}

/** Lists are complete unless `incompleteLists` names them, and sorted by the identifying key of their items, keys are sorted too. Within an item all lists stand as the server declares them. */
export interface ExportSnapshot {
  serverId: string;
  exportedAt: string;
  /** `sha256:` and the hash of the canonical surface, in hex. Surfaces that differ only in order have one hash, and so have surfaces that differ only in the momentary state of a resource (`size`, `annotations.lastModified`). */
  contentHash: string;
  protocolVersion?: string;
  serverInfo?: Record<string, unknown>;
  instructions?: string;
  capabilities: Record<string, unknown>;
  tools: Array<Tool>;
  resources: Array<Resource>;
  resourceTemplates: Array<Record<string, unknown>>;
  prompts: Array<Prompt>;
  /** The entries that break the protocol, by list; absent when there are none. They are no part of the hash and of comparisons unless they are in the list, too. */
  invalidItems?: {
    tools?: Array<InvalidItem>;
    resources?: Array<InvalidItem>;
    resourceTemplates?: Array<InvalidItem>;
    prompts?: Array<InvalidItem>;
  };
  /** The lists that were not read to their ends, and why; absent when all were. Such an export is not stored as a surface. */
  incompleteLists?: Array<{
    list: "tools" | "resources" | "resourceTemplates" | "prompts";
    cause: "list_endless" | "cursor_invalid";
    /** One sentence. */
    why: string;
  }>;
}

export interface ExportTraces {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
  projectId: string;
  /** The sources of the traces: runs of evals, the only ones that are recorded. */
  sourceTypes?: "evalRun";
  /** With prompts, replies, arguments and results, masked; without them when absent. */
  includeContent?: boolean;
}

export interface FindingDismissed {
  id: string;
  projectId: string;
  dismissed: boolean;
}

export interface FoundObject {
  kind: "project" | "server" | "tool" | "suite" | "case" | "authoringJob" | "run" | "runGroup" | "iteration" | "environment" | "client" | "study" | "swarm" | "journey" | "journeyRun";
  /** Of a tool, its name. */
  id: string;
  /** As people gave it, or as the server declares it. */
  name: string;
  projectId: string;
  /** The object that it belongs to. */
  parent?: {
    kind: "project" | "server" | "tool" | "suite" | "case" | "authoringJob" | "run" | "runGroup" | "iteration" | "environment" | "client" | "study" | "swarm" | "journey" | "journeyRun";
    id: string;
    name: string;
  };
  /** The path of its page in the console, below the address of the installation; absent where it has none. */
  path?: string;
}

export interface GateJourneyWaveRequest {
  policy: JourneyWaveGatePolicy;
  /** An earlier wave, for `passRateRegression`. */
  baselineWaveId?: string;
}

export interface GenerationDrafts {
  persona?: PersonaDraft;
  personas?: Array<{
    persona: PersonaDraft;
    journeys: Array<JourneyDraft>;
  }>;
  journeys?: Array<JourneyDraft>;
  /** The model that drafted. `scripted/rules` is not a model: it follows published rules, and its goals name tools. */
  generationModel: string;
  /** What was left out, and why there are fewer drafts than asked. */
  warnings: Array<string>;
}

export interface GetDirectoryServer {
  /** The name of a source. */
  source?: string;
}

export interface GetEvalIterationTrace {
  /** Without its spans and messages on the wire, which are the largest part: both are empty then. */
  only?: "transcript";
}

export interface GetEvalRunConfiguration {
  /** A run of the same suite that is over. Without it and `baseBranch`: the baseline that the launch of the run or its gate names, else the newest completed run before this one with the same client and arm, reruns of failed cases left out. */
  baseRunId?: string;
  /** The newest run of this branch with a verdict before this run, of the same client and arm; pull requests are not runs of a branch. */
  baseBranch?: string;
}

export interface GetEvalRunDecisionSummary {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface GetEvalRunMarkdown {
  /** A run of the same suite that is over: the summary says what changed since. Without it and `baseBranch`: the baseline that the launch of the run or its gate names, if it names one. */
  baseRunId?: string;
  /** The newest run of this branch with a verdict before this run, of the same client and arm; pull requests are not runs of a branch. */
  baseBranch?: string;
}

export interface GetEvalRunOtlp {
  cursor?: string;
  /** With prompts, replies, arguments and results, masked; without them when absent. */
  includeContent?: boolean;
}

export interface GetProjectSkill {
  versionId?: string;
}

export interface GetPromptRequest {
  promptName: string;
  /** Numbers and booleans reach the server as text, as the protocol wants it. */
  arguments?: Record<string, string | number | boolean>;
  /** Answers the server's requests to its client. A request without a match is declined. A result that asks for input (`input_required`) is answered the same way and the request repeated, up to 20 times. */
  answers?: Array<ScriptedAnswer>;
  /** Answers with a report that holds the result. */
  report?: boolean;
}

/** The MCP result exactly as the server wrote it: messages, description and every other key. */
export type GetPromptResult = unknown;

export interface GetServerSkillRequest {
  uri: string;
}

export interface GradedRequirement {
  id: string;
  lane: "runtime-compatibility" | "directory-policy" | "optional-features" | "submission-artifacts" | "experience-insights" | "plugin-package" | "release-contract";
  /** The publisher's requirement, in our words. */
  requirement: string;
  /** Where the publisher says so. */
  source: string;
  result: "pass" | "warn" | "fail" | "notEvaluated" | "notApplicable";
  /** The evidence, or why there is none. */
  detail: string;
  /** The names of the items that it is about, at most 20. */
  evidence?: Array<string>;
  /** The items that break it, with what they declare, at most 20. */
  items?: Array<ReadinessRequirementItem>;
  /** The next thing to try. */
  fix?: string;
  /** The grade is what the submitter states. */
  stated?: true;
  /** The missing information. */
  missingInput?: string;
  /** `true` for a requirement that `submissionFacts` of another run can settle. */
  statable?: boolean;
}

export interface GrantRevoked {
  id: string;
  revoked: true;
}

export interface GuestExecution {
  /** Whether visitors may send messages. False pauses the study: visitors can still read what they said before. */
  enabled: boolean;
  /** Kept and answered, without an effect: this installation gives visitors no computers. */
  computerEnabled: boolean;
  /** Whether the model gets the skills of the study's environment. */
  sharedSkillsEnabled: boolean;
  /** At most this much is spent on models in a day, by all visitors together, in US dollars (one credit is one dollar). A turn that begins below the cap may end above it. Models without a known price count as free. */
  dailyCreditCap: number;
  /** Kept and answered, without an effect: this installation gives visitors no computers. */
  dailyComputerStartCap: number;
  /** Kept and answered, without an effect: this installation gives visitors no computers. */
  maxConcurrentComputers: number;
  /** Kept and answered, without an effect: this installation runs no harnesses for visitors. */
  harnessEnabled?: boolean;
  /** Kept and answered, without an effect: this installation runs no harnesses for visitors. */
  dailyHarnessSpendCapMicros?: number;
  /** Kept and answered, without an effect: this installation runs no harnesses for visitors. */
  dailyHarnessCallCap?: number;
  /** Kept and answered, without an effect: this installation runs no harnesses for visitors. */
  maxConcurrentHarnessRuns?: number;
  /** Messages in a day, of all visitors together; absent for no limit. */
  dailyTurnCap?: number;
  /** Messages of one visitor in a day; absent for no limit. */
  dailyVisitorTurnCap?: number;
}

export interface HarnessBuiltinToolPage {
  items: Array<{
    key: string;
    name: string;
    commonName?: string;
    toolUseKind?: string;
    description?: string;
    inputSchema?: Record<string, unknown>;
  }>;
}

export interface HealthPart {
  /** What was looked at: `postgres`, `outbox`, `bus`, `work`, `runners`, `blobs` … */
  part: string;
  state: "ok" | "warning" | "failed";
  /** What is so, and the cause where it is known. */
  sentence: string;
  /** What to do; absent where all is well. */
  next?: string;
}

export interface HeldBudget {
  budgetId: string;
  organizationId: string;
  scope: {
    kind: string;
    id: string;
  };
  unit: "usd" | "tokens";
  limit: number;
  spent: number;
  /** Held for calls under way. A run that meets it waits. */
  reserved: number;
  /** The calls under way that hold it. */
  calls: number;
  /** When the oldest of them was reserved. */
  oldestCallAt?: number;
}

export interface HeldBudgetList {
  /** The longest held first, at most 200. */
  items: Array<HeldBudget>;
}

export interface HeldBudgetReleased {
  budgetId: string;
  organizationId: string;
  /** What is still held. */
  reserved: number;
}

/** Unknown keys are ignored. */
export interface ImportTokensRequest {
  /** The address that the tokens were granted for. It must be on the origin of the saved server. */
  serverUrl: string;
  /** A token response of RFC 6749, as it was received; null says nothing. Unknown keys are ignored. */
  tokens: {
    /** Sent to the server as a bearer token. */
    access_token: string;
    refresh_token?: string | null;
    expires_in?: number | null;
    token_type?: string | null;
    scope?: string | null;
    id_token?: string | null;
  };
  /** The RFC 8707 resource that the tokens were asked for. */
  oauthResourceUrl?: string;
  /** The issuer. Discovered from the server's metadata when absent, which needs a server that is reached without a runner or a tunnel. The secret of the client that is saved with the server is not shown to an issuer that is named here: send `clientInformation` then. */
  authorizationServerUrl?: string;
  /** The client that the tokens were granted to; the client that is saved with the server when absent. */
  clientInformation?: {
    clientId: string;
    /** A PKCS #8 private key in PEM is not sent but signs (private_key_jwt). */
    clientSecret?: string;
  };
}

export interface ImportTokensResult {
  imported: true;
  expiresAt: number | null;
}

/** The explained failures of a run, of a study's week or of a wave, once they were requested. Not in lists. */
export interface InsightsEnvelope {
  schemaVersion: 1;
  scope: {
    kind: "eval_run" | "swarm_wave" | "user_testing_window";
    id: string;
    runId?: string;
    /** The id of the study. */
    scenarioId?: string;
    windowStartAt?: number;
    windowEndAt?: number;
  };
  status: "not_available" | "not_requested" | "pending" | "completed" | "failed";
  reasonCode: string | null;
  retryable: boolean;
  error: {
    code: string;
    message: string;
  } | null;
  generatedAt: number | null;
  updatedAt: number | null;
  summary: string | null;
  /** The model that wrote the summary and the root causes. */
  explainedBy?: string;
  coverage: {
    unit: "iterations" | "sessions";
    analyzed: number;
    total: number;
    gradedCount: number;
    feedbackCount: number;
    truncated: boolean;
    /** The trials are so few that the pattern may be chance. */
    lowConfidence: boolean;
  };
  /** Findings that affect the most trials first. */
  findings: Array<ActionableFinding>;
  /** The same as `findings`. */
  currentFindings: Array<ActionableFinding>;
  unifiedFindings?: UnifiedFindings;
  /** Findings of the run before, whose cases all took part here and did not fail so again. */
  resolvedFindings?: Array<ActionableFinding>;
  runHealth?: {
    targets: Array<{
      subjectKind: "environment" | "host";
      subjectId: string;
      subjectLabel: string;
      attempted: number;
      succeeded: number;
      failed: number;
      rateLimited: number;
    }>;
  };
  /** Of a journey run: `ready` once each of its sessions is over and graded. */
  observationState?: "pending" | "ready";
  /** Of a journey run: its own sessions; `coverage` is of its wave. */
  observationCoverage?: {
    unit: "sessions";
    /** Conversations that ended. */
    analyzed: number;
    total: number;
    gradedCount: number;
    exclusions: {
      broke: number;
      limited: number;
      withdrawn: number;
    };
  };
  journeyFindings?: JourneyFindings;
  journeyFindingsJob?: JourneyFindingsJob;
  truncation: {
    truncated: boolean;
    omittedFindings: number;
    omittedEvidence: number;
    contractTruncated: boolean;
  };
}

/** An entry of a list that breaks the protocol. */
export interface InvalidItem {
  /** Its place in the list as the server sent it, from 0. */
  index: number;
  /** Its name or URI, if it has one. */
  name?: string;
  /** The end of a sentence about the entry, such as `has no name`. */
  why: string;
  /** The entry is not in the list, because no client can use it. */
  leftOut?: true;
  /** An entry that is left out, as the server wrote it. */
  item?: unknown;
}

export interface Invitation {
  id: string;
  email: string;
  /** `viewer` reads data; `member` also connects, runs and writes; `admin` also administers; `owner` also decides who owns. Owners and admins of an organization have that role in every project of it, too. */
  role: "viewer" | "member" | "admin" | "owner";
  projectId?: string;
  /** The person who invited. */
  invitedBy?: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** Both are for a new account; leave them out when the person has an account and is signed in with it. */
export interface InvitationAcceptRequest {
  /** Of a new account. */
  name?: string;
  /** Any 12 to 200 characters but the e-mail address of the account, a well-known password, a sequence or a repetition. They are compared in Unicode's form NFKC, so that a password does not depend on the keyboard. */
  password?: string;
}

export interface InvitationCreateRequest {
  email: string;
  /** `viewer` reads data; `member` also connects, runs and writes; `admin` also administers; `owner` also decides who owns. Owners and admins of an organization have that role in every project of it, too. */
  role: "viewer" | "member" | "admin" | "owner";
  /** Gives the role only in this project; in the organization the person becomes a `viewer`, unless they have a higher role already. */
  projectId?: string;
}

export interface InvitationCreated {
  id: string;
  email: string;
  /** `viewer` reads data; `member` also connects, runs and writes; `admin` also administers; `owner` also decides who owns. Owners and admins of an organization have that role in every project of it, too. */
  role: "viewer" | "member" | "admin" | "owner";
  projectId?: string;
  /** The person who invited. */
  invitedBy?: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  expiresAt: number;
  /** Only for the invited person: the first person who opens the link can accept it. The link is shown here and never again; Assay does not send it. */
  url: string;
}

export interface InvitationPage {
  items: Array<Invitation>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface InvitationRevoked {
  id: string;
  revoked: true;
}

export interface Journey {
  id: string;
  projectId: string;
  name: string;
  goal: string;
  personaId: string;
  swarmId: string | null;
  /** Empty when the environments of its swarm or its clients are used. */
  environmentIds: Array<string>;
  serverAttachmentId?: string;
  hostIds?: Array<string>;
  sessionsPerTarget: number | null;
  maxTurns: number | null;
  rubric?: JourneyRubric;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  updatedAt: number;
}

export interface JourneyArchived {
  id: string;
  projectId: string;
  archived: true;
}

export interface JourneyCreateRequest {
  /** The default is the beginning of the goal. */
  name?: string;
  /** What the persona wants. */
  goal: string;
  personaId: string;
  swarmId?: string;
  /** The environments that a launch talks to. */
  environmentIds?: Array<string>;
  /** The server group, or the snapshot of one, whose servers clients of `hostIds` connect. */
  serverAttachmentId?: string;
  /** The clients that a launch talks through where there are no environments: the id of each, or its name without regard to case. They are answered as ids. */
  hostIds?: Array<string>;
  /** Conversations with each target. */
  sessionsPerTarget: number;
  /** Messages that the persona sends in a conversation at most. */
  maxTurns: number;
  rubric?: JourneyRubric;
  /** Same as the Idempotency-Key header, which wins. */
  idempotencyKey?: string;
}

/** `assertion`: a rule over the tool calls and answers of the whole conversation, checked without a model. `goal`: a model judges it. */
export type JourneyCriterion = JourneyCriterionAssertion | JourneyCriterionGoal;

export interface JourneyCriterionAssertion {
  /** Tells the criterion in scorecards and findings; unique in the rubric. Without one, it is a hash of the criterion, so that an equal criterion has an equal id. */
  id?: string;
  /** For people. The default says what is checked. */
  label?: string;
  /** `gating` (the default) and `required`: a session passes only if it is met. `advisory`: it is only reported. */
  role?: "gating" | "advisory" | "required";
  kind: "assertion";
  assertion: EvalAssertion;
}

export interface JourneyCriterionGoal {
  /** Tells the criterion in scorecards and findings; unique in the rubric. Without one, it is a hash of the criterion, so that an equal criterion has an equal id. */
  id?: string;
  /** For people. The default says what is checked. */
  label?: string;
  /** `gating` (the default) and `required`: a session passes only if it is met. `advisory`: it is only reported. */
  role?: "gating" | "advisory" | "required";
  kind: "goal";
  /** What a judge has to find in the conversation. */
  description: string;
}

export interface JourneyDraft {
  name?: string;
  /** What the persona wants. */
  goal: string;
  /** Assertions for the rubric: each tool that the goal needs. */
  suggestedChecks?: Array<{
    type: "toolCalledAtLeastOnce";
    toolName: string;
  }>;
}

/** Starts no further session with a target whose verdict is settled (Wald's sequential probability ratio test), each target by itself. Needs a rubric with a gating criterion. */
export interface JourneyEarlyStopping {
  /** How often a case, or a target, that ends early may get the wrong verdict, in either direction; 0.05 when absent. */
  errorRate?: number;
  /** How far from its threshold the true pass rate of a case, or of a target, has to be for the error rate to hold; 0.15 when absent. */
  margin?: number;
}

export interface JourneyFinding {
  /** The same for the same trouble in every wave. */
  id: string;
  /** `verifiedMechanism`: a call or an answer in a transcript shows it. `sessionReport`: the persona or a judge said so. `populationFact`: it is a count alone. */
  basis: "verifiedMechanism" | "sessionReport" | "populationFact";
  /** The narrowest part of the wave that holds all of its sessions and does not hold the whole wave. */
  scopeLevel: "session" | "goal" | "persona" | "target" | "wave";
  persona: {
    personaRefId: string;
    name: string;
  } | null;
  goal: {
    runId: string;
    journeyRefId: string;
    title: string;
  } | null;
  target: {
    kind: "environment" | "host";
    id: string;
    label: string;
    modelId: string;
  } | null;
  population: {
    count: number;
    total: number;
    unit: "sessions";
  };
  sessionIds: Array<string>;
  citations: Array<string>;
  /** The most frequent verdict of its sessions. */
  verdictSeen: "passed" | "failed" | "inconclusive" | "notEstablished";
  chainStage: EvalStage | null;
  chainStageState: EvalStageState | null;
  chainStageBasis: "derived" | "reported" | "unmeasured";
  /** How sessions fared. `notMeasured`: no session was graded. */
  disposition: "notRun" | "blockedConnecting" | "lostFindingTool" | "blockedCallingTool" | "blockedByResponse" | "goalMissed" | "goalMetWithFriction" | "goalMet" | "notMeasured";
  /** `ok` for `goalMet`, `warn` for `goalMetWithFriction`, `muted` for `notRun` and `notMeasured`, else `fail`. */
  tone: "muted" | "fail" | "warn" | "ok";
  coverageNotes: Array<"sessionScanCapped" | "budgetExhausted" | "transcriptMissing" | "contextTooLarge" | "extractionRejected" | "chainUnmeasured" | "judgeNotRun" | "sessionsWithdrawn" | "sessionsRateLimited" | "partialRead" | "toolCatalogMissing" | "mechanismsRejected" | "analysisUnavailable">;
  outcomePhrase: string;
  mechanismPhrase: string | null;
  fixPhrase: string | null;
  reportExcerpt: {
    /** Quoted from the first cited turn; masked. */
    actual: string;
    citations: Array<string>;
    account: string | null;
  } | null;
  mechanismId: string | null;
  signal: "outputTruncated" | "hallucinatedTool" | "toolErrored" | "noToolCalled" | "turnCapReached" | null;
}

/** Of a wave. */
export interface JourneyFindings {
  contractVersion: 1;
  /** Milliseconds since the epoch. */
  generatedAt: number;
  /** Changes when a session of the wave does. */
  sourceRevision: string;
  pipelineVersion: string;
  extractionVersion: string;
  extractionModel: string | null;
  reasoningModel: string | null;
  summaryKind: "notLaunched" | "broken" | "friction" | "landed" | "ungraded" | "unread";
  /** Sessions. `read` and `unread` add up to `started`. */
  population: {
    configured: number;
    started: number;
    read: number;
    unread: number;
    withdrawn: number;
    limited: number;
    graded: number;
  };
  coverageNotes: Array<"sessionScanCapped" | "budgetExhausted" | "transcriptMissing" | "contextTooLarge" | "extractionRejected" | "chainUnmeasured" | "judgeNotRun" | "sessionsWithdrawn" | "sessionsRateLimited" | "partialRead" | "toolCatalogMissing" | "mechanismsRejected" | "analysisUnavailable">;
  disclosure: {
    rail: "gateway" | "openrouter";
    evidenceSent: Array<string>;
  } | null;
  personas: Array<{
    persona: {
      personaRefId: string;
      name: string;
    };
    /** How sessions fared. `notMeasured`: no session was graded. */
    disposition: "notRun" | "blockedConnecting" | "lostFindingTool" | "blockedCallingTool" | "blockedByResponse" | "goalMissed" | "goalMetWithFriction" | "goalMet" | "notMeasured";
    /** `ok` for `goalMet`, `warn` for `goalMetWithFriction`, `muted` for `notRun` and `notMeasured`, else `fail`. */
    tone: "muted" | "fail" | "warn" | "ok";
    goalRunIds: Array<string>;
  }>;
  findings: Array<JourneyFinding>;
  /** Claims of the rules and of the model about causes, checked against the transcripts of their sessions. `proposed` is the sum of `confirmed`, `rejected` and `unverified`; `omitted` counts findings beyond the limit. */
  verification: {
    proposed: number;
    confirmed: number;
    rejected: number;
    unverified: number;
    omitted: number;
  };
}

/** Of a wave. */
export interface JourneyFindingsJob {
  /** Of the model that suggests causes. `skipped`: none was asked. */
  status: "pending" | "completed" | "failed" | "skipped";
  /** Milliseconds since the epoch. */
  updatedAt: number;
  errorCode: string | null;
}

export interface JourneyGenerateRequest {
  /** The server group, or the snapshot of one, whose tools the drafts are for. Not with `environmentId`. */
  serverAttachmentId?: string;
  /** The environment whose tools the drafts are for. Not with `serverAttachmentId`. */
  environmentId?: string;
  /** Journeys for each persona. */
  journeyCount?: number;
  /** Whom and what to draft, for a model; `scripted/rules` does not read it. */
  description?: string;
  /** Who pursues the journeys; a persona of the project or none yet. */
  persona: {
    name: string;
    role: string;
    notes?: string;
  };
}

export interface JourneyPage {
  items: Array<Journey>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface JourneyRubric {
  criteria: Array<JourneyCriterion>;
  /** The share of the gradeable sessions of a target that must pass. */
  passThreshold?: number;
}

export interface JourneyRun {
  id: string;
  projectId: string;
  journeyId: string;
  waveId?: string;
  /** `completed`: every session ended by itself. `partial`: some did. `rate_limited`: none did, and at least one met a budget or a rate limit. `failed`: none did. A cancelled run is `failed` with `canceled`, a silent one `failed` with `stale`. */
  status: "running" | "completed" | "partial" | "failed" | "rate_limited";
  canceled: boolean;
  /** No runner gave a sign for too long, and the run was ended. */
  stale: boolean;
  error?: string;
  summary: JourneyRunSummary;
  targets: Array<JourneyRunTarget>;
  persona?: {
    personaId?: string | null;
    name?: string | null;
    role?: string | null;
  };
  /** In the read of one run: its first 50 sessions. All are in its sessions. */
  attempts?: Array<JourneyRunAttempt>;
  attemptsTruncated?: true;
  targetSummaries?: Array<{
    hostId: string;
    targetId?: string;
    total: number;
    succeeded: number;
    failed: number;
    rateLimited: number;
    /** Not held, because `earlyStopping` found the verdict about their target settled; when there are some. */
    settledEarly?: number;
  }>;
  /** What the models of the two sides used, in all tries of sessions that are over; in the read of one run. */
  usage?: {
    assistant: JourneySideUsage;
    persona: JourneySideUsage;
  };
  verdictSummary?: JourneyVerdictSummary;
  report?: JourneyRunReport;
  /** Whether the findings of its wave are computed from all of the sessions that are over; in the read of one run. `failed` is tried again. */
  mining?: {
    status: "pending" | "mined" | "failed";
    reason?: string;
    /** Milliseconds since the epoch. */
    nextTryAt?: number;
  };
  insights?: InsightsEnvelope;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  lastHeartbeatAt?: number;
  /** Milliseconds since the epoch. */
  endedAt?: number;
}

export interface JourneyRunAttempt {
  chatSessionId: string | null;
  hostId: string;
  targetId: string | null;
  sessionIndex: number;
  /** `succeeded`: the conversation ended by itself; whether its goal was reached is its verdict. */
  status: "pending" | "running" | "succeeded" | "failed" | "rate_limited";
  errorCode: string | null;
  errorMessage: string | null;
}

export interface JourneyRunCanceled {
  id: string;
  status: string;
  canceled: true;
  alreadyCanceled: boolean;
  /** Sessions that this request ended. */
  finalized: number;
}

export interface JourneyRunEnd {
  /** `completed`: every session ended by itself. `partial`: some did. `rate_limited`: none did, and at least one met a budget or a rate limit. `failed`: none did. A cancelled run is `failed` with `canceled`, a silent one `failed` with `stale`. */
  status: "running" | "completed" | "partial" | "failed" | "rate_limited";
  canceled: boolean;
  /** No runner gave a sign for too long, and the run was ended. */
  stale: boolean;
  verdictSummary: JourneyVerdictSummary;
}

/** `run`: the run as lists show it, when it begins to be followed and whenever its status, its counts or its verdict changed. `session`: a session as lists show it, after it began, took a turn, ended or was graded; changes within half a second come as one event. `end`: the run is over and graded, and no more events come. */
export type JourneyRunEvent = JourneyRunEventRun | JourneyRunEventSession | JourneyRunEventEnd;

export interface JourneyRunEventEnd {
  /** A cursor: send it as `Last-Event-ID` to get the events after it. */
  id: string;
  type: "end";
  data: JourneyRunEnd;
}

export interface JourneyRunEventRun {
  /** A cursor: send it as `Last-Event-ID` to get the events after it. */
  id: string;
  type: "run";
  data: JourneyRun;
}

export interface JourneyRunEventSession {
  /** A cursor: send it as `Last-Event-ID` to get the events after it. */
  id: string;
  type: "session";
  data: JourneyRunSession;
}

export interface JourneyRunEvents {
  events: Array<JourneyRunEvent>;
  /** The run is over and graded, and nothing more will come. */
  done: boolean;
}

export interface JourneyRunLaunchRequest {
  /** Runs with the same one belong together, to be compared with other waves; 500 at most. */
  waveId?: string;
  /** In place of the journey's own targets. */
  environmentIds?: Array<string>;
  /** The most that the models of all sessions may cost together. Sessions beyond it are not held. */
  maxCostUsd?: number;
  earlyStopping?: JourneyEarlyStopping;
  /** Same as the Idempotency-Key header, which wins. */
  idempotencyKey?: string;
}

export interface JourneyRunLaunched {
  id: string;
  journeyId: string;
  projectId: string;
  status: "running";
  waveId: string;
  /** An earlier request with the key made the run. */
  deduped: boolean;
}

export interface JourneyRunMeasures {
  projectId: string;
  runId: string;
  journeyId: string;
  waveId: string;
  sessions: {
    /** Conversations that ended; each counts once, however often it was tried. */
    total: number;
    ended: number;
    left: number | null;
    abandoned: number | null;
    /** A turn gave a useful answer. */
    answered: number;
    /** Sessions that are not measured: they are not over, broke off, met a limit or were cancelled. */
    leftOut: {
      open: number;
      broke: number;
      limited: number;
      withdrawn: number;
    };
  };
  visitors: number | null;
  turns: {
    total: number;
    completed: number;
    failed: number;
    cancelled: number;
    deadEnds: number;
  };
  toolCalls: {
    total: number;
    errors: number;
    repeated: number;
  };
  approvals: {
    asked: number;
    approved: number;
    declined: number;
  } | null;
  feedback: {
    up: number;
    down: number;
    ratedSessions: number;
  } | null;
  /** As of a study. What only people do is a rate of nothing: its value is null. */
  rates: {
    toolErrorRate: StudyRate;
    deadEndRate: StudyRate;
    repeatedCallRate: StudyRate;
    answerRate: StudyRate;
    abandonmentRate: StudyRate;
    approvalDeclineRate: StudyRate;
    positiveFeedbackRate: StudyRate;
  };
  latency: {
    turn: {
      count: number;
      p50Ms: number | null;
      p95Ms: number | null;
    };
    firstAnswer: {
      count: number;
      p50Ms: number | null;
      p95Ms: number | null;
    };
  };
  /** The most called first, 100 at most. */
  tools: Array<{
    subject: StudySignalSubject;
    calls: number;
    errors: number;
    errorRate: StudyRate;
    errorClasses: Array<{
      errorClass: string;
      errors: number;
    }>;
  }>;
  /** The most frequent first, 100 at most. `sessions` is the share of sessions that showed it, of those in which it could have happened. */
  signals: Array<{
    /** The same for the same signal in every window. */
    fingerprint: string;
    dimension: "toolError" | "deadEnd" | "repeatedCall" | "declinedApproval" | "negativeFeedback" | "abandonment";
    /** The error class of a tool error, or the kind of a dead end or abandonment; empty otherwise. */
    detail: string;
    subject: StudySignalSubject;
    occurrences: number;
    sessions: StudyRate;
  }>;
  scan: StudyScan;
}

export interface JourneyRunPage {
  items: Array<JourneyRun>;
  /** Absent on the last page. */
  nextCursor?: string;
}

/** In the read of one run. */
export interface JourneyRunReport {
  contractVersion: 1;
  runId: string;
  /** Of the decision alone, never of counts. */
  verdict: "passed" | "failed" | "inconclusive" | "notEstablished";
  /** `policyV2` when there is a decision. */
  verdictSource: "policyV2" | "none";
  /** Why there is no verdict; present exactly then. */
  undecidedReason?: "executionPending" | "gradingPending" | "verdictSummaryUnavailable" | "integrityFailed" | "gradingNotConfigured";
  execution: {
    unit: "sessions";
    configured: number;
    /** Sessions that are over. */
    reported: number;
    started: number;
    notStarted: number;
    /** Their runners were lost. */
    unknown: number;
    /** Conversations that ended by themselves, with or without their goal. */
    completed: number;
    /** Started, and not completed. */
    interrupted: number;
    /** Every session is over and none was started. */
    neverLaunched: boolean;
  };
  goalGrading: {
    unit: "sessions";
    /** Sessions that can be graded. */
    reported: number;
    passed: number;
    failed: number;
    pending: number;
    /** Could not be graded; neither passed nor failed. */
    unavailable: number;
    /** None of their criteria decides: there is none, or all are advisory. */
    notRequested: number;
    /** Pending ones whose verdict depends on it. */
    waitingForDecisiveGrading: number;
  };
  /** The criteria that are assertions. `passed + failed + pending + unavailable = total`. */
  observations: Array<{
    /** The id of the criterion. */
    evaluatorId: string;
    /** The type of its assertion. */
    predicateType: string;
    role: "advisory" | "required";
    stage: "connection" | "discovery" | "selection" | "call" | "response" | "userValue";
    unit: "sessions";
    total: number;
    passed: number;
    failed: number;
    pending: number;
    unavailable: number;
  }>;
  decision?: EvalRunDecision;
  /** The 95 % interval (Wilson 1927) of each rate of the decision and of the observations; null for a rate over nothing. They decide nothing. */
  intervals?: {
    /** How often such intervals cover the true rates: 0.95. */
    confidence: number;
    completionRate: EvalRateInterval | null;
    evaluatorErrorRate: EvalRateInterval | null;
    cases: Array<{
      caseId: string;
      passRate: EvalRateInterval | null;
      completionRate: EvalRateInterval | null;
      observedStability: EvalRateInterval | null;
    }>;
    /** Of the sessions in which the criterion was graded, these that met it. */
    observations: Array<{
      evaluatorId: string;
      passRate: EvalRateInterval | null;
    }>;
  };
  /** Of a run that was launched so. Sessions that were not held count neither as configured trials nor as failed ones; with none, the run was not stopped early. */
  earlyStopping?: {
    errorRate: number;
    margin: number;
    sessionsNotHeld: number;
    /** Targets that got fewer sessions. */
    settledTargetIds: Array<string>;
  };
}

export interface JourneyRunSession {
  id: string;
  chatSessionId: string;
  projectId: string;
  hostId?: string;
  targetId?: string;
  sessionIndex?: number;
  /** Of the journey, the persona and `sessionIndex`: sessions of two waves, or of two targets, with the same seed are compared as pairs. The persona's model is given it where its provider takes a seed. */
  seed?: number;
  runId?: string;
  journeyId?: string;
  personaId?: string;
  personaLabel?: string;
  status?: "active" | "archived";
  /** `succeeded`: the conversation ended by itself; whether its goal was reached is its verdict. */
  outcome?: "pending" | "running" | "succeeded" | "failed" | "rate_limited";
  lifecycle: "pending" | "running" | "ran" | "broke" | "limited" | "withdrawn";
  /** `goalReached`, `gaveUp` or `turnLimit`, of a conversation that came to an end. */
  endReason?: string;
  gradingState: "notRequested" | "queued" | "running" | "settled" | "unavailable";
  verdict: "passed" | "failed" | "inconclusive" | "notEstablished";
  /** Such as `allGatingCriteriaPassed`, `gatingCriterionFailed` or `ungraded`. */
  verdictReason: string;
  criteria?: Array<{
    id: string;
    label: string;
    kind: string;
    role: string;
    status: "passed" | "failed" | "pending" | "error" | "not_applicable";
    reason: string;
  }>;
  errorCode?: string;
  errorMessage?: string;
  readiness: null;
  goalScore: number | null;
  turnCount: number;
  messageCount: number;
  preview?: string;
  modelId?: string;
  usage?: {
    assistant?: {
      inputTokens: number;
      outputTokens: number;
      cachedInputTokens: number;
      calls: number;
      costMicros?: number;
      isUnreported?: true;
    };
    persona?: {
      inputTokens: number;
      outputTokens: number;
      cachedInputTokens: number;
      calls: number;
      costMicros?: number;
      isUnreported?: true;
    };
  };
  startedAt: number | null;
  lastActivityAt: number | null;
}

export interface JourneyRunSessionPage {
  items: Array<JourneyRunSession>;
  /** Absent on the last page. */
  nextCursor?: string;
}

/** Counts sessions; sessions under way are only in `total`. */
export interface JourneyRunSummary {
  total: number;
  succeeded: number;
  failed: number;
  rateLimited: number;
  /** Not held, because `earlyStopping` found the verdict about their target settled; when there are some. */
  settledEarly?: number;
}

export interface JourneyRunTarget {
  /** The client. */
  hostId: string;
  hostName?: string;
  /** Tells the target: the environment, or else the client. Targets may share a `hostId`. */
  targetId?: string;
  modelId?: string;
  environmentId?: string;
  environmentName?: string | null;
  /** As it was at the launch; sessions use this one. */
  environmentRevision?: number;
}

export interface JourneySessionTurn {
  promptIndex: number;
  status: "completed" | "failed" | "cancelled";
  finishReason: string;
  /** The persona's message first; masked. */
  messages: Array<{
    role: "user";
    text: string;
  } | {
    role: "assistant";
    text: string;
    calls: Array<{
      id: string;
      name: string;
      input: string;
    }>;
    native?: unknown;
  } | {
    role: "tool";
    call: {
      id: string;
      name: string;
      input: string;
    };
    text: string;
    isError: boolean;
  }>;
  toolCalls: Array<{
    id: string;
    stepId: string;
    stepIndex: number;
    /** The prompt step (0 is the first) whose turn this belongs to; absent outside of a turn. */
    promptIndex?: number;
    /** Empty for a tool that a model asked for and no server has. */
    serverId: string;
    serverName: string;
    toolName: string;
    arguments: Record<string, unknown>;
    /** The CallToolResult as it came; absent when the call failed, or was not kept because of its size. */
    result?: Record<string, unknown>;
    /** Why there is no result. Calls that were not made: `TOOL_NOT_FOUND`, `INVALID_ARGUMENTS` (no JSON object), `NOT_APPROVED`, `TOOL_CALL_LIMIT` (only in chat sessions). `RPC_ERROR`: the server answered with a JSON-RPC error, which the message quotes. `RESULT_UNFINISHED`: the server asked for input that the client does not give, or answered with a result of unknown type. */
    error?: {
      code: string;
      message: string;
    };
    /** How the result breaks the protocol; absent when it does not, and for replayed calls. */
    findings?: Array<ResultFinding>;
    /** The tool reported an error, or the call failed before it could. */
    isError: boolean;
    /** Milliseconds since the iteration began. */
    startMs: number;
    /** Of a replayed call, as it was when it was recorded. */
    latencyMs?: number;
    /** The answer is a recording; the server was not asked. */
    replayed?: boolean;
    /** Bytes of the whole result as JSON, also when the result was not kept. */
    resultBytes?: number;
    /** The places of its request and its answer in `wire` of the trace, from 0. */
    wire?: {
      sent: number;
      received?: number;
    };
    /** The page of a widget made it; absent where a step or the model did. */
    origin?: "widget";
    /** Of the call of a widget: the id of the call that opened it. */
    widgetOf?: string;
  }>;
  /** Milliseconds since the epoch. */
  startedAt: number;
  /** Milliseconds since the epoch. */
  endedAt: number;
}

export interface JourneySessionTurnPage {
  items: Array<JourneySessionTurn>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface JourneySideUsage {
  inputTokens: number;
  outputTokens: number;
  /** Of the sessions with a known price. */
  costUsd: number;
  unpricedSessions: number;
}

export interface JourneyUpdateRequest {
  /** The default is the beginning of the goal. */
  name?: string;
  /** What the persona wants. */
  goal?: string;
  environmentIds?: Array<string> | null;
  serverAttachmentId?: string | null;
  /** The clients that a launch talks through where there are no environments: the id of each, or its name without regard to case. They are answered as ids. */
  hostIds?: Array<string>;
  /** Conversations with each target. */
  sessionsPerTarget?: number;
  /** Messages that the persona sends in a conversation at most. */
  maxTurns?: number;
  rubric?: JourneyRubric | null;
}

export interface JourneyVerdictSummary {
  status: "pending" | "decided" | "notEstablished" | "integrityFailed";
  /** Sessions that are not over or not graded; while pending. */
  pendingSessions?: number;
  /** Once decided. */
  decision?: "passed" | "failed" | "inconclusive";
  reason?: string;
  /** Some sessions were not held, because the verdict was settled. */
  stoppedEarly?: true;
  /** Milliseconds since the epoch. */
  updatedAt: number;
}

export interface JourneyWaveComparison {
  projectId: string;
  waveId: string;
  baselineWaveId: string;
  baselineTargetId?: string;
  targetId?: string;
  baseline: StudyRate;
  wave: StudyRate;
  difference: {
    delta: number;
    confidence: number;
    lower: number;
    upper: number;
  } | null;
  /** What the interval knows: all graded sessions are in pairs (Newcombe 1998, for pairs), some are (Derrick et al. 2015), or none is (Newcombe 1998, for independent samples). Pairs that mostly agree make it shorter. */
  method: "paired" | "partlyPaired" | "unpaired";
  pairs: JourneyWavePairs;
  /** `undecided` unless the interval excludes 0 and both sides have at least 5 graded sessions. Of several journeys and targets, all conclusions together have the rate of false alarms of one (Holm 1979). */
  conclusion: "better" | "worse" | "undecided";
  /** Each journey with each target that both sides have; of two targets, each journey. */
  cells: Array<{
    journeyId: string;
    journeyName: string;
    targetId: string;
    targetName: string;
    baseline: StudyRate;
    wave: StudyRate;
    difference: {
      delta: number;
      confidence: number;
      lower: number;
      upper: number;
    } | null;
    /** What the interval knows: all graded sessions are in pairs (Newcombe 1998, for pairs), some are (Derrick et al. 2015), or none is (Newcombe 1998, for independent samples). Pairs that mostly agree make it shorter. */
    method: "paired" | "partlyPaired" | "unpaired";
    pairs: JourneyWavePairs;
    /** `undecided` unless the interval excludes 0 and both sides have at least 5 graded sessions. Of several journeys and targets, all conclusions together have the rate of false alarms of one (Holm 1979). */
    conclusion: "better" | "worse" | "undecided";
  }>;
  /** How many journeys with a target one side has alone; they count nowhere. */
  leftOut: {
    baseline: number;
    wave: number;
  };
}

/** The quality gate of a wave. Every ceiling may be reached. */
export interface JourneyWaveGatePolicy {
  /** Fraction 0..1 of the graded sessions; a percent is refused. The 95 % interval decides: wholly at or above it passes, wholly below it fails, anything else is open. 1 asks that no graded session fails. */
  minimumPassRate?: number;
  /** With fewer graded sessions nothing about them is concluded; 5 when absent. */
  minimumGradedSessions?: number;
  /** The wave has no finding that is `regressed` against the waves before it. Dismissed findings do not count. */
  noRegressedFindings?: {
    /** Only findings of these, such as `toolError`; of all when absent. */
    dimensions?: Array<string>;
  };
  /** The pass rate did not drop against the baseline wave by more than noise: the 95 % interval of the difference, of pairs where there are some, reaches 0. Needs `baselineWaveId`. */
  passRateRegression?: {
    /** Graded sessions that either wave needs; 5 when absent. */
    minSampleSize?: number;
    /** The smallest drop that counts, as a fraction; 0.01 when absent. */
    minEffectSize?: number;
  };
  /** Of the calls of both models in all sessions; the price of each has to be known. */
  maximumCostUsd?: number;
  /** Of the sessions of the wave, the fraction that broke off, met a limit or was cancelled. Sessions that `earlyStopping` spared are left out. */
  maximumBrokenOffRate?: number;
}

export interface JourneyWaveGateReport {
  projectId: string;
  waveId: string;
  baselineWaveId?: string;
  /** `failed` when any rule failed, else `undecided` when any is `non_gateable`. */
  outcome: "passed" | "failed" | "undecided";
  /** Every session is over and graded, and findings are mined. Until then the outcome is `undecided`. */
  isOver: boolean;
  /** The decision of the gate in one sentence. Plain text. */
  sentence: string;
  /** The rules that did not hold, in words, and the reason of a waiver. Plain text, in which words of servers and people may stand; empty where nothing is to add. */
  because: string;
  /** One for each rule of the policy; `non_gateable` where the sessions do not settle it. */
  verdicts: Array<EvalGateVerdict>;
  sessions: {
    total: number;
    /** Not over, or not graded yet. */
    underWay: number;
    /** Passed or failed. */
    graded: number;
    passed: number;
    brokenOff: number;
    /** Not held, because `earlyStopping` found the verdict settled. */
    settledEarly: number;
  };
  policy: JourneyWaveGatePolicy;
}

export interface JourneyWaveMeasures {
  projectId: string;
  waveId: string;
  runs: number;
  sessions: {
    /** Conversations that ended; each counts once, however often it was tried. */
    total: number;
    ended: number;
    left: number | null;
    abandoned: number | null;
    /** A turn gave a useful answer. */
    answered: number;
    /** Sessions that are not measured: they are not over, broke off, met a limit or were cancelled. */
    leftOut: {
      open: number;
      broke: number;
      limited: number;
      withdrawn: number;
    };
  };
  visitors: number | null;
  turns: {
    total: number;
    completed: number;
    failed: number;
    cancelled: number;
    deadEnds: number;
  };
  toolCalls: {
    total: number;
    errors: number;
    repeated: number;
  };
  approvals: {
    asked: number;
    approved: number;
    declined: number;
  } | null;
  feedback: {
    up: number;
    down: number;
    ratedSessions: number;
  } | null;
  /** As of a study. What only people do is a rate of nothing: its value is null. */
  rates: {
    toolErrorRate: StudyRate;
    deadEndRate: StudyRate;
    repeatedCallRate: StudyRate;
    answerRate: StudyRate;
    abandonmentRate: StudyRate;
    approvalDeclineRate: StudyRate;
    positiveFeedbackRate: StudyRate;
  };
  latency: {
    turn: {
      count: number;
      p50Ms: number | null;
      p95Ms: number | null;
    };
    firstAnswer: {
      count: number;
      p50Ms: number | null;
      p95Ms: number | null;
    };
  };
  /** The most called first, 100 at most. */
  tools: Array<{
    subject: StudySignalSubject;
    calls: number;
    errors: number;
    errorRate: StudyRate;
    errorClasses: Array<{
      errorClass: string;
      errors: number;
    }>;
  }>;
  /** The most frequent first, 100 at most. `sessions` is the share of sessions that showed it, of those in which it could have happened. */
  signals: Array<{
    /** The same for the same signal in every window. */
    fingerprint: string;
    dimension: "toolError" | "deadEnd" | "repeatedCall" | "declinedApproval" | "negativeFeedback" | "abandonment";
    /** The error class of a tool error, or the kind of a dead end or abandonment; empty otherwise. */
    detail: string;
    subject: StudySignalSubject;
    occurrences: number;
    sessions: StudyRate;
  }>;
  scan: StudyScan;
}

/** Sessions of the same journey, persona and seed that were graded on both sides, by which of them passed. */
export interface JourneyWavePairs {
  total: number;
  bothPassed: number;
  onlyBaseline: number;
  onlyWave: number;
  bothFailed: number;
}

export interface JsonPatchOperation {
  op: "add" | "remove" | "replace";
  path: string;
  value?: unknown;
}

export interface KeptReadinessFact {
  /** The `id` of a requirement of the report that is `statable`. */
  requirementId: string;
  met: boolean;
  /** What shows it, such as an address. Kept in the report. */
  note: string;
  /** The user who stated it. */
  statedBy?: string;
  /** Milliseconds since the epoch. */
  statedAt: number;
}

export interface KeptReadinessFacts {
  /** The directory whose requirements the server is checked against. */
  readinessKind: "claude" | "openai";
  facts: Array<KeptReadinessFact>;
}

export interface LabConfusionRow {
  /** By the name that its server declares. */
  expectedTool: string;
  /** Trials of its tasks that did not fail. */
  trials: {
    old: number;
    new: number;
  };
  /** It was called, and no other tool. */
  right: {
    old: number;
    new: number;
  };
  /** No tool was called. */
  none: {
    old: number;
    new: number;
  };
  /** Other tools that were called, the most frequent first, at most 20. */
  called: Array<{
    tool: string;
    from: "server" | "project" | "builtIn" | "unknown";
    old: number;
    new: number;
  }>;
}

export interface LabDifference {
  /** Tasks with trials on both sides; only they count. */
  tasks: number;
  old: LabRate;
  new: LabRate;
  difference: {
    delta: number;
    confidence: number;
    lower: number;
    upper: number;
  } | null;
  /** `undecided` unless the interval excludes 0 and at least `minimumTasks` tasks have trials on both sides. */
  conclusion: "better" | "worse" | "undecided";
}

/** `accuracy` is the share of `right` among the trials that did not fail; `arguments`, of the right trials whose task says arguments, the share that has them (null when no task says any). `change` leads from the smallest size (its `old`) to this one (its `new`) over the same tasks, and is null at the smallest size; the larger sizes share the 5 % of false alarms. */
export interface LabPoint {
  /** How many tools were offered. */
  size: number;
  /** Trials that are over. */
  trials: number;
  /** The model called the expected tool, and no other one. */
  right: number;
  /** It called the expected tool and others. */
  several: number;
  /** It called other tools only. */
  wrong: number;
  /** It called no tool. */
  none: number;
  /** It did not answer; in no rate. */
  failed: number;
  accuracy: LabRate;
  arguments: LabRate | null;
  change: LabDifference | null;
  inputTokens: number;
  outputTokens: number;
  costUsd: number | null;
  inputTokensPerTrial: number | null;
  costUsdPerTrial: number | null;
  /** Different pairs of an expected and another called tool. */
  confusedPairs: number;
}

/** Each task counts once, however often it was tried, because trials of one task resemble each other. The interval is a Wilson score interval over the tasks. */
export interface LabRate {
  value: number | null;
  /** Tasks with a trial that counts. */
  tasks: number;
  interval: EvalRateInterval | null;
}

export interface LabTask {
  /** What a user says. */
  prompt: string;
  /** A tool of the server, by the name that the server declares. */
  expectedTool: string;
  /** Arguments that the call should have, at most 4000 characters of JSON; further ones are allowed. The name of a JSON type stands for any value of it. */
  arguments?: Record<string, unknown>;
}

export interface LintCatalogueCost {
  /** How tokens are counted. `4 characters per token` is an estimate: tokenizers differ by a fifth. */
  method: string;
  /** Of the declarations of all tools, in every request that offers them. */
  tokens: number;
  /** The largest first, 500 at most. */
  tools: Array<{
    name: string;
    tokens: number;
  }>;
}

export interface LintFinding {
  ruleId: string;
  severity: "error" | "warning" | "note";
  location: {
    kind: "tool" | "resource" | "resourceTemplate" | "prompt" | "server";
    /** The name, the URI or the URI template. */
    name: string;
    /** JSON Pointer in the item, empty for the item itself. */
    path: string;
  };
  message: string;
  /** What to try. */
  fix: string;
  helpUrl?: string;
  rewrite?: LintRewrite;
}

export interface LintReport {
  kind: "lintReport";
  serverId: string;
  /** The hash of the linted surface, as an export has it. */
  contentHash: string;
  /** How many rules were applied. */
  rules: number;
  /** Counts all findings, including findings that are left out. A suppressed one counts as `suppressed` alone. */
  summary: {
    error: number;
    warning: number;
    note: number;
    suppressed: number;
  };
  /** What a violation costs, by the id of each rule that has findings. */
  costs: Record<string, string>;
  /** Findings that are suppressed, 500 at most. */
  suppressed: Array<SuppressedLintFinding>;
  catalogue: LintCatalogueCost;
  /** Pairs of tools that share the most words, 10 at most, among the first 200 tools. */
  similarTools: Array<LintSimilarTools>;
  /** The most severe first, 5000 at most and 500 of a rule. */
  findings: Array<LintFinding>;
  /** How many findings of a rule are left out, by its id. */
  omitted?: Record<string, number>;
}

/** The smallest change of the declaration after which the rule is satisfied. */
export interface LintRewrite {
  /** JSON Patch (RFC 6902) for the declaration of the item. */
  patch: Array<JsonPatchOperation>;
  /** Pointers of texts with parts in ‹ ›, which only the owner of the server can fill in. */
  blanks: Array<string>;
  /** About how many tokens more the declaration takes with it. */
  tokens: number;
}

export interface LintServerRequest {
  /** Ids of rules that are not applied. */
  ignore?: Array<string>;
  /** The least severity that is reported; `note` when absent. */
  severity?: "error" | "warning" | "note";
  /** `sarif` answers a SARIF 2.1.0 log as `application/sarif+json`. */
  format?: "json" | "sarif";
}

/** Two tools whose names, descriptions and parameters share words. */
export interface LintSimilarTools {
  tools: Array<string>;
  /** The words that both have, 10 at most. */
  words: Array<string>;
  /** The part of all their words that both have, 0 to 1. */
  share: number;
}

/** Findings of a rule that are not reported, and why. */
export interface LintSuppression {
  id: string;
  ruleId: string;
  /** The item whose findings are suppressed; the findings of the whole server when absent. */
  item?: {
    kind: "tool" | "resource" | "resourceTemplate" | "prompt" | "server";
    /** The name, the URI or the URI template. */
    name: string;
  };
  /** The places in the item, as JSON Pointers; every place of it when absent. Needs `item`. */
  paths?: Array<string>;
  reason: string;
  /** The user who suppressed it. */
  createdBy?: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
}

export interface LintSuppressionDeleted {
  id: string;
  deleted: true;
}

export interface LintSuppressions {
  items: Array<LintSuppression>;
}

export interface ListApiKeys {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListAuditLogQuery {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
  userId?: string;
  keyId?: string;
  /** The operationId. */
  operation?: string;
  projectId?: string;
  /** Changes from this moment on, in milliseconds since the epoch. */
  since?: number;
  /** What happened before this moment. */
  until?: number;
  /** `refused`: the caller was not allowed to do it. A request with an effect outside of the platform, such as a tool call, has two entries with the same `requestId`: `started` before it, `done` or `failed` after it. Where the second is missing, the outcome is not known. */
  outcome?: "done" | "refused" | "started" | "failed";
}

export interface ListBudgetsQuery {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
  /** What a budget covers. `key` is an API key, with every call that is made with it. */
  scopeKind?: "organization" | "project" | "suite" | "run" | "key";
}

export interface ListCasesByTool {
  cursor?: string;
  /** Rows per page, 1 to 500. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
  /** All tools when absent. */
  toolName?: string;
}

export interface ListCatalogueLabs {
  serverId?: string;
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListChatSessions {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
  /** The `nextCursor` of the page before; another name of `cursor`, and wins over it. */
  before?: string;
  projectId?: string;
  status?: "active" | "archived";
}

export interface ListClientVersions {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListClients {
  cursor?: string;
  /** Rows per page, 1 to 500. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListConformanceRuns {
  serverId?: string;
  cursor?: string;
  /** Rows per page, 1 to 100. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListDescriptionExperiments {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListDirectoryServers {
  cursor?: string;
  /** Rows per page, 1 to 100. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
  /** Part of the name. */
  q?: string;
  /** The name of a source. */
  source?: string;
  /** `remote` is reached at an address, `package` has to be started, `listing` describes a server and offers neither. */
  rowType?: "remote" | "package" | "listing";
  /** How clients talk to it: over HTTP in two ways, or as a command that a runner starts. */
  endpointKind?: "streamable-http" | "sse" | "stdio";
  /** What the source verified: that the publisher holds the domain of the name, or the account at a code host; `none` when it does not say. */
  verifiedTier?: "domain" | "account" | "none";
  /** Only what can be installed. */
  connectableOnly?: boolean;
  /** A search that no source answers is an empty page with `unreachableSources`, and no error. */
  emptyIfUnreachable?: boolean;
}

export interface ListEnvironmentRevisions {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListEnvironments {
  cursor?: string;
  /** Rows per page, 1 to 500. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
  /** Lists archived environments, too. */
  includeArchived?: boolean;
}

export interface ListEvalAuthoringJobs {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListEvalCaseDrafts {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListEvalCaseEvaluations {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListEvalCases {
  cursor?: string;
  /** Rows per page, 1 to 1000. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListEvalCassettes {
  cursor?: string;
  /** Rows per page, 1 to 100. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListEvalIterationSpans {
  cursor?: string;
  /** Rows per page, 1 to 10000. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListEvalRunCases {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
  /** One outcome, or several that are separated by commas. */
  outcome?: string;
  stage?: EvalStage;
  /** The type of the assertion of the first failure. */
  assertion?: string;
  /** The model of the trials, as `provider/name`. */
  model?: string;
  /** Cases with an ended trial that is in no rate. */
  leftOut?: boolean;
  /** A part of the title, in any case. */
  q?: string;
}

export interface ListEvalRunGroupCases {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
  /** The run of the group that the others are compared with; else the first. */
  baseRunId?: string;
  /** The cases that differ, or the other ones. */
  only?: "differing" | "same";
  /** A part of the title, in any case. */
  q?: string;
}

export interface ListEvalRunIterations {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListEvalRuns {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
  /** `grading`: every trial is in, and the opinion of a gating judge is awaited. `completed` says that the run reached its end, not that it passed. */
  status?: "pending" | "running" | "grading" | "completed" | "failed" | "cancelled" | "timed_out";
  /** One verdict, or several that are separated by commas. */
  verdict?: string;
  suiteId?: string;
  /** Runs that were launched with this environment. */
  environmentId?: string;
  /** Runs with trials of this model, as `provider/name`. */
  model?: string;
  runGroupId?: string;
  /** A part of the note, in any case. */
  q?: string;
  source?: "ui" | "api" | "sdk" | "schedule";
  /** Runs created at this moment or later, in milliseconds since the epoch. */
  since?: number;
  /** Runs created before this moment, in milliseconds since the epoch. */
  until?: number;
  /** Runs whose CI job named this branch. */
  branch?: string;
  /** Runs whose CI job named this commit, or one that begins like this. */
  commit?: string;
  /** Runs whose CI job named this pull request. */
  pullRequest?: string;
  /** Asks for the `counts` of the first page. */
  counts?: boolean;
}

export interface ListEvalSuiteRevisions {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListEvalSuiteRuns {
  cursor?: string;
  /** Rows per page, 1 to 100. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListEvalSuites {
  cursor?: string;
  /** Rows per page, 1 to 500. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
  /** A part of the name, or of what a case is made of, in any case. */
  q?: string;
  /** Verdicts of the latest run, separated by commas: `passed`, `failed`, `inconclusive`, `notEstablished`, and `none` for suites without a finished run. */
  verdict?: string;
  tag?: string;
  /** Suites that run against this server. */
  serverId?: string;
  /** Whether the latest run had flaky cases. */
  flaky?: boolean;
  /** Whether a schedule is on. */
  scheduled?: boolean;
  /** Lists archived suites alone; without it they are left out. */
  archived?: boolean;
  /** `newest` when absent. `verdict`: failed first, then undecided, passed, and without a run. `latestRun`: the latest run first. `passRate`: the lowest rate of a latest run first. `flaky`: the most flaky cases first. */
  sort?: "newest" | "name" | "verdict" | "latestRun" | "passRate" | "flaky";
}

export interface ListEvalTraceParts {
  cursor?: string;
  /** Rows per page, 1 to 100. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListInvitations {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListJourneyRunSessions {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListJourneyRuns {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListJourneySessionTurns {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListJourneys {
  cursor?: string;
  /** Rows per page, 1 to 500. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListMembers {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListOperatorActs {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListOrganizations {
  cursor?: string;
  /** Rows per page, 1 to 500. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListOwnGrants {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListOwnSessions {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListPersonas {
  cursor?: string;
  /** Rows per page, 1 to 500. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListPrimitivesRequest {
  /** `nextCursor` of the page before. It is the server's own. */
  cursor?: string;
}

export interface ListProjectSchedules {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
  /** The schedule of this suite alone. */
  suiteId?: string;
}

export interface ListProjectSecrets {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListProjectServers {
  cursor?: string;
  /** Rows per page, 1 to 500. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
  /** Filters by whether the server is switched on. */
  enabled?: boolean;
  tag?: string;
  /** Part of the name, the address, the command or a tag, in any case. */
  q?: string;
  /** By the last diagnosis: `unusable` answers no call, `look` is ready with a remark of the diagnosis or a breaking change since its previous surface, `well` is ready without one, `unknown` was never diagnosed. Absent in a server that is unknown. */
  state?: "unusable" | "look" | "well" | "unknown";
  /** `http` is Streamable HTTP, with HTTP+SSE as the fallback; `stdio` starts a command on a runner that allows it. */
  transport?: "http" | "stdio";
  /** How the last diagnosis got in: without credentials, with saved headers, with an OAuth token; `required`: the server asks for a sign-in, and none was made. */
  signIn?: "none" | "headers" | "oauth" | "required";
  /** `state`: the worst first, servers with one first cause side by side. `newest` when absent. */
  sort?: "newest" | "name" | "state";
  /** Whether the page has `counts`. */
  counts?: boolean;
}

export interface ListProjectsQuery {
  cursor?: string;
  /** Rows per page, 1 to 500. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
  /** Only projects of this organization, that the caller acts in when absent. A person who signed in may ask for any of their organizations; a key sees the projects of its own organization alone. */
  organizationId?: string;
}

export interface ListReadinessRuns {
  /** The directory whose requirements the server is checked against. */
  readinessKind?: "claude" | "openai";
  serverId?: string;
  cursor?: string;
  /** Rows per page, 1 to 100. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListRegistryConnections {
  cursor?: string;
  /** Rows per page, 1 to 500. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListRegistryServers {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
  /** `organization` lists servers that a project of the organization has installed, `global` servers that no project of it has installed, of all servers that the sources listed. */
  scope?: "global" | "organization" | "all";
}

export interface ListRunnerTokens {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListSeenValues {
  /** The name of the argument. */
  name: string;
}

export interface ListServerChanges {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListServerDays {
  /** How many days, today included; 14 when absent. */
  days?: number;
  /** Where the days begin, in minutes east of UTC; 0 when absent. */
  utcOffsetMinutes?: number;
}

export interface ListServerDiagnoses {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListServerGroups {
  cursor?: string;
  /** Rows per page, 1 to 500. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListSessions {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
  /** Text that the title or the transcript contains, in any case. */
  q?: string;
  /** Where `q` is looked for. */
  scope?: "titles" | "transcripts";
  /** `direct` or `scenario`; no session is of another kind. */
  sourceType?: string;
  status?: "active" | "archived";
}

export interface ListStudies {
  cursor?: string;
  /** Rows per page, 1 to 500. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListStudyFindings {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListStudyMembers {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListStudySessions {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListSurfaces {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListSwarmFindings {
  cursor?: string;
  /** Rows per page, 1 to 500. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListSwarms {
  cursor?: string;
  /** Rows per page, 1 to 500. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListToolCalls {
  toolName?: string;
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ListUsageQuery {
  cursor?: string;
  /** Rows per page, 1 to 500. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
  /** Calls from this moment on, in milliseconds since the epoch; 30 days before `to` when absent. */
  from?: number;
  /** Calls before this moment; now when absent. */
  to?: number;
  /** `day` is the day in UTC. */
  groupBy?: "project" | "suite" | "run" | "key" | "model" | "provider" | "day" | "purpose";
}

export interface ListVisitMessages {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface Me {
  id: string;
  email: string;
  name: string;
  /** Always `self-hosted`: nothing is withheld. */
  plan: string;
  /** No pictures of people are kept. */
  imageUrl: null;
  /** As `imageUrl`. */
  profilePictureUrl: null;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  updatedAt: number;
}

export interface Member {
  userId: string;
  email: string;
  name: string;
  /** `viewer` reads data; `member` also connects, runs and writes; `admin` also administers; `owner` also decides who owns. Owners and admins of an organization have that role in every project of it, too. */
  role: "viewer" | "member" | "admin" | "owner";
  /** Milliseconds since the epoch. */
  joinedAt: number;
}

export interface MemberPage {
  items: Array<Member>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface MemberRemoved {
  userId: string;
  removed: true;
  /** The runner tokens that the member made in the organization and that are still valid: a holder of such a token can go on as a runner. */
  runnerTokenIds: Array<string>;
}

export interface MemberUpdateRequest {
  /** `viewer` reads data; `member` also connects, runs and writes; `admin` also administers; `owner` also decides who owns. Owners and admins of an organization have that role in every project of it, too. */
  role: "viewer" | "member" | "admin" | "owner";
}

export interface MetSurfaces {
  /** One of each environment, the newest first; at most 200, of the last 1,000 meetings. */
  items: Array<{
    /** Absent for runs without an environment. */
    environmentId?: string;
    runId: string;
    runNumber: number;
    suiteId: string;
    /** Of what a run reads: the tools, without resources and prompts. Lists of surfaces have other hashes. */
    hash: string;
    /** As the server introduced itself. */
    version?: string;
    /** Milliseconds since the epoch. */
    metAt: number;
  }>;
}

export interface Model {
  /** Provider and name, as `model` fields expect it. */
  id: string;
  provider: string;
  name: string;
  description: string;
  /** US dollars per million tokens; absent where the price is unknown. */
  pricing?: {
    inputUsdPerMillion: number;
    outputUsdPerMillion: number;
    /** For input from a cache; the price of other input when absent. */
    cachedInputUsdPerMillion?: number;
  };
  /** Empty for a model that does not reason. */
  supportedReasoningEfforts: Array<"none" | "minimal" | "low" | "medium" | "high" | "max">;
}

export interface ModelPage {
  items: Array<Model>;
}

export interface ModelProvider {
  provider: "openai" | "anthropic" | "google" | "mistral" | "openrouter" | "azure" | "bedrock" | "ollama" | "custom";
  hasKey: boolean;
  baseUrl?: string;
  /** Milliseconds since the epoch. */
  updatedAt: number;
}

export interface ModelProviderPage {
  items: Array<ModelProvider>;
}

export interface ModelProviderRemoved {
  provider: "openai" | "anthropic" | "google" | "mistral" | "openrouter" | "azure" | "bedrock" | "ollama" | "custom";
  removed: true;
}

export interface ModelProviderRequest {
  /** Never returned. `ollama` and `custom` may do without one. */
  apiKey?: string;
  /** http or https. `azure`, `bedrock`, `ollama` and `custom` need one; for the others it replaces the usual address. */
  baseUrl?: string;
}

export interface ModelUsage {
  /** The id, the name or the date (`2026-01-31`) of the group; absent for calls outside of every group, such as calls without a key. */
  group?: string;
  /** Calls that are over. */
  calls: number;
  /** Those from a cache included. */
  inputTokens: number;
  outputTokens: number;
  cachedInputTokens: number;
  costUsd: number | null;
  /** Calls of models without a price. */
  uncostedCalls: number;
}

export interface ModelUsagePage {
  items: Array<ModelUsage>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface NumericDiff {
  base: number | null;
  compare: number | null;
  delta: number | null;
  percentDelta: number | null;
}

/** The client identity of Assay for authorization servers (OAuth client ID metadata document). */
export interface OAuthClientMetadata {
  client_id: string;
  client_name: string;
  redirect_uris: Array<string>;
}

/** Two addresses that have to be equal and are not. */
export interface OAuthDifferingStrings {
  /** The address that a client was given. */
  given: string;
  /** What gave it, in words. */
  givenBy: string;
  /** The address that stands in the document. */
  found: string;
  /** Where it stands, in words. */
  foundIn: string;
  /** JSON Pointer of `found` in the `document` of the step. */
  path: string;
  /** The part of `given` that differs; empty where `found` has more. */
  givenRange: {
    /** The first character that differs, from 0. */
    from: number;
    /** The character behind the last one that differs. */
    to: number;
  };
  /** The part of `found` that differs; empty where `given` has more. */
  foundRange: {
    /** The first character that differs, from 0. */
    from: number;
    /** The character behind the last one that differs. */
    to: number;
  };
}

/** The facts about a grant. The tokens are never returned. */
export interface OAuthGrant {
  /** The address that it was granted for; it is used on that origin alone. */
  serverUrl: string;
  /** `authorization_code` was granted by a person; `client_credentials` is requested by the server's own client. */
  grantType: "authorization_code" | "client_credentials";
  /** Absent until it was needed. */
  authorizationServer?: string;
  resource?: string;
  /** The scopes that were granted. */
  scopes: Array<string>;
  /** The scopes that were asked for, where a person signed in. */
  scopesAsked?: Array<string>;
  /** The scopes that the server offered then. */
  scopesOffered?: Array<string>;
  /** The user who signed in, or who imported the tokens. */
  grantedBy?: string;
  /** Its tokens were granted elsewhere. */
  isImported?: true;
  /** The last 20 requests for tokens of this server, the newest first; requests of earlier grants too. */
  tokenRequests: Array<OAuthTokenRequest>;
  expiresAt: number | null;
  hasRefreshToken: boolean;
  /** `lost`: the authorization server no longer accepts it; a person has to grant access again. */
  state: "active" | "lost";
  /** Milliseconds since the epoch. */
  lastRefreshAt?: number;
  /** Why the last attempt to get a token failed. */
  lastError?: {
    code: string;
    message: string;
  };
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  updatedAt: number;
}

export interface OAuthGrantDeleted {
  deleted: true;
  /** Whether the authorization server was told (RFC 7009). */
  revoked: boolean;
}

export interface OAuthTokenRequest {
  kind: "granted" | "imported" | "renewed";
  /** Milliseconds since the epoch. */
  madeAt: number;
  /** How long the authorization server took; absent for tokens that were imported. */
  durationMs?: number;
  /** The lifetime of the token; absent when the token response did not say. */
  lifeMs?: number;
  /** The code of the refusal, such as `invalid_grant`; absent when tokens came. */
  error?: string;
}

export interface OAuthWalk {
  /** `open`: the server answers without a token. `sign_in`: a person has to sign in. `signed_in`: the first call was answered. `lost`: the grant cannot be used any more. `refused`: the step `failedStep` fails for this client. `unreachable`: the server does not answer at all. */
  status: "open" | "sign_in" | "signed_in" | "lost" | "refused" | "unreachable";
  /** How a client compares addresses that have to be equal: letter by letter (`exact`), also taking a resource above the address of the server (`parent`), or not at all (`none`). */
  as: "exact" | "parent" | "none";
  /** The revision of MCP whose rules of authorization are applied. */
  revision: "2025-11-25" | "2025-06-18" | "2025-03-26";
  /** Without its query. */
  serverUrl: string;
  /** Milliseconds since the epoch. */
  checkedAt: number;
  /** Of all requests of this walk. */
  durationMs: number;
  failedStep: number | null;
  /** The seven steps; none where the server is `open` or `unreachable`. */
  steps: Array<OAuthWalkStep>;
  /** How clients of each way of comparing fare. */
  clients: Array<OAuthWalkingClient>;
  /** Whether tokens are kept for the server; a grant that is lost counts. */
  hasGrant: boolean;
  /** In the metadata of the resource, or else of its authorization server. */
  scopesOffered: Array<string>;
}

export interface OAuthWalkExchange {
  method: string;
  /** Without its query. */
  url: string;
  /** The HTTP status; absent when there was no answer. */
  status?: number;
  /** The header `WWW-Authenticate` of the answer. */
  challenge?: string;
  /** The size of the body of the answer. */
  bytes?: number;
  durationMs: number;
}

export interface OAuthWalkRequest {
  /** How a client compares addresses that have to be equal: letter by letter (`exact`), also taking a resource above the address of the server (`parent`), or not at all (`none`). `parent` when absent, as Assay. */
  as?: "exact" | "parent" | "none";
  /** The revision of MCP whose rules of authorization are applied. The newest when absent. */
  revision?: "2025-11-25" | "2025-06-18" | "2025-03-26";
}

export interface OAuthWalkStep {
  step: number;
  name: "challenge" | "resource-metadata" | "authorization-server" | "registration" | "authorization" | "token" | "first-call";
  title: string;
  /** `warning`: this client goes on, and another one may not. `pending`: a step before it failed, or a person has to sign in first. */
  status: "passed" | "warning" | "failed" | "pending" | "not_needed";
  /** What was found, in one line. */
  found: string;
  rule: {
    name: string;
    url: string;
  };
  /** Of its exchanges together; absent where none was made. */
  durationMs?: number;
  /** In their order, at most 20. */
  exchanges: Array<OAuthWalkExchange>;
  /** The metadata of the last exchange, secrets masked. */
  document?: Record<string, unknown>;
  differs?: OAuthDifferingStrings;
  explanation?: string;
  /** What the owner of the server has to change. */
  nextStep?: string;
  /** The `document` with that change. */
  corrected?: Record<string, unknown>;
}

export interface OAuthWalkingClient {
  /** How a client compares addresses that have to be equal: letter by letter (`exact`), also taking a resource above the address of the server (`parent`), or not at all (`none`). */
  as: "exact" | "parent" | "none";
  /** Clients that are known to compare in this way. */
  products: Array<string>;
  outcome: "continues" | "ends";
  /** The step that fails for it. */
  endsAt?: number;
}

export interface OpenAIReadinessRunStart {
  /** Whether the skills that the server offers are submitted with it. */
  submissionMode: "mcp-only" | "mcp-imported-skills";
  /** Same as the Idempotency-Key header, which wins: 1 to 200 printable ASCII characters. */
  idempotencyKey?: string;
  /** Facts about the submission that only its owner knows: the privacy policy, a support contact, a test account. Without them such requirements are not evaluated, and the server is `incomplete` at best. Facts that are kept with the server are sent with them; a fact of the request wins over a kept one. */
  submissionFacts?: Array<ReadinessSubmissionFact>;
  /** `true` is refused with FEATURE_NOT_SUPPORTED: this version makes no observations by a model. The grades never depend on them. */
  includeLlmObservations?: boolean;
}

export interface OperatorAct {
  id: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** The operationId. */
  operation: string;
  /** Tells the operator's keys apart. */
  keyId?: string;
  target: Record<string, string>;
  outcome: "done" | "refused" | "started" | "failed";
  requestId: string;
}

export interface OperatorActPage {
  items: Array<OperatorAct>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface Organization {
  id: string;
  name: string;
  /** Always `self-hosted`: nothing is withheld. */
  plan: string;
  /** No logos are kept. */
  logoUrl: null;
  /** `viewer` reads data; `member` also connects, runs and writes; `admin` also administers; `owner` also decides who owns. Owners and admins of an organization have that role in every project of it, too. */
  myRole: "viewer" | "member" | "admin" | "owner";
  /** Whether the caller founded the organization. */
  isCreator: boolean;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  updatedAt: number;
}

export interface OrganizationApiKey {
  id: string;
  name: string;
  /** The beginning of the key, to recognise it by. */
  prefix: string;
  /** Absent once the organization is gone; the key answers ORPHANED_KEY then. */
  organizationId?: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Exact to a minute; absent before the first use. */
  lastUsedAt?: number;
  /** Milliseconds since the epoch. */
  revokedAt?: number;
  /** As whom the key acts. */
  user: {
    id: string;
    name: string;
    email: string;
  };
  /** The user who revoked it. */
  revokedBy?: string;
}

export interface OrganizationApiKeyPage {
  items: Array<OrganizationApiKey>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface OrganizationCreateRequest {
  name: string;
}

export interface OrganizationDeleted {
  id: string;
  deleted: true;
}

export interface OrganizationPage {
  items: Array<Organization>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface OrganizationSettings {
  features: {
    /** Swarms: while it is off its reads find nothing and its writes are refused. It cannot be switched on where no operation of this version belongs to it. */
    swarms: {
      value: boolean;
      /** Whether that is the installation's own value. */
      isDefault: boolean;
    };
    /** User testing: while it is off its reads find nothing and its writes are refused. It cannot be switched on where no operation of this version belongs to it. */
    userTesting: {
      value: boolean;
      /** Whether that is the installation's own value. */
      isDefault: boolean;
    };
  };
  /** The limits of requests and the brakes are switched off where `requestsPerMinute` of the installation is 0. */
  limits: {
    /** What one API key may ask for in a minute, minute after minute. The operator may have set a lower maximum. */
    requestsPerMinute: {
      value: number;
      /** Whether that is the installation's own value. */
      isDefault: boolean;
    };
    /** What one API key may ask for at once. The operator may have set a lower maximum. */
    requestBurst: {
      value: number;
      /** Whether that is the installation's own value. */
      isDefault: boolean;
    };
    /** Eval runs under way. The operator may have set a lower maximum. */
    concurrentRuns: {
      value: number;
      /** Whether that is the installation's own value. */
      isDefault: boolean;
    };
    /** How long a run may take from its first trial, in minutes; then it times out. A run keeps the limit of its launch. The operator may have set a lower maximum. */
    runMinutes: {
      value: number;
      /** Whether that is the installation's own value. */
      isDefault: boolean;
    };
    /** How long a run may wait for its first runner, in minutes; then it times out. A run keeps the limit of its launch. The operator may have set a lower maximum. */
    queueMinutes: {
      value: number;
      /** Whether that is the installation's own value. */
      isDefault: boolean;
    };
    /** Trials of one case with one model in a run; a launch with more is refused. The operator may have set a lower maximum. */
    repetitions: {
      value: number;
      /** Whether that is the installation's own value. */
      isDefault: boolean;
    };
    brakes: {
      launches: {
        /** In a minute: launches of runs. */
        perMinute: {
          value: number;
          /** Whether that is the installation's own value. */
          isDefault: boolean;
        };
        /** In a day of UTC: launches of runs. */
        perDay: {
          value: number;
          /** Whether that is the installation's own value. */
          isDefault: boolean;
        };
      };
      insights: {
        /** In a minute: requests for insights and judgements. */
        perMinute: {
          value: number;
          /** Whether that is the installation's own value. */
          isDefault: boolean;
        };
        /** In a day of UTC: requests for insights and judgements. */
        perDay: {
          value: number;
          /** Whether that is the installation's own value. */
          isDefault: boolean;
        };
      };
      generation: {
        /** In a minute: requests for drafts. */
        perMinute: {
          value: number;
          /** Whether that is the installation's own value. */
          isDefault: boolean;
        };
        /** In a day of UTC: requests for drafts. */
        perDay: {
          value: number;
          /** Whether that is the installation's own value. */
          isDefault: boolean;
        };
      };
      invitations: {
        /** In a minute: invitations to studies. */
        perMinute: {
          value: number;
          /** Whether that is the installation's own value. */
          isDefault: boolean;
        };
        /** In a day of UTC: invitations to studies. */
        perDay: {
          value: number;
          /** Whether that is the installation's own value. */
          isDefault: boolean;
        };
      };
    };
  };
  retention: {
    /** Days after which eval runs and journey runs are deleted. If not set, the installation decides, which may keep them for ever. */
    runsDays: {
      value: number | null;
      /** Whether that is the installation's own value. */
      isDefault: boolean;
    };
    /** Days after which traces of runs and chat sessions, and transcripts of journey runs are deleted. If not set, the installation decides, which may keep them for ever. */
    tracesDays: {
      value: number | null;
      /** Whether that is the installation's own value. */
      isDefault: boolean;
    };
    /** Days after which sessions are deleted. If not set, the installation decides, which may keep them for ever. */
    sessionsDays: {
      value: number | null;
      /** Whether that is the installation's own value. */
      isDefault: boolean;
    };
    /** Days after which entries of the audit log are deleted. If not set, the installation decides, which may keep them for ever. */
    auditDays: {
      value: number | null;
      /** Whether that is the installation's own value. */
      isDefault: boolean;
    };
  };
  servers: {
    /** Only admins and owners of the organization save servers that are commands, or change a command, its arguments or its environment: others get FORBIDDEN with the reason COMMANDS_NEED_ADMIN. Commands that are saved already can be used, renamed and deleted as before. */
    commandsNeedAdmin: {
      value: boolean;
      /** Whether that is the installation's own value. */
      isDefault: boolean;
    };
  };
  /** Absent while nothing was ever set. */
  updatedAt?: number;
}

export interface OrganizationSettingsRequest {
  features?: {
    swarms?: boolean | null;
    userTesting?: boolean | null;
  };
  limits?: {
    requestsPerMinute?: number | null;
    requestBurst?: number | null;
    concurrentRuns?: number | null;
    runMinutes?: number | null;
    queueMinutes?: number | null;
    repetitions?: number | null;
    brakes?: {
      launches?: {
        perMinute?: number | null;
        perDay?: number | null;
      };
      insights?: {
        perMinute?: number | null;
        perDay?: number | null;
      };
      generation?: {
        perMinute?: number | null;
        perDay?: number | null;
      };
      invitations?: {
        perMinute?: number | null;
        perDay?: number | null;
      };
    };
  };
  retention?: {
    runsDays?: number | null;
    tracesDays?: number | null;
    sessionsDays?: number | null;
    auditDays?: number | null;
  };
  servers?: {
    commandsNeedAdmin?: boolean | null;
  };
}

export interface OrganizationUpdateRequest {
  name: string;
}

export interface OtlpTraces {
  resourceSpans: Array<Record<string, unknown>>;
}

export type OwnConformanceSuite = "protocol" | "apps" | "tasks";

export interface PasswordChangeRequest {
  current: string;
  /** Any 12 to 200 characters but the e-mail address of the account, a well-known password, a sequence or a repetition. They are compared in Unicode's form NFKC, so that a password does not depend on the keyboard. */
  next: string;
}

export interface PasswordChanged {
  changed: true;
  /** How many other sessions ended with the old password. */
  endedSessions: number;
  /** The CSRF token of the session from now on. */
  csrfToken: string;
}

export interface PasswordReset {
  reset: true;
  /** How many sessions ended with the old password. */
  endedSessions: number;
}

export interface PasswordResetCreated {
  userId: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
  /** Only for the person whose password it is: the first person who opens the link can choose the password. The link is shown here and never again; Assay does not send it. */
  url: string;
}

export interface PasswordResetRequest {
  /** Any 12 to 200 characters but the e-mail address of the account, a well-known password, a sequence or a repetition. They are compared in Unicode's form NFKC, so that a password does not depend on the keyboard. */
  password: string;
}

export interface Persona {
  id: string;
  projectId: string;
  /** The name in lower-case ASCII; unique among the personas that are not archived. */
  slug: string;
  name: string;
  role: string;
  notes: string | null;
  source: "manual" | "generated" | "cluster";
  seedKeywords?: Array<string>;
  avatar: {
    shape: number | null;
    palette: number | null;
  };
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  updatedAt: number;
}

export interface PersonaCreateRequest {
  /** The name of the character. */
  name: string;
  /** Who the character is, such as `night-shift nurse`. */
  role: string;
  /** How the character thinks, speaks and behaves. */
  notes?: string;
  /** The shape of the avatar, from 0. */
  avatarShape?: number;
  /** The colours of the avatar, from 0. */
  avatarPalette?: number;
  /** Same as the Idempotency-Key header, which wins. */
  idempotencyKey?: string;
}

export interface PersonaDeleted {
  id: string;
  projectId: string;
  deleted: true;
}

export interface PersonaDraft {
  /** The name of the character. */
  name: string;
  /** Who the character is, such as `night-shift nurse`. */
  role: string;
  /** How the character thinks, speaks and behaves. */
  notes?: string;
}

export interface PersonaGenerateRequest {
  /** The server group, or the snapshot of one, whose tools the drafts are for. Not with `environmentId`. */
  serverAttachmentId?: string;
  /** The environment whose tools the drafts are for. Not with `serverAttachmentId`. */
  environmentId?: string;
  /** Journeys for each persona. */
  journeyCount?: number;
  /** Whom and what to draft, for a model; `scripted/rules` does not read it. */
  description?: string;
  /** With it the reply has `personas`; without it, one `persona` and its `journeys`. */
  personaCount?: number;
  /** Personas to avoid, beside the project's: no draft has the name or the role of one of them. */
  existingPersonas?: Array<{
    name: string;
    role: string;
  }>;
}

export interface PersonaPage {
  items: Array<Persona>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface PersonaUpdateRequest {
  /** The name of the character. */
  name?: string;
  /** Who the character is, such as `night-shift nurse`. */
  role?: string;
  /** How the character thinks, speaks and behaves. */
  notes?: string;
  /** The shape of the avatar, from 0. */
  avatarShape?: number;
  /** The colours of the avatar, from 0. */
  avatarPalette?: number;
}

export interface Plugin {
  id: string;
  projectId: string;
  name: string;
  displayName?: string;
  description?: string;
  /** Always true: a plugin is used where one of its versions is pinned. */
  enabled: boolean;
  /** The newest version that is `ready`; absent when none is. */
  activeVersionId?: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  updatedAt: number;
}

export interface PluginDeleted {
  id: string;
  deleted: true;
}

export interface PluginPage {
  items: Array<Plugin>;
}

export interface PluginPushed {
  pluginId: string;
  pluginVersionId: string;
  /** False when the plugin had a version with this content. */
  created: boolean;
  plugin: Plugin;
  version: PluginVersion;
}

export interface PluginVersion {
  id: string;
  pluginId: string;
  declaredVersion?: string;
  /** SHA-256 of the paths and bytes of the bundle, in hexadecimal. */
  bundleHash: string;
  manifestHash?: string;
  /** `invalid` has `faults` and cannot be pinned. A bundle is checked while it is pushed, so that no version stays in `staging`. */
  status: "staging" | "ready" | "invalid";
  componentCounts: {
    skills: number;
    servers: number;
    apps: number;
    assets: number;
    unsupported: number;
  };
  servers: Array<PluginVersionServer>;
  skills: Array<PluginVersionSkill>;
  faults: Array<BundleNote>;
  /** Parts that are not used, and names that were corrected. */
  warnings: Array<BundleNote>;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  readyAt?: number;
}

export interface PluginVersionPage {
  items: Array<PluginVersion>;
}

export interface PluginVersionServer {
  componentId: string;
  /** Its place in the bundle: the same in every version. */
  componentKey: string;
  declaredName: string;
  /** `remote` is reached at a URL, `local` is a command that a runner starts; `computer` is not used. */
  placement: "remote" | "local" | "computer";
  /** `on_install` when the declaration leaves out values that `missing` names. */
  authenticationPolicy: "on_install" | "on_use";
  /** The id of the server in launches; the same in every version of the plugin. */
  materializedServerId: string;
  url?: string;
  command?: string;
  /** Headers or variables whose values are not in the bundle, or not kept because they are secrets. A client's `serverConnectionOverrides` gives headers that are not secrets to the server's id; secrets of an environment fill in those of `secretNames`. */
  missing?: Array<string>;
  /** Header or variable of `missing` → the name of the secret that fills it in where an environment selects it (`secretSelection`). */
  secretNames?: Record<string, string>;
}

export interface PluginVersionSkill {
  componentId: string;
  /** Its place in the bundle: the same in every version. */
  componentKey: string;
  declaredName: string;
  /** The name by which it is told apart from skills of other plugins. */
  modelRef: string;
  /** The skill; `componentId` is its version. */
  materializedSkillId: string;
}

export interface PreviewEvalRerun {
  /** `failed_cases` when absent. */
  scope?: "failed_cases" | "excluded";
}

export interface PreviewEvalRunJudge {
  /** The judge model of the run when absent. */
  model?: string;
}

export interface PreviewEvalSuiteSchedule {
  /** Minutes between two runs. */
  intervalMinutes?: number;
  /** Five fields (minute, hour, day of month, month, day of week), or `@hourly`, `@daily`, `@midnight`, `@weekly`, `@monthly`, `@yearly` or `@annually`. At most one run in 5 minutes. */
  cron?: string;
  /** An IANA time zone in which `cron` is read. UTC until it is set; when absent, the one that is set stays. */
  timeZone?: string;
  /** The cost is of a launch with it; with the environment of the saved schedule when absent. */
  environmentId?: string;
  /** How many ticks; 5 when absent. */
  ticks?: number;
}

export interface Project {
  id: string;
  organizationId: string;
  name: string;
  description?: string;
  icon?: string;
  /** `public`: every member of the organization sees the project. `private`: only its own members and the owners and admins of the organization. */
  visibility: "public" | "private";
  /** `viewer` reads data; `member` also connects, runs and writes; `admin` also administers; `owner` also decides who owns. Owners and admins of an organization have that role in every project of it, too. */
  role: "viewer" | "member" | "admin" | "owner";
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  updatedAt: number;
}

export interface ProjectAttention {
  outcome: "passed" | "failed" | "warning" | "notEstablished" | "note";
  /** How the project is, in one sentence. Plain text. */
  sentence: string;
  /** Why, in plain text; empty where nothing is to add. */
  because: string;
  counts: ProjectCounts;
  /** The worst first, and of one kind the newest; at most 100. */
  items: Array<AttentionItem>;
  /** Items that are left out because a person dismissed them. */
  dismissed: number;
  /** Services that did not answer: the items and counts that they know are missing. */
  unavailable: Array<string>;
}

export interface ProjectCapabilities {
  projectId: string;
  organizationId: string;
  /** `viewer` reads data; `member` also connects, runs and writes; `admin` also administers; `owner` also decides who owns. Owners and admins of an organization have that role in every project of it, too. */
  role: "viewer" | "member" | "admin" | "owner";
  /** `viewer` reads data; `member` also connects, runs and writes; `admin` also administers; `owner` also decides who owns. Owners and admins of an organization have that role in every project of it, too. */
  projectRole: "viewer" | "member" | "admin" | "owner";
  /** Always `self-hosted`. */
  surface: string;
  features: {
    sandboxes: {
      enabled: boolean;
      mode: "off" | "dark" | "enforce";
      enforced: boolean;
    };
    swarms: {
      enabled: boolean;
    };
    userTesting: {
      enabled: boolean;
    };
  };
  plan: {
    /** Always `self-hosted`. */
    name: string;
    /** The limits in force, as the organization's settings name them. */
    limits: Record<string, unknown>;
    /** Which features are on. */
    features: Record<string, unknown>;
  };
  /** The rights of the caller; false for an action that this version has no operation for. A plan, not a promise: every write decides for itself. */
  can: {
    readSwarms: boolean;
    writeSwarms: boolean;
    launchJourneyRun: boolean;
    cancelJourneyRun: boolean;
    readUserTesting: boolean;
    publishUserTestingScenario: boolean;
    unpublishUserTestingScenario: boolean;
    changeUserTestingExposure: boolean;
    manageUserTestingGuestExecution: boolean;
    requestInsights: boolean;
    readEvals: boolean;
    writeEvalSuites: boolean;
    launchEvalRun: boolean;
    deleteAnyEvalSuite: boolean;
    deleteAnyEvalRun: boolean;
    exportEvalTraces: boolean;
  };
}

export interface ProjectClient {
  id: string;
  name: string;
  /** A hash of the settings: equal settings have an equal one. */
  configId: string;
  ownerScope: Record<string, unknown> | null;
  /** Its settings name a `computer`. */
  hasComputer: boolean;
  /** Runs of the project that name no client use this one. */
  isDefault: boolean;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  updatedAt: number;
  modelId: string;
  /** Of required and optional servers. */
  serverCount: number;
}

export interface ProjectCounts {
  servers: {
    total: number;
    /** By their last diagnosis. */
    unusable: number;
  };
  suites: {
    total: number;
    /** By the verdicts of their latest runs. */
    failing: number;
    /** Their latest run has no verdict, or an inconclusive one. */
    undecided: number;
  };
  runs: {
    total: number;
    /** There are more than `total`, which are not counted. */
    isAtLeast: boolean;
    underWay: number;
  };
  /** Drafts that wait for a decision. */
  drafts: {
    total: number;
    doubtful: number;
  };
}

export interface ProjectCreateRequest {
  name: string;
  description?: string;
  /** An emoji or the address of a picture. */
  icon?: string;
  /** `public`: every member of the organization sees the project. `private`: only its own members and the owners and admins of the organization. */
  visibility?: "public" | "private";
  /** The organization that the caller acts in when absent. A person who signed in may name any in which they are a member; no other than its own is reachable with a key. */
  organizationId?: string;
}

export interface ProjectDeleted {
  id: string;
  deleted: true;
}

export interface ProjectEnvironment {
  id: string;
  projectId: string;
  name: string | null;
  /** Present for an ad-hoc environment. */
  adhoc?: true;
  /** The id of the client, or its name without regard to case. It is answered as the id. */
  hostId: string;
  description?: string;
  /** The server group, or the snapshot of one, whose servers a launch connects. Without it, a launch connects the servers of the client's settings. */
  serverAttachmentId?: string;
  /** The model in place of the client's. Absent, the client's model is used; `resolve` tells which one. */
  modelId?: string;
  skillSelection?: EnvironmentSkillSelection;
  /** Versions of plugins, whose servers and skills a launch adds. */
  pluginVersionIds?: Array<string>;
  /** The image for commands, which must be promoted and have a build that is ready. This version starts no commands in images: a launch against an environment that names one answers FEATURE_NOT_SUPPORTED. */
  sandboxImageId?: string;
  secretSelection?: EnvironmentSecretSelection;
  /** Rises by one with every change, an archive or restore included. */
  revision: number;
  archived: boolean;
  /** Milliseconds since the epoch. */
  archivedAt?: number;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  updatedAt: number;
}

export interface ProjectEnvironmentCapabilities {
  /** An environment may name another model than its client. */
  modelOverrides: boolean;
  /** A group of runs may have targets that differ in their models. */
  modelMatrix: boolean;
  /** A launch may make an environment for itself. */
  ephemeralEnvironmentLaunch: boolean;
}

export interface ProjectEnvironmentCreateRequest {
  /** Unique among the environments of the project that are not archived; case and invisible characters do not count. */
  name: string;
  /** The id of the client, or its name without regard to case. It is answered as the id. */
  hostId: string;
  description?: string;
  /** The server group, or the snapshot of one, whose servers a launch connects. Without it, a launch connects the servers of the client's settings. */
  serverAttachmentId?: string;
  /** The model in place of the client's. Absent, the client's model is used; `resolve` tells which one. */
  modelId?: string;
  skillSelection?: EnvironmentSkillSelection;
  /** Versions of plugins, whose servers and skills a launch adds. */
  pluginVersionIds?: Array<string>;
  /** The image for commands, which must be promoted and have a build that is ready. This version starts no commands in images: a launch against an environment that names one answers FEATURE_NOT_SUPPORTED. */
  sandboxImageId?: string;
  secretSelection?: EnvironmentSecretSelection;
}

export interface ProjectEnvironmentPage {
  items: Array<ProjectEnvironment>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface ProjectEnvironmentResolved {
  environment: {
    id: string;
    name: string | null;
    revision: number;
  };
  hostId: string;
  hostName: string;
  /** The hash of the client's settings. */
  hostConfigId: string;
  /** The environment's own model. */
  modelId?: string;
  effectiveModelId: string;
  /** `host` is the client. */
  modelSource: "environment" | "host";
  serverAttachmentId?: string;
  sandboxImageId?: string;
  selectedServerIds: Array<string>;
  /** The selected servers, and the servers that plugins add. */
  effectiveServerIds: Array<string>;
  pluginVersions: Array<{
    pluginId: string;
    pluginVersionId: string;
    name: string;
    bundleHash: string;
  }>;
  skills: Array<{
    skillId: string;
    versionId?: string;
    pluginVersionId?: string;
    name: string;
    contentHash: string;
  }>;
  servers: Array<{
    serverId: string;
    name: string;
  }>;
}

export interface ProjectEnvironmentRestored {
  id: string;
  projectId: string;
  name: string | null;
  /** Present for an ad-hoc environment. */
  adhoc?: true;
  /** The id of the client, or its name without regard to case. It is answered as the id. */
  hostId: string;
  description?: string;
  /** The server group, or the snapshot of one, whose servers a launch connects. Without it, a launch connects the servers of the client's settings. */
  serverAttachmentId?: string;
  /** The model in place of the client's. Absent, the client's model is used; `resolve` tells which one. */
  modelId?: string;
  skillSelection?: EnvironmentSkillSelection;
  /** Versions of plugins, whose servers and skills a launch adds. */
  pluginVersionIds?: Array<string>;
  /** The image for commands, which must be promoted and have a build that is ready. This version starts no commands in images: a launch against an environment that names one answers FEATURE_NOT_SUPPORTED. */
  sandboxImageId?: string;
  secretSelection?: EnvironmentSecretSelection;
  /** Rises by one with every change, an archive or restore included. */
  revision: number;
  archived: boolean;
  /** Milliseconds since the epoch. */
  archivedAt?: number;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  updatedAt: number;
  /** Pinned plugin versions that were deleted meanwhile, and are pinned no more. */
  droppedPluginVersionIds?: Array<string>;
}

export interface ProjectEnvironmentRevisionRequest {
  /** The `revision` that was read; a CONFLICT when the environment was changed since. */
  expectedRevision: number;
}

export interface ProjectEnvironmentUpdateRequest {
  /** The `revision` that was read; a CONFLICT when the environment was changed since. */
  expectedRevision: number;
  /** Unique among the environments of the project that are not archived; case and invisible characters do not count. */
  name?: string;
  description?: string | null;
  /** The id of the client, or its name without regard to case. It is answered as the id. */
  hostId?: string;
  serverAttachmentId?: string | null;
  modelId?: string | null;
  skillSelection?: EnvironmentSkillSelection | null;
  pluginVersionIds?: Array<string> | null;
  sandboxImageId?: string | null;
  secretSelection?: EnvironmentSecretSelection | null;
}

export interface ProjectEvent {
  /** A cursor: send it as `Last-Event-ID` to get the events after it. */
  id: string;
  type: "changed";
  data: {
    /** The parts that changed since the event before. */
    parts: Array<"servers" | "suites" | "drafts" | "schedules" | "runs" | "waves" | "environments">;
  };
}

export interface ProjectEvents {
  events: Array<ProjectEvent>;
  done: false;
}

export interface ProjectMember {
  userId: string;
  email: string;
  name: string;
  /** The effective role of the person in the project. */
  role: "viewer" | "member" | "admin" | "owner";
  /** The role that was given to them in this project. Absent where everything follows from their role in the organization. */
  projectRole?: "viewer" | "member" | "admin" | "owner";
}

export interface ProjectMemberPage {
  items: Array<ProjectMember>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface ProjectMemberRemoved {
  userId: string;
  removed: true;
}

export interface ProjectMemberSetRequest {
  /** `viewer` reads data; `member` also connects, runs and writes; `admin` also administers; `owner` also decides who owns. Owners and admins of an organization have that role in every project of it, too. */
  role: "viewer" | "member" | "admin" | "owner";
}

export interface ProjectPage {
  items: Array<Project>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface ProjectSchedule {
  suiteId: string;
  suiteName: string;
  schedule: EvalSuiteSchedule;
  /** The ticks of the last 14 days, oldest first; at most the newest 60. */
  ticks: Array<ScheduleTick>;
}

export interface ProjectSchedulePage {
  items: Array<ProjectSchedule>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface ProjectSecret {
  id: string;
  projectId: string;
  name: string;
  description?: string;
  /** Rises with every change. */
  revision: number;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  updatedAt: number;
  /** When the present value was written, in milliseconds since the epoch. */
  rotatedAt: number;
}

export interface ProjectSecretDeleted {
  id: string;
  deleted: true;
}

export interface ProjectSecretDetail {
  id: string;
  projectId: string;
  name: string;
  description?: string;
  /** Rises with every change. */
  revision: number;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  updatedAt: number;
  /** When the present value was written, in milliseconds since the epoch. */
  rotatedAt: number;
  usedBy: {
    /** By name. */
    servers: Array<{
      id: string;
      name: string;
      /** Headers that hold the value. */
      headerNames: Array<string>;
      /** Variables that hold the value. */
      envNames: Array<string>;
    }>;
  };
}

export interface ProjectSecretPage {
  items: Array<ProjectSecret>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface ProjectServer {
  id: string;
  projectId: string;
  name: string;
  enabled: boolean;
  /** `http` is Streamable HTTP, with HTTP+SSE as the fallback; `stdio` starts a command on a runner that allows it. */
  transportType: "http" | "stdio";
  /** The server needs an OAuth grant. */
  useOAuth: boolean;
  hasClientSecret: boolean;
  /** Names of the saved `headers`. Absent when the saved value cannot be decrypted. */
  headerNames?: Array<string>;
  /** Of the saved `env`, likewise. */
  envNames?: Array<string>;
  /** The headers that are references to secrets; absent when there are none. */
  headerSecrets?: Record<string, SecretReference>;
  /** The variables that are references to secrets, likewise. */
  envSecrets?: Record<string, SecretReference>;
  /** http or https, without user name and password. Required for `http`. Every member who sees the project can read it, viewers too, with the values of its query masked, and for viewers the parts of its path that look like secrets; an address sent as it was read leaves the saved one. */
  url?: string;
  /** Required for `stdio`. */
  command?: string;
  /** Every member who sees the project can read them, viewers too; put secrets into `env`. */
  args?: Array<string>;
  /** For one request to the server, in milliseconds. */
  timeout?: number;
  /** Pins a revision of MCP; negotiated when absent. */
  protocolVersion?: "2024-11-05" | "2025-03-26" | "2025-06-18" | "2025-11-25" | "2026-07-28";
  oauthScopes?: Array<string>;
  /** The OAuth client to act as. */
  clientId?: string;
  /** The RFC 8707 resource to ask tokens for. */
  oauthResourceUrl?: string;
  /** How the platform authenticates: not at all, with the saved headers, with a person's grant, or as the saved client itself. Absent: with the headers, and with a grant where `useOAuth` is set and no Authorization header is saved. */
  authMethod?: "none" | "headers" | "oauth" | "client_credentials";
  /** How the platform registers with the authorization server: by its client ID metadata document, by dynamic registration, or as the saved client. When absent, the best way that both sides support. */
  oauthRegistrationStrategy?: "cimd" | "dcr" | "preregistered";
  /** Another name of `oauthRegistrationStrategy`. */
  registrationMode?: "cimd" | "dcr" | "preregistered";
  /** Kept and read back; every revision of MCP authorization is tried. */
  oauthProtocolMode?: string;
  /** Kept and read back; every revision of MCP authorization is tried. */
  oauthProtocolVersion?: string;
  /** Kept and read back; an issuer must be what its address says, path included (RFC 8414 section 3.3). */
  oauthAllowPathScopedIssuer?: boolean;
  /** Declared to the server in place of the platform's own, in MCP's format. */
  clientCapabilities?: Record<string, unknown>;
  /** Only a runner with all of these connects to it in a run, such as one inside a private network. */
  runnerLabels?: Array<string>;
  /** Words to find it by, each once. */
  tags?: Array<string>;
  /** Rises by one with every change. */
  revision: number;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  updatedAt: number;
  /** The user who saved it last. */
  updatedBy?: string;
  /** By the last diagnosis: `unusable` answers no call, `look` is ready with a remark of the diagnosis or a breaking change since its previous surface, `well` is ready without one, `unknown` was never diagnosed. Absent in a server that is unknown. */
  state?: "unusable" | "look" | "well" | "unknown";
  /** When the state, or its first cause, became what it is. */
  stateSince?: number;
  /** The last diagnosis that found it ready. */
  readyAt?: number;
  /** When its tools were last read. */
  toolCount?: number;
  /** How the last diagnosis got in: without credentials, with saved headers, with an OAuth token; `required`: the server asks for a sign-in, and none was made. */
  signIn?: "none" | "headers" | "oauth" | "required";
  /** The changes of its present surface from the one before; absent while it never changed. */
  surfaceChange?: {
    breaking: number;
    additive: number;
    cosmetic: number;
    /** Milliseconds since the epoch. */
    seenAt: number;
  };
  lastDiagnosis?: ServerDiagnosis;
  /** Only in the reply that saves the server: why it cannot be used yet. Absent when there is no reason. */
  warnings?: Array<ProjectServerWarning>;
}

/** Each group counts servers that fit all other filters. */
export interface ProjectServerCounts {
  /** Servers that fit every filter. */
  total: number;
  /** By state. */
  states: Record<string, number>;
  /** Unusable servers by first cause. */
  causes: Record<string, number>;
  /** By transport. */
  transports: Record<string, number>;
  /** By sign-in; servers that were never diagnosed are in none. */
  signIns: Record<string, number>;
  /** By tag. */
  tags: Record<string, number>;
}

export interface ProjectServerCreateRequest {
  /** Unique in the project. */
  name: string;
  enabled: boolean;
  /** `http` is Streamable HTTP, with HTTP+SSE as the fallback; `stdio` starts a command on a runner that allows it. */
  transportType: "http" | "stdio";
  /** The server needs an OAuth grant. */
  useOAuth?: boolean;
  /** Ignored: a bearer token is a header like any other. */
  hasBearerToken?: boolean;
  /** http or https, without user name and password. Required for `http`. Every member who sees the project can read it, viewers too, with the values of its query masked, and for viewers the parts of its path that look like secrets; an address sent as it was read leaves the saved one. */
  url?: string;
  /** Required for `stdio`. */
  command?: string;
  /** Every member who sees the project can read them, viewers too; put secrets into `env`. */
  args?: Array<string>;
  /** For one request to the server, in milliseconds. */
  timeout?: number;
  /** Pins a revision of MCP; negotiated when absent. */
  protocolVersion?: "2024-11-05" | "2025-03-26" | "2025-06-18" | "2025-11-25" | "2026-07-28";
  oauthScopes?: Array<string>;
  /** The OAuth client to act as. */
  clientId?: string;
  /** The RFC 8707 resource to ask tokens for. */
  oauthResourceUrl?: string;
  /** How the platform authenticates: not at all, with the saved headers, with a person's grant, or as the saved client itself. Absent: with the headers, and with a grant where `useOAuth` is set and no Authorization header is saved. `auto` is the same as absent. */
  authMethod?: "none" | "headers" | "oauth" | "client_credentials" | "auto";
  /** How the platform registers with the authorization server: by its client ID metadata document, by dynamic registration, or as the saved client. When absent, the best way that both sides support. `auto` is the same as absent. */
  oauthRegistrationStrategy?: "cimd" | "dcr" | "preregistered" | "auto";
  /** Another name of `oauthRegistrationStrategy`. `auto` is the same as absent. */
  registrationMode?: "cimd" | "dcr" | "preregistered" | "auto";
  /** Kept and read back; every revision of MCP authorization is tried. */
  oauthProtocolMode?: string;
  /** Kept and read back; every revision of MCP authorization is tried. */
  oauthProtocolVersion?: string;
  /** Kept and read back; an issuer must be what its address says, path included (RFC 8414 section 3.3). */
  oauthAllowPathScopedIssuer?: boolean;
  /** Declared to the server in place of the platform's own, in MCP's format. */
  clientCapabilities?: Record<string, unknown>;
  /** Only a runner with all of these connects to it in a run, such as one inside a private network. */
  runnerLabels?: Array<string>;
  /** Words to find it by, each once. */
  tags?: Array<string>;
  /** HTTP headers sent with every request, but for connection, content-length, expect, host, transfer-encoding, upgrade, which belong to the connection. Replaced as a whole; never returned. A value is a text, or `{"secretId": …, "prefix"?: …}` for the value of a secret of the project, which needs the admin role where the server does not use that secret yet. */
  headers?: Record<string, unknown>;
  /** Environment of the command. Replaced as a whole; never returned. A value is a text, or `{"secretId": …, "prefix"?: …}` for the value of a secret of the project, which needs the admin role where the server does not use that secret yet. */
  env?: Record<string, unknown>;
  /** Never returned; `hasClientSecret` says whether there is one. A PKCS #8 private key in PEM is not sent but signs (private_key_jwt). */
  clientSecret?: string;
  /** Of cross-app access, which is not supported: has no effect, and is not kept. */
  authServerMode?: "";
  /** Of cross-app access, which is not supported: has no effect, and is not kept. */
  useXaa?: false;
  /** Of cross-app access, which is not supported: has no effect, and is not kept. */
  xaaAllowPathScopedIssuer?: false;
  /** Of cross-app access, which is not supported: has no effect, and is not kept. */
  xaaAuthzIssuer?: "";
  /** Of cross-app access, which is not supported: has no effect, and is not kept. */
  xaaSubject?: "";
  /** Of cross-app access, which is not supported: has no effect, and is not kept. */
  xaaEmail?: "";
  /** Of cross-app access, which is not supported: has no effect, and is not kept. */
  xaaIdentityAssertionFormat?: "";
  /** Of cross-app access, which is not supported: has no effect, and is not kept. */
  xaaClientAuth?: "";
}

export interface ProjectServerDeleted {
  id: string;
  deleted: true;
}

export interface ProjectServerPage {
  items: Array<ProjectServer>;
  /** Absent on the last page. */
  nextCursor?: string;
  counts?: ProjectServerCounts;
}

export interface ProjectServerUpdateRequest {
  /** The `revision` that was read; a CONFLICT when the server was changed since. Its `details` have the server as it is, and who changed it. */
  expectedRevision?: number;
  name?: string;
  enabled?: boolean;
  /** `http` is Streamable HTTP, with HTTP+SSE as the fallback; `stdio` starts a command on a runner that allows it. */
  transportType?: "http" | "stdio";
  /** The server needs an OAuth grant. */
  useOAuth?: boolean;
  /** Ignored: a bearer token is a header like any other. */
  hasBearerToken?: boolean;
  url?: string | null;
  command?: string | null;
  args?: Array<string> | null;
  timeout?: number | null;
  protocolVersion?: "2024-11-05" | "2025-03-26" | "2025-06-18" | "2025-11-25" | "2026-07-28" | null;
  oauthScopes?: Array<string> | null;
  clientId?: string | null;
  oauthResourceUrl?: string | null;
  authMethod?: "none" | "headers" | "oauth" | "client_credentials" | "auto" | null;
  oauthRegistrationStrategy?: "cimd" | "dcr" | "preregistered" | "auto" | null;
  registrationMode?: "cimd" | "dcr" | "preregistered" | "auto" | null;
  oauthProtocolMode?: string | null;
  oauthProtocolVersion?: string | null;
  oauthAllowPathScopedIssuer?: boolean | null;
  clientCapabilities?: Record<string, unknown> | null;
  runnerLabels?: Array<string> | null;
  tags?: Array<string> | null;
  headers?: Record<string, unknown> | null;
  env?: Record<string, unknown> | null;
  clientSecret?: string | null;
  /** Changes single entries of `headers`: a value replaces or adds one, null deletes it, and every other entry keeps its saved value. Not together with `headers`. */
  headerChanges?: Record<string, unknown>;
  /** Changes single entries of `env`: a value replaces or adds one, null deletes it, and every other entry keeps its saved value. Not together with `env`. */
  envChanges?: Record<string, unknown>;
  /** Of cross-app access, which is not supported: has no effect, and is not kept. */
  authServerMode?: "";
  /** Of cross-app access, which is not supported: has no effect, and is not kept. */
  useXaa?: false;
  /** Of cross-app access, which is not supported: has no effect, and is not kept. */
  xaaAllowPathScopedIssuer?: false;
  /** Of cross-app access, which is not supported: has no effect, and is not kept. */
  xaaAuthzIssuer?: "";
  /** Of cross-app access, which is not supported: has no effect, and is not kept. */
  xaaSubject?: "";
  /** Of cross-app access, which is not supported: has no effect, and is not kept. */
  xaaEmail?: "";
  /** Of cross-app access, which is not supported: has no effect, and is not kept. */
  xaaIdentityAssertionFormat?: "";
  /** Of cross-app access, which is not supported: has no effect, and is not kept. */
  xaaClientAuth?: "";
  /** `true` is another way to write `clientSecret: null`. */
  clearClientSecret?: boolean;
  /** Ignored: there is none to clear. */
  clearXaaConfig?: boolean;
}

export interface ProjectServerWarning {
  /** The cause that the doctor gives, too. */
  code: "runner_missing";
  /** What is missing, and the next step. */
  message: string;
  /** The setting of the installation that decides it. */
  setting?: string;
}

export interface ProjectUpdateRequest {
  name?: string;
  description?: string | null;
  icon?: string | null;
  /** `public`: every member of the organization sees the project. `private`: only its own members and the owners and admins of the organization. */
  visibility?: "public" | "private";
}

/** As the server declares it, further keys included. */
export interface Prompt {
  name: string;
  description?: string;
  arguments?: Array<{
    name: string;
    description?: string;
    required?: boolean;
  }>;
}

export interface PromptPage {
  items: Array<Prompt>;
  /** Absent on the last page. */
  nextCursor?: string;
  /** The server names a next page by a cursor that is not a string, so it cannot be asked for. */
  cursorInvalid?: true;
  /** The entries that break the protocol, by their place on the page; absent when there are none. An entry that no client can use is not among the items. */
  invalidItems?: Array<InvalidItem>;
}

export interface ProposedAction {
  /** Unique within the answer. */
  actionId: string;
  /** The id of the operation that a person would call. */
  operation: string;
  description: string;
  buttonLabel: string;
  kind: "start" | "cancel" | "generate" | "schedule" | "external";
  /** `spend`: the action spends money. */
  confirmSeverity?: "spend" | "external" | "none";
  target?: {
    type: string;
    selector: string;
  };
  /** The parameters and the fields of the body, as the model gave them. */
  arguments?: Record<string, unknown>;
}

export interface ReadChatSession {
  /** Nothing is found unless the session is of this project. */
  projectId?: string;
  /** Only messages behind this one. */
  afterMessageIndex?: number;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ReadChatTrace {
  /** Nothing is found unless the session is of this project. */
  projectId?: string;
  /** Only this turn; not with `afterPromptIndex`. */
  turnId?: string;
  /** The turns behind this one; without it, the latest ones. */
  afterPromptIndex?: number;
  /** Rows per page, 1 to 20. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
  /** False leaves the spans of the turns out. */
  includeSpans?: boolean;
}

export interface ReadEvalRun {
  /** The number of trials that `passAtK` and `passHatK` of `trialStatistics` are about. */
  k?: number;
  /** Answers these fields of the run alone, separated by commas: `status,summary`. Without it the answer has all of them; a client that polls a run with many cases spares itself `trialStatistics` and `decision`. */
  fields?: string;
}

export interface ReadEvalRunGroup {
  /** The run of the group that the others are compared with; else the first. */
  baseRunId?: string;
}

export interface ReadResourceRequest {
  uri: string;
  /** Answers the server's requests to its client. A request without a match is declined. A result that asks for input (`input_required`) is answered the same way and the request repeated, up to 20 times. */
  answers?: Array<ScriptedAnswer>;
  /** Answers with a report that holds the result. */
  report?: boolean;
}

export interface ReadRunDisclosure {
  /** Only these cases of the suite, separated by commas. */
  caseIds?: string;
  environmentId?: string;
  /** Separated by commas. */
  environmentIds?: string;
  /** The environments may be ad-hoc ones (`environments/ensure-adhoc`), which no suite is attached to; as of run groups. */
  ephemeralEnvironment?: boolean;
  /** The name or id of a client. */
  host?: string;
}

export interface ReadServerSkillFileRequest {
  skillUri: string;
  /** A file of the skill's manifest. */
  resourceUri: string;
}

export interface ReadStudyMeasures {
  /** `real`: people who followed the link. `synthetic`: personas. */
  population?: "real" | "synthetic";
}

export interface ReadStudySession {
  cursor?: string;
  /** Rows per page, 1 to 200. A value outside is clamped; a value that is not a number counts as absent. */
  limit?: number;
}

export interface ReadinessFactsQuery {
  /** The directory whose requirements the server is checked against. */
  readinessKind: "claude" | "openai";
}

export interface ReadinessFinding {
  /** The `id` of the requirement. */
  id: string;
  lane: "runtime-compatibility" | "directory-policy" | "optional-features" | "submission-artifacts" | "experience-insights" | "plugin-package" | "release-contract";
  /** The `result` of the requirement. */
  status: "pass" | "warn" | "fail" | "notEvaluated" | "notApplicable";
  /** The `requirement` itself. */
  title: string;
  /** Its `detail`. */
  observed: string;
  /** Its `fix`. */
  recommendation?: string;
  evidence?: Array<string>;
  /** Its `missingInput`. */
  missingInputs?: Array<string>;
  source: string;
}

export interface ReadinessLaneCoverage {
  lane: "runtime-compatibility" | "directory-policy" | "optional-features" | "submission-artifacts" | "experience-insights" | "plugin-package" | "release-contract";
  /** `not-ready`: something fails. `incomplete`: nothing fails, and something could not be evaluated. */
  status: "ready" | "not-ready" | "incomplete";
  evaluated: number;
  notEvaluated: number;
  notApplicable: number;
  /** The inputs that an unevaluated requirement needs. */
  missingInputs: Array<string>;
}

export interface ReadinessObservationState {
  status: "not-requested" | "pending" | "completed" | "billing-blocked" | "provider-failed" | "invalid-output";
  reason?: "not_requested" | "billing_limit_reached" | "provider_error" | "provider_timeout" | "schema_invalid" | "no_evidence" | "cancelled";
  detail?: string;
}

export interface ReadinessReport {
  runId: string;
  /** The directory whose requirements the server is checked against. */
  readinessKind: "claude" | "openai";
  submissionMode: "mcp-only" | "mcp-imported-skills" | null;
  serverId: string | null;
  serverUrl: string;
  /** `not-ready`: something fails. `incomplete`: nothing fails, and something could not be evaluated. */
  overallStatus: "ready" | "not-ready" | "incomplete";
  lanes: Array<ReadinessLaneCoverage>;
  stages: Array<ReadinessStageResult>;
  requirements: Array<GradedRequirement>;
  /** The `requirements`, in the words of findings and in the same order. */
  findings: Array<ReadinessFinding>;
  llmObservations: ReadinessObservationState;
  policySnapshotDate: string;
  engineVersion: string;
  sdkVersion: string;
  /** Milliseconds since the epoch. */
  generatedAt: number;
}

export interface ReadinessRequirementItem {
  kind: "tool" | "resource" | "resourceTemplate" | "prompt" | "server";
  /** The name, the URI or the URI template. */
  name: string;
  /** JSON Pointer in the item, empty for the item itself. */
  path: string;
  message?: string;
  /** The rule of the linter that it breaks. */
  ruleId?: string;
  /** What the server declares of it: name, title, the first 500 characters of the description, annotations. */
  declared?: Record<string, unknown>;
  rewrite?: LintRewrite;
}

export interface ReadinessRun {
  id: string;
  /** The directory whose requirements the server is checked against. */
  readinessKind: "claude" | "openai";
  serverId: string | null;
  /** The address when the run began, without parts that may be secret. */
  serverUrl: string;
  submissionMode: "mcp-only" | "mcp-imported-skills" | null;
  status: "pending" | "running" | "completed" | "failed" | "cancelled";
  overallStatus: "ready" | "not-ready" | "incomplete" | null;
  lanes: Array<ReadinessLaneCoverage>;
  stages: Array<ReadinessStageResult>;
  authMode: "headless" | "interactive" | "provided-token" | null;
  capabilities: Array<string>;
  /** How often a runner began it. */
  attemptCount: number;
  terminalReason: string | null;
  errorMessage: string | null;
  policySnapshotDate: string | null;
  engineVersion: string | null;
  sdkVersion: string | null;
  /** Facts about the submission that only its owner knows: the privacy policy, a support contact, a test account. Without them such requirements are not evaluated, and the server is `incomplete` at best. Facts that are kept with the server are sent with them; a fact of the request wins over a kept one. */
  submissionFacts?: Array<ReadinessSubmissionFact>;
  includeLlmObservations: boolean;
  llmObservations: ReadinessObservationState;
  hasReport: boolean;
  reportUrl: string | null;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  updatedAt: number;
}

export interface ReadinessRunPage {
  items: Array<ReadinessRun>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface ReadinessRunReceipt {
  runId: string;
  projectId: string;
  serverId: string;
  /** The directory whose requirements the server is checked against. */
  readinessKind: "claude" | "openai";
  status: "pending" | "running" | "completed" | "failed" | "cancelled";
  /** An earlier request with the same key made this run. */
  deduped: boolean;
  includeLlmObservations: boolean;
}

export interface ReadinessStageResult {
  stage: "technical-preflight" | "submission-ready";
  /** `not-ready`: something fails. `incomplete`: nothing fails, and something could not be evaluated. */
  status: "ready" | "not-ready" | "incomplete";
  lanes: Array<"runtime-compatibility" | "directory-policy" | "optional-features" | "submission-artifacts" | "experience-insights" | "plugin-package" | "release-contract">;
}

export interface ReadinessSubmissionFact {
  /** The `id` of a requirement of the report that is `statable`. */
  requirementId: string;
  met: boolean;
  /** What shows it, such as an address. Kept in the report. */
  note: string;
}

export interface RegistryConnection {
  registryServerId: string;
  source: string;
  name: string;
  serverName: string;
  serverId: string;
  version: string;
  /** SHA-256, in hex, of the server.json in a canonical form. */
  contentHash: string;
  /** Milliseconds since the epoch. */
  installedAt: number;
  /** The source has another latest version now. */
  updateAvailable: boolean;
  latestVersion: string;
  /** SHA-256, in hex, of the server.json in a canonical form. */
  latestContentHash: string;
  installedBy?: string;
}

export interface RegistryConnectionPage {
  items: Array<RegistryConnection>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface RegistryEndpoint {
  /** The `endpoint` of an install. */
  id: string;
  /** How clients talk to it: over HTTP in two ways, or as a command that a runner starts. */
  kind: "streamable-http" | "sse" | "stdio";
  /** The address, or its template. */
  url?: string;
  /** What is started. */
  command?: string;
  args?: Array<string>;
  inputs: Array<RegistryInput>;
}

export interface RegistryInput {
  /** The key in `inputs` of an install. */
  name: string;
  in: "url" | "header" | "env" | "argument";
  /** As the publisher wrote it. */
  description?: string;
  /** An install without it is refused. */
  isRequired: boolean;
  /** Is kept encrypted. */
  isSecret: boolean;
  default?: string;
  choices?: Array<string>;
}

export interface RegistryInstall {
  /** `reconnected`: the project had it, and its saved server was brought to this version. */
  outcome: "created" | "reconnected";
  registryServerId: string;
  serverId: string;
  serverName: string;
  source: string;
  name: string;
  version: string;
  /** SHA-256, in hex, of the server.json in a canonical form. */
  contentHash: string;
}

export interface RegistryInstallPreview {
  outcome: "created" | "reconnected";
  source: string;
  name: string;
  version: string;
  /** SHA-256, in hex, of the server.json in a canonical form. */
  contentHash: string;
  /** The server as the install would save it. */
  server: {
    name: string;
    transportType: "http" | "stdio";
    url?: string;
    command?: string;
    args?: Array<string>;
    headerNames: Array<string>;
    envNames: Array<string>;
  };
  /** Of a server that the project has: the fields that the install would change. */
  changes: Array<string>;
  /** The labels of the runners that would start the command; empty for an address, which needs no runner. */
  runnerLabels: Array<string>;
  warnings?: Array<ProjectServerWarning>;
}

export interface RegistryInstallRequest {
  registryServerId: string;
  /** Refuses the install (409) when the entry has changed since. */
  expectedUpdatedAt?: number;
  /** The saved server's name; the part behind the slash when absent. A name that another server has is refused (409). */
  serverName?: string;
  /** One of the `endpoints` of the server. */
  endpoint?: string;
  /** Values for the inputs of the endpoint, by name. When it is installed again, saved headers and environment variables are kept, as long as they go to the same place. */
  inputs?: Record<string, string>;
}

export interface RegistryServer {
  id: string;
  source: string;
  /** In reverse-DNS form, with one slash. */
  name: string;
  /** As its publisher calls it. */
  title?: string;
  description: string;
  version: string;
  status: "active" | "deprecated" | "deleted";
  /** `remote` is reached at an address, `package` has to be started, `listing` describes a server and offers neither. */
  rowType: "remote" | "package" | "listing";
  endpointKinds: Array<"streamable-http" | "sse" | "stdio">;
  /** What the source verified: that the publisher holds the domain of the name, or the account at a code host; `none` when it does not say. */
  verifiedTier: "domain" | "account" | "none";
  /** It has an endpoint that can be installed. */
  connectable: boolean;
  /** Not verified by this installation. */
  websiteUrl?: string;
  /** Not verified by this installation. */
  repositoryUrl?: string;
  /** As the source has it, RFC 3339. */
  publishedAt?: string;
  /** SHA-256, in hex, of the server.json in a canonical form. */
  contentHash: string;
  scope: "global" | "organization";
  /** When its latest version was first seen here. An install may expect it. */
  updatedAt: number;
  /** Present when the project has it. */
  installed?: {
    serverId: string;
    version: string;
    /** SHA-256, in hex, of the server.json in a canonical form. */
    contentHash: string;
    /** Milliseconds since the epoch. */
    installedAt: number;
    /** The source has another latest version now. */
    updateAvailable: boolean;
  };
}

export interface RegistryServerPage {
  items: Array<RegistryServer>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface RegistryUninstalled {
  deleted: true;
  serverId: string;
}

export interface RenderWidgetRequest {
  toolName: string;
  /** Of the call; `{}` when absent. */
  arguments?: Record<string, unknown>;
  /** A recorded result of the call (CallToolResult): the tool is not called then. */
  result?: Record<string, unknown>;
  /** The host that shows the widget, as in the settings of a client; `assay` when absent. */
  hostStyle?: string;
  /** As in the settings of a client. */
  hostContext?: Record<string, unknown>;
  /** As in the settings of a client. */
  hostCapabilitiesOverride?: Record<string, unknown>;
  theme?: "light" | "dark";
  /** A BCP 47 tag. */
  locale?: string;
  /** In CSS pixels; 800 by 600 when absent. */
  viewport?: {
    width: number;
    height: number;
  };
  /** From reading the resource until the widget shows its result; 10,000 when absent. */
  timeoutMs?: number;
  /** Whether an image is taken; `true` when absent. */
  screenshot?: boolean;
}

export interface ReplayDeadLetters {
  /** All where it is absent. */
  eventId?: string;
}

/** The MCP result exactly as the server wrote it. */
export type ReportedResult = unknown;

/** As the server declares it, further keys included. */
export interface Resource {
  uri: string;
  name?: string;
  description?: string;
  mimeType?: string;
}

export interface ResourceContentFact {
  uri: string;
  /** The size of the content, of binary content decoded. */
  bytes: number;
  /** In hex. */
  sha256: string;
  /** The first 64 bytes of binary content, in hex. */
  head?: string;
  /** As it was served. */
  mimeType?: string;
  /** The list of the server that declares the address; absent when none does within 10 pages. */
  declaredBy?: "resource" | "template";
  declaredMimeType?: string;
  /** Whether both types are the same but for parameters; absent unless both are given. */
  isAsDeclared?: boolean;
}

/** The MCP result exactly as the server wrote it: contents and every other key. */
export type ResourceContents = unknown;

export interface ResourcePage {
  items: Array<Resource>;
  /** Absent on the last page. */
  nextCursor?: string;
  /** The server names a next page by a cursor that is not a string, so it cannot be asked for. */
  cursorInvalid?: true;
  /** The entries that break the protocol, by their place on the page; absent when there are none. An entry that no client can use is not among the items. */
  invalidItems?: Array<InvalidItem>;
}

/** As the server declares it, further keys included. */
export interface ResourceTemplate {
  uriTemplate: string;
  name?: string;
  description?: string;
  mimeType?: string;
}

export interface ResourceTemplatePage {
  items: Array<ResourceTemplate>;
  /** Absent on the last page. */
  nextCursor?: string;
  /** The server names a next page by a cursor that is not a string, so it cannot be asked for. */
  cursorInvalid?: true;
  /** The entries that break the protocol, by their place on the page; absent when there are none. An entry that no client can use is not among the items. */
  invalidItems?: Array<InvalidItem>;
}

/** What is wrong with the result of a request, under the protocol. */
export interface ResultFinding {
  /** `resultUnfinished`: the server asks for input that is not given, or the type of the result is unknown. The other codes name the part of the result that breaks the protocol of the revision that was spoken. */
  code: "resultUnfinished" | "resultTypeMissing" | "contentInvalid" | "structuredContentInvalid" | "isErrorInvalid";
  /** A JSON Pointer into the result. */
  path?: string;
  message: string;
}

export interface RunScorecard {
  runId: string;
  criteria: Array<ScorecardCriterion>;
  sessionsTotal: number;
  /** Sessions of which every criterion was graded. Rates divide by it, never by the total. */
  sessionsGraded: number;
}

export interface RunnerList {
  /** Live ones first, then the latest seen; at most 200. */
  items: Array<{
    /** New with every start of the runner. */
    id: string;
    /** As its operator called it. */
    name: string;
    /** It asked for work, or works on a trial, within the last 45 seconds. */
    isLive: boolean;
    /** A runner of this organization, by a runner token; else of the installation. */
    isOwn: boolean;
    /** The only project whose work it takes. */
    projectId?: string;
    labels: Array<string>;
    /** It takes runs that ask for no labels. */
    takesUnlabelled: boolean;
    /** Trials that it works on at a time. */
    slots?: number;
    /** Trials of this organization that it works on. */
    slotsInUse: number;
    /** The kinds of work that it takes. */
    kinds: Array<string>;
    version?: string;
    /** When it asked for work last, exact to five seconds. */
    lastSeenAt: number;
  }>;
  /** Runs that no live runner may take, the longest waiting first; at most 50. */
  waiting: Array<UnservedRun>;
}

export interface RunnerToken {
  id: string;
  name: string;
  /** The beginning of the token, to recognise it by. */
  prefix: string;
  labels: Array<string>;
  projectId?: string;
  /** The user who made it. */
  createdBy?: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Exact to a minute. */
  lastUsedAt?: number;
  /** Milliseconds since the epoch. */
  revokedAt?: number;
}

export interface RunnerTokenCreateRequest {
  /** For people. */
  name: string;
  /** Labels of its runners; they take only work that asks for labels, and only if they have all of them. */
  labels: Array<string>;
  /** The only project whose work it takes; every project of the organization when absent. */
  projectId?: string;
}

export interface RunnerTokenCreated {
  id: string;
  name: string;
  /** The beginning of the token, to recognise it by. */
  prefix: string;
  labels: Array<string>;
  projectId?: string;
  /** The user who made it. */
  createdBy?: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Exact to a minute. */
  lastUsedAt?: number;
  /** Milliseconds since the epoch. */
  revokedAt?: number;
  /** The token itself. It is shown here and never again. */
  token: string;
}

export interface RunnerTokenPage {
  items: Array<RunnerToken>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface RunnerTokenRevoked {
  id: string;
  revoked: true;
}

export interface SandboxImage {
  id: string;
  projectId: string;
  name: string;
  blueprint: string;
  /** Of the blueprint, without regard to its formatting: equal content, equal hash. */
  contentHash: string;
  /** `user`: only its owner sees it. `project`: every member of the project sees it. */
  sharing: "user" | "project";
  /** Whether the caller made it. */
  isOwner: boolean;
  currentBuild: SandboxImageBuild | null;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  updatedAt: number;
}

export interface SandboxImageBlueprintValidateRequest {
  /** As in a new image. */
  blueprint: string;
}

export interface SandboxImageBlueprintValidateResult {
  ok: boolean;
  /** Of the base image, if the blueprint is valid. */
  baseImageDigest?: string;
  /** Everything that is wrong with the blueprint, if it is not valid. */
  errors?: Array<{
    /** A JSON Pointer. */
    path: string;
    message: string;
  }>;
}

export interface SandboxImageBuild {
  id: string;
  status: "queued" | "building" | "ready" | "failed";
  provider: "buildkit";
  baseImageDigests: Array<string>;
  /** Of the image in the registry, once the build is `ready`. */
  digest?: string;
  /** Why the build failed. */
  error?: string;
  /** The end of the builder's output, at most 4,000 characters; secrets are masked. */
  logPreview?: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  startedAt?: number;
  /** Milliseconds since the epoch. */
  finishedAt?: number;
}

export interface SandboxImageBuildPage {
  items: Array<SandboxImageBuild>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface SandboxImageBuildStarted {
  id: string;
  buildId: string;
  /** The image has a build of this content that is ready or under way, and `buildId` is its id. */
  reused: boolean;
}

export interface SandboxImageCreateRequest {
  name: string;
  /** The text of an object in JSON or YAML: `baseImage` with registry and digest, and optionally `packages` (`apt`, `npm`, `pip`), `env` and `workdir`. Every member who sees the image can read it; it holds no secrets. */
  blueprint: string;
}

export interface SandboxImageDeleted {
  id: string;
  deleted: true;
}

export interface SandboxImagePage {
  items: Array<SandboxImage>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface SandboxImageUpdateRequest {
  name?: string;
  /** The text of an object in JSON or YAML: `baseImage` with registry and digest, and optionally `packages` (`apt`, `npm`, `pip`), `env` and `workdir`. Every member who sees the image can read it; it holds no secrets. */
  blueprint?: string;
}

/** SARIF 2.1.0, as OASIS defines it. */
export interface SarifLog {
  $schema: string;
  version: "2.1.0";
  runs: Array<Record<string, unknown>>;
}

/** A tick without `runId` and `reason` has no outcome yet. */
export interface ScheduleTick {
  /** Milliseconds since the epoch. */
  dueAt: number;
  /** The run that it started. */
  runId?: string;
  /** `notEstablished` while there is no verdict: unfinished, stopped early, or nothing decides it; see `undecided`. */
  verdict?: "passed" | "failed" | "inconclusive" | "notEstablished";
  /** Why it started no run, or that it waits for its turn. */
  reason?: string;
}

export interface ScoreContractScorer {
  scorerId: string;
  gating: boolean;
  deterministic: boolean;
  definitionChanged: boolean;
  passRate: NumericDiff;
  meanValue: NumericDiff;
  errorCount: {
    base: number;
    compare: number;
  };
}

export interface ScoreContractSide {
  evaluationConfigHash: string | null;
  scoreIntegrity: "valid" | "invalid" | null;
  scoredIterations: number;
  /** Iterations whose scores contradict themselves and are not counted. */
  quarantinedIterations: number;
}

export interface ScorecardCriterion {
  id: string;
  label: string | null;
  /** `assertion` or `goal`. */
  kind: string;
  passCount: number;
  failCount: number;
  pendingCount: number;
  /** Could not be graded. This is not a failure of the server. */
  failedGradingCount: number;
}

/** Answers to a server's requests for input. The first one that matches and is not used up answers. */
export type ScriptedAnswer = ScriptedAnswerElicitationCreate | ScriptedAnswerSamplingCreateMessage;

export interface ScriptedAnswerElicitationCreate {
  method: "elicitation/create";
  /** Without it, any request of the method. */
  match?: {
    /** What the text of the request must contain. */
    message: string;
  };
  /** How many requests it answers. */
  times?: number;
  action: "accept" | "decline" | "cancel";
  /** Values of the form: texts, numbers, booleans and lists of texts. An absent value takes the default of the form. */
  content?: Record<string, unknown>;
}

export interface ScriptedAnswerSamplingCreateMessage {
  method: "sampling/createMessage";
  /** Without it, any request of the method. */
  match?: {
    /** What the text of the request must contain. */
    message: string;
  };
  /** How many requests it answers. */
  times?: number;
  /** The result as the protocol has it. */
  result: {
    role: "assistant" | "user";
    content: unknown;
    model: string;
  };
}

export interface SearchProject {
  /** Words that a name has, in any order and case; or a whole id; or the number of a run, with the name of its suite or without. */
  q: string;
  /** At most this many of each kind; 5 when absent. */
  limit?: number;
}

export interface SearchResult {
  /** Grouped by kind; of one kind, names that begin with the words first, then the newest. */
  items: Array<FoundObject>;
  /** Services that did not answer in time. */
  unavailable: Array<string>;
}

export interface SecretCreateRequest {
  /** Unique in the project, without regard to case and characters that cannot be seen. */
  name: string;
  /** Kept encrypted, and never returned. */
  value: string;
  description?: string;
}

export interface SecretReference {
  /** A secret of the same project. */
  secretId: string;
  /** Stands before the value, such as `Bearer ` with its blank. */
  prefix?: string;
}

export interface SecretUpdateRequest {
  name?: string;
  /** Replaces the value in every server that uses the secret. */
  value?: string;
  description?: string | null;
  /** The `revision` that was read; a CONFLICT when the secret was changed since. Without it the last write wins. */
  expectedRevision?: number;
}

export interface SeenResource {
  uri: string;
  name?: string;
  title?: string;
  /** As the result declares it. */
  mimeType?: string;
  size?: number;
  /** The tool whose result has it. */
  toolName: string;
  toolCallId: string;
  /** When it was seen last. */
  seenAt: number;
}

export interface SeenResources {
  items: Array<SeenResource>;
}

export interface SeenValue {
  value: string;
  /** A title, name or subject that stands beside it. */
  label?: string;
  /** The tool whose result has it. */
  toolName: string;
  toolCallId: string;
  /** When it was seen last. */
  seenAt: number;
}

export interface SeenValues {
  items: Array<SeenValue>;
}

export interface SendVisitMessage {
  text: string;
}

export interface ServerChange {
  id: string;
  serverId: string;
  serverName: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** `diagnosis`: another state or first cause than before; `surface`: the server offers something else. */
  kind: "diagnosis" | "surface";
  /** By the last diagnosis: `unusable` answers no call, `look` is ready with a remark of the diagnosis or a breaking change since its previous surface, `well` is ready without one, `unknown` was never diagnosed. Absent in a server that is unknown. */
  from?: "unusable" | "look" | "well" | "unknown";
  /** The cause, as a stable code. `slow` and `wrong_transport` may stand beside a status of `ok`: it works, and could work better. */
  fromCause?: "name_not_resolved" | "no_route" | "connection_refused" | "connection_reset" | "connection_closed" | "connect_timeout" | "egress_refused" | "port_forbidden" | "proxy_failed" | "tunnel_not_connected" | "tunnel_server_unreachable" | "tunnel_out_of_reach" | "tls_not_spoken" | "tls_required" | "tls_failed" | "certificate_expired" | "certificate_not_yet_valid" | "certificate_wrong_host" | "certificate_unknown_issuer" | "certificate_self_signed" | "http_not_spoken" | "web_page" | "login_page" | "captive_portal" | "redirected" | "redirected_to_metadata" | "wrong_path" | "wrong_transport" | "endpoint_elsewhere" | "websocket_only" | "http_refused" | "rate_limited" | "server_error" | "gateway_error" | "slow" | "no_answer" | "answer_stalled" | "answer_cut_off" | "answer_encoding_wrong" | "answer_too_large" | "oauth_required" | "oauth_metadata_faulty" | "grant_unusable" | "token_unavailable" | "credentials_required" | "token_refused" | "insufficient_scope" | "host_refused" | "forbidden" | "answer_empty" | "answer_not_json" | "answer_not_utf8" | "answer_truncated" | "answer_wrong_type" | "answer_off_protocol" | "not_mcp" | "initialize_rejected" | "initialized_refused" | "protocol_version_not_offered" | "protocol_version_unknown" | "protocol_version_header_refused" | "session_lost" | "request_storm" | "notification_storm" | "not_supported" | "rpc_error" | "capability_not_served" | "served_not_declared" | "list_endless" | "cursor_invalid" | "list_changed_while_read" | "cursor_refused" | "items_invalid" | "names_repeated" | "runner_missing" | "command_not_allowed" | "command_not_found" | "command_not_started" | "command_exited" | "command_output_invalid" | "memory_exceeded" | "unexplained";
  /** By the last diagnosis: `unusable` answers no call, `look` is ready with a remark of the diagnosis or a breaking change since its previous surface, `well` is ready without one, `unknown` was never diagnosed. Absent in a server that is unknown. */
  to: "unusable" | "look" | "well" | "unknown";
  /** The cause, as a stable code. `slow` and `wrong_transport` may stand beside a status of `ok`: it works, and could work better. */
  cause?: "name_not_resolved" | "no_route" | "connection_refused" | "connection_reset" | "connection_closed" | "connect_timeout" | "egress_refused" | "port_forbidden" | "proxy_failed" | "tunnel_not_connected" | "tunnel_server_unreachable" | "tunnel_out_of_reach" | "tls_not_spoken" | "tls_required" | "tls_failed" | "certificate_expired" | "certificate_not_yet_valid" | "certificate_wrong_host" | "certificate_unknown_issuer" | "certificate_self_signed" | "http_not_spoken" | "web_page" | "login_page" | "captive_portal" | "redirected" | "redirected_to_metadata" | "wrong_path" | "wrong_transport" | "endpoint_elsewhere" | "websocket_only" | "http_refused" | "rate_limited" | "server_error" | "gateway_error" | "slow" | "no_answer" | "answer_stalled" | "answer_cut_off" | "answer_encoding_wrong" | "answer_too_large" | "oauth_required" | "oauth_metadata_faulty" | "grant_unusable" | "token_unavailable" | "credentials_required" | "token_refused" | "insufficient_scope" | "host_refused" | "forbidden" | "answer_empty" | "answer_not_json" | "answer_not_utf8" | "answer_truncated" | "answer_wrong_type" | "answer_off_protocol" | "not_mcp" | "initialize_rejected" | "initialized_refused" | "protocol_version_not_offered" | "protocol_version_unknown" | "protocol_version_header_refused" | "session_lost" | "request_storm" | "notification_storm" | "not_supported" | "rpc_error" | "capability_not_served" | "served_not_declared" | "list_endless" | "cursor_invalid" | "list_changed_while_read" | "cursor_refused" | "items_invalid" | "names_repeated" | "runner_missing" | "command_not_allowed" | "command_not_found" | "command_not_started" | "command_exited" | "command_output_invalid" | "memory_exceeded" | "unexplained";
  /** The user who asked for the diagnosis. */
  changedBy?: string;
  breaking?: number;
  additive?: number;
  cosmetic?: number;
}

export interface ServerChangePage {
  items: Array<ServerChange>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface ServerConnection {
  connectionRequestId: string;
  status: "discovering" | "awaiting_project" | "awaiting_authorization" | "authorizing" | "validating" | "ready" | "failed" | "expired" | "cancelled";
  /** For a person's browser. It holds no secret. */
  handoffUrl?: string;
  expiresAt: string;
  projectId?: string;
  serverId?: string;
  server?: {
    id: string;
    name: string;
    url: string;
    enabled: boolean;
  };
  error?: {
    /** An error code of this API. */
    code: string;
    message: string;
    /** Trying again may help: the validation, where there is a `serverId`; a new connection otherwise. */
    retryable: boolean;
    /** The choices: projects, or saved servers of the same address. */
    candidates?: Array<{
      id: string;
      name: string;
      url?: string;
    }>;
  };
}

export interface ServerConnectionCreateBody {
  /** Where the server is; http or https. */
  url: string;
  projectId?: string;
  /** A saved server of the address, to be used again. Needs `projectId`. */
  serverId?: string;
  /** The name of the server when it is newly saved; its host name when absent. */
  name?: string;
  /** Asks for consent even if there is a grant. */
  reauthorize?: boolean;
}

export interface ServerDays {
  /** The first of the days. */
  from: string;
  /** At most 500 servers: these with a diagnosis in that time. */
  items: Array<{
    serverId: string;
    /** The worst diagnosis of each day, the earliest first; null for a day without one. */
    days: Array<"unusable" | "look" | "well" | "unknown" | null>;
  }>;
}

/** What is kept of a report of the doctor; `checks` of the last diagnosis of a server, and absent in lists. */
export interface ServerDiagnosis {
  id: string;
  serverId: string;
  /** Milliseconds since the epoch. */
  diagnosedAt: number;
  /** The user who asked for it. */
  diagnosedBy?: string;
  /** The status of the report. */
  status: "ready" | "oauth_required" | "partial" | "error";
  /** The first check with a cause; absent when no check has one. */
  stage?: "probe" | "connection" | "initialization" | "capabilities" | "tools" | "resources" | "resourceTemplates" | "prompts";
  /** The cause, as a stable code. `slow` and `wrong_transport` may stand beside a status of `ok`: it works, and could work better. */
  cause?: "name_not_resolved" | "no_route" | "connection_refused" | "connection_reset" | "connection_closed" | "connect_timeout" | "egress_refused" | "port_forbidden" | "proxy_failed" | "tunnel_not_connected" | "tunnel_server_unreachable" | "tunnel_out_of_reach" | "tls_not_spoken" | "tls_required" | "tls_failed" | "certificate_expired" | "certificate_not_yet_valid" | "certificate_wrong_host" | "certificate_unknown_issuer" | "certificate_self_signed" | "http_not_spoken" | "web_page" | "login_page" | "captive_portal" | "redirected" | "redirected_to_metadata" | "wrong_path" | "wrong_transport" | "endpoint_elsewhere" | "websocket_only" | "http_refused" | "rate_limited" | "server_error" | "gateway_error" | "slow" | "no_answer" | "answer_stalled" | "answer_cut_off" | "answer_encoding_wrong" | "answer_too_large" | "oauth_required" | "oauth_metadata_faulty" | "grant_unusable" | "token_unavailable" | "credentials_required" | "token_refused" | "insufficient_scope" | "host_refused" | "forbidden" | "answer_empty" | "answer_not_json" | "answer_not_utf8" | "answer_truncated" | "answer_wrong_type" | "answer_off_protocol" | "not_mcp" | "initialize_rejected" | "initialized_refused" | "protocol_version_not_offered" | "protocol_version_unknown" | "protocol_version_header_refused" | "session_lost" | "request_storm" | "notification_storm" | "not_supported" | "rpc_error" | "capability_not_served" | "served_not_declared" | "list_endless" | "cursor_invalid" | "list_changed_while_read" | "cursor_refused" | "items_invalid" | "names_repeated" | "runner_missing" | "command_not_allowed" | "command_not_found" | "command_not_started" | "command_exited" | "command_output_invalid" | "memory_exceeded" | "unexplained";
  explanation?: string;
  nextStep?: string;
  /** Absent in lists. */
  evidence?: Record<string, unknown>;
  /** How long the diagnosis took. */
  durationMs: number;
  /** How the last diagnosis got in: without credentials, with saved headers, with an OAuth token; `required`: the server asks for a sign-in, and none was made. */
  signIn: "none" | "headers" | "oauth" | "required";
  transport?: "streamable-http" | "sse" | "stdio";
  /** The revision of MCP that both sides agreed on. */
  protocolVersion?: string;
  /** As the server introduces itself. */
  serverVersion?: string;
  /** Absent when its tools were not read. */
  toolCount?: number;
  /** Absent when its resources were not read. */
  resourceCount?: number;
  /** Absent when its prompts were not read. */
  promptCount?: number;
  checks?: DoctorChecks;
}

export interface ServerDiagnosisPage {
  items: Array<ServerDiagnosis>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface ServerDiff {
  base: {
    /** `sha256:` and the hash of the canonical surface, in hex. Surfaces that differ only in order have one hash, and so have surfaces that differ only in the momentary state of a resource (`size`, `annotations.lastModified`). */
    hash: string;
    surfaceId?: string;
  };
  head: {
    /** `sha256:` and the hash of the canonical surface, in hex. Surfaces that differ only in order have one hash, and so have surfaces that differ only in the momentary state of a resource (`size`, `annotations.lastModified`). */
    hash: string;
    surfaceId?: string;
  };
  /** Whether nothing is breaking. */
  compatible: boolean;
  summary: SurfaceChangeCounts;
  changes: Array<SurfaceChange>;
}

export interface ServerGroup {
  /** An environment names it as `serverAttachmentId`. */
  id: string;
  projectId: string;
  name: string;
  serverIds: Array<string>;
  /** Rises by one with every change. */
  revision: number;
  /** Of a snapshot: the server group whose `revision` it shows. */
  snapshotOf?: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  updatedAt: number;
}

export interface ServerGroupCreateRequest {
  /** Unique among the server groups of the project; case and invisible characters do not count. */
  name: string;
  /** Saved servers of the project. */
  serverIds: Array<string>;
}

export interface ServerGroupDeleted {
  id: string;
  deleted: true;
}

export interface ServerGroupPage {
  items: Array<ServerGroup>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface ServerGroupUpdateRequest {
  /** The `revision` that was read; a CONFLICT when the server group was changed since. */
  expectedRevision: number;
  /** Unique among the server groups of the project; case and invisible characters do not count. */
  name?: string;
  /** Saved servers of the project. */
  serverIds?: Array<string>;
}

export interface ServerInitInfo {
  /** The revision of MCP that both sides agreed on. */
  protocolVersion: string;
  /** Further revisions that the server serves at this address, as its answer to `server/discover` says; clients of these may see another offer. */
  otherVersions?: Array<string>;
  transport: "streamable-http" | "sse" | "stdio";
  /** Name and version; absent when the server does not introduce itself. */
  serverInfo?: Record<string, unknown>;
  capabilities: Record<string, unknown>;
  /** The first 10,000 characters; an export of the surface has all of them. */
  instructions?: string;
}

export interface ServerInteraction {
  method: "elicitation/create" | "sampling/createMessage";
  /** As the server asked. */
  params: Record<string, unknown>;
  /** The result that was answered, or `{error}` where the request was refused. */
  answer: Record<string, unknown>;
  /** Milliseconds since connecting began. */
  atMs: number;
}

/** A verified skill, or the reason why it is none. */
export interface ServerSkill {
  /** The entry as the server declares it: `uri`, `frontmatter`, `resources`. */
  skill?: Record<string, unknown>;
  /** Its SKILL.md. */
  document?: {
    uri: string;
    mimeType?: string;
    /** Bytes. */
    size: number;
    text?: string;
    /** Base64, for a file that is not text. */
    blob?: string;
    /** Whether size and digest match the manifest; false for a skill whose files are dynamic. */
    verified: boolean;
    frontmatter?: Record<string, unknown>;
    /** The text after the frontmatter. */
    body?: string;
  };
  refusal?: ServerSkillRefusal;
}

export interface ServerSkillCatalog {
  items: Array<Record<string, unknown>>;
  /** Entries that break the rules of the extension. */
  declined: Array<{
    /** Its place in the server's list. */
    index: number;
    uri?: string;
    reason: string;
  }>;
}

/** A verified file, or the reason why it is none. */
export interface ServerSkillFile {
  file?: {
    uri: string;
    mimeType?: string;
    /** Bytes. */
    size: number;
    text?: string;
    /** Base64, for a file that is not text. */
    blob?: string;
    /** Whether size and digest match the manifest; false for a skill whose files are dynamic. */
    verified: boolean;
  };
  refusal?: ServerSkillRefusal;
}

/** Why a skill must not be loaded. */
export interface ServerSkillRefusal {
  /** `invalid`: the server's answer is not a valid skill; the others: the file is not in the manifest, or differs from it. */
  reason: "invalid" | "unlisted" | "size" | "digest" | "frontmatter";
  message: string;
  uri?: string;
  differences?: Array<string>;
}

/** What a server offers, as it declares it. */
export interface ServerSurface {
  protocolVersion?: string;
  serverInfo?: Record<string, unknown>;
  instructions?: string;
  capabilities: Record<string, unknown>;
  tools: Array<Tool>;
  resources: Array<Resource>;
  resourceTemplates: Array<Record<string, unknown>>;
  prompts: Array<Prompt>;
  /** The entries that break the protocol, by list; absent when there are none. They are no part of the hash and of comparisons unless they are in the list, too. */
  invalidItems?: {
    tools?: Array<InvalidItem>;
    resources?: Array<InvalidItem>;
    resourceTemplates?: Array<InvalidItem>;
    prompts?: Array<InvalidItem>;
  };
}

export interface ServerUse {
  kind: "suite" | "environment" | "client" | "serverGroup" | "journey" | "study";
  id: string;
  /** Absent for a journey. */
  name?: string;
  /** Of a suite. */
  caseCount?: number;
}

export interface ServerUseCounts {
  /** Servers that anything uses; all others have none. */
  items: Array<{
    serverId: string;
    count: number;
  }>;
}

export interface ServerUses {
  serverId: string;
  /** Suites, environments, journeys and studies; clients and groups lead to these. */
  count: number;
  /** At most 200 of a kind. A suite or journey uses it by itself, or by an environment or a client. */
  uses: Array<ServerUse>;
}

export interface ServiceHealth {
  service: string;
  version: string;
  /** The version of Node.js. */
  node: string;
  /** When the process that answered was started, in milliseconds since the epoch. */
  startedAt: number;
  parts: Array<HealthPart>;
}

export interface ServiceReport {
  service: string;
  /** The settings that the process read, by name. */
  settings: Array<{
    name: string;
    /** Where its value comes from. */
    source: "default" | "environment" | "file";
    /** Of numbers and switches alone; every other value is left out. */
    value?: string;
  }>;
  /** The largest tables of the schema. */
  tables: Array<{
    name: string;
    /** Live rows, as Postgres estimates them. */
    rows: number;
    /** With indexes. */
    bytes: number;
  }>;
  /** The latest warnings and errors of the process, masked. */
  failures: Array<{
    /** Milliseconds since the epoch. */
    at: number;
    level: "warn" | "error" | "fatal";
    message: string;
    /** Name, code and message of the error. */
    error?: string;
  }>;
}

export interface Session {
  id: string;
  /** How its user came in. */
  method: "password" | "oidc" | "invitation";
  /** What the browser calls itself; empty when it says nothing. */
  userAgent: string;
  /** Whether it is the caller's own session. */
  current: boolean;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Exact to a minute. */
  lastUsedAt: number;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

export interface SessionBrowser {
  status: "opening" | "open" | "closing" | "closed";
  policy: BrowserEffectivePolicy;
  profileId?: string;
  /** The same as `policy.mode` being `read_only`. */
  readOnly: boolean;
  /** As the last command left them. */
  tabs: Array<BrowserTab>;
  /** Commands so far, of `policy.maxCommands`. */
  commandCount: number;
  /** The command or the turn that uses it at the moment. */
  busyWith?: string;
  /** A command or a turn whose outcome is unknown: observe the page before another act. */
  unknownCommandId?: string;
  openedAt: number | null;
  /** Milliseconds since the epoch. */
  lastUsedAt: number;
  idleEndsAt: number | null;
  lifetimeEndsAt: number | null;
  /** Why it is closed: `closed`, `idle`, `lifetime`, `crashed`, `memory`, `stopped`, `RUNNER_LOST`, `BROWSER_CAPACITY`, … */
  endReason?: string;
}

export interface SessionEnded {
  id: string;
  ended: true;
}

export interface SessionPage {
  items: Array<Session>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface SessionSummary {
  id: string;
  chatSessionId: string;
  projectId: string | null;
  /** `direct`: of a caller. `scenario`: of a visitor of a study. */
  sourceType: "direct" | "scenario" | "eval" | "swarm";
  origin: string | null;
  status: string;
  synthetic: boolean;
  lockReason: string | null;
  title: string | null;
  firstMessagePreview: string;
  visibility: string | null;
  ownedByViewer: boolean;
  /** Milliseconds since the epoch. */
  startedAt: number;
  /** Milliseconds since the epoch. */
  lastActivityAt: number;
  modelId: string | null;
  messageCount: number;
  cumulativeUserMessageCount?: number;
  cumulativeToolCallCount?: number;
  cumulativeInputTokens?: number;
  cumulativeOutputTokens?: number;
  parentRef: {
    kind: "evalRun" | "journeyRun" | "scenario";
    label: string | null;
    scenarioId?: string;
  } | null;
  link: {
    path: string;
    url: string;
  };
  matchPreview?: string | null;
}

export interface SessionSummaryPage {
  items: Array<SessionSummary>;
  /** Absent on the last page. */
  nextCursor?: string;
  /** Where `q` is looked for. */
  scope?: "titles" | "transcripts";
}

export interface SessionUpdateRequest {
  organizationId: string;
}

export interface SetReadinessFacts {
  /** The directory whose requirements the server is checked against. */
  readinessKind: "claude" | "openai";
  /** All facts of this directory; a fact that is left out is forgotten. */
  facts: Array<ReadinessSubmissionFact>;
}

export interface SignInMethods {
  password: boolean;
  /** Absent where there is no single sign-on. It begins at `/auth/oidc/start`. */
  oidc?: {
    /** What the identity provider is called. */
    name: string;
  };
}

export interface SignInPage {
  /** The path, on this origin, to lead to afterwards. */
  returnTo?: string;
}

export interface SignInRequest {
  /** In upper or lower case. */
  email: string;
  password: string;
}

export interface SignedOut {
  signedOut: true;
}

export interface SingleSignOnAnswer {
  code?: string;
  state?: string;
  iss?: string;
  error?: string;
}

export interface SingleSignOnStart {
  /** The path, on this origin, to lead to afterwards; `/` when it is anything else. */
  returnTo?: string;
}

export interface Skill {
  id: string;
  projectId: string;
  /** Unique among the skills of the project that no plugin brings, and in each plugin. */
  name: string;
  description: string;
  /** Absent for a skill that was pushed alone. */
  pluginId?: string;
  /** The newest version, or the one that was asked for. */
  versionId: string;
  /** SHA-256 of the paths and bytes of its folder, in hexadecimal. */
  contentHash: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  updatedAt: number;
}

export interface SkillDeleted {
  id: string;
  deleted: true;
}

export interface SkillDetail {
  id: string;
  projectId: string;
  /** Unique among the skills of the project that no plugin brings, and in each plugin. */
  name: string;
  description: string;
  /** Absent for a skill that was pushed alone. */
  pluginId?: string;
  /** The newest version, or the one that was asked for. */
  versionId: string;
  /** SHA-256 of the paths and bytes of its folder, in hexadecimal. */
  contentHash: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  updatedAt: number;
  license?: string;
  compatibility?: string;
  /** The text of SKILL.md after its front matter. */
  instructions: string;
  files: Array<SkillFile>;
  /** Newest first. */
  versions: Array<{
    id: string;
    contentHash: string;
    /** Milliseconds since the epoch. */
    createdAt: number;
  }>;
}

export interface SkillFile {
  /** Relative to SKILL.md. */
  path: string;
  bytes: number;
  /** Absent for a file that is not text, or is larger than what is kept of a skill. */
  text?: string;
}

export interface SkillPage {
  items: Array<Skill>;
}

export interface SkillPushed {
  skillId: string;
  versionId: string;
  /** False when the skill had a version with this content. */
  created: boolean;
  skill: Skill;
  warnings: Array<BundleNote>;
}

/** Exactly one of `tasks`, `suiteId` and `draftTasks`. At most 5000 trials: tasks × sizes × repetitions, twice that with overrides. */
export interface StartCatalogueLab {
  name?: string;
  /** Each task is also tried with these new names and descriptions, which are compared with the old ones. */
  overrides?: Array<ToolOverride>;
  /** How often each task is tried at each size; 1 when absent. Intervals count each task once. */
  repetitions?: number;
  /** Decides which tools are offered and in which order. The same seed offers the same; random when absent. */
  seed?: number;
  /** The most that all calls of the model may cost together. The lab ends when it is used up. */
  maxCostUsd?: number;
  /** The model that chooses, `provider/name`. `scripted/rules` works offline and says nothing about language models. */
  model: string;
  tasks?: Array<LabTask>;
  /** Takes the tasks from the cases of this suite: the first prompt of each case whose next assert steps expect one tool of the server. */
  suiteId?: string;
  /** Has this number of tasks drafted from the server's declarations, by the model that drafts cases. */
  draftTasks?: number;
  /** How many tools are offered, one after the other, each number once; 5, 20, 50, 100, 250 when absent. */
  sizes?: Array<number>;
  systemPrompt?: string;
  temperature?: number;
  /** Same as the Idempotency-Key header, which wins. */
  idempotencyKey?: string;
}

export interface StoredScreenshot {
  id: string;
  /** Path of the image on this installation; it needs the same access as its document. */
  url: string;
  mimeType: string;
  /** In CSS pixels. */
  width: number;
  /** In CSS pixels. */
  height: number;
  /** The page is larger than the image. */
  clipped?: true;
}

/** The structured content against the output schema that the tool declares. It changes nothing about the result. */
export interface StructuredContentCheck {
  /** `missing`: the tool declares an output schema and answered without structured content. `notChecked`: the tool failed or has not finished, its declaration could not be read, or its schema cannot be used. */
  status: "valid" | "invalid" | "missing" | "notDeclared" | "notChecked";
  issues: Array<{
    /** A JSON Pointer into the structured content. */
    path: string;
    message: string;
  }>;
}

export interface StuckWork {
  id: string;
  kind: string;
  service: string;
  organizationId?: string;
  projectId: string;
  /** The run, lab, judgement or journey run that it belongs to. */
  group?: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** How often it was handed to a runner and not given back. */
  attempts: number;
  /** The runner that has, or had, it. */
  runnerId?: string;
  /** The labels that its runner needs. */
  labels: Array<string>;
  /** `lease_expired`: runners went silent while they had it. `no_runner`: no runner takes its kind. `labels_missing`: no runner has all of its labels. `runners_busy`: runners could take it and have other work. */
  reason: "lease_expired" | "no_runner" | "labels_missing" | "runners_busy";
  /** The labels that the runner with the most of them does not have. */
  missingLabels?: Array<string>;
}

export interface StuckWorkChanged {
  id: string;
  service: string;
  done: "retried" | "given_up";
}

export interface StuckWorkList {
  /** The oldest first, at most 200. */
  items: Array<StuckWork>;
}

export interface Study {
  id: string;
  environmentId: string;
  name: string;
  /** `project_members`: people with a role in the project. `invited_only`: they, and the invited members of the study. `anyone_with_link`: every person who has the link. */
  mode: "project_members" | "invited_only" | "anyone_with_link";
  /** Rises when visitors may have lost access: visits that began before are over. */
  accessVersion: number;
  link: string | null;
  /** False when the environment had a study before. */
  created?: boolean;
  /** The environment had a study before, and the settings of the request were not applied: change the study. */
  overridesIgnored?: true;
}

export interface StudyAgreement {
  projectId: string;
  waveId: string;
  studyId: string;
  windowId: string | null;
  real: {
    sessions: number;
    /** Signals that at least 2 sessions showed. */
    findings: number;
  };
  synthetic: {
    sessions: number;
    /** Signals that at least 2 sessions showed. */
    findings: number;
  };
  /** What only people do is a rate of nothing for personas. */
  rates: {
    toolErrorRate: StudyAgreementRate;
    deadEndRate: StudyAgreementRate;
    repeatedCallRate: StudyAgreementRate;
    answerRate: StudyAgreementRate;
    abandonmentRate: StudyAgreementRate;
    approvalDeclineRate: StudyAgreementRate;
    positiveFeedbackRate: StudyAgreementRate;
  };
  findings: {
    ranks: StudyRankAgreement;
    /** The share of people's findings that at least one session of the wave showed. */
    recall: {
      value: number | null;
      numerator: number;
      denominator: number;
      interval: EvalRateInterval | null;
      undecided: "fewSessions" | "fewItems" | "noRanks" | null;
    };
    /** The share of the wave's findings that at least one person met. */
    precision: {
      value: number | null;
      numerator: number;
      denominator: number;
      interval: EvalRateInterval | null;
      undecided: "fewSessions" | "fewItems" | "noRanks" | null;
    };
    /** Findings of people that no session of the wave showed, the most frequent first. 20 at most. */
    onlyReal: Array<StudyAgreementFinding>;
    /** Findings of the wave that no person met, the most frequent first. 20 at most. */
    onlySynthetic: Array<StudyAgreementFinding>;
    /** Findings of either side that both met, those with the largest difference first. 20 at most. */
    shared: Array<StudyAgreementFinding>;
    /** Signals that personas cannot show and that are left out: approvals, feedback and abandonment. */
    peopleOnly: number;
  };
  criteria: {
    ranks: StudyRankAgreement;
    /** Sessions of the study that were graded by the assertions. */
    gradedSessions: number;
    /** 100 at most, by journey. */
    items: Array<StudyAgreementCriterion>;
  };
}

export interface StudyAgreementCriterion {
  journeyId: string;
  journeyName: string;
  criterionId: string;
  label: string;
  kind: "assertion" | "goal";
  real: StudyRate | null;
  synthetic: StudyRate;
  /** Synthetic minus real, with its interval (Newcombe); null when a side was not measured. */
  difference: {
    delta: number;
    confidence: number;
    lower: number;
    upper: number;
  } | null;
  notMeasured: "notAsked" | "needsJudge" | "notGradable" | null;
}

export interface StudyAgreementFinding {
  /** The same for the same signal in every window. */
  fingerprint: string;
  dimension: "toolError" | "deadEnd" | "repeatedCall" | "declinedApproval" | "negativeFeedback" | "abandonment";
  /** The error class of a tool error, or the kind of a dead end or abandonment; empty otherwise. */
  detail: string;
  subject: StudySignalSubject;
  real: StudyRate;
  synthetic: StudyRate;
  /** Synthetic minus real, with its interval (Newcombe); null when a side was not measured. */
  difference: {
    delta: number;
    confidence: number;
    lower: number;
    upper: number;
  } | null;
  /** By Fisher's exact test, with a chance of false alarms of 5 % over all findings. A rate of nothing was never tried on that side. */
  conclusion: "moreReal" | "moreSynthetic" | "undecided";
  /** The newest sessions of the study, 5 at most. */
  realEvidence: Array<{
    sessionId: string;
    /** The turn that showed it first, from 0. */
    promptIndex: number;
    occurrences: number;
    /** Masked. */
    excerpt: string;
  }>;
  /** The newest sessions of the wave, 5 at most. */
  syntheticEvidence: Array<{
    runId: string;
    sessionId: string;
    /** The turn that showed it first, from 0. */
    promptIndex: number;
    occurrences: number;
    /** Masked. */
    excerpt: string;
  }>;
}

export interface StudyAgreementRate {
  real: StudyRate;
  synthetic: StudyRate;
  /** Synthetic minus real, with its interval (Newcombe); null when a side was not measured. */
  difference: {
    delta: number;
    confidence: number;
    lower: number;
    upper: number;
  } | null;
}

/** Sessions are analyzed by rules, all of them and without themes: `running`, `failed`, `skipped`, `deferred` and what is about themes is 0. */
export interface StudyAnalysis {
  /** Always false: every session is analyzed. */
  sampled: boolean;
  /** Ended sessions. */
  total: number;
  /** Ended sessions of windows that were mined since. */
  analyzed: number;
  pending: number;
  running: number;
  failed: number;
  skipped: number;
  deferred: number;
  deferredUntil: number | null;
  awaitingTaxonomy: number;
  unassigned: number;
  staleAssignments: number;
  projectionPending: number;
  projectionFailed: number;
}

export interface StudyDeleted {
  environmentId: string;
  /** False when the environment has no study. */
  deleted: boolean;
  id?: string;
}

export interface StudyDetail {
  id: string;
  projectId: string;
  name: string;
  description: string;
  /** `project_members`: people with a role in the project. `invited_only`: they, and the invited members of the study. `anyone_with_link`: every person who has the link. */
  mode: "project_members" | "invited_only" | "anyone_with_link";
  hostStyle: string;
  hostId: string | null;
  hostName: string | null;
  serverCount: number;
  serverNames: Array<string>;
  link: StudyLink | null;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  updatedAt: number;
  modelId: string | null;
  systemPrompt: string | null;
  temperature: number | null;
  requireToolApproval: boolean;
  servers: Array<StudyServer>;
  /** Absent for a caller without a role in the project. */
  environmentId?: string;
  guestExecution?: GuestExecution;
  insights?: InsightsEnvelope;
}

export interface StudyFinding {
  id: string;
  studyId: string;
  /** The same for the same signal in every window. */
  fingerprint: string;
  title: string;
  dimension: "toolError" | "deadEnd" | "repeatedCall" | "declinedApproval" | "negativeFeedback" | "abandonment";
  /** The error class of a tool error, or the kind of a dead end or abandonment; empty otherwise. */
  detail: string;
  subject: StudySignalSubject;
  /** Over the study's windows: `recurring` was seen in several, `resolved` not in a later one with enough sessions, `regressed` again after that. */
  status: "new" | "recurring" | "regressed" | "resolved";
  /** Sessions that showed it, over the windows in which it was seen. */
  occurrenceCount: number;
  firstSeenWindowId: string;
  lastSeenWindowId: string;
  /** Milliseconds since the epoch. */
  firstSeenAt: number;
  /** Milliseconds since the epoch. */
  lastSeenAt: number;
  resolvedAt: number | null;
  dismissedAt: number | null;
  /** Milliseconds since the epoch. */
  updatedAt: number;
  /** Its newest sessions that are still there, 5 at most. */
  evidence: Array<{
    sessionId: string;
    /** The turn that showed it first, from 0. */
    promptIndex: number;
    occurrences: number;
    /** Masked. */
    excerpt: string;
  }>;
}

export interface StudyFindingDismissed {
  id: string;
  studyId: string;
  projectId: string;
  dismissed: boolean;
}

export interface StudyFindingPage {
  items: Array<StudyFinding>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface StudyGuestExecutionSet {
  id: string;
  projectId: string;
  guestExecution: GuestExecution;
}

export interface StudyInsightsCancelRequest {
  /** A week, such as `2026-W48`. */
  windowId: string;
}

export interface StudyInsightsCanceled {
  studyId: string;
  projectId: string;
  /** A week, such as `2026-W48`. */
  windowId: string;
  canceled: true;
}

export interface StudyInsightsRequest {
  /** Makes them again although they exist. */
  force?: boolean;
}

export interface StudyInsightsRequested {
  studyId: string;
  projectId: string;
  /** A week, such as `2026-W48`. */
  windowId: string;
  status: "not_available" | "not_requested" | "pending" | "completed" | "failed";
}

export interface StudyLink {
  /** The path of `url`. */
  path: string;
  /** The address that visitors open. A visitor needs it in every mode. */
  url: string;
}

export interface StudyLinkRotated {
  id: string;
  projectId: string;
  rotated: true;
  link: string | null;
}

export interface StudyMember {
  studyId: string;
  projectId: string;
  email: string;
  memberId: string;
  /** True when no account of the organization has this address: the person visits the study by `link`. False for an account, whose owner can also sign in. */
  invited: boolean;
  /** The personal link of the member, to copy. It works without an account until the member is removed. */
  link: string;
  /** Whether the mail host took a mail with the link. False without `sendInviteEmail`, without a mail host, and when the mail host failed. */
  emailSent: boolean;
}

export interface StudyMemberPage {
  items: Array<{
    id: string;
    email: string;
    /** Whether an account of the organization has the address. */
    hasAccount: boolean;
    /** The personal link of the member. */
    link: string;
    /** Milliseconds since the epoch. */
    createdAt: number;
  }>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface StudyMemberRemoved {
  studyId: string;
  projectId: string;
  /** The id of the member. */
  removed: string;
}

export interface StudyMemberRequest {
  /** The address of a mailbox, 3 to 320 characters; blanks around it do not count, and neither does case. */
  email: string;
  /** Mails the link to the address, where the operator has configured a mail host. The reply tells in `emailSent` whether that worked; if not, hand `link` over yourself. */
  sendInviteEmail?: boolean;
}

export interface StudyMessage {
  /** The place in the session. */
  index: number;
  role: "user" | "assistant" | "tool";
  /** Text of people, models and servers: never show it as HTML. */
  text: string;
  /** The tool whose result the message is. */
  toolName?: string;
  /** When its turn began, in milliseconds since the epoch. */
  createdAt: number;
}

export interface StudyMetrics {
  studyId: string;
  /** `real`: people who followed the link. `synthetic`: personas. */
  population: "real" | "synthetic";
  sessions: {
    total: number;
    ended: number;
    /** The visitor went away, after at least one question. */
    left: number;
    abandoned: number;
    /** A turn gave a useful answer. */
    answered: number;
  };
  visitors: number;
  turns: {
    total: number;
    completed: number;
    failed: number;
    cancelled: number;
    deadEnds: number;
  };
  toolCalls: {
    total: number;
    errors: number;
    repeated: number;
  };
  approvals: {
    asked: number;
    approved: number;
    declined: number;
  };
  feedback: {
    up: number;
    down: number;
    ratedSessions: number;
  };
  rates: {
    toolErrorRate: StudyRate;
    deadEndRate: StudyRate;
    repeatedCallRate: StudyRate;
    answerRate: StudyRate;
    abandonmentRate: StudyRate;
    approvalDeclineRate: StudyRate;
    positiveFeedbackRate: StudyRate;
  };
  latency: {
    turn: {
      count: number;
      p50Ms: number | null;
      p95Ms: number | null;
    };
    firstAnswer: {
      count: number;
      p50Ms: number | null;
      p95Ms: number | null;
    };
  };
  /** The most called first, 100 at most. */
  tools: Array<{
    subject: StudySignalSubject;
    calls: number;
    errors: number;
    errorRate: StudyRate;
    errorClasses: Array<{
      errorClass: string;
      errors: number;
    }>;
  }>;
}

export interface StudyPage {
  items: Array<StudySummary>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface StudyPublishRequest {
  /** Visitors see it; the environment's name by default. */
  name?: string;
  /** Visitors see it. */
  description?: string;
  mode?: "project_members" | "invited_only" | "anyone_with_link";
}

export interface StudyRankAgreement {
  /** How many were ranked. */
  items: number;
  tau: number | null;
  pValue: number | null;
  /** All orders were counted, and not a seeded sample of them. */
  isExact: boolean;
  /** `undecided` unless pValue is below 0.05. */
  conclusion: "agree" | "disagree" | "undecided";
  undecided: "fewSessions" | "fewItems" | "noRanks" | null;
}

export interface StudyRate {
  value: number | null;
  numerator: number;
  denominator: number;
  interval: EvalRateInterval | null;
  /** The denominator is below 20, so the rate may be chance. */
  lowConfidence: boolean;
}

export interface StudyRebindRequest {
  /** An environment of the same project. */
  environmentId: string;
}

export interface StudyRebound {
  id: string;
  projectId: string;
  environmentId: string;
  accessVersion: number;
}

export interface StudyScan {
  sessions: number;
  /** Something was left out of the lists. */
  truncated: boolean;
}

export interface StudyServer {
  id: string;
  name: string;
  url: string | null;
  useOAuth: boolean;
}

export interface StudySession {
  id: string;
  /** The same as `id`. */
  chatSessionId: string;
  messageCount: number;
  /** The beginning of the first message. */
  preview: string;
  modelId?: string;
  toolCallCount: number;
  visitor: {
    /** The address of an invited member; absent for others. */
    displayName?: string;
    authType: "signedIn" | "guest";
    /** Whether the visitor had an earlier session. */
    recency: "new" | "returning";
  };
  feedback: {
    rating: number | null;
    comment: string | null;
    count: number;
  };
  /** Milliseconds since the epoch. */
  startedAt: number;
  /** Milliseconds since the epoch. */
  lastActivityAt: number;
  /** Milliseconds since the epoch. */
  endedAt?: number;
  /** Why nothing more can be said: `visitor`, `idle`, `unpublished`, `narrowed`, `rebound`, `linkRotated`, `memberRemoved`. */
  endReason?: string;
}

export interface StudySessionDetail {
  id: string;
  studyId: string;
  chatSessionId: string | null;
  modelId: string | null;
  startedAt: number | null;
  lastActivityAt: number | null;
  messageCount: number | null;
  /** The messages were lost; `messageCount` is null then. */
  transcriptUnavailable?: true;
  messages: Array<StudyMessage>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface StudySessionPage {
  items: Array<StudySession>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface StudySignalSubject {
  kind: "tool" | "conversation";
  /** `serverId/toolName`; empty for the conversation, and for tools that no server has. */
  id: string;
  label: string;
}

export interface StudySignals {
  studyId: string;
  /** `real`: people who followed the link. `synthetic`: personas. */
  population: "real" | "synthetic";
  /** The most frequent first, 100 at most. `sessions` is the share of sessions that showed it, of those in which it could have happened. */
  signals: Array<{
    /** The same for the same signal in every window. */
    fingerprint: string;
    dimension: "toolError" | "deadEnd" | "repeatedCall" | "declinedApproval" | "negativeFeedback" | "abandonment";
    /** The error class of a tool error, or the kind of a dead end or abandonment; empty otherwise. */
    detail: string;
    subject: StudySignalSubject;
    occurrences: number;
    sessions: StudyRate;
  }>;
  scan: StudyScan;
  analysis: {
    sampled: boolean;
  };
}

export interface StudySummary {
  id: string;
  projectId: string;
  name: string;
  description: string;
  /** `project_members`: people with a role in the project. `invited_only`: they, and the invited members of the study. `anyone_with_link`: every person who has the link. */
  mode: "project_members" | "invited_only" | "anyone_with_link";
  hostStyle: string;
  hostId: string | null;
  hostName: string | null;
  serverCount: number;
  serverNames: Array<string>;
  link: StudyLink | null;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  updatedAt: number;
}

export interface StudyUpdateRequest {
  /** Visitors see it. */
  name?: string;
  /** Visitors see it. */
  description?: string;
  /** `project_members`: people with a role in the project. `invited_only`: they, and the invited members of the study. `anyone_with_link`: every person who has the link. */
  mode?: "project_members" | "invited_only" | "anyone_with_link";
}

export interface StudyUpdated {
  id: string;
  projectId: string;
  name: string;
  description: string;
  /** `project_members`: people with a role in the project. `invited_only`: they, and the invited members of the study. `anyone_with_link`: every person who has the link. */
  mode: "project_members" | "invited_only" | "anyone_with_link";
}

export interface StudyUsage {
  studyId: string;
  /** `real`: people who followed the link. `synthetic`: personas. */
  population: "real" | "synthetic";
  sessions: number;
  turns: number;
  toolCalls: number;
  inputTokens: number;
  outputTokens: number;
  /** Sessions that are the first of their visitor. */
  visitors: number;
  returningSessions: number;
  /** Of the turns with a known price. */
  estimatedCostUsd: number;
  unpricedTurns: number;
  /** By the day in which the session began, the latest 90 days with sessions, newest first. */
  days: Array<{
    /** `YYYY-MM-DD`, UTC. */
    day: string;
    sessions: number;
    turns: number;
    toolCalls: number;
    inputTokens: number;
    outputTokens: number;
  }>;
  scan: StudyScan;
  analysis: StudyAnalysis;
}

export interface StudyVisit {
  study: {
    name: string;
    description: string;
  };
  /** False while the study takes no messages. */
  isEnabled: boolean;
  /** Whether this browser visits the study already. */
  hasConsented: boolean;
  openTurn?: VisitTurn;
  /** Why the last conversation of the visitor ended; a further message begins a new one. */
  endReason?: string;
}

export interface StudyWindowInsights {
  studyId: string;
  projectId: string;
  /** A week, such as `2026-W48`. */
  windowId: string;
  status: "not_available" | "not_requested" | "pending" | "completed" | "failed";
  insights: InsightsEnvelope;
  /** Milliseconds since the epoch. */
  updatedAt: number;
}

export interface SuppressedLintFinding {
  ruleId: string;
  severity: "error" | "warning" | "note";
  location: {
    kind: "tool" | "resource" | "resourceTemplate" | "prompt" | "server";
    /** The name, the URI or the URI template. */
    name: string;
    /** JSON Pointer in the item, empty for the item itself. */
    path: string;
  };
  message: string;
  /** What to try. */
  fix: string;
  helpUrl?: string;
  rewrite?: LintRewrite;
  suppressionId: string;
}

export interface SurfaceChange {
  kind: "tool" | "resource" | "resourceTemplate" | "prompt" | "capability" | "server" | "instructions";
  /** The name, the URI or the URI template; of a capability, its path with dots. */
  name: string;
  /** JSON Pointer in the item, empty for the item itself. Arguments of prompts go by their names. */
  path: string;
  change: "added" | "removed" | "changed";
  /** Seen by a client that was built on the surface as it was. A change that cannot be shown to be compatible is breaking. */
  grade: "breaking" | "additive" | "cosmetic";
  /** It breaks no client and is read by models, which may act differently. */
  affectsModels?: boolean;
  /** Left out where it is long. */
  from?: unknown;
  /** Left out where it is long. */
  to?: unknown;
  message: string;
}

export interface SurfaceChangeCounts {
  breaking: number;
  additive: number;
  cosmetic: number;
}

export interface SurfacePage {
  items: Array<SurfaceSeen>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface SurfaceRead {
  surfaceId: string;
  /** `sha256:` and the hash of the canonical surface, in hex. Surfaces that differ only in order have one hash, and so have surfaces that differ only in the momentary state of a resource (`size`, `annotations.lastModified`). */
  hash: string;
  /** Milliseconds since the epoch. */
  firstSeenAt: number;
  /** Milliseconds since the epoch. */
  lastSeenAt: number;
  /** Once a minute at most. */
  timesSeen: number;
  changesFromPrevious?: SurfaceChangeCounts;
  /** From the surface before; absent for the first surface, and when the one before is no longer kept. */
  changes?: Array<SurfaceChange>;
  surface: ServerSurface;
}

export interface SurfaceSeen {
  surfaceId: string;
  /** `sha256:` and the hash of the canonical surface, in hex. Surfaces that differ only in order have one hash, and so have surfaces that differ only in the momentary state of a resource (`size`, `annotations.lastModified`). */
  hash: string;
  /** Milliseconds since the epoch. */
  firstSeenAt: number;
  /** Milliseconds since the epoch. */
  lastSeenAt: number;
  /** Once a minute at most. */
  timesSeen: number;
  changesFromPrevious?: SurfaceChangeCounts;
}

export interface Swarm {
  id: string;
  projectId: string;
  name: string;
  description: string | null;
  /** For its journeys without environments of their own. */
  environmentIds: Array<string>;
  sessionsPerTarget: number | null;
  maxTurns: number | null;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  updatedAt: number;
}

export interface SwarmArchived {
  id: string;
  projectId: string;
  archived: true;
}

export interface SwarmCreateRequest {
  name: string;
  description?: string;
  /** The environments that a launch talks to. */
  environmentIds?: Array<string>;
  /** Conversations with each target. */
  sessionsPerTarget: number;
  /** Messages that the persona sends in a conversation at most. */
  maxTurns: number;
  /** Same as the Idempotency-Key header, which wins. */
  idempotencyKey?: string;
}

export interface SwarmFinding {
  id: string;
  /** The same for the same trouble in every wave. */
  fingerprint: string;
  /** `toolError`, `deadEnd`, `repeatedCall`, `toolConfusion` (a tool fails and another one takes its arguments), `goalMissed`, `criterionUnmet`, … */
  dimension: string;
  /** The error class of a tool error, the kind of a dead end, how a goal was missed; empty otherwise. */
  detail: string;
  subject: {
    kind: "tool" | "toolPair" | "criterion" | "journey";
    /** `serverId/toolName`, two of them, `journeyId/criterionId`, or a journey. */
    id: string;
    label: string;
  };
  /** Over the project's waves: `regressed` was seen in clearly more sessions than in the waves before, `resolved` not, and in clearly fewer. */
  status: "new" | "recurring" | "regressed" | "resolved";
  /** Sessions that showed it, over the waves in which it was seen. */
  occurrenceCount: number;
  lastSeenWaveId: string;
  /** Milliseconds since the epoch. */
  firstSeenAt: number;
  /** Milliseconds since the epoch. */
  lastSeenAt: number;
  resolvedAt: number | null;
  dismissedAt: number | null;
  /** Milliseconds since the epoch. */
  updatedAt: number;
  /** Its newest sessions that are still there, 5 at most. */
  evidence?: Array<{
    runId: string;
    sessionId: string;
    /** The turn that showed it first, from 0. */
    promptIndex: number;
    occurrences: number;
    /** Masked. */
    excerpt: string;
  }>;
}

export interface SwarmFindingPage {
  items: Array<SwarmFinding>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface SwarmOverview {
  /** The newest 50, newest first. */
  runs: Array<{
    runId: string;
    journeyId: string;
    journeyName: string;
    journeyArchived: boolean;
    personaName: string;
    /** `completed`: every session ended by itself. `partial`: some did. `rate_limited`: none did, and at least one met a budget or a rate limit. `failed`: none did. A cancelled run is `failed` with `canceled`, a silent one `failed` with `stale`. */
    status: "running" | "completed" | "partial" | "failed" | "rate_limited";
    waveId?: string;
    summary: JourneyRunSummary;
    goalCompletion: {
      /** Sessions that passed or failed. */
      gradedCount: number;
      passedCount: number;
      avgScore: number | null;
      pendingCount: number | null;
      failedCount: number | null;
    } | null;
    /** The criteria that sessions did not meet. */
    findings: Array<{
      criterionId: string;
      label: string | null;
      kind: string | null;
      failCount: number;
      pendingCount: number;
      failedGradingCount: number;
      sessionsGraded: number;
      /** Runs of the journey in a row, this one and before, with a failure. */
      runStreak: number;
    }>;
    targets: Array<{
      hostName: string;
      modelId: string;
      environmentName?: string;
    }>;
    /** Milliseconds since the epoch. */
    createdAt: number;
  }>;
  runsConsidered: number;
  goalCompletion: {
    gradedCount: number;
    passedCount: number;
    passRate: number | null;
    interval: EvalRateInterval | null;
    runsWithGrades: number;
    /** By the day of the launch, oldest first; days without graded sessions are left out. */
    trend: Array<{
      /** Midnight in UTC. */
      dayStartMs: number;
      gradedCount: number;
      passedCount: number;
      passRate: number;
      interval: EvalRateInterval;
    }>;
  };
}

export interface SwarmPage {
  items: Array<Swarm>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface SwarmUpdateRequest {
  name?: string;
  description?: string | null;
  environmentIds?: Array<string> | null;
  /** Conversations with each target. */
  sessionsPerTarget?: number;
  /** Messages that the persona sends in a conversation at most. */
  maxTurns?: number;
}

export type TokenRevoked = Record<string, unknown>;

export interface Tokens {
  /** Begins with `oat_`. */
  access_token: string;
  token_type: "Bearer";
  /** In seconds. */
  expires_in: number;
  /** Begins with `ort_`. It is good for one use. */
  refresh_token: string;
  /** The scopes that the person allowed, with blanks between them. */
  scope: string;
}

/** As the server declares it, further keys included. */
export interface Tool {
  name: string;
  description?: string;
  inputSchema?: Record<string, unknown>;
  outputSchema?: Record<string, unknown>;
  _meta?: Record<string, unknown>;
}

export type ToolAnnotationHint = "readOnlyHint" | "destructiveHint";

export interface ToolCall {
  id: string;
  toolName: string;
  /** `failed`: the tool answered with `isError`. `unanswered`: the request has no result, as `error` says. */
  outcome: "answered" | "failed" | "unanswered";
  /** As they were sent, masked; absent when larger than 16 kB. */
  arguments?: Record<string, unknown>;
  error?: {
    code: string;
    message: string;
  };
  /** Milliseconds since the epoch. */
  calledAt: number;
  /** The duration of the request; with `sessionOpened` also of the handshake. */
  durationMs: number;
  /** Whether `durationMs` may include opening a session. */
  sessionOpened?: boolean;
  /** The size of the result; 0 without one. */
  bytes: number;
  /** The MCP result, masked; absent without one, and when larger than 256 kB. */
  result?: Record<string, unknown>;
}

export interface ToolCallPage {
  items: Array<ToolCallSummary>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface ToolCallSummary {
  id: string;
  toolName: string;
  /** `failed`: the tool answered with `isError`. `unanswered`: the request has no result, as `error` says. */
  outcome: "answered" | "failed" | "unanswered";
  /** As they were sent, masked; absent when larger than 16 kB. */
  arguments?: Record<string, unknown>;
  error?: {
    code: string;
    message: string;
  };
  /** Milliseconds since the epoch. */
  calledAt: number;
  /** The duration of the request; with `sessionOpened` also of the handshake. */
  durationMs: number;
  /** Whether `durationMs` may include opening a session. */
  sessionOpened?: boolean;
  /** The size of the result; 0 without one. */
  bytes: number;
}

export interface ToolConfusions {
  /** The newest runs of the server that are over; at most 10. */
  runs: number;
  /** The most frequent first; at most 50. */
  items: Array<{
    /** The tool that was expected and not called. */
    expected: string;
    /** The tool that was called and not expected. */
    called: string;
    trials: number;
    example: {
      runId: string;
      iterationId: string;
    };
  }>;
}

/** One of `name` and `description` at least. */
export interface ToolOverride {
  /** The name that the server declares. */
  toolName: string;
  /** The new name. Models only take letters, digits, underscores and hyphens. */
  name?: string;
  /** The new description. */
  description?: string;
}

export interface ToolPage {
  items: Array<Tool>;
  /** Absent on the last page. */
  nextCursor?: string;
  /** The server names a next page by a cursor that is not a string, so it cannot be asked for. */
  cursorInvalid?: true;
  /** The entries that break the protocol, by their place on the page; absent when there are none. An entry that no client can use is not among the items. */
  invalidItems?: Array<InvalidItem>;
}

export interface Tunnel {
  serverId: string;
  /** `waiting`: a token could open it; `closed`: none could; `none`: the server never had a tunnel. */
  status: "open" | "waiting" | "closed" | "none";
  /** The user who made the present token. */
  createdBy?: string;
  /** Absent when it is closed. */
  connectTokenExpiresAt?: number;
  /** The address of the server while it is led through the tunnel. */
  url?: string;
  /** The last 20, the newest first. */
  openings: Array<TunnelOpening>;
}

export interface TunnelClosed {
  serverId: string;
  status: "closed";
}

export interface TunnelCreateRequest {
  /** The name of the saved server: an existing one is led through the tunnel, otherwise one is saved. */
  name: string;
}

export interface TunnelGrant {
  serverId: string;
  name: string;
  /** The project had a server of that name. */
  existed: boolean;
  /** The earlier address of that server, if it had another. */
  previousUrl?: string;
  previousTransportType?: string;
  slug: string;
  /** The saved server's address. It answers only the platform itself. */
  url: string;
  /** The token of the dialling side. It is shown here and never again; the previous one is no longer valid. */
  connectToken: string;
  /** Until when the token opens a connection. An open connection stays. */
  connectTokenExpiresAt: number;
  /** Where to dial. */
  relayWsUrl: string;
  /** How many tokens the tunnel has had. */
  secretVersion: number;
}

export interface TunnelOpening {
  /** Milliseconds since the epoch. */
  openedAt: number;
  /** The user whose token opened it. */
  openedBy: string;
  /** Requests that it carried; a few seconds old while it is open. */
  requests: number;
  /** Absent while it is open. */
  endedAt?: number;
  /** `disconnected`: the command ended; `closed`: a person closed the tunnel, or its maker lost access; `replaced`: another connection took its place; `lost`: the gateway that held it vanished. */
  end?: "disconnected" | "closed" | "replaced" | "lost";
}

export interface UnifiedFindings {
  capability: "unified_findings_v1";
  snapshot: {
    builtAt: number | null;
    omittedGroups: number;
  } | null;
  job: {
    status: "pending" | "completed";
    updatedAt: number | null;
    errorCode: string | null;
  } | null;
  /** Whether a request would begin now. */
  canBuild: boolean;
  /** Whether a model could still explain findings that the rules found. */
  canEnrich: boolean;
  analysis: {
    phase: "reading" | "grouping" | "checking" | "done" | "failed";
    progress: {
      done: number;
      total: number;
      unit: "iterations" | "sessions";
    };
    /** The models that explained findings. */
    models: Array<string>;
    completeness: {
      iterationReports: number;
      total: number;
      /** The part of `total` that left nothing to read. */
      missingTraces: number;
    };
  };
}

export interface UnpublishStudy {
  /** The study to unpublish, of an environment that has several. */
  studyId?: string;
  /** The former name of `studyId`, which wins. */
  scenarioId?: string;
}

export interface UnservedRun {
  runId: string;
  runNumber: number;
  projectId: string;
  suiteId: string;
  /** The labels that its runner needs. */
  labels: Array<string>;
  /** When it was launched. */
  since: number;
}

export interface ValidateResult {
  success: true;
  status: "connected";
  initInfo: ServerInitInfo | null;
}

export interface VisitCallDecisions {
  /** One for each pending call of the turn. */
  decisions: Array<{
    toolCallId: string;
    isApproved: boolean;
  }>;
}

export interface VisitEnded {
  ended: boolean;
  erased: boolean;
}

export type VisitEvent = VisitEventTurnStarted | VisitEventText | VisitEventToolCall | VisitEventToolResult | VisitEventTurnEnded | VisitEventEnded;

export interface VisitEventEnded {
  id: string;
  type: "ended";
  data: {
    /** Why the conversation ended, as `endReason`. */
    reason: string;
  };
}

export interface VisitEventText {
  id: string;
  type: "text";
  data: {
    /** A piece of the model's text. */
    text: string;
  };
}

export interface VisitEventToolCall {
  id: string;
  type: "toolCall";
  data: {
    toolCallId: string;
    toolName: string;
    input: Record<string, unknown>;
  };
}

export interface VisitEventToolResult {
  id: string;
  type: "toolResult";
  data: {
    toolCallId: string;
    status: "ok" | "error";
    /** The text of the result, clipped to 4,000 characters. */
    text: string;
  };
}

export interface VisitEventTurnEnded {
  id: string;
  type: "turnEnded";
  data: {
    turn: VisitTurn;
  };
}

export interface VisitEventTurnStarted {
  id: string;
  type: "turnStarted";
  data: {
    turnId: string;
    message: string;
  };
}

export interface VisitEvents {
  events: Array<VisitEvent>;
  /** Always false: a visit may go on. */
  done: boolean;
}

export interface VisitFeedback {
  /** The turn that it is about; absent for the whole conversation. */
  turnId?: string;
  rating: "up" | "down";
  comment?: string;
}

export interface VisitFeedbackSaved {
  saved: true;
}

export interface VisitMessage {
  index: number;
  turnId: string;
  /** From 0: the place of the turn in the conversation. */
  promptIndex: number;
  role: "visitor" | "assistant" | "tool";
  /** Of a tool, what it answered, at most 4,000 characters. */
  text: string;
  call?: {
    toolCallId: string;
    toolName: string;
    input: Record<string, unknown>;
  };
  /** Of a tool: whether the call failed. */
  isError?: boolean;
  /** Of an answer: the visitor's rating of its turn. */
  rating?: "up" | "down";
}

export interface VisitMessagePage {
  items: Array<VisitMessage>;
  /** Absent on the last page. */
  nextCursor?: string;
}

export interface VisitTurn {
  turnId: string;
  /** From 0: the place of the turn in the conversation. */
  promptIndex: number;
  /** `waiting`: for the visitor, who approves or declines the pending calls. */
  status: "queued" | "running" | "waiting" | "completed" | "failed" | "cancelled";
  /** Only while the turn waits. */
  pendingCalls?: Array<{
    toolCallId: string;
    toolName: string;
    input: Record<string, unknown>;
  }>;
  error?: {
    code: string;
    message: string;
  };
}

export interface VisitTurnCancelled {
  cancelled: boolean;
}

export interface WantedBrowser {
  policy?: BrowserPolicy;
  /** Cookies and storage to begin with and to keep at the end, of the caller in this project; made if there is none. The first request fixes it. */
  profileId?: string;
}

export interface WaveInsights {
  waveId: string;
  projectId: string;
  /** `pending`: a model still looks for causes; the findings of the rules can be read already. */
  status: "pending" | "completed" | "failed";
  insights: InsightsEnvelope | null;
  discovery: Record<string, unknown> | null;
  errorCode: string | null;
  errorMessage: string | null;
  /** Milliseconds since the epoch. */
  updatedAt: number;
}

export interface WaveInsightsCanceled {
  waveId: string;
  projectId: string;
  canceled: true;
}

export interface WaveInsightsRequest {
  /** Makes them again although they exist. */
  force?: boolean;
}

export interface WaveInsightsRequested {
  waveId: string;
  projectId: string;
  status: "pending";
}

export interface WidgetRendering {
  status: "rendered" | "no_ui_resource" | "resource_read_failed" | "mount_failed" | "bridge_timeout" | "render_error" | "blank_screenshot" | "screenshot_failed" | "browser_unavailable";
  /** Why it was not rendered. */
  reason?: string;
  /** The host that showed it. */
  hostStyle: string;
  resourceUri?: string;
  /** The widget finished its handshake with the host. */
  bridgeInitialized?: boolean;
  /** The first 50 errors of its console, uncaught exceptions among them, each clipped. */
  consoleErrors?: Array<string>;
  /** Of all errors. */
  consoleErrorCount?: number;
  /** The first 100 requests that the page was not allowed to make. */
  blockedRequests?: Array<{
    url: string;
    reason: string;
  }>;
  /** Of all of these. */
  blockedRequestCount?: number;
  snapshot?: BrowserPageSnapshot;
  /** At most 2,000 by 10,000 pixels, and 1.5 MB. */
  screenshot?: {
    mimeType: "image/png" | "image/jpeg";
    base64: string;
    /** In CSS pixels. */
    width: number;
    /** In CSS pixels. */
    height: number;
    /** The widget is larger than the image. */
    clipped?: true;
  };
  /** Milliseconds: reading the resource, loading the page, the handshake; and all until the result was shown. */
  timings?: {
    resourceMs?: number;
    mountMs?: number;
    bridgeMs?: number;
    totalMs?: number;
  };
  /** Permissions that the resource asks for; none is granted. */
  permissions?: Array<string>;
  /** The result of the call, when the tool was called. */
  result?: Record<string, unknown>;
  /** Calls that the widget made, or that were refused to it. */
  toolCalls?: Array<{
    toolName: string;
    arguments: Record<string, unknown>;
    isError: boolean;
    /** Why the call was refused or failed. */
    error?: {
      code: string;
      message: string;
    };
    durationMs: number;
  }>;
  /** Texts that the widget wanted to put into the conversation. */
  messages?: Array<string>;
  /** Links that it wanted opened; none was. */
  links?: Array<string>;
}
