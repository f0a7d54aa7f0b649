// Generated from the contract by `npm run generate`. Do not edit.
import type { Redirect } from '../answer.ts';
import type { Bytes, Call, Follow, FormFields, PagedCall } from '../methods.ts';
import type { OptionsWith, RequestOptions } from '../options.ts';
import type {
  AdhocEnvironmentEnsured,
  AdhocEnvironmentRequest,
  AgentTurnRequest,
  AgentTurnResponse,
  ApiKeyCreateRequest,
  ApiKeyCreated,
  ApiKeyPage,
  ApiKeyRevoked,
  Application,
  ApplicationGrantPage,
  AttentionDismissal,
  AuditEntryPage,
  AuthorizationAnswer,
  AuthorizationQuery,
  BeginVisit,
  BrowserArtifact,
  BrowserArtifactRequest,
  BrowserCommandReply,
  BrowserCommandRequest,
  BrowserCreation,
  BrowserNoteRequest,
  BrowserProfileDeleted,
  BrowserProfiles,
  BrowserReply,
  BrowserTrace,
  BrowserTraceRequest,
  Budget,
  BudgetPage,
  BudgetRemoved,
  BudgetRequest,
  CallReport,
  CallToolRequest,
  CallToolResult,
  CancelledReadinessRun,
  CatalogueLab,
  CatalogueLabCancelled,
  CatalogueLabPage,
  CatalogueLabStarted,
  ChatCallDecisions,
  ChatEvents,
  ChatMessageRequest,
  ChatSession,
  ChatSessionDeleted,
  ChatSessionDetail,
  ChatSessionPage,
  ChatSessionUpdate,
  ChatTrace,
  ChatTurn,
  ChatTurnCancelled,
  CheckOAuthResult,
  ClaudeReadinessRunStart,
  ClientCatalog,
  ClientCreateRequest,
  ClientDeleted,
  ClientDetail,
  ClientDuplicateRequest,
  ClientPage,
  ClientServersRequest,
  ClientUpdateRequest,
  ClientVersionComparison,
  ClientVersionPage,
  CompareClientVersions,
  CompareEvalRun,
  CompareJourneyWaves,
  CompareWaveWithStudy,
  CompleteArgumentRequest,
  Completion,
  ComputerAttached,
  ConformanceIngestRef,
  ConformanceIngestReport,
  ConformanceIngestReports,
  ConformanceIngestStart,
  ConformanceIngested,
  ConformanceReport,
  ConformanceRun,
  ConformanceRunPage,
  ConformanceRunReceipt,
  ConformanceRunStart,
  CreateDescriptionExperiment,
  CreateEvalSuite,
  CreateLintSuppression,
  CurrentSession,
  DeadLetter,
  DeadLetterDropped,
  DeadLetterList,
  DeadLettersReplayed,
  DescriptionExperimentPage,
  DeviceAuthorization,
  DeviceQuery,
  DiagnoseAddressRequest,
  DiffServerRequest,
  DirectoryInstallRequest,
  DirectoryServerDetail,
  DirectoryServerPage,
  DirectorySourcePage,
  DoctorReport,
  EndVisit,
  EnvironmentNameRequest,
  EnvironmentRevisionPage,
  EvalAssertionPreview,
  EvalAssertionPreviewRequest,
  EvalAssertionTypes,
  EvalAuthoringCommitRequest,
  EvalAuthoringJob,
  EvalAuthoringJobAccepted,
  EvalAuthoringJobPage,
  EvalBacktest,
  EvalBacktestRequest,
  EvalCase,
  EvalCaseCreateRequest,
  EvalCaseDraft,
  EvalCaseDraftPage,
  EvalCaseDraftReviewRequest,
  EvalCaseDraftTryRequest,
  EvalCaseDrafted,
  EvalCaseEvaluationPage,
  EvalCaseFromSessionRequest,
  EvalCaseGenerateRequest,
  EvalCaseImportRequest,
  EvalCaseImported,
  EvalCasePage,
  EvalCasePreview,
  EvalCasePreviewRequest,
  EvalCaseToolUsePage,
  EvalCaseUpdateRequest,
  EvalCasesBatchCreateRequest,
  EvalCasesBatchResult,
  EvalCassette,
  EvalCassettePage,
  EvalCommitReply,
  EvalDeleted,
  EvalFailureCauses,
  EvalGateReport,
  EvalGateTrial,
  EvalGateTrialRequest,
  EvalGateWaiverRead,
  EvalGateWaiverRequest,
  EvalGateWaiverWritten,
  EvalIngestCapabilities,
  EvalIngestFinalize,
  EvalIngestIterations,
  EvalIngestReport,
  EvalIngestStart,
  EvalIngestStoredArtifact,
  EvalIngestUpload,
  EvalIngestedIterations,
  EvalIngestedRun,
  EvalIterationDetail,
  EvalIterationLabelRequest,
  EvalIterationLabels,
  EvalIterationPage,
  EvalIterationPromoteRequest,
  EvalIterationPromoted,
  EvalIterationSpanPage,
  EvalIterationTrace,
  EvalJudgeAgreement,
  EvalLaunchPreview,
  EvalLaunchPreviewRequest,
  EvalRerunCreated,
  EvalRerunPreview,
  EvalRerunRequest,
  EvalRun,
  EvalRunCasePage,
  EvalRunCompare,
  EvalRunConfiguration,
  EvalRunCreateRequest,
  EvalRunCreated,
  EvalRunDecisionSummary,
  EvalRunDisclosure,
  EvalRunEvents,
  EvalRunGroup,
  EvalRunGroupCasePage,
  EvalRunGroupCreateRequest,
  EvalRunGroupCreated,
  EvalRunInsightsRequest,
  EvalRunInsightsRequested,
  EvalRunJudgePreview,
  EvalRunJudgeRequest,
  EvalRunJudgeRequested,
  EvalRunListPage,
  EvalRunPage,
  EvalRunRegradeRequest,
  EvalRunRegraded,
  EvalRunRouteFacts,
  EvalRunServerFacts,
  EvalRunStageAnalytics,
  EvalRunSteps,
  EvalSchedulePreview,
  EvalSuiteBadge,
  EvalSuiteBadgeDeleted,
  EvalSuiteBadgeRequest,
  EvalSuiteCaseHistory,
  EvalSuiteCreated,
  EvalSuiteDetail,
  EvalSuiteEnvironmentAttachRequest,
  EvalSuiteEnvironmentAttached,
  EvalSuiteFileExported,
  EvalSuiteFileImportRequest,
  EvalSuiteFileImported,
  EvalSuitePage,
  EvalSuiteRestoreRequest,
  EvalSuiteRevisionPage,
  EvalSuiteScheduleRequest,
  EvalSuiteStageAnalytics,
  EvalSuiteUpdateRequest,
  EvalTracePage,
  EvalTracePayload,
  EvalTrialPlan,
  EvalTrialPlanQuery,
  ExportAuditLogQuery,
  ExportEvalSuiteFile,
  ExportSnapshot,
  ExportTraces,
  FindingDismissed,
  FoundObject,
  GateJourneyWaveRequest,
  GenerationDrafts,
  GetDirectoryServer,
  GetEvalIterationTrace,
  GetEvalRunConfiguration,
  GetEvalRunDecisionSummary,
  GetEvalRunMarkdown,
  GetEvalRunOtlp,
  GetProjectSkill,
  GetPromptRequest,
  GetPromptResult,
  GetServerSkillRequest,
  GrantRevoked,
  GuestExecution,
  HarnessBuiltinToolPage,
  HeldBudgetList,
  HeldBudgetReleased,
  ImportTokensRequest,
  ImportTokensResult,
  InvitationAcceptRequest,
  InvitationCreateRequest,
  InvitationCreated,
  InvitationPage,
  InvitationRevoked,
  Journey,
  JourneyArchived,
  JourneyCreateRequest,
  JourneyGenerateRequest,
  JourneyPage,
  JourneyRun,
  JourneyRunCanceled,
  JourneyRunEvents,
  JourneyRunLaunchRequest,
  JourneyRunLaunched,
  JourneyRunMeasures,
  JourneyRunPage,
  JourneyRunSession,
  JourneyRunSessionPage,
  JourneySessionTurnPage,
  JourneyUpdateRequest,
  JourneyWaveComparison,
  JourneyWaveGateReport,
  JourneyWaveMeasures,
  KeptReadinessFacts,
  LintReport,
  LintServerRequest,
  LintSuppression,
  LintSuppressionDeleted,
  LintSuppressions,
  ListApiKeys,
  ListAuditLogQuery,
  ListBudgetsQuery,
  ListCasesByTool,
  ListCatalogueLabs,
  ListChatSessions,
  ListClientVersions,
  ListClients,
  ListConformanceRuns,
  ListDescriptionExperiments,
  ListDirectoryServers,
  ListEnvironmentRevisions,
  ListEnvironments,
  ListEvalAuthoringJobs,
  ListEvalCaseDrafts,
  ListEvalCaseEvaluations,
  ListEvalCases,
  ListEvalCassettes,
  ListEvalIterationSpans,
  ListEvalRunCases,
  ListEvalRunGroupCases,
  ListEvalRunIterations,
  ListEvalRuns,
  ListEvalSuiteRevisions,
  ListEvalSuiteRuns,
  ListEvalSuites,
  ListEvalTraceParts,
  ListInvitations,
  ListJourneyRunSessions,
  ListJourneyRuns,
  ListJourneySessionTurns,
  ListJourneys,
  ListMembers,
  ListOperatorActs,
  ListOrganizations,
  ListOwnGrants,
  ListOwnSessions,
  ListPersonas,
  ListPrimitivesRequest,
  ListProjectSchedules,
  ListProjectSecrets,
  ListProjectServers,
  ListProjectsQuery,
  ListReadinessRuns,
  ListRegistryConnections,
  ListRegistryServers,
  ListRunnerTokens,
  ListSeenValues,
  ListServerChanges,
  ListServerDays,
  ListServerDiagnoses,
  ListServerGroups,
  ListSessions,
  ListStudies,
  ListStudyFindings,
  ListStudyMembers,
  ListStudySessions,
  ListSurfaces,
  ListSwarmFindings,
  ListSwarms,
  ListToolCalls,
  ListUsageQuery,
  ListVisitMessages,
  Me,
  Member,
  MemberPage,
  MemberRemoved,
  MemberUpdateRequest,
  MetSurfaces,
  ModelPage,
  ModelProvider,
  ModelProviderPage,
  ModelProviderRemoved,
  ModelProviderRequest,
  ModelUsagePage,
  OAuthClientMetadata,
  OAuthGrant,
  OAuthGrantDeleted,
  OAuthWalk,
  OAuthWalkRequest,
  OpenAIReadinessRunStart,
  OperatorActPage,
  Organization,
  OrganizationApiKeyPage,
  OrganizationCreateRequest,
  OrganizationDeleted,
  OrganizationPage,
  OrganizationSettings,
  OrganizationSettingsRequest,
  OrganizationUpdateRequest,
  OtlpTraces,
  PasswordChangeRequest,
  PasswordChanged,
  PasswordReset,
  PasswordResetCreated,
  PasswordResetRequest,
  Persona,
  PersonaCreateRequest,
  PersonaDeleted,
  PersonaGenerateRequest,
  PersonaPage,
  PersonaUpdateRequest,
  PluginDeleted,
  PluginPage,
  PluginPushed,
  PluginVersion,
  PluginVersionPage,
  PreviewEvalRerun,
  PreviewEvalRunJudge,
  PreviewEvalSuiteSchedule,
  Project,
  ProjectAttention,
  ProjectCapabilities,
  ProjectCreateRequest,
  ProjectDeleted,
  ProjectEnvironment,
  ProjectEnvironmentCapabilities,
  ProjectEnvironmentCreateRequest,
  ProjectEnvironmentPage,
  ProjectEnvironmentResolved,
  ProjectEnvironmentRestored,
  ProjectEnvironmentRevisionRequest,
  ProjectEnvironmentUpdateRequest,
  ProjectEvents,
  ProjectMember,
  ProjectMemberPage,
  ProjectMemberRemoved,
  ProjectMemberSetRequest,
  ProjectPage,
  ProjectSchedulePage,
  ProjectSecret,
  ProjectSecretDeleted,
  ProjectSecretDetail,
  ProjectSecretPage,
  ProjectServer,
  ProjectServerCreateRequest,
  ProjectServerDeleted,
  ProjectServerPage,
  ProjectServerUpdateRequest,
  ProjectUpdateRequest,
  PromptPage,
  ReadChatSession,
  ReadChatTrace,
  ReadEvalRun,
  ReadEvalRunGroup,
  ReadResourceRequest,
  ReadRunDisclosure,
  ReadServerSkillFileRequest,
  ReadStudyMeasures,
  ReadStudySession,
  ReadinessFactsQuery,
  ReadinessReport,
  ReadinessRun,
  ReadinessRunPage,
  ReadinessRunReceipt,
  RegistryConnectionPage,
  RegistryInstall,
  RegistryInstallPreview,
  RegistryInstallRequest,
  RegistryServerPage,
  RegistryUninstalled,
  RenderWidgetRequest,
  ReplayDeadLetters,
  ResourceContents,
  ResourcePage,
  ResourceTemplatePage,
  RunScorecard,
  RunnerList,
  RunnerTokenCreateRequest,
  RunnerTokenCreated,
  RunnerTokenPage,
  RunnerTokenRevoked,
  SandboxImage,
  SandboxImageBlueprintValidateRequest,
  SandboxImageBlueprintValidateResult,
  SandboxImageBuildPage,
  SandboxImageBuildStarted,
  SandboxImageCreateRequest,
  SandboxImageDeleted,
  SandboxImagePage,
  SandboxImageUpdateRequest,
  SarifLog,
  SearchProject,
  SearchResult,
  SecretCreateRequest,
  SecretUpdateRequest,
  SeenResources,
  SeenValues,
  SendVisitMessage,
  ServerChangePage,
  ServerConnection,
  ServerConnectionCreateBody,
  ServerDays,
  ServerDiagnosisPage,
  ServerDiff,
  ServerGroup,
  ServerGroupCreateRequest,
  ServerGroupDeleted,
  ServerGroupPage,
  ServerGroupUpdateRequest,
  ServerSkill,
  ServerSkillCatalog,
  ServerSkillFile,
  ServerUseCounts,
  ServerUses,
  ServiceHealth,
  ServiceReport,
  SessionEnded,
  SessionPage,
  SessionSummaryPage,
  SessionUpdateRequest,
  SetReadinessFacts,
  SignInMethods,
  SignInPage,
  SignInRequest,
  SignedOut,
  SingleSignOnAnswer,
  SingleSignOnStart,
  SkillDeleted,
  SkillDetail,
  SkillPage,
  SkillPushed,
  StartCatalogueLab,
  StuckWorkChanged,
  StuckWorkList,
  Study,
  StudyAgreement,
  StudyDeleted,
  StudyDetail,
  StudyFindingDismissed,
  StudyFindingPage,
  StudyGuestExecutionSet,
  StudyInsightsCancelRequest,
  StudyInsightsCanceled,
  StudyInsightsRequest,
  StudyInsightsRequested,
  StudyLinkRotated,
  StudyMember,
  StudyMemberPage,
  StudyMemberRemoved,
  StudyMemberRequest,
  StudyMetrics,
  StudyPage,
  StudyPublishRequest,
  StudyRebindRequest,
  StudyRebound,
  StudySessionDetail,
  StudySessionPage,
  StudySignals,
  StudyUpdateRequest,
  StudyUpdated,
  StudyUsage,
  StudyVisit,
  StudyWindowInsights,
  SurfacePage,
  SurfaceRead,
  Swarm,
  SwarmArchived,
  SwarmCreateRequest,
  SwarmFindingPage,
  SwarmOverview,
  SwarmPage,
  SwarmUpdateRequest,
  TokenRevoked,
  Tokens,
  ToolCall,
  ToolCallPage,
  ToolConfusions,
  ToolPage,
  Tunnel,
  TunnelClosed,
  TunnelCreateRequest,
  TunnelGrant,
  UnpublishStudy,
  ValidateResult,
  VisitCallDecisions,
  VisitEnded,
  VisitEvents,
  VisitFeedback,
  VisitFeedbackSaved,
  VisitMessagePage,
  VisitTurn,
  VisitTurnCancelled,
  WantedBrowser,
  WaveInsights,
  WaveInsightsCanceled,
  WaveInsightsRequest,
  WaveInsightsRequested,
  WidgetRendering,
} from './documents.ts';

/** A client of an installation: a method for every operation of the API, under the operation's id. */
export interface AssayClient {
  /**
   * Accept an invitation.
   *
   * Makes an account for the e-mail address of the invitation and signs in with it. If that address has an account already, the caller must be signed in with it: 401 without a session, 403 with another account. If two accept at once, one succeeds; an invitation that was used, revoked or replaced, or is too old, is a 404.
   *
   * `POST /auth/invitations/{token}/accept`
   */
  readonly acceptInvitation: Call<[params: { token: string }, body?: InvitationAcceptRequest, options?: RequestOptions], CurrentSession>;
  /**
   * Archive an environment.
   *
   * It stays attached to its suites, whose launches against it answer CONFLICT with `details.code` ENV_ARCHIVED until it is restored. Its name becomes free, and it no longer keeps its client and its server group from being deleted. A CONFLICT has the present revision in `details.currentRevision`.
   *
   * `POST /projects/{projectId}/environments/{environmentId}/archive`
   */
  readonly archiveEnvironment: Call<[params: { projectId: string; environmentId: string }, body: ProjectEnvironmentRevisionRequest, options?: RequestOptions], ProjectEnvironment>;
  /**
   * Archive a suite: lists leave it out, and it does not run.
   *
   * Its cases, runs and settings stay, and can be read and changed. Its schedule does not fire, and a launch answers CONFLICT with `details.reason` SUITE_ARCHIVED. An archived suite stays archived. A suite that a file owns can be archived by any member; an import of the file leaves it archived.
   *
   * `POST /projects/{projectId}/eval-suites/{suiteId}/archive`
   */
  readonly archiveEvalSuite: Call<[params: { projectId: string; suiteId: string }, options?: RequestOptions], EvalSuiteDetail>;
  /**
   * Archive a journey.
   *
   * Possible while the organization has swarms switched off, too. Its runs stay readable; runs under way go on.
   *
   * `DELETE /projects/{projectId}/journeys/{journeyId}`
   */
  readonly archiveJourney: Call<[params: { projectId: string; journeyId: string }, options?: RequestOptions], JourneyArchived>;
  /**
   * Archive a swarm.
   *
   * Possible while the organization has swarms switched off, too. Its journeys stay, and keep its environments.
   *
   * `DELETE /projects/{projectId}/swarms/{swarmId}`
   */
  readonly archiveSwarm: Call<[params: { projectId: string; swarmId: string }, options?: RequestOptions], SwarmArchived>;
  /**
   * Attach an environment to a suite.
   *
   * An environment that is attached already stays attached: `attached` is false then. A suite that a file owns (`managedBy: ci`) answers CONFLICT with `details.reason` CI_OWNED_SUITE_READ_ONLY, unless `declaredSuiteId` is the id under which the file declares it.
   *
   * `POST /projects/{projectId}/eval-suites/{suiteId}/environments`
   */
  readonly attachEvalSuiteEnvironment: Call<[params: { projectId: string; suiteId: string }, body: EvalSuiteEnvironmentAttachRequest, options?: OptionsWith<"declaredSuiteId">], EvalSuiteEnvironmentAttached>;
  /**
   * See how a finished run would have been decided under other checks or another rubric.
   *
   * Uses the recorded trials, without calling a model, and stores nothing. One answer covers up to 100 trials or 30 seconds of work. A run can be tried once a minute (429 with `details.reason` BACKTEST_COOLDOWN); continuing an answer is always possible. A run that is not over answers 409.
   *
   * `POST /projects/{projectId}/eval-runs/{runId}/backtest`
   */
  readonly backtestEvalRun: Call<[params: { projectId: string; runId: string }, body?: EvalBacktestRequest, options?: RequestOptions], EvalBacktest>;
  /**
   * Lead a person's browser to the authorization server.
   *
   * The form of the hand-off page. The way back is tied to this browser by a cookie. The person who asked for the connection must still be a member of the project, and their key or session must be valid.
   *
   * `POST /server-connections/{requestId}/handoff`
   */
  readonly beginConnectionAuthorization: Call<[params: { requestId: string }, form: FormFields, options?: RequestOptions], string>;
  /**
   * Begin a sign-in on another device (RFC 8628).
   *
   * The person opens `verification_uri` and enters `user_code`, while the application asks `/oauth/token` every `interval` seconds. At most 60 sign-ins begin in a quarter of an hour from an address.
   *
   * `POST /oauth/device-authorization`
   */
  readonly beginDeviceAuthorization: Call<[form: FormFields, options?: RequestOptions], DeviceAuthorization>;
  /**
   * Visit a study, with consent.
   *
   * Sets the cookie `assay_visitor`, which other operations of the visit need and which opens nothing else. A browser that visits the study already goes on with its visit, under a new token.
   *
   * `POST /studies/{linkToken}/visit`
   */
  readonly beginVisit: Call<[params: { linkToken: string }, body: BeginVisit, options?: RequestOptions], StudyVisit>;
  /**
   * Build a sandbox image.
   *
   * For its owner and, once it is promoted, for admins of the project. The build begins `queued`; a build of equal content that is ready or under way is reused, and one of older content that is under way ends `failed`. An installation without a builder records the build as `failed` at once, with that reason.
   *
   * `POST /projects/{projectId}/images/{imageId}/build`
   */
  readonly buildSandboxImage: Call<[params: { projectId: string; imageId: string }, options?: RequestOptions], SandboxImageBuildStarted>;
  /**
   * Call a tool of a server.
   *
   * Answers with the MCP result untouched. Closing the connection cancels the request on the server. A tool that reports `isError` has answered: the status is 200. A tool that runs as a task is followed to its end. A server that asks its client for input meanwhile is declined at once, unless `answers` has an answer. With `report` the answer says how the result came about and whether its structured content fits the declared output schema. An error that the server answers has its JSON-RPC code in `details.rpcCode` and its own sentence, masked, in `details.serverMessage`: -32602 (an unknown name, arguments that it does not take) is VALIDATION_ERROR, -32002 (an unknown resource) NOT_FOUND, -32601 FEATURE_NOT_SUPPORTED, any other SERVER_UNREACHABLE. A server that is switched off answers CONFLICT. A `stdio` server needs a runner that allows it: FEATURE_NOT_SUPPORTED.
   *
   * `POST /projects/{projectId}/servers/{serverId}/tools/call`
   */
  readonly callTool: Call<[params: { projectId: string; serverId: string }, body: CallToolRequest, options?: RequestOptions], CallToolResult | CallReport>;
  /**
   * Stop a catalogue lab or a description experiment; what was tried is reported.
   *
   * Possible while the organization has swarms switched off, too. Calls under way are broken off within seconds. Cancelling a cancelled lab answers it again; a lab that ended otherwise answers 409.
   *
   * `POST /projects/{projectId}/catalogue-labs/{labId}/cancel`
   */
  readonly cancelCatalogueLab: Call<[params: { projectId: string; labId: string }, options?: RequestOptions], CatalogueLabCancelled>;
  /**
   * Cancel the turn of a chat session that is under way.
   *
   * Its runner stops within some seconds, also in the middle of a call; what the turn did until then stays in the session. Without an open turn it changes nothing.
   *
   * `POST /chat-sessions/{sessionId}/cancel`
   */
  readonly cancelChatTurn: Call<[params: { sessionId: string }, options?: RequestOptions], ChatTurnCancelled>;
  /**
   * Cancel a conformance run.
   *
   * A run that is over, cancelled included, is a CONFLICT.
   *
   * `POST /projects/{projectId}/conformance-runs/{runId}/cancel`
   */
  readonly cancelConformanceRun: Call<[params: { projectId: string; runId: string }, options?: RequestOptions], ConformanceRun>;
  /**
   * Stop a pending authoring job.
   *
   * Cancelling a cancelled job answers it again; one that ended otherwise is a CONFLICT.
   *
   * `POST /projects/{projectId}/eval-suites/{suiteId}/authoring/{jobId}/cancel`
   */
  readonly cancelEvalAuthoringJob: Call<[params: { projectId: string; suiteId: string; jobId: string }, options?: RequestOptions], EvalAuthoringJob>;
  /**
   * Stop a run; finished iterations keep their results.
   *
   * Calls in flight are aborted within seconds. Cancelling a cancelled run answers it again; cancelling one that ended otherwise is a CONFLICT.
   *
   * `POST /projects/{projectId}/eval-runs/{runId}/cancel`
   */
  readonly cancelEvalRun: Call<[params: { projectId: string; runId: string }, options?: RequestOptions], EvalRun>;
  /**
   * Stop a journey run; conversations that are over keep their results.
   *
   * Possible while the organization has swarms switched off, too. Conversations under way are broken off within seconds. Cancelling a cancelled run answers it again; a run that ended otherwise answers 409.
   *
   * `POST /projects/{projectId}/journey-runs/{runId}/cancel`
   */
  readonly cancelJourneyRun: Call<[params: { projectId: string; runId: string }, options?: RequestOptions], JourneyRunCanceled>;
  /**
   * Cancel a readiness run.
   *
   * A run that is over, cancelled included, is a CONFLICT.
   *
   * `POST /projects/{projectId}/readiness-runs/{runId}/cancel`
   */
  readonly cancelReadinessRun: Call<[params: { projectId: string; runId: string }, options?: RequestOptions], CancelledReadinessRun>;
  /**
   * Give a connection up.
   *
   * A connection that has ended answers CONFLICT, and so does one whose server is saved already.
   *
   * `POST /server-connections/{requestId}/cancel`
   */
  readonly cancelServerConnection: Call<[params: { requestId: string }, options?: RequestOptions], ServerConnection>;
  /**
   * Cancel insights that are being made.
   *
   * Insights that are complete answer 409. Calls of the model that are under way are paid for.
   *
   * `DELETE /projects/{projectId}/studies/{studyId}/insights`
   */
  readonly cancelStudyInsights: Call<[params: { projectId: string; studyId: string }, body: StudyInsightsCancelRequest, options?: RequestOptions], StudyInsightsCanceled>;
  /**
   * Cancel the turn that is under way.
   *
   * Without an open turn it changes nothing.
   *
   * `POST /studies/{linkToken}/visit/cancel`
   */
  readonly cancelVisitTurn: Call<[params: { linkToken: string }, options?: RequestOptions], VisitTurnCancelled>;
  /**
   * Cancel insights of a wave that are being made.
   *
   * Possible while the organization has swarms switched off, too. Insights that are complete answer 409. Calls of the model that are under way are paid for.
   *
   * `DELETE /projects/{projectId}/waves/{waveId}/insights`
   */
  readonly cancelWaveInsights: Call<[params: { projectId: string; waveId: string }, options?: RequestOptions], WaveInsightsCanceled>;
  /**
   * Change the role of a member in an organization.
   *
   * Only owners make and unmake owners. An organization keeps an owner: the last one cannot become less (409). A member who becomes less loses the open invitations that they made and those to them, and a member who becomes a viewer is only a viewer in every project of the organization, also in projects that they own: the role in the organization limits the roles in its projects, so an admin decides this, too.
   *
   * `PATCH /organizations/{organizationId}/members/{userId}`
   */
  readonly changeMember: Call<[params: { organizationId: string; userId: string }, body: MemberUpdateRequest, options?: RequestOptions], Member>;
  /**
   * Choose another password.
   *
   * Ends every other session of the person, and gives this one a new cookie and `csrfToken`. A wrong `current` password is a 403, and after 10 of them in a quarter of an hour a 429; a person who signs in elsewhere and has no password gets 409.
   *
   * `PUT /auth/password`
   */
  readonly changePassword: Call<[body: PasswordChangeRequest, options?: RequestOptions], PasswordChanged>;
  /**
   * Find out whether a server needs an OAuth grant.
   *
   * Opens no MCP session. The saved settings decide first: the authentication method, then an Authorization header, then `useOAuth`. If none of them decides, a server that publishes metadata of a protected resource (RFC 9728), or that answers a GET with 401, needs a grant; a server that cannot be reached, or that only a runner reaches, counts as asking for none. A server that is switched off can be checked too.
   *
   * `POST /projects/{projectId}/servers/{serverId}/check-oauth`
   */
  readonly checkOAuth: Call<[params: { projectId: string; serverId: string }, options?: RequestOptions], CheckOAuthResult>;
  /**
   * Close the browser of a session, and wait until its profile is kept.
   *
   * Only the owner of the session drives its browser. A command that is under way ends as `unknown`. A browser that is closed stays so. The trace goes with the session.
   *
   * `POST /chat-sessions/{sessionId}/browser/close`
   */
  readonly closeBrowser: Call<[params: { sessionId: string }, options?: RequestOptions], BrowserReply>;
  /**
   * Cut a tunnel and take its token back.
   *
   * The server stays saved. Closing a closed tunnel changes nothing. A tunnel that has not lapsed is closed by the person who made it, or by an admin of the project; another member is refused (403).
   *
   * `POST /projects/{projectId}/tunnels/{serverId}/close`
   */
  readonly closeTunnel: Call<[params: { projectId: string; serverId: string }, options?: RequestOptions], TunnelClosed>;
  /**
   * Write a finished job's drafts into the suite.
   *
   * A draft with an unresolved issue, or with additions that were not accepted, is skipped and stays on the job; a rejected draft stays there too. A job that failed, was cancelled or is still pending after 25 s answers its status, with nothing created. A job of source `markdown` is reviewed elsewhere: 404.
   *
   * `POST /projects/{projectId}/eval-suites/{suiteId}/authoring/{jobId}/commit`
   */
  readonly commitEvalAuthoringJob: Call<[params: { projectId: string; suiteId: string; jobId: string }, body?: EvalAuthoringCommitRequest, options?: OptionsWith<"declaredSuiteId">], EvalCommitReply>;
  /**
   * Compare two versions of a client's settings.
   *
   * `clientId` is the id or the name of a client. Case and invisible characters of a name do not count; a name that several clients have is a CONFLICT with their ids in `details.candidates`.
   *
   * `GET /projects/{projectId}/clients/{clientId}/version-changes`
   */
  readonly compareClientVersions: Call<[params: { projectId: string; clientId: string }, query: CompareClientVersions, options?: RequestOptions], ClientVersionComparison>;
  /**
   * Compare a run with a baseline, case by case, and say which differences are more than noise.
   *
   * Answers 404 with `details.reason` BASELINE_NOT_FOUND when there is no earlier run to compare it with. Rates come with Wilson intervals, differences with Newcombe's. A comparison of two runs that are over is computed once. `limit` asks for pages of `cases`; everything else is the same on each page.
   *
   * `GET /projects/{projectId}/eval-runs/{runId}/compare`
   */
  readonly compareEvalRun: PagedCall<[params: { projectId: string; runId: string }, query?: CompareEvalRun, options?: RequestOptions], EvalRunCompare, EvalRunCompare["cases"][number]>;
  /**
   * Compare the sessions of a wave with the sessions of an earlier one, or two targets of a wave.
   *
   * The share of graded sessions that passed, with intervals (Wilson), and its difference, over the journeys and targets that both sides have. Sessions of the same journey, persona and seed are pairs. With `baselineTargetId` and `targetId` two targets are compared: of this wave, or of the two waves. Reads no transcript; free.
   *
   * `GET /projects/{projectId}/waves/{waveId}/comparison`
   */
  readonly compareJourneyWaves: Call<[params: { projectId: string; waveId: string }, query?: CompareJourneyWaves, options?: RequestOptions], JourneyWaveComparison>;
  /**
   * Compare what the personas of a wave met with what the people of a study met.
   *
   * Both columns of each rate with their difference, the rank agreement of findings and of criteria, and the findings that one side alone met. Below 20 sessions on a side, or 5 items, nothing is concluded. 404 for a study whose sessions the caller may not read.
   *
   * `GET /projects/{projectId}/waves/{waveId}/study-agreement`
   */
  readonly compareWaveWithStudy: Call<[params: { projectId: string; waveId: string }, query: CompareWaveWithStudy, options?: RequestOptions], StudyAgreement>;
  /**
   * Ask a server for completions of an argument of a prompt or resource template.
   *
   * Answers with the MCP result untouched. A server without completions answers FEATURE_NOT_SUPPORTED. An error that the server answers has its JSON-RPC code in `details.rpcCode` and its own sentence, masked, in `details.serverMessage`: -32602 (an unknown name, arguments that it does not take) is VALIDATION_ERROR, -32002 (an unknown resource) NOT_FOUND, -32601 FEATURE_NOT_SUPPORTED, any other SERVER_UNREACHABLE. A server that is switched off answers CONFLICT. A `stdio` server needs a runner that allows it: FEATURE_NOT_SUPPORTED.
   *
   * `POST /projects/{projectId}/servers/{serverId}/complete`
   */
  readonly completeArgument: Call<[params: { projectId: string; serverId: string }, body: CompleteArgumentRequest, options?: RequestOptions], Completion>;
  /**
   * Count what uses each server of a project.
   *
   * `GET /projects/{projectId}/server-uses`
   */
  readonly countServerUses: Call<[params: { projectId: string }, options?: RequestOptions], ServerUseCounts>;
  /**
   * Make an API key.
   *
   * It acts as its owner, with their role, in one organization and never beyond it. The key is shown in this answer and never again. An organization that the person does not belong to is a 404. One person has at most 100 keys that are not revoked in an organization (409).
   *
   * `POST /api-keys`
   */
  readonly createApiKey: Call<[body: ApiKeyCreateRequest, options?: RequestOptions], ApiKeyCreated>;
  /**
   * Begin a session with a browser, and wait until it is open.
   *
   * The policy is the first grant: later requests narrow it, none widens it. A repeated request with its `idempotencyKey` is answered the same session. The first message with this `sessionId` makes it a chat session. When no runner has a free browser within five seconds, the request is RATE_LIMITED with `details.reason` BROWSER_CAPACITY and has changed nothing, so that it can be repeated as it was.
   *
   * `POST /chat-sessions/browser`
   */
  readonly createBrowser: Call<[body: BrowserCreation, options?: RequestOptions], BrowserReply>;
  /**
   * Create a client from a template or from settings.
   *
   * Either `template` or `config`. Servers of `config` must be saved servers of the project, and skills its skills. Headers that look like credentials are refused: they belong to the servers, which keep them sealed.
   *
   * `POST /projects/{projectId}/clients`
   */
  readonly createClient: Call<[params: { projectId: string }, body: ClientCreateRequest, options?: OptionsWith<"idempotencyKey">], ClientDetail>;
  /**
   * Draft an experiment that compares descriptions of tools on the cases of a run.
   *
   * Its tasks are the first prompts of the cases whose next assert steps expect one tool. The tools are the ones that the run recorded, or the ones that its servers declare now when it recorded none (`catalogue.toolsFrom`). All of them are offered, at most 250. Nothing is spent until it is started. At most 50 experiments of a run.
   *
   * `POST /projects/{projectId}/eval-runs/{runId}/description-experiments`
   */
  readonly createDescriptionExperiment: Call<[params: { projectId: string; runId: string }, body: CreateDescriptionExperiment, options?: RequestOptions], CatalogueLab>;
  /**
   * Create an environment: a client with the servers that suites run against.
   *
   * Without `serverAttachmentId` its servers are the servers of the client. Nothing is connected; `resolve` tells whether it can be launched.
   *
   * `POST /projects/{projectId}/environments`
   */
  readonly createEnvironment: Call<[params: { projectId: string }, body: ProjectEnvironmentCreateRequest, options?: OptionsWith<"idempotencyKey">], ProjectEnvironment>;
  /**
   * Add a case to a suite.
   *
   * A case that repeats one of the suite is a CONFLICT with `details.reason` DUPLICATE_CONTENT; the batch can add it on purpose. A case repeats another one when their steps are equal except for ids and the order of keys; a case with slightly different prompts is written.
   *
   * With an idempotency key a repeated request answers the case that the first one made; with another body it is a CONFLICT with `details.reason` IDEMPOTENCY_CONFLICT.
   *
   * A case that is refused with 400 says why in `details.reason`, in the codes of the batch: INVALID_ITEM, INVALID_CASE_ID, INVALID_IMPORT, INVALID_CASE, UNSTORABLE_ITEM or ITEM_TOO_LARGE.
   *
   * Whether `passThreshold` and `repetitions` are taken depends on the suite: only one that grades per case uses them.
   *
   * `POST /projects/{projectId}/eval-suites/{suiteId}/cases`
   */
  readonly createEvalCase: Call<[params: { projectId: string; suiteId: string }, body: EvalCaseCreateRequest, options?: OptionsWith<"declaredSuiteId" | "idempotencyKey">], EvalCase>;
  /**
   * Add many cases to a suite, each on its own.
   *
   * Answers 201 even if cases were refused: read `failed`. With an idempotency key every case has a key of its own, from its `id` or else from its index, so that a repeated request adds only the missing cases. More than 1,000 cases in a request are refused as a whole (400).
   *
   * `POST /projects/{projectId}/eval-suites/{suiteId}/cases/batch`
   */
  readonly createEvalCases: Call<[params: { projectId: string; suiteId: string }, body: EvalCasesBatchCreateRequest, options?: OptionsWith<"declaredSuiteId" | "idempotencyKey">], EvalCasesBatchResult>;
  /**
   * Get a URL to upload a file of results to.
   *
   * The URL is good for 15 minutes and for one file. Name the `storageId` of its answer in `artifact` of a report or of a request with results. Files are deleted after 30 days, and with their project.
   *
   * `POST /projects/{projectId}/eval-ingest/artifacts/upload-url`
   */
  readonly createEvalIngestUploadUrl: Call<[params: { projectId: string }, options?: OptionsWith<"ci">], EvalIngestUpload>;
  /**
   * Start a run of a suite, or of inline tests.
   *
   * Validates, connects once to every server of the run (unless it answered a launch within the last minute), freezes the suite and answers at once; the run goes on by itself. Inline `tests` become a new suite named `suiteName`. For 24 hours a repeated request with an idempotency key answers the run that the first one made; with another body it is a CONFLICT with `details.reason` IDEMPOTENCY_CONFLICT.
   *
   * `POST /projects/{projectId}/eval-runs`
   */
  readonly createEvalRun: Call<[params: { projectId: string }, body?: EvalRunCreateRequest, options?: OptionsWith<"ci" | "idempotencyKey" | "launcher">], EvalRunCreated>;
  /**
   * Start a run of a suite for each of several targets, to compare them.
   *
   * The suite is frozen once for all of them, and together they take one of the organization's slots. Faults that show without connecting are refused before any run starts; a target that then cannot be started is `failed`, also when every target fails. For 24 hours repeating the request with its key starts the missing runs; another request under the key is a CONFLICT with `details.reason` IDEMPOTENCY_CONFLICT.
   *
   * `POST /projects/{projectId}/eval-run-groups`
   */
  readonly createEvalRunGroup: Call<[params: { projectId: string }, body: EvalRunGroupCreateRequest, options?: OptionsWith<"ci" | "idempotencyKey" | "launcher">], EvalRunGroupCreated>;
  /**
   * Author a runnable suite with its cases; nothing runs.
   *
   * The suite and all of its cases are stored in one step, or nothing is, so `caseUpsert.failed` is always empty.
   *
   * Servers are looked up but not connected to: a server that is down now may be up when the suite runs. Whether a model can be executed is checked when a run starts.
   *
   * A `toolCall` step names one of the suite's servers by its name. A case whose steps call tools without any prompt needs no model; with no assertion of its own it passes when its calls succeed (no check that the result renders is added).
   *
   * Steps of kind `interact` and assertions about a live page can be authored; as long as an installation has no browser for them, a trial of them is an evaluator error.
   *
   * `repetitions` and `passThreshold` together make the suite grade per case; one alone, or either with `minimumAccuracy`, is refused.
   *
   * A project has one suite of a name; a second answers 409.
   *
   * For 24 hours a repeated request with an idempotency key answers as the first one did; with another body it is a CONFLICT with `details.reason` IDEMPOTENCY_CONFLICT.
   *
   * `POST /projects/{projectId}/eval-suites`
   */
  readonly createEvalSuite: Call<[params: { projectId: string }, body: CreateEvalSuite, options?: OptionsWith<"idempotencyKey">], EvalSuiteCreated>;
  /**
   * Make the link of a suite's badge.
   *
   * A suite has no badge until then. Who has the link sees the verdict and the pass rate of the newest completed run, and nothing else. Another link ends the one before it.
   *
   * `POST /projects/{projectId}/eval-suites/{suiteId}/badge`
   */
  readonly createEvalSuiteBadge: Call<[params: { projectId: string; suiteId: string }, body?: EvalSuiteBadgeRequest, options?: RequestOptions], EvalSuiteBadge>;
  /**
   * Invite a person with a link.
   *
   * The link is handed on by hand; no mail is sent. It holds for 7 days, once, for the account of that e-mail address. Another invitation of the same address replaces the first. A member cannot invite above their own role, or replace an invitation above it (403). A person who belongs to the organization already is a 409.
   *
   * `POST /organizations/{organizationId}/invitations`
   */
  readonly createInvitation: Call<[params: { organizationId: string }, body: InvitationCreateRequest, options?: RequestOptions], InvitationCreated>;
  /**
   * Create a journey: a goal that a persona pursues.
   *
   * A launch talks to `environmentIds`; without them to the environments of the swarm; without these to the clients of `hostIds`, with the servers of `serverAttachmentId` if it is set. An environment or client that a journey names is not deleted.
   *
   * `POST /projects/{projectId}/journeys`
   */
  readonly createJourney: Call<[params: { projectId: string }, body: JourneyCreateRequest, options?: OptionsWith<"idempotencyKey">], Journey>;
  /**
   * Suppress findings of a rule, with the reason.
   *
   * Of a place, of an item, or of the whole server. A lint report leaves them out of its findings, counts them and lists them apart; SARIF marks them. A rule that does not exist is a VALIDATION_ERROR.
   *
   * `POST /projects/{projectId}/servers/{serverId}/lint-suppressions`
   */
  readonly createLintSuppression: Call<[params: { projectId: string; serverId: string }, body: CreateLintSuppression, options?: RequestOptions], LintSuppression>;
  /**
   * Found an organization.
   *
   * For owners of the organization that the session acts in, up to 20 that one person owns (409). Its founder owns it. The session goes on to act where it did; switch it to act in the new one. Names need not be unique.
   *
   * `POST /organizations`
   */
  readonly createOrganization: Call<[body: OrganizationCreateRequest, options?: RequestOptions], Organization>;
  /**
   * Make a link with which a member chooses another password.
   *
   * For a member who forgot the password. The link is handed on by hand; no mail is sent. It holds for 24 hours, once, for as long as its maker owns every organization that the member belongs to, and until the password changes. Another link replaces it. A member who belongs to an organization that the caller does not own, who has no password because they sign in elsewhere, or who is the caller, is a 409.
   *
   * `POST /organizations/{organizationId}/members/{userId}/password-reset`
   */
  readonly createPasswordReset: Call<[params: { organizationId: string; userId: string }, options?: RequestOptions], PasswordResetCreated>;
  /**
   * Create a persona: a synthetic character who talks in place of a person.
   *
   * Its `slug` is made of its name, with a number behind it when another persona has it.
   *
   * `POST /projects/{projectId}/personas`
   */
  readonly createPersona: Call<[params: { projectId: string }, body: PersonaCreateRequest, options?: OptionsWith<"idempotencyKey">], Persona>;
  /**
   * Create a project.
   *
   * The caller becomes the owner of the new project. Names need not be unique.
   *
   * `POST /projects`
   */
  readonly createProject: Call<[body: ProjectCreateRequest, options?: OptionsWith<"idempotencyKey">], Project>;
  /**
   * Save a server.
   *
   * Nothing is connected yet. A field of the other transport is refused, and so is a second server of the same name (409). Also refused: cross-app access (`useXaa`, `authServerMode` and the fields `xaa…`) unless a field of it is empty or `false`, with that reason, and any `authMethod`, `oauthRegistrationStrategy` or `registrationMode` that is not listed.
   *
   * `POST /projects/{projectId}/servers`
   */
  readonly createProjectServer: Call<[params: { projectId: string }, body: ProjectServerCreateRequest, options?: OptionsWith<"idempotencyKey">], ProjectServer>;
  /**
   * Make a token for runners outside of the installation.
   *
   * Needs an owner or admin of the organization who signed in. The token is shown in this answer and never again.
   *
   * `POST /organizations/{organizationId}/runner-tokens`
   */
  readonly createRunnerToken: Call<[params: { organizationId: string }, body: RunnerTokenCreateRequest, options?: RequestOptions], RunnerTokenCreated>;
  /**
   * Save a sandbox image.
   *
   * Nothing is built yet. The caller owns it, and alone sees it until it is promoted. A project has at most 200 images; one more is refused (409).
   *
   * `POST /projects/{projectId}/images`
   */
  readonly createSandboxImage: Call<[params: { projectId: string }, body: SandboxImageCreateRequest, options?: RequestOptions], SandboxImage>;
  /**
   * Save a secret.
   *
   * Headers and variables of servers name it by its id: `{"secretId": …}`. A second secret of the same name is refused (409), and so is one beyond 500 in a project.
   *
   * `POST /projects/{projectId}/secrets`
   */
  readonly createSecret: Call<[params: { projectId: string }, body: SecretCreateRequest, options?: OptionsWith<"idempotencyKey">], ProjectSecret>;
  /**
   * Connect to a server, with a person's consent where it is needed.
   *
   * Checks what the server needs, and answers how far the connection came. Without `projectId` the organization's only project is taken; with several the status is `awaiting_project` and the error lists them: ask again with one. A saved server of the same address is used again. Where the server needs OAuth, `handoffUrl` is for the browser of the person who is to consent; afterwards the server is saved with its grant and validated. A connection that is not made within 15 minutes expires.
   *
   * `POST /server-connections`
   */
  readonly createServerConnection: Call<[body: ServerConnectionCreateBody, options?: RequestOptions], ServerConnection>;
  /**
   * Create a server group: a named set of servers that environments share.
   *
   * `POST /projects/{projectId}/server-groups`
   */
  readonly createServerGroup: Call<[params: { projectId: string }, body: ServerGroupCreateRequest, options?: OptionsWith<"idempotencyKey">], ServerGroup>;
  /**
   * Create a swarm: a container of journeys, with defaults for them.
   *
   * Its `sessionsPerTarget` and `maxTurns` are proposals for new journeys; each journey has its own.
   *
   * `POST /projects/{projectId}/swarms`
   */
  readonly createSwarm: Call<[params: { projectId: string }, body: SwarmCreateRequest, options?: OptionsWith<"idempotencyKey">], Swarm>;
  /**
   * Save a server that dials in through a tunnel.
   *
   * For a server on a machine that cannot be reached from outside: `assay tunnel` creates the tunnel, dials `relayWsUrl` and hands on the traffic. Every call makes a new token; a holder of the previous token can no longer connect, and is cut off as soon as a client connects with the new one. The token opens connections for a day. An open connection lives on, as long as the maker of the token is at least a member of the project and the key that it was made with holds; it ends within a minute of either. A tunnel belongs to the person who made it: another member cannot make one of that name (409) until it lapses, that is, until it is closed, its maker loses access, or its token has expired and no connection is open. A project has at most 50 tunnels that have not lapsed (429).
   *
   * `POST /projects/{projectId}/tunnels`
   */
  readonly createTunnel: Call<[params: { projectId: string }, body: TunnelCreateRequest, options?: RequestOptions], TunnelGrant>;
  /**
   * Approve or decline the pending calls of a turn, and wait for its end.
   *
   * All of them at once. A repeated request waits for the same turn. A request that waits for longer than two minutes is answered 504 with `details.turnId`, and the turn goes on.
   *
   * `POST /chat-sessions/{sessionId}/approvals`
   */
  readonly decideChatCalls: Call<[params: { sessionId: string }, body: ChatCallDecisions, options?: RequestOptions], ChatTurn>;
  /**
   * Approve or decline the pending calls of the turn.
   *
   * `POST /studies/{linkToken}/visit/decisions`
   */
  readonly decideVisitCalls: Call<[params: { linkToken: string }, body: VisitCallDecisions, options?: RequestOptions], VisitTurn>;
  /**
   * Delete a browser profile with its cookies and storage.
   *
   * One that an open browser uses is refused (409) with `details.reason` BROWSER_PROFILE_IN_USE and the session.
   *
   * `DELETE /projects/{projectId}/browser-profiles/{profileId}`
   */
  readonly deleteBrowserProfile: Call<[params: { projectId: string; profileId: string }, options?: RequestOptions], BrowserProfileDeleted>;
  /**
   * Delete a chat session with everything that was said in it.
   *
   * For its owner and for administrators of the project. An open turn is cancelled.
   *
   * `DELETE /chat-sessions/{sessionId}`
   */
  readonly deleteChatSession: Call<[params: { sessionId: string }, options?: RequestOptions], ChatSessionDeleted>;
  /**
   * Delete a client that nothing uses.
   *
   * `clientId` is the id or the name of a client. Case and invisible characters of a name do not count; a name that several clients have is a CONFLICT with their ids in `details.candidates`.
   *
   * A CONFLICT names what uses the client, in `details.usedBy`. The default client of a project cannot be deleted.
   *
   * `DELETE /projects/{projectId}/clients/{clientId}`
   */
  readonly deleteClient: Call<[params: { projectId: string; clientId: string }, options?: RequestOptions], ClientDeleted>;
  /**
   * Delete a case; runs that tried it keep their results.
   *
   * `DELETE /projects/{projectId}/eval-suites/{suiteId}/cases/{caseId}`
   */
  readonly deleteEvalCase: Call<[params: { projectId: string; suiteId: string; caseId: string }, options?: OptionsWith<"declaredSuiteId">], EvalDeleted>;
  /**
   * Delete a cassette; runs that replay it fail from then on.
   *
   * `DELETE /projects/{projectId}/cassettes/{cassetteId}`
   */
  readonly deleteEvalCassette: Call<[params: { projectId: string; cassetteId: string }, options?: RequestOptions], EvalDeleted>;
  /**
   * Delete a suite with its cases, its history and its runs.
   *
   * Any member can delete a suite that a file owns (`managedBy: ci`), too; the next import of the file makes another one. Its runs are gone for readers with the answer. UNAVAILABLE says that a service was away: send it again, and NOT_FOUND says that the suite was deleted then.
   *
   * `DELETE /projects/{projectId}/eval-suites/{suiteId}`
   */
  readonly deleteEvalSuite: Call<[params: { projectId: string; suiteId: string }, options?: RequestOptions], EvalDeleted>;
  /**
   * Revoke the link of a suite's badge.
   *
   * Caches may show the badge for another minute.
   *
   * `DELETE /projects/{projectId}/eval-suites/{suiteId}/badge`
   */
  readonly deleteEvalSuiteBadge: Call<[params: { projectId: string; suiteId: string }, options?: RequestOptions], EvalSuiteBadgeDeleted>;
  /**
   * Report suppressed findings again.
   *
   * `DELETE /projects/{projectId}/servers/{serverId}/lint-suppressions/{suppressionId}`
   */
  readonly deleteLintSuppression: Call<[params: { projectId: string; serverId: string; suppressionId: string }, options?: RequestOptions], LintSuppressionDeleted>;
  /**
   * Forget a server's OAuth grant.
   *
   * The authorization server is told to revoke it where it supports that; the answer says whether it worked. The grant is deleted here either way.
   *
   * `DELETE /projects/{projectId}/servers/{serverId}/oauth/grant`
   */
  readonly deleteOAuthGrant: Call<[params: { projectId: string; serverId: string }, options?: RequestOptions], OAuthGrantDeleted>;
  /**
   * Delete an organization with every project in it.
   *
   * From then on the organization cannot be reached: its API keys answer ORPHANED_KEY, its runners stop, and its data is removed for good. There is no way back. The only organization of an installation stays (409).
   *
   * `DELETE /organizations/{organizationId}`
   */
  readonly deleteOrganization: Call<[params: { organizationId: string }, options?: RequestOptions], OrganizationDeleted>;
  /**
   * Archive a persona.
   *
   * Possible while the organization has swarms switched off, too. Its journeys stay readable, with the results of their runs, and can be launched no more. Runs under way go on.
   *
   * `DELETE /projects/{projectId}/personas/{personaId}`
   */
  readonly deletePersona: Call<[params: { projectId: string; personaId: string }, options?: RequestOptions], PersonaDeleted>;
  /**
   * Delete a version of a plugin.
   *
   * CONFLICT while an environment that is not archived pins it; `details.environments` names them. Skills that only this version has go with it.
   *
   * `DELETE /projects/{projectId}/plugins/{pluginId}/versions/{pluginVersionId}`
   */
  readonly deletePluginVersion: Call<[params: { projectId: string; pluginId: string; pluginVersionId: string }, options?: RequestOptions], PluginDeleted>;
  /**
   * Delete a project and everything in it.
   *
   * `DELETE /projects/{projectId}`
   */
  readonly deleteProject: Call<[params: { projectId: string }, options?: RequestOptions], ProjectDeleted>;
  /**
   * Delete a plugin with its versions and skills.
   *
   * CONFLICT while an environment that is not archived pins it; `details.environments` names them.
   *
   * `DELETE /projects/{projectId}/plugins/{pluginId}`
   */
  readonly deleteProjectPlugin: Call<[params: { projectId: string; pluginId: string }, options?: RequestOptions], PluginDeleted>;
  /**
   * Delete a saved server.
   *
   * `DELETE /projects/{projectId}/servers/{serverId}`
   */
  readonly deleteProjectServer: Call<[params: { projectId: string; serverId: string }, options?: RequestOptions], ProjectServerDeleted>;
  /**
   * Delete a skill that was pushed alone.
   *
   * CONFLICT while an environment that is not archived, or a client, selects it, and for a skill of a plugin, which goes with its plugin.
   *
   * `DELETE /projects/{projectId}/skills/{skillId}`
   */
  readonly deleteProjectSkill: Call<[params: { projectId: string; skillId: string }, options?: RequestOptions], SkillDeleted>;
  /**
   * Delete a sandbox image with its builds.
   *
   * For its owner and, once it is promoted, for admins of the project. A build that is under way is cancelled. An image that an environment names is refused (409) with those environments.
   *
   * `DELETE /projects/{projectId}/images/{imageId}`
   */
  readonly deleteSandboxImage: Call<[params: { projectId: string; imageId: string }, options?: RequestOptions], SandboxImageDeleted>;
  /**
   * Delete a secret that no server uses.
   *
   * A secret in use is refused (409, SECRET_IN_USE); `details.servers` names the servers.
   *
   * `DELETE /projects/{projectId}/secrets/{secretId}`
   */
  readonly deleteSecret: Call<[params: { projectId: string; secretId: string }, options?: RequestOptions], ProjectSecretDeleted>;
  /**
   * Delete a server group, or a snapshot of one.
   *
   * Refused while an environment uses it that has a name and is not archived; `details.environments` names such environments. Snapshots of a deleted group stay.
   *
   * `DELETE /projects/{projectId}/server-groups/{serverGroupId}`
   */
  readonly deleteServerGroup: Call<[params: { projectId: string; serverGroupId: string }, options?: RequestOptions], ServerGroupDeleted>;
  /**
   * Diagnose a server at an address, without saving it.
   *
   * The report of the doctor about a server that the project does not have, such as an entry of a registry before its install. No tool is called, and nothing is kept. The address is reached from the platform, under the same rules as saved servers.
   *
   * `POST /projects/{projectId}/doctor`
   */
  readonly diagnoseAddress: Call<[params: { projectId: string }, body: DiagnoseAddressRequest, options?: RequestOptions], DoctorReport>;
  /**
   * List the changes between two surfaces of a server, and which clients they break.
   *
   * Grades a change as a client that was built on `base` sees it. A tool that was read-only, not destructive, idempotent or of a closed world, the protocol's defaults included, and no longer is, is breaking. A change of order is not a change. A server that is switched off answers CONFLICT.
   *
   * `POST /projects/{projectId}/servers/{serverId}/export/diff`
   */
  readonly diffServer: Call<[params: { projectId: string; serverId: string }, body: DiffServerRequest, options?: RequestOptions], ServerDiff>;
  /**
   * Leave an item out of what needs a person, for all members, until its state changes.
   *
   * Dismissing it twice is not an error.
   *
   * `POST /projects/{projectId}/attention/{itemId}/dismiss`
   */
  readonly dismissAttentionItem: Call<[params: { projectId: string; itemId: string }, options?: RequestOptions], AttentionDismissal>;
  /**
   * Dismiss a finding of a study.
   *
   * It keeps its status, and is still compared. Dismissing it twice is not an error.
   *
   * `POST /projects/{projectId}/studies/{studyId}/findings/{findingId}/dismiss`
   */
  readonly dismissStudyFinding: Call<[params: { projectId: string; studyId: string; findingId: string }, options?: RequestOptions], StudyFindingDismissed>;
  /**
   * Dismiss a finding of journeys.
   *
   * It keeps its status, and is still compared. Dismissing it twice is not an error.
   *
   * `POST /projects/{projectId}/journey-findings/{findingId}/dismiss`
   */
  readonly dismissSwarmFinding: Call<[params: { projectId: string; findingId: string }, options?: RequestOptions], FindingDismissed>;
  /**
   * Draft a case from a chat session or a visitor's session of a study.
   *
   * The draft has the messages of the person as prompts; after each, the calls that succeeded as assertions `toolCalledWith` whose arguments match partially; and the last answer as `expectedOutput`. It is put on an authoring job of its own, to be reviewed and committed. What looks like a secret was masked when it was stored, and an issue blocks the draft until a person resolves it. A case takes at most 200 steps of at most 100 turns.
   *
   * `POST /projects/{projectId}/eval-suites/{suiteId}/cases/from-session`
   */
  readonly draftEvalCaseFromSession: Call<[params: { projectId: string; suiteId: string }, body: EvalCaseFromSessionRequest, options?: OptionsWith<"declaredSuiteId">], EvalCaseDrafted>;
  /**
   * Delete a dead letter for good: its event stays without effect.
   *
   * `DELETE /operator/dead-letters/{eventId}`
   */
  readonly dropDeadLetter: Call<[params: { eventId: string }, options?: RequestOptions], DeadLetterDropped>;
  /**
   * Create a client with the settings of another one.
   *
   * `clientId` is the id or the name of a client. Case and invisible characters of a name do not count; a name that several clients have is a CONFLICT with their ids in `details.candidates`.
   *
   * `POST /projects/{projectId}/clients/{clientId}/duplicate`
   */
  readonly duplicateClient: Call<[params: { projectId: string; clientId: string }, body?: ClientDuplicateRequest, options?: OptionsWith<"idempotencyKey">], ClientDetail>;
  /**
   * End a session of one's own.
   *
   * It is refused within a second.
   *
   * `DELETE /auth/sessions/{sessionId}`
   */
  readonly endSession: Call<[params: { sessionId: string }, options?: RequestOptions], SessionEnded>;
  /**
   * End the visit.
   *
   * What was said is kept for the study, unless `erase` is true: then the conversations of the visitor are deleted with their feedback. The counts of the study keep what they cost.
   *
   * `DELETE /studies/{linkToken}/visit`
   */
  readonly endVisit: Call<[params: { linkToken: string }, body?: EndVisit, options?: RequestOptions], VisitEnded>;
  /**
   * Find or create the ad-hoc environment with the given settings.
   *
   * Equal settings always find the same environment. It has no name, is not listed and never changes; `name` turns it into an ordinary one.
   *
   * `POST /projects/{projectId}/environments/ensure-adhoc`
   */
  readonly ensureAdhocEnvironment: Call<[params: { projectId: string }, body: AdhocEnvironmentRequest, options?: RequestOptions], AdhocEnvironmentEnsured>;
  /**
   * Read the audit log as lines of JSON, oldest first.
   *
   * In the order in which entries were stored, up to 10,000 of them and 16 MB. If there are more, the header `Link` leads to them (`rel="next"`). The header `X-Next-Cursor` is always present: a later request with it as `cursor` gets every entry stored since, and none twice.
   *
   * `GET /organizations/{organizationId}/audit-log/export`
   */
  readonly exportAuditLog: Call<[params: { organizationId: string }, query?: ExportAuditLogQuery, options?: RequestOptions], string>;
  /**
   * Read a finished run as JUnit XML.
   *
   * A run that is not over is a CONFLICT with `details.reason` RUN_NOT_TERMINAL. A report of more than 48 MB is a VALIDATION_ERROR.
   *
   * `GET /projects/{projectId}/eval-runs/{runId}/junit.xml`
   */
  readonly exportEvalRunJunit: Call<[params: { projectId: string; runId: string }, options?: RequestOptions], string>;
  /**
   * Read a finished run as Markdown: its verdict, its gate, and the cases that failed.
   *
   * For a comment on a pull request. A run that is not over is a CONFLICT with `details.reason` RUN_NOT_TERMINAL.
   *
   * `GET /projects/{projectId}/eval-runs/{runId}/summary.md`
   */
  readonly exportEvalRunMarkdown: Call<[params: { projectId: string; runId: string }, query?: GetEvalRunMarkdown, options?: RequestOptions], string>;
  /**
   * Export a run's traces for OpenTelemetry, page by page.
   *
   * OTLP/JSON with the conventions for generative AI and MCP, one trace per iteration under the trace id that the MCP servers were sent. The header `x-next-cursor` asks for the next page; `x-complete: true` says that this is the last one of a run that is over.
   *
   * `GET /projects/{projectId}/eval-runs/{runId}/otlp`
   */
  readonly exportEvalRunTraces: Call<[params: { projectId: string; runId: string }, query?: GetEvalRunOtlp, options?: RequestOptions], OtlpTraces>;
  /**
   * Write a suite as a file.
   *
   * Importing the file of a suite that a file owns makes the same suite again. The file of a suite made by hand cannot take that suite over: import it into another project, or here under another `name` and `id`.
   *
   * Settings of the suite and its cases that a file cannot express are never left out silently: the answer is a CONFLICT that names them. The schedule, the history, and the reasons that were given for cases that repeat others (`overrideReason`) are not part of a file.
   *
   * `GET /projects/{projectId}/eval-suites/{suiteId}/file`
   */
  readonly exportEvalSuiteFile: Call<[params: { projectId: string; suiteId: string }, query?: ExportEvalSuiteFile, options?: RequestOptions], EvalSuiteFileExported>;
  /**
   * Read the whole surface of a server as one document.
   *
   * Every page of every list; a list that the server does not serve is empty. Lists and keys are in order; a server that declares the same gives one `contentHash`. An export can be compared with later ones as it is. A server that is switched off answers CONFLICT.
   *
   * `POST /projects/{projectId}/servers/{serverId}/export`
   */
  readonly exportServer: Call<[params: { projectId: string; serverId: string }, options?: RequestOptions], ExportSnapshot>;
  /**
   * Export the traces of a project's finished runs for OpenTelemetry, page by page.
   *
   * OTLP/JSON as `GET …/eval-runs/{runId}/otlp` answers it, oldest run first; a page holds traces of one run, of at most `limit` iterations. A page without traces has an empty `resourceSpans`. The header `x-next-cursor` asks for the next page; `x-complete: true` says that this is the last one. The project `default` is the oldest one of the organization.
   *
   * `GET /trace-exports/otlp`
   */
  readonly exportTraces: Call<[query: ExportTraces, options?: RequestOptions], OtlpTraces>;
  /**
   * End a conformance run that was begun, and decide it by its stored results.
   *
   * A requested suite without any report could not run, and leaves the outcome `incomplete` at best. Finalizing it again answers the same; a run that was cancelled or abandoned is a CONFLICT.
   *
   * `POST /projects/{projectId}/conformance-ingest/runs/finalize`
   */
  readonly finalizeConformanceIngestRun: Call<[params: { projectId: string }, body?: ConformanceIngestRef, options?: RequestOptions], ConformanceIngested>;
  /**
   * End a run that was begun, and decide it by its stored results.
   *
   * Totals of the reporter are not read. Finalizing it again answers the same.
   *
   * `POST /projects/{projectId}/eval-ingest/runs/finalize`
   */
  readonly finalizeEvalIngestRun: Call<[params: { projectId: string }, body?: EvalIngestFinalize, options?: OptionsWith<"ci">], EvalIngestedRun>;
  /**
   * Find out what an id is: its kind, its name, its project and its page.
   *
   * Of an object in a project that the caller cannot see, NOT_FOUND, as of one that does not exist.
   *
   * `GET /objects/{objectId}`
   */
  readonly findObject: Call<[params: { objectId: string }, options?: RequestOptions], FoundObject>;
  /**
   * Where authorization servers send browsers back to.
   *
   * A way back that belongs to no open connection is a 404, as a page.
   *
   * `GET /oauth/callback`
   */
  readonly finishConnectionAuthorization: Call<[query?: AuthorizationAnswer, options?: RequestOptions], string>;
  /**
   * Where the OpenID provider sends browsers back to.
   *
   * Good once. Signs in the person whom the provider vouches for, makes their account at the first time, and gives them the roles that their groups have here. If the person is refused, a page says why: 400 for a sign-in that is over, 403 for a person without access, 404 where there is no provider, 502 or 504 where the provider failed.
   *
   * `GET /auth/oidc/callback`
   */
  readonly finishSingleSignOn: Call<[query?: SingleSignOnAnswer, options?: RequestOptions], Redirect>;
  /**
   * Judge a wave by a policy: passed, failed or undecided.
   *
   * Each rule of the policy has a verdict that names its numbers. While sessions are under way, are graded or mined, the outcome is `undecided`. With `Prefer: wait=20` (RFC 7240) the answer comes when the wave is over, or when the seconds are, 20 at most. A key or session may have 32 waits and streams open. Nothing is kept; free.
   *
   * `POST /projects/{projectId}/waves/{waveId}/gate`
   */
  readonly gateJourneyWave: Call<[params: { projectId: string; waveId: string }, body: GateJourneyWaveRequest, options?: OptionsWith<"preferredWait">], JourneyWaveGateReport>;
  /**
   * Draft cases from the primitives of the suite's servers, and write them.
   *
   * The answer waits up to 25 s for the drafts and writes every draft without an issue. Drafts that are not done by then are answered with 202 and the job, to be read and committed later. With `hold` nothing is written. Without `caseMix` and `mode` it is two simple cases, one with several tools, one with several turns and one negative. The drafts are grounded in the tools that the servers declare at that moment.
   *
   * `POST /projects/{projectId}/eval-suites/{suiteId}/cases/generate`
   */
  readonly generateEvalCases: Call<[params: { projectId: string; suiteId: string }, body?: EvalCaseGenerateRequest, options?: OptionsWith<"declaredSuiteId" | "idempotencyKey">], EvalCaseImported | EvalAuthoringJobAccepted>;
  /**
   * Draft journeys of a persona, from the tools of servers; nothing is stored.
   *
   * Like the drafting of personas, for a persona that there is or that is not stored yet: the reply has `journeys`.
   *
   * `POST /projects/{projectId}/journeys/generate`
   */
  readonly generateJourneys: Call<[params: { projectId: string }, body: JourneyGenerateRequest, options?: RequestOptions], GenerationDrafts>;
  /**
   * Draft personas with journeys, from the tools of servers; nothing is stored.
   *
   * A model of the operator drafts, or `scripted/rules` by published rules; `generationModel` says which. The servers are those of `environmentId` or of `serverAttachmentId`, exactly one of the two, and are asked for their tools at that moment. The personas of the project and of `existingPersonas` are avoided. Drafts that could not be stored are left out; `warnings` says why. There is no idempotency key: each request drafts anew.
   *
   * `POST /projects/{projectId}/personas/generate`
   */
  readonly generatePersonas: Call<[params: { projectId: string }, body?: PersonaGenerateRequest, options?: RequestOptions], GenerationDrafts>;
  /**
   * Read the badge of a suite, by its link.
   *
   * Of the newest completed run of all cases that is not of a pull request. A link that is forged or was revoked is a 404. With the `ETag` of an unchanged badge in `If-None-Match` the answer is 304 without a body.
   *
   * `GET /badges/{badgeToken}/badge.svg`
   */
  readonly getBadgeImage: Call<[params: { badgeToken: string }, options?: RequestOptions], string>;
  /**
   * Read a screenshot of the browser of a session.
   *
   * For everyone who may read the session. Screenshots are kept for seven days.
   *
   * `GET /chat-sessions/{sessionId}/browser/screenshots/{screenshotId}`
   */
  readonly getBrowserScreenshot: Call<[params: { sessionId: string; screenshotId: string }, options?: RequestOptions], Uint8Array>;
  /**
   * Read a catalogue lab: its progress, and its report once it is over.
   *
   * `GET /projects/{projectId}/catalogue-labs/{labId}`
   */
  readonly getCatalogueLab: Call<[params: { projectId: string; labId: string }, options?: RequestOptions], CatalogueLab>;
  /**
   * Read a chat session with a page of its messages.
   *
   * For its owner; for everyone who sees the project if its visibility is `project` or a visitor holds it. Secrets in messages are masked.
   *
   * `GET /chat-sessions/{sessionId}`
   */
  readonly getChatSession: Call<[params: { sessionId: string }, query?: ReadChatSession, options?: RequestOptions], ChatSessionDetail>;
  /**
   * Read the spans of turns of a chat session.
   *
   * The latest turn, unless the query says otherwise. For its owner; for everyone who sees the project if its visibility is `project` or a visitor holds it.
   *
   * `GET /chat-sessions/{sessionId}/trace`
   */
  readonly getChatSessionTrace: Call<[params: { sessionId: string }, query?: ReadChatTrace, options?: RequestOptions], ChatTrace>;
  /**
   * Read a client with its settings.
   *
   * `clientId` is the id or the name of a client. Case and invisible characters of a name do not count; a name that several clients have is a CONFLICT with their ids in `details.candidates`.
   *
   * `GET /projects/{projectId}/clients/{clientId}`
   */
  readonly getClient: Call<[params: { projectId: string; clientId: string }, options?: RequestOptions], ClientDetail>;
  /**
   * Read the templates of clients.
   *
   * Each template with the settings of a client that is created from it, and how they are known.
   *
   * `GET /client-catalog`
   */
  readonly getClientCatalog: Call<[options?: RequestOptions], ClientCatalog>;
  /**
   * Read the scenarios of a run that did not conform.
   *
   * Failing scenarios with their failing checks, warnings, and scenarios that say nothing about the server: many of the official suite need tools, prompts or resources of its own test server, and are not applicable to a server that lacks them. Scenarios whose names begin with `assay/` are our own; their checks name the section of the specification and hold what was sent and answered. NOT_FOUND until there are results.
   *
   * `GET /projects/{projectId}/conformance-runs/{runId}/report`
   */
  readonly getConformanceReport: Call<[params: { projectId: string; runId: string }, options?: RequestOptions], ConformanceReport>;
  /**
   * Read the status of a conformance run, and the outcome of its suites.
   *
   * `GET /projects/{projectId}/conformance-runs/{runId}`
   */
  readonly getConformanceRun: Call<[params: { projectId: string; runId: string }, options?: RequestOptions], ConformanceRun>;
  /**
   * Read why an event was given up.
   *
   * `GET /operator/dead-letters/{eventId}`
   */
  readonly getDeadLetter: Call<[params: { eventId: string }, options?: RequestOptions], DeadLetter>;
  /**
   * Read a description experiment: the difference, its interval and its conclusion once it is over.
   *
   * `GET /projects/{projectId}/eval-description-experiments/{experimentId}`
   */
  readonly getDescriptionExperiment: Call<[params: { projectId: string; experimentId: string }, options?: RequestOptions], CatalogueLab>;
  /**
   * Read the latest version of a published server.
   *
   * A name holds a slash and is sent URL-encoded. Without `source` the sources are asked in their order, and the first that has it answers.
   *
   * `GET /registry/directory-servers/{idOrName}`
   */
  readonly getDirectoryServer: Call<[params: { idOrName: string }, query?: GetDirectoryServer, options?: RequestOptions], DirectoryServerDetail>;
  /**
   * Read an environment.
   *
   * `GET /projects/{projectId}/environments/{environmentId}`
   */
  readonly getEnvironment: Call<[params: { projectId: string; environmentId: string }, options?: RequestOptions], ProjectEnvironment>;
  /**
   * Read what environments can do in this installation.
   *
   * `GET /projects/{projectId}/environments/capabilities`
   */
  readonly getEnvironmentCapabilities: Call<[params: { projectId: string }, options?: RequestOptions], ProjectEnvironmentCapabilities>;
  /**
   * Read an authoring job and its drafts.
   *
   * `GET /projects/{projectId}/eval-suites/{suiteId}/authoring/{jobId}`
   */
  readonly getEvalAuthoringJob: Call<[params: { projectId: string; suiteId: string; jobId: string }, options?: RequestOptions], EvalAuthoringJob>;
  /**
   * Read one case.
   *
   * `GET /projects/{projectId}/eval-suites/{suiteId}/cases/{caseId}`
   */
  readonly getEvalCase: Call<[params: { projectId: string; suiteId: string; caseId: string }, options?: RequestOptions], EvalCase>;
  /**
   * Read which calls a cassette has recordings of.
   *
   * `GET /projects/{projectId}/cassettes/{cassetteId}`
   */
  readonly getEvalCassette: Call<[params: { projectId: string; cassetteId: string }, options?: RequestOptions], EvalCassette>;
  /**
   * Read the waiver of a run's gate that is in force, and the earlier waivers.
   *
   * `GET /projects/{projectId}/eval-runs/{runId}/gate-waivers`
   */
  readonly getEvalGateWaiver: Call<[params: { projectId: string; runId: string }, options?: RequestOptions], EvalGateWaiverRead>;
  /**
   * Read which forms of reports of runs are taken, and how large they may be.
   *
   * `GET /projects/{projectId}/eval-ingest/capabilities`
   */
  readonly getEvalIngestCapabilities: Call<[params: { projectId: string }, options?: RequestOptions], EvalIngestCapabilities>;
  /**
   * Read one iteration: its outcome in words, its checks, opinions and labels, and the failed ones beside it.
   *
   * The failed iterations before and after it are in the order of `listEvalRunCases`: by case, by model, by trial.
   *
   * `GET /projects/{projectId}/eval-runs/{runId}/iterations/{iterationId}`
   */
  readonly getEvalIteration: Call<[params: { projectId: string; runId: string; iterationId: string }, options?: RequestOptions], EvalIterationDetail>;
  /**
   * Read an image of a widget that an iteration took.
   *
   * Steps and renderings of the trace name their images. Inputs of passwords and known secrets are covered. An iteration keeps 20 images at most, as long as its trace.
   *
   * `GET /projects/{projectId}/eval-runs/{runId}/iterations/{iterationId}/screenshots/{screenshotId}`
   */
  readonly getEvalIterationScreenshot: Call<[params: { projectId: string; runId: string; iterationId: string; screenshotId: string }, options?: RequestOptions], Uint8Array>;
  /**
   * Read everything that happened in one iteration, down to the JSON-RPC messages.
   *
   * Answers 404 with `details.reason` TRACE_NOT_AVAILABLE while nothing has been recorded. Of a message over 64 KB the beginning is kept, as `text`. What looks like a secret is masked. A client that accepts gzip gets it as it is stored.
   *
   * `GET /projects/{projectId}/eval-runs/{runId}/iterations/{iterationId}/trace`
   */
  readonly getEvalIterationTrace: Call<[params: { projectId: string; runId: string; iterationId: string }, query?: GetEvalIterationTrace, options?: RequestOptions], EvalIterationTrace>;
  /**
   * Read how well a suite's judge agrees with people's labels.
   *
   * Per version of the judge, on the trials that have both a label and an opinion of that version.
   *
   * `GET /projects/{projectId}/eval-suites/{suiteId}/judge/agreement`
   */
  readonly getEvalJudgeAgreement: Call<[params: { projectId: string; suiteId: string }, options?: RequestOptions], EvalJudgeAgreement>;
  /**
   * Read a run: its status, its counts and its verdict.
   *
   * With `Prefer: wait=20` (RFC 7240) the answer comes when the status changes, or twice a second while only counts change, or when the seconds are over, 20 at most; a run that is over is answered at once. A key or session may have 32 waits and streams open.
   *
   * `GET /projects/{projectId}/eval-runs/{runId}`
   */
  readonly getEvalRun: Call<[params: { projectId: string; runId: string }, query?: ReadEvalRun, options?: OptionsWith<"preferredWait">], EvalRun>;
  /**
   * Read with which settings a run was made, beside the settings of its baseline.
   *
   * As they were kept at the launch. The baseline is found as for the comparison; without one the settings stand alone. Values of a client are compared and not shown, because they may be secrets.
   *
   * `GET /projects/{projectId}/eval-runs/{runId}/configuration`
   */
  readonly getEvalRunConfiguration: Call<[params: { projectId: string; runId: string }, query?: GetEvalRunConfiguration, options?: RequestOptions], EvalRunConfiguration>;
  /**
   * Read why a run was decided as it was, and where each trial that did not pass failed.
   *
   * Trials that were tried and did not pass, in the order of the suite's cases. Trials that are under way, were cancelled or were left out are not listed.
   *
   * `GET /projects/{projectId}/eval-runs/{runId}/decision-summary`
   */
  readonly getEvalRunDecisionSummary: Call<[params: { projectId: string; runId: string }, query?: GetEvalRunDecisionSummary, options?: RequestOptions], EvalRunDecisionSummary>;
  /**
   * Read what a run of a suite would connect to, send to models and use at most.
   *
   * `GET /projects/{projectId}/eval-suites/{suiteId}/run-disclosure`
   */
  readonly getEvalRunDisclosure: Call<[params: { projectId: string; suiteId: string }, query?: ReadRunDisclosure, options?: RequestOptions], EvalRunDisclosure>;
  /**
   * Read how a run did at its suite's quality gate.
   *
   * Decided once, at the first request after the run is over, by the gate that the launch named, else the gate that the suite had when the run was made (or has now, if it had none), and kept with that gate. A run that is not over answers 409 with `details.reason` RUN_NOT_TERMINAL; where neither run nor suite has a gate there is no report: 404.
   *
   * `GET /projects/{projectId}/eval-runs/{runId}/gate`
   */
  readonly getEvalRunGate: Call<[params: { projectId: string; runId: string }, options?: RequestOptions], EvalGateReport>;
  /**
   * Read the runs of a group, and how each arm differs from the first, or from another one.
   *
   * Trials of the same case with the same number are pairs. Success is compared by Newcombe's interval for paired proportions; cost, latency and tokens by the mean of their differences with Student's t.
   *
   * `GET /projects/{projectId}/eval-run-groups/{runGroupId}`
   */
  readonly getEvalRunGroup: Call<[params: { projectId: string; runGroupId: string }, query?: ReadEvalRunGroup, options?: RequestOptions], EvalRunGroup>;
  /**
   * Count which ways the trials of a run took through the tools, and how many passed on each.
   *
   * A route belongs to a case: trials of one case that take different routes show where a model wavers. While the run goes on, of the 10,000 trials that ended last.
   *
   * `GET /projects/{projectId}/eval-runs/{runId}/route-facts`
   */
  readonly getEvalRunRouteFacts: Call<[params: { projectId: string; runId: string }, options?: RequestOptions], EvalRunRouteFacts>;
  /**
   * Count how each server of a run was called, and how it answered.
   *
   * While the run goes on, of the 10,000 trials that ended last.
   *
   * `GET /projects/{projectId}/eval-runs/{runId}/server-facts`
   */
  readonly getEvalRunServerFacts: Call<[params: { projectId: string; runId: string }, options?: RequestOptions], EvalRunServerFacts>;
  /**
   * Count how far the trials of a run came, and how its tools answered.
   *
   * While the run goes on, of the 10,000 trials that ended last.
   *
   * `GET /projects/{projectId}/eval-runs/{runId}/stage-analytics`
   */
  readonly getEvalRunStageAnalytics: Call<[params: { projectId: string; runId: string }, options?: RequestOptions], EvalRunStageAnalytics>;
  /**
   * Read the outcome of each step of an iteration.
   *
   * It works without a trace, and while the iteration goes on: steps that were not reached are `pending` then.
   *
   * `GET /projects/{projectId}/eval-runs/{runId}/iterations/{iterationId}/steps`
   */
  readonly getEvalRunSteps: PagedCall<[params: { projectId: string; runId: string; iterationId: string }, options?: RequestOptions], EvalRunSteps, EvalRunSteps["items"][number]>;
  /**
   * Read a suite and its settings.
   *
   * `GET /projects/{projectId}/eval-suites/{suiteId}`
   */
  readonly getEvalSuite: Call<[params: { projectId: string; suiteId: string }, options?: RequestOptions], EvalSuiteDetail>;
  /**
   * Read the link of a suite's badge.
   *
   * `GET /projects/{projectId}/eval-suites/{suiteId}/badge`
   */
  readonly getEvalSuiteBadge: Call<[params: { projectId: string; suiteId: string }, options?: RequestOptions], EvalSuiteBadge>;
  /**
   * Read what each case of a suite did in the suite's newest ten finished runs, and which cases are flaky.
   *
   * `GET /projects/{projectId}/eval-suites/{suiteId}/case-history`
   */
  readonly getEvalSuiteCaseHistory: Call<[params: { projectId: string; suiteId: string }, options?: RequestOptions], EvalSuiteCaseHistory>;
  /**
   * Read the JSON Schema of suite files, for editors and offline validation.
   *
   * `GET /eval-suite-file-schema`
   */
  readonly getEvalSuiteFileSchema: Call<[options?: RequestOptions], Record<string, unknown>>;
  /**
   * Count how far the trials of a suite's newest 50 finished runs came.
   *
   * Latencies of a tool that several runs called are within one percent.
   *
   * `GET /projects/{projectId}/eval-suites/{suiteId}/stage-analytics`
   */
  readonly getEvalSuiteStageAnalytics: Call<[params: { projectId: string; suiteId: string }, options?: RequestOptions], EvalSuiteStageAnalytics>;
  /**
   * Read what one call or one message of a trace carried.
   *
   * The id is the `toolCallId` of a span, or `wire-` and the place of a message in `wire`, from 0: `wire-12`. What looks like a secret is masked.
   *
   * `GET /projects/{projectId}/eval-runs/{runId}/iterations/{iterationId}/trace/payloads/{payloadId}`
   */
  readonly getEvalTracePayload: Call<[params: { projectId: string; runId: string; iterationId: string; payloadId: string }, options?: RequestOptions], EvalTracePayload>;
  /**
   * Read a journey.
   *
   * `GET /projects/{projectId}/journeys/{journeyId}`
   */
  readonly getJourney: Call<[params: { projectId: string; journeyId: string }, options?: RequestOptions], Journey>;
  /**
   * Read a journey run: its status, its counts, its report and its first sessions.
   *
   * With `Prefer: wait=20` (RFC 7240) the answer comes when the run has changed, twice a second at most, or when the seconds are over, 20 at most; a run that is over and graded is answered at once. A key or session may have 32 waits and streams open.
   *
   * `GET /projects/{projectId}/journey-runs/{runId}`
   */
  readonly getJourneyRun: Call<[params: { projectId: string; runId: string }, options?: OptionsWith<"preferredWait">], JourneyRun>;
  /**
   * Read the measures of the sessions of a journey run.
   *
   * The same measures as of a study, by the same rules; null where only people are measured. Computed from counts that are kept; free.
   *
   * `GET /projects/{projectId}/journey-runs/{runId}/measures`
   */
  readonly getJourneyRunMeasures: Call<[params: { projectId: string; runId: string }, options?: RequestOptions], JourneyRunMeasures>;
  /**
   * Read how many sessions of a journey run met each criterion.
   *
   * Computed from counts that are kept; free. 404 for a run without a rubric.
   *
   * `GET /projects/{projectId}/journey-runs/{runId}/scorecard`
   */
  readonly getJourneyRunScorecard: Call<[params: { projectId: string; runId: string }, options?: RequestOptions], RunScorecard>;
  /**
   * Read a session of a journey run: how it ended, its verdict and each criterion.
   *
   * `GET /projects/{projectId}/journey-runs/{runId}/sessions/{sessionId}`
   */
  readonly getJourneyRunSession: Call<[params: { projectId: string; runId: string; sessionId: string }, options?: RequestOptions], JourneyRunSession>;
  /**
   * Read the measures of the sessions of a wave.
   *
   * The same measures as of a study, by the same rules; null where only people are measured. Computed from counts that are kept; free.
   *
   * `GET /projects/{projectId}/waves/{waveId}/measures`
   */
  readonly getJourneyWaveMeasures: Call<[params: { projectId: string; waveId: string }, options?: RequestOptions], JourneyWaveMeasures>;
  /**
   * Read who the caller is.
   *
   * `GET /me`
   */
  readonly getMe: Call<[options?: RequestOptions], Me>;
  /**
   * Read the facts about a server's OAuth grant.
   *
   * NOT_FOUND when there is none. The tokens are never returned.
   *
   * `GET /projects/{projectId}/servers/{serverId}/oauth/grant`
   */
  readonly getOAuthGrant: Call<[params: { projectId: string; serverId: string }, options?: RequestOptions], OAuthGrant>;
  /**
   * Read the client identity of Assay for authorization servers.
   *
   * The client ID metadata document of this installation; its address is the client's id where `PUBLIC_URL` is https.
   *
   * `GET /oauth/client-metadata`
   */
  readonly getOauthClientMetadata: Call<[options?: RequestOptions], OAuthClientMetadata>;
  /**
   * Read the organization that the caller acts in.
   *
   * `GET /organizations/{organizationId}`
   */
  readonly getOrganization: Call<[params: { organizationId: string }, options?: RequestOptions], Organization>;
  /**
   * Read the settings of an organization: its features, limits, retention, and rules for servers.
   *
   * `GET /organizations/{organizationId}/settings`
   */
  readonly getOrganizationSettings: Call<[params: { organizationId: string }, options?: RequestOptions], OrganizationSettings>;
  /**
   * Read a persona.
   *
   * `GET /projects/{projectId}/personas/{personaId}`
   */
  readonly getPersona: Call<[params: { projectId: string; personaId: string }, options?: RequestOptions], Persona>;
  /**
   * Read what a version of a plugin brings.
   *
   * For callers that can see its project.
   *
   * `GET /plugin-versions/{pluginVersionId}`
   */
  readonly getPluginVersion: Call<[params: { pluginVersionId: string }, options?: RequestOptions], PluginVersion>;
  /**
   * Read a project.
   *
   * `GET /projects/{projectId}`
   */
  readonly getProject: Call<[params: { projectId: string }, options?: RequestOptions], Project>;
  /**
   * Read what needs a person in a project, the worst first, with counts of its objects.
   *
   * Suites that fail or have no verdict, servers that cannot be used or changed in a breaking way within 14 days, schedules whose latest ticks have no verdict, drafts that wait, waivers that end within 7 days, and budgets of which 80 percent are used. Nothing is computed that another read does not show.
   *
   * `GET /projects/{projectId}/attention`
   */
  readonly getProjectAttention: Call<[params: { projectId: string }, options?: RequestOptions], ProjectAttention>;
  /**
   * Read which actions the caller may take in a project.
   *
   * To plan with: the answer holds at its time, and every write decides for itself.
   *
   * `GET /projects/{projectId}/capabilities`
   */
  readonly getProjectCapabilities: Call<[params: { projectId: string }, options?: RequestOptions], ProjectCapabilities>;
  /**
   * Read a saved server.
   *
   * `GET /projects/{projectId}/servers/{serverId}`
   */
  readonly getProjectServer: Call<[params: { projectId: string; serverId: string }, options?: RequestOptions], ProjectServer>;
  /**
   * Read a skill with its instructions and files.
   *
   * `GET /projects/{projectId}/skills/{skillId}`
   */
  readonly getProjectSkill: Call<[params: { projectId: string; skillId: string }, query?: GetProjectSkill, options?: RequestOptions], SkillDetail>;
  /**
   * Render a prompt of a server.
   *
   * Answers with the MCP result untouched. Closing the connection cancels the request on the server. A server that asks its client for input meanwhile is declined at once, unless `answers` has an answer. An error that the server answers has its JSON-RPC code in `details.rpcCode` and its own sentence, masked, in `details.serverMessage`: -32602 (an unknown name, arguments that it does not take) is VALIDATION_ERROR, -32002 (an unknown resource) NOT_FOUND, -32601 FEATURE_NOT_SUPPORTED, any other SERVER_UNREACHABLE. A server that is switched off answers CONFLICT. A `stdio` server needs a runner that allows it: FEATURE_NOT_SUPPORTED.
   *
   * `POST /projects/{projectId}/servers/{serverId}/prompts/get`
   */
  readonly getPrompt: Call<[params: { projectId: string; serverId: string }, body: GetPromptRequest, options?: RequestOptions], GetPromptResult | CallReport>;
  /**
   * Read the facts about a submission that are kept with a server.
   *
   * `GET /projects/{projectId}/servers/{serverId}/readiness-facts`
   */
  readonly getReadinessFacts: Call<[params: { projectId: string; serverId: string }, query: ReadinessFactsQuery, options?: RequestOptions], KeptReadinessFacts>;
  /**
   * Read every requirement of a graded server, its evidence, and how to meet it.
   *
   * NOT_FOUND until the run has completed. A requirement that only the submitter can answer, such as a privacy policy, is `notEvaluated` and names the missing input: a server is never graded ready without evidence.
   *
   * `GET /projects/{projectId}/readiness-runs/{runId}/report`
   */
  readonly getReadinessReport: Call<[params: { projectId: string; runId: string }, options?: RequestOptions], ReadinessReport>;
  /**
   * Read the status of a readiness run, and its grades.
   *
   * `GET /projects/{projectId}/readiness-runs/{runId}`
   */
  readonly getReadinessRun: Call<[params: { projectId: string; runId: string }, options?: RequestOptions], ReadinessRun>;
  /**
   * Read a sandbox image.
   *
   * `GET /projects/{projectId}/images/{imageId}`
   */
  readonly getSandboxImage: Call<[params: { projectId: string; imageId: string }, options?: RequestOptions], SandboxImage>;
  /**
   * Read what is known about a secret, and which servers use it.
   *
   * The value is never returned.
   *
   * `GET /projects/{projectId}/secrets/{secretId}`
   */
  readonly getSecret: Call<[params: { projectId: string; secretId: string }, options?: RequestOptions], ProjectSecretDetail>;
  /**
   * Read how far a connection is.
   *
   * `handoffUrl` is for members who may save servers in the project; while no project was chosen, only its maker can read the connection. Polling has a budget of its own, beside the budget of the key.
   *
   * `GET /server-connections/{requestId}`
   */
  readonly getServerConnection: Call<[params: { requestId: string }, options?: RequestOptions], ServerConnection>;
  /**
   * Read a server group, or a snapshot of one.
   *
   * A server that was deleted stays in `serverIds`, so that a launch is refused (`ENV_SERVER_DELETED`) and never uses fewer servers than were meant.
   *
   * `GET /projects/{projectId}/server-groups/{serverGroupId}`
   */
  readonly getServerGroup: Call<[params: { projectId: string; serverGroupId: string }, options?: RequestOptions], ServerGroup>;
  /**
   * Read a skill of a server and verify it.
   *
   * Its SKILL.md is read and compared with the size, digest and frontmatter that the server declares. A skill that fails verification is answered with a `refusal` that says why, and must not be loaded. A server without the skills extension of MCP answers FEATURE_NOT_SUPPORTED; one that is switched off CONFLICT.
   *
   * `POST /projects/{projectId}/servers/{serverId}/skills/get`
   */
  readonly getServerSkill: Call<[params: { projectId: string; serverId: string }, body: GetServerSkillRequest, options?: RequestOptions], ServerSkill>;
  /**
   * Read the surface of a server at a time, and its changes.
   *
   * `GET /projects/{projectId}/servers/{serverId}/surfaces/{surfaceId}`
   */
  readonly getServerSurface: Call<[params: { projectId: string; serverId: string; surfaceId: string }, options?: RequestOptions], SurfaceRead>;
  /**
   * List what uses a server.
   *
   * Suites, environments, clients, server groups, journeys and studies: they no longer run when it is deleted.
   *
   * `GET /projects/{projectId}/servers/{serverId}/uses`
   */
  readonly getServerUses: Call<[params: { projectId: string; serverId: string }, options?: RequestOptions], ServerUses>;
  /**
   * Read how a service and what it needs are.
   *
   * Needs the key of the operator, as all operations of this area do. `service` is `gateway` or one of the services; one process of it answers for itself.
   *
   * `GET /operator/services/{service}/health`
   */
  readonly getServiceHealth: Call<[params: { service: string }, options?: RequestOptions], ServiceHealth>;
  /**
   * Read the settings, sizes and latest failures of a service, without secrets.
   *
   * Settings are named; only numbers and switches have their value.
   *
   * `GET /operator/services/{service}/report`
   */
  readonly getServiceReport: Call<[params: { service: string }, options?: RequestOptions], ServiceReport>;
  /**
   * Read who is signed in, in which organization, and in which others they could act.
   *
   * 401 when no person is signed in.
   *
   * `GET /auth/session`
   */
  readonly getSession: Call<[options?: RequestOptions], CurrentSession>;
  /**
   * Read how people can sign in.
   *
   * `GET /auth/methods`
   */
  readonly getSignInMethods: Call<[options?: RequestOptions], SignInMethods>;
  /**
   * Read a study, with what its visitors talk to.
   *
   * Also for invited members of the study with an account but without a role in the project, who get it without `environmentId` and `guestExecution`.
   *
   * `GET /projects/{projectId}/studies/{studyId}`
   */
  readonly getStudy: Call<[params: { projectId: string; studyId: string }, options?: RequestOptions], StudyDetail>;
  /**
   * Read the measures of a study's sessions.
   *
   * Computed by fixed rules without a model, within seconds of what happens; 404 while no session was measured.
   *
   * `GET /projects/{projectId}/studies/{studyId}/metrics`
   */
  readonly getStudyMetrics: Call<[params: { projectId: string; studyId: string }, query?: ReadStudyMeasures, options?: RequestOptions], StudyMetrics>;
  /**
   * Read a session of a study's visitor, with its messages by page.
   *
   * Secrets in the messages are masked. The calls and times of its turns are in its trace.
   *
   * `GET /projects/{projectId}/studies/{studyId}/sessions/{sessionId}`
   */
  readonly getStudySession: PagedCall<[params: { projectId: string; studyId: string; sessionId: string }, query?: ReadStudySession, options?: RequestOptions], StudySessionDetail, StudySessionDetail["messages"][number]>;
  /**
   * Read what went wrong in a study's sessions, and in how many.
   *
   * Computed by fixed rules without a model, within seconds of what happens; 404 while no session was measured.
   *
   * `GET /projects/{projectId}/studies/{studyId}/signals`
   */
  readonly getStudySignals: Call<[params: { projectId: string; studyId: string }, query?: ReadStudyMeasures, options?: RequestOptions], StudySignals>;
  /**
   * Read how much a study was used, and how far its sessions were analyzed.
   *
   * Computed by fixed rules without a model, within seconds of what happens; 404 while no session was measured.
   *
   * `GET /projects/{projectId}/studies/{studyId}/usage`
   */
  readonly getStudyUsage: Call<[params: { projectId: string; studyId: string }, query?: ReadStudyMeasures, options?: RequestOptions], StudyUsage>;
  /**
   * Read the insights of a week of a study.
   *
   * 404 when they were never requested.
   *
   * `GET /projects/{projectId}/studies/{studyId}/windows/{windowId}/insights`
   */
  readonly getStudyWindowInsights: Call<[params: { projectId: string; studyId: string; windowId: string }, options?: RequestOptions], StudyWindowInsights>;
  /**
   * Read a swarm.
   *
   * `GET /projects/{projectId}/swarms/{swarmId}`
   */
  readonly getSwarm: Call<[params: { projectId: string; swarmId: string }, options?: RequestOptions], Swarm>;
  /**
   * Read how a project's newest journey runs fared.
   *
   * Computed from counts that are kept; free.
   *
   * `GET /projects/{projectId}/journeys-overview`
   */
  readonly getSwarmOverview: Call<[params: { projectId: string }, options?: RequestOptions], SwarmOverview>;
  /**
   * Read a tool call that the caller made before, with its result.
   *
   * The caller's own calls of `callTool`. The newest 100 per person and server are kept, for at most 30 days. Arguments and result are masked like transcripts.
   *
   * `GET /projects/{projectId}/servers/{serverId}/tool-calls/{toolCallId}`
   */
  readonly getToolCall: Call<[params: { projectId: string; serverId: string; toolCallId: string }, options?: RequestOptions], ToolCall>;
  /**
   * Read whether the tunnel of a server is open, and when it was.
   *
   * `GET /projects/{projectId}/tunnels/{serverId}`
   */
  readonly getTunnel: Call<[params: { projectId: string; serverId: string }, options?: RequestOptions], Tunnel>;
  /**
   * Read what a person may know of a study whose link they have.
   *
   * A link that is forged, was rotated, or is not enough in the mode of the study is a 404, like one of a study that does not exist. A link that only lets in people who signed in is a 401.
   *
   * `GET /studies/{linkToken}/visit`
   */
  readonly getVisit: Call<[params: { linkToken: string }, options?: RequestOptions], StudyVisit>;
  /**
   * Read the insights of a wave.
   *
   * 404 when they were never requested.
   *
   * `GET /projects/{projectId}/waves/{waveId}/insights`
   */
  readonly getWaveInsights: Call<[params: { projectId: string; waveId: string }, options?: RequestOptions], WaveInsights>;
  /**
   * End a stuck work item with the error GIVEN_UP.
   *
   * `POST /operator/services/{service}/stuck-work/{workId}/give-up`
   */
  readonly giveUpStuckWork: Call<[params: { service: string; workId: string }, options?: RequestOptions], StuckWorkChanged>;
  /**
   * Keep a conformance run alive that is made elsewhere; the answer says whether it still is.
   *
   * `POST /projects/{projectId}/conformance-ingest/runs/heartbeat`
   */
  readonly heartbeatConformanceIngestRun: Call<[params: { projectId: string }, body?: ConformanceIngestRef, options?: RequestOptions], ConformanceIngested>;
  /**
   * Draft cases from a document, and write them.
   *
   * The answer waits up to 25 s for the drafts and writes every draft without an issue. Drafts that are not done by then are answered with 202 and the job, to be read and committed later. With `hold` nothing is written. Every case keeps where in the document it stands, to the line, and the document's hash. A draft with content that the document does not say is not written without a person's consent: it stays on the job.
   *
   * `POST /projects/{projectId}/eval-suites/{suiteId}/cases/import`
   */
  readonly importEvalCases: Call<[params: { projectId: string; suiteId: string }, body: EvalCaseImportRequest, options?: OptionsWith<"declaredSuiteId" | "idempotencyKey">], EvalCommitReply | EvalAuthoringJobAccepted>;
  /**
   * Make a suite equal to a file; creates the suite when none has the file's id.
   *
   * The suite belongs to its file from then on: it is `managedBy: ci`, and only a file of the same id, or a writer that names this id as `declaredSuiteId`, changes it. A suite of that id that was made by hand is never taken over: CONFLICT.
   *
   * Cases are known by their ids. Cases that the file no longer has are deleted; unchanged cases are left alone. All of the file is written, or nothing.
   *
   * promptfoo configurations and `mcpServers` suite files are converted, and every case says how faithfully (`import`): `exact` with the mapping, `approximated`, or `unsupported`.
   *
   * `POST /projects/{projectId}/eval-suites/from-file`
   */
  readonly importEvalSuiteFile: Call<[params: { projectId: string }, body: EvalSuiteFileImportRequest, options?: RequestOptions], EvalSuiteFileImported>;
  /**
   * Hand over the tokens of an OAuth grant that was made elsewhere.
   *
   * From then on requests to the server carry the access token, which is renewed with the refresh token for as long as the authorization server agrees; the server is saved with `useOAuth` and `authMethod: oauth`. Replaces an earlier grant.
   *
   * `POST /projects/{projectId}/servers/{serverId}/oauth/import-tokens`
   */
  readonly importOAuthTokens: Call<[params: { projectId: string; serverId: string }, body: ImportTokensRequest, options?: RequestOptions], ImportTokensResult>;
  /**
   * Add results to a run that was begun.
   *
   * Results whose `externalIterationId` the run has already are skipped. A run that was finalized takes no more: CONFLICT.
   *
   * `POST /projects/{projectId}/eval-ingest/runs/iterations`
   */
  readonly ingestEvalRunIterations: Call<[params: { projectId: string }, body: EvalIngestIterations, options?: OptionsWith<"ci">], EvalIngestedIterations>;
  /**
   * Save a published server in the project.
   *
   * Writes a saved server, and its origin. It is reached at an address, or is a command for a runner that allows it. A server that the project has already is brought to this version under its own name and settings. Nothing is connected yet.
   *
   * `POST /projects/{projectId}/registry/directory-installs`
   */
  readonly installDirectoryServer: Call<[params: { projectId: string }, body: DirectoryInstallRequest, options?: RequestOptions], RegistryInstall>;
  /**
   * Save a published server from the local copy of its entry.
   *
   * As an install from a directory, without asking the source.
   *
   * `POST /projects/{projectId}/registry/installs`
   */
  readonly installRegistryServer: Call<[params: { projectId: string }, body: RegistryInstallRequest, options?: RequestOptions], RegistryInstall>;
  /**
   * Exchange a code or a refresh token for tokens.
   *
   * The token endpoint. Its errors have the form of RFC 6749, section 5.2: `error` and `error_description`. An access token is good for an hour. A refresh token is good for one use within 30 days: a second use ends the grant, and so does a second use of a code.
   *
   * `POST /oauth/token`
   */
  readonly issueTokens: Call<[form: FormFields, options?: RequestOptions], Tokens>;
  /**
   * Label a trial as passed or failed.
   *
   * Each person has one label on a trial, the last one they gave. Labels measure the judge; they change no result.
   *
   * `PUT /projects/{projectId}/eval-runs/{runId}/iterations/{iterationId}/label`
   */
  readonly labelEvalIteration: Call<[params: { projectId: string; runId: string; iterationId: string }, body: EvalIterationLabelRequest, options?: RequestOptions], EvalIterationLabels>;
  /**
   * Send the persona of a journey to its targets.
   *
   * Checks and freezes the targets, writes one session for each of `sessionsPerTarget` conversations with each target, and answers at once; runners hold the conversations. A repeated request with an idempotency key answers the run of the first one with `deduped: true`; it starts and costs nothing. With another body it is a CONFLICT with `details.reason` IDEMPOTENCY_CONFLICT. Without `waveId` the run is a wave of its own.
   *
   * `POST /projects/{projectId}/journeys/{journeyId}/runs`
   */
  readonly launchJourneyRun: Call<[params: { projectId: string; journeyId: string }, body?: JourneyRunLaunchRequest, options?: OptionsWith<"idempotencyKey">], JourneyRunLaunched>;
  /**
   * Find faults in a server's declarations, without calling anything.
   *
   * Schemas, descriptions, names, annotations, sizes and pages, each by a rule with an id. A finding whose declaration can be put right by a small change has it as a `rewrite`. A rule to ignore that does not exist is a VALIDATION_ERROR. A server that is switched off can be linted too.
   *
   * `POST /projects/{projectId}/servers/{serverId}/lint`
   */
  readonly lintServer: Call<[params: { projectId: string; serverId: string }, body?: LintServerRequest, options?: RequestOptions], LintReport | SarifLog>;
  /**
   * List the API keys of the person who is signed in, newest first.
   *
   * In every organization, revoked ones included. No list shows a key itself.
   *
   * `GET /api-keys`
   */
  readonly listApiKeys: PagedCall<[query?: ListApiKeys, options?: RequestOptions], ApiKeyPage, ApiKeyPage["items"][number]>;
  /**
   * List who changed what, newest first.
   *
   * Every write and every sign-in. Also refused attempts at writes that are only for signed-in people or administrators; a repeated attempt is recorded once a minute. An entry appears a moment after its event, and cannot be changed. A page of long entries ends before `limit`. Without `projectId`, entries of deleted projects are included.
   *
   * `GET /organizations/{organizationId}/audit-log`
   */
  readonly listAuditLog: PagedCall<[params: { organizationId: string }, query?: ListAuditLogQuery, options?: RequestOptions], AuditEntryPage, AuditEntryPage["items"][number]>;
  /**
   * List the caller's browser profiles in a project.
   *
   * At most 100. What is in a profile is sealed and never shown.
   *
   * `GET /projects/{projectId}/browser-profiles`
   */
  readonly listBrowserProfiles: PagedCall<[params: { projectId: string }, options?: RequestOptions], BrowserProfiles, BrowserProfiles["items"][number]>;
  /**
   * List the budgets for models, newest first.
   *
   * Includes the budgets that launches set on their runs.
   *
   * `GET /organizations/{organizationId}/budgets`
   */
  readonly listBudgets: PagedCall<[params: { organizationId: string }, query?: ListBudgetsQuery, options?: RequestOptions], BudgetPage, BudgetPage["items"][number]>;
  /**
   * List the cases that call a tool of a server, or expect something of its calls.
   *
   * One item per case and tool, over all suites of the project. A step names its server. Assertions do not: they count in suites that use the server, or an environment.
   *
   * `GET /projects/{projectId}/servers/{serverId}/eval-cases`
   */
  readonly listCasesByTool: PagedCall<[params: { projectId: string; serverId: string }, query?: ListCasesByTool, options?: RequestOptions], EvalCaseToolUsePage, EvalCaseToolUsePage["items"][number]>;
  /**
   * List the catalogue labs of a project's servers, newest first.
   *
   * `GET /projects/{projectId}/catalogue-labs`
   */
  readonly listCatalogueLabs: PagedCall<[params: { projectId: string }, query?: ListCatalogueLabs, options?: RequestOptions], CatalogueLabPage, CatalogueLabPage["items"][number]>;
  /**
   * List the chat sessions that the caller may see, the one that was active last first.
   *
   * Sessions of the projects that the caller may see, without private sessions of others.
   *
   * `GET /chat-sessions`
   */
  readonly listChatSessions: PagedCall<[query?: ListChatSessions, options?: RequestOptions], ChatSessionPage, ChatSessionPage["items"][number]>;
  /**
   * List the versions of a client's settings, newest first.
   *
   * `clientId` is the id or the name of a client. Case and invisible characters of a name do not count; a name that several clients have is a CONFLICT with their ids in `details.candidates`.
   *
   * `GET /projects/{projectId}/clients/{clientId}/versions`
   */
  readonly listClientVersions: PagedCall<[params: { projectId: string; clientId: string }, query?: ListClientVersions, options?: RequestOptions], ClientVersionPage, ClientVersionPage["items"][number]>;
  /**
   * List the clients of a project, newest first.
   *
   * Every project has a default client (`isDefault`), which the first request that needs it makes.
   *
   * `GET /projects/{projectId}/clients`
   */
  readonly listClients: PagedCall<[params: { projectId: string }, query?: ListClients, options?: RequestOptions], ClientPage, ClientPage["items"][number]>;
  /**
   * List a project's conformance runs, newest first, including runs that were made elsewhere.
   *
   * `GET /projects/{projectId}/conformance-runs`
   */
  readonly listConformanceRuns: PagedCall<[params: { projectId: string }, query?: ListConformanceRuns, options?: RequestOptions], ConformanceRunPage, ConformanceRunPage["items"][number]>;
  /**
   * List the events that a service could not handle.
   *
   * Where Kafka carries the events, they are records of `<topic>.dlq`. CONFLICT when there are more than 10,000, or when Kafka refuses.
   *
   * `GET /operator/dead-letters`
   */
  readonly listDeadLetters: Call<[options?: RequestOptions], DeadLetterList>;
  /**
   * List the description experiments of a run, newest first.
   *
   * `GET /projects/{projectId}/eval-runs/{runId}/description-experiments`
   */
  readonly listDescriptionExperiments: PagedCall<[params: { projectId: string; runId: string }, query?: ListDescriptionExperiments, options?: RequestOptions], DescriptionExperimentPage, DescriptionExperimentPage["items"][number]>;
  /**
   * Search the directories of published servers.
   *
   * Asks the sources that the installation is set up with, and keeps their answers for some minutes. A page may have fewer rows than `limit`, or none, and still be followed by another: filters are applied here. A cursor belongs to the filters it was issued for. All text is the publisher's.
   *
   * `GET /registry/directory-servers`
   */
  readonly listDirectoryServers: PagedCall<[query?: ListDirectoryServers, options?: RequestOptions], DirectoryServerPage, DirectoryServerPage["items"][number]>;
  /**
   * List the registry sources that are searched.
   *
   * `GET /registry/directory-sources`
   */
  readonly listDirectorySources: PagedCall<[options?: RequestOptions], DirectorySourcePage, DirectorySourcePage["items"][number]>;
  /**
   * List the revisions of an environment, newest first.
   *
   * `GET /projects/{projectId}/environments/{environmentId}/revisions`
   */
  readonly listEnvironmentRevisions: PagedCall<[params: { projectId: string; environmentId: string }, query?: ListEnvironmentRevisions, options?: RequestOptions], EnvironmentRevisionPage, EnvironmentRevisionPage["items"][number]>;
  /**
   * List the environments of a project, newest first.
   *
   * Archived ones are listed with `includeArchived`, ad-hoc ones never.
   *
   * `GET /projects/{projectId}/environments`
   */
  readonly listEnvironments: PagedCall<[params: { projectId: string }, query?: ListEnvironments, options?: RequestOptions], ProjectEnvironmentPage, ProjectEnvironmentPage["items"][number]>;
  /**
   * List every assertion type with what it means.
   *
   * `GET /eval-assertion-types`
   */
  readonly listEvalAssertionTypes: Call<[options?: RequestOptions], EvalAssertionTypes>;
  /**
   * List the authoring jobs of a suite, newest first.
   *
   * `GET /projects/{projectId}/eval-suites/{suiteId}/authoring`
   */
  readonly listEvalAuthoringJobs: PagedCall<[params: { projectId: string; suiteId: string }, query?: ListEvalAuthoringJobs, options?: RequestOptions], EvalAuthoringJobPage, EvalAuthoringJobPage["items"][number]>;
  /**
   * List the drafts of a suite over all authoring jobs, newest job first.
   *
   * Rejected drafts are among them. A draft that was written is a case, and no longer listed.
   *
   * `GET /projects/{projectId}/eval-suites/{suiteId}/drafts`
   */
  readonly listEvalCaseDrafts: PagedCall<[params: { projectId: string; suiteId: string }, query?: ListEvalCaseDrafts, options?: RequestOptions], EvalCaseDraftPage, EvalCaseDraftPage["items"][number]>;
  /**
   * List what was found about each trial of a case in a run: checks, scores, opinions of judges, labels.
   *
   * In the order of the trials. `caseId` is the id that the case has in the results of the run, or its declared id. A trial that is not over has no checks yet.
   *
   * `GET /projects/{projectId}/eval-runs/{runId}/cases/{caseId}/evaluations`
   */
  readonly listEvalCaseEvaluations: PagedCall<[params: { projectId: string; runId: string; caseId: string }, query?: ListEvalCaseEvaluations, options?: RequestOptions], EvalCaseEvaluationPage, EvalCaseEvaluationPage["items"][number]>;
  /**
   * List the cases of a suite in the order they were written.
   *
   * `GET /projects/{projectId}/eval-suites/{suiteId}/cases`
   */
  readonly listEvalCases: PagedCall<[params: { projectId: string; suiteId: string }, query?: ListEvalCases, options?: RequestOptions], EvalCasePage, EvalCasePage["items"][number]>;
  /**
   * List the cassettes of a suite, newest first.
   *
   * A run that is launched with `cassette: {"mode": "record"}` makes one when it is over.
   *
   * `GET /projects/{projectId}/eval-suites/{suiteId}/cassettes`
   */
  readonly listEvalCassettes: PagedCall<[params: { projectId: string; suiteId: string }, query?: ListEvalCassettes, options?: RequestOptions], EvalCassettePage, EvalCassettePage["items"][number]>;
  /**
   * Group the failed trials of the latest run of every suite by what failed them.
   *
   * A cause is a stage, an assertion and its reason. A case counts with its first failure.
   *
   * `GET /projects/{projectId}/eval-failure-causes`
   */
  readonly listEvalFailureCauses: Call<[params: { projectId: string }, options?: RequestOptions], EvalFailureCauses>;
  /**
   * List the spans of an iteration in the order of time, without what was sent and answered.
   *
   * For traces that are too large to be read at once: `getEvalTracePayload` answers what one of its calls carried. While the iteration runs, later spans may begin earlier. Answers 404 with `details.reason` TRACE_NOT_AVAILABLE while nothing has been recorded.
   *
   * `GET /projects/{projectId}/eval-runs/{runId}/iterations/{iterationId}/trace/spans`
   */
  readonly listEvalIterationSpans: PagedCall<[params: { projectId: string; runId: string; iterationId: string }, query?: ListEvalIterationSpans, options?: RequestOptions], EvalIterationSpanPage, EvalIterationSpanPage["items"][number]>;
  /**
   * Read the trace of an iteration part by part.
   *
   * The parts are as the runner sent them, in that order; a new attempt at the iteration starts again. Answers 404 with `details.reason` TRACE_NOT_AVAILABLE while nothing has been recorded. What looks like a secret is masked. A client that accepts gzip gets them as they are stored.
   *
   * `GET /projects/{projectId}/eval-runs/{runId}/iterations/{iterationId}/trace/parts`
   */
  readonly listEvalIterationTraceParts: PagedCall<[params: { projectId: string; runId: string; iterationId: string }, query?: ListEvalTraceParts, options?: RequestOptions], EvalTracePage, EvalTracePage["items"][number]>;
  /**
   * List a run's cases with the results of their trials, in the order of the suite.
   *
   * Also while the run is under way. The first page says how many cases each filter would find in the whole run. A case that ran with two models is two items.
   *
   * `GET /projects/{projectId}/eval-runs/{runId}/cases`
   */
  readonly listEvalRunCases: PagedCall<[params: { projectId: string; runId: string }, query?: ListEvalRunCases, options?: RequestOptions], EvalRunCasePage, EvalRunCasePage["items"][number]>;
  /**
   * List the cases of a run group with their results in every run, and how each run differs from the base.
   *
   * In the order of the suite's cases. A case that runs on several models is one item for each of them: the first model of one run beside the first one of the others.
   *
   * `GET /projects/{projectId}/eval-run-groups/{runGroupId}/cases`
   */
  readonly listEvalRunGroupCases: PagedCall<[params: { projectId: string; runGroupId: string }, query?: ListEvalRunGroupCases, options?: RequestOptions], EvalRunGroupCasePage, EvalRunGroupCasePage["items"][number]>;
  /**
   * List a run's iterations with their checks, in the order of the suite's cases.
   *
   * `GET /projects/{projectId}/eval-runs/{runId}/iterations`
   */
  readonly listEvalRunIterations: PagedCall<[params: { projectId: string; runId: string }, query?: ListEvalRunIterations, options?: RequestOptions], EvalIterationPage, EvalIterationPage["items"][number]>;
  /**
   * List a project's runs, newest first.
   *
   * `GET /projects/{projectId}/eval-runs`
   */
  readonly listEvalRuns: PagedCall<[params: { projectId: string }, query?: ListEvalRuns, options?: RequestOptions], EvalRunListPage, EvalRunListPage["items"][number]>;
  /**
   * List the revisions of a suite's settings, newest first.
   *
   * `GET /projects/{projectId}/eval-suites/{suiteId}/revisions`
   */
  readonly listEvalSuiteRevisions: PagedCall<[params: { projectId: string; suiteId: string }, query?: ListEvalSuiteRevisions, options?: RequestOptions], EvalSuiteRevisionPage, EvalSuiteRevisionPage["items"][number]>;
  /**
   * List a suite's runs, newest first.
   *
   * `GET /projects/{projectId}/eval-suites/{suiteId}/runs`
   */
  readonly listEvalSuiteRuns: PagedCall<[params: { projectId: string; suiteId: string }, query?: ListEvalSuiteRuns, options?: RequestOptions], EvalRunPage, EvalRunPage["items"][number]>;
  /**
   * List the suites of a project, newest first, each with its latest run.
   *
   * The first page says how many suites each filter would find in the whole project, under the other filters.
   *
   * `GET /projects/{projectId}/eval-suites`
   */
  readonly listEvalSuites: PagedCall<[params: { projectId: string }, query?: ListEvalSuites, options?: RequestOptions], EvalSuitePage, EvalSuitePage["items"][number]>;
  /**
   * List the tools that a harness brings along.
   *
   * Known for the harnesses that a client may name: `claude-code`, `codex` and `cursor`. The list says what `builtInToolIds` of a client may name; whether this installation can run the harness is checked at launch.
   *
   * `GET /harness/{harnessId}/builtin-tools`
   */
  readonly listHarnessBuiltinTools: Call<[params: { harnessId: string }, options?: RequestOptions], HarnessBuiltinToolPage>;
  /**
   * List the budgets of which calls under way hold an amount.
   *
   * `GET /operator/held-budgets`
   */
  readonly listHeldBudgets: Call<[options?: RequestOptions], HeldBudgetList>;
  /**
   * List the invitations that are open, newest first.
   *
   * `GET /organizations/{organizationId}/invitations`
   */
  readonly listInvitations: PagedCall<[params: { organizationId: string }, query?: ListInvitations, options?: RequestOptions], InvitationPage, InvitationPage["items"][number]>;
  /**
   * List the sessions of a journey run, target by target.
   *
   * `GET /projects/{projectId}/journey-runs/{runId}/sessions`
   */
  readonly listJourneyRunSessions: PagedCall<[params: { projectId: string; runId: string }, query?: ListJourneyRunSessions, options?: RequestOptions], JourneyRunSessionPage, JourneyRunSessionPage["items"][number]>;
  /**
   * List a journey's runs, newest first.
   *
   * Also of a journey that is archived.
   *
   * `GET /projects/{projectId}/journeys/{journeyId}/runs`
   */
  readonly listJourneyRuns: PagedCall<[params: { projectId: string; journeyId: string }, query?: ListJourneyRuns, options?: RequestOptions], JourneyRunPage, JourneyRunPage["items"][number]>;
  /**
   * Read the trace of a session in parts: spans, and messages between the runner and servers.
   *
   * Of the last try. 404 with `details.reason` TRACE_NOT_AVAILABLE when there is none.
   *
   * `GET /projects/{projectId}/journey-runs/{runId}/sessions/{sessionId}/trace/parts`
   */
  readonly listJourneySessionTraceParts: PagedCall<[params: { projectId: string; runId: string; sessionId: string }, query?: ListEvalTraceParts, options?: RequestOptions], EvalTracePage, EvalTracePage["items"][number]>;
  /**
   * Read the transcript of a session, turn by turn.
   *
   * Empty until the session is over. 404 with `details.reason` TRACE_NOT_AVAILABLE when retention has deleted it.
   *
   * `GET /projects/{projectId}/journey-runs/{runId}/sessions/{sessionId}/turns`
   */
  readonly listJourneySessionTurns: PagedCall<[params: { projectId: string; runId: string; sessionId: string }, query?: ListJourneySessionTurns, options?: RequestOptions], JourneySessionTurnPage, JourneySessionTurnPage["items"][number]>;
  /**
   * List the journeys of a project, newest first.
   *
   * Archived journeys are not listed.
   *
   * `GET /projects/{projectId}/journeys`
   */
  readonly listJourneys: PagedCall<[params: { projectId: string }, query?: ListJourneys, options?: RequestOptions], JourneyPage, JourneyPage["items"][number]>;
  /**
   * List the findings of the linter that are suppressed on a server, and why.
   *
   * The oldest first; a server has at most 500.
   *
   * `GET /projects/{projectId}/servers/{serverId}/lint-suppressions`
   */
  readonly listLintSuppressions: Call<[params: { projectId: string; serverId: string }, options?: RequestOptions], LintSuppressions>;
  /**
   * List the members of an organization, in the order in which their accounts were made.
   *
   * `GET /organizations/{organizationId}/members`
   */
  readonly listMembers: PagedCall<[params: { organizationId: string }, query?: ListMembers, options?: RequestOptions], MemberPage, MemberPage["items"][number]>;
  /**
   * List the surface of a server that each environment met last, and in which run.
   *
   * `GET /projects/{projectId}/servers/{serverId}/met-surfaces`
   */
  readonly listMetSurfaces: Call<[params: { projectId: string; serverId: string }, options?: RequestOptions], MetSurfaces>;
  /**
   * List the providers of models that the organization has keys of.
   *
   * `GET /organizations/{organizationId}/model-providers`
   */
  readonly listModelProviders: Call<[params: { organizationId: string }, options?: RequestOptions], ModelProviderPage>;
  /**
   * List the models that this installation hosts.
   *
   * `GET /models`
   */
  readonly listModels: Call<[options?: RequestOptions], ModelPage>;
  /**
   * List what the operator changed, newest first.
   *
   * `GET /operator/acts`
   */
  readonly listOperatorActs: PagedCall<[query?: ListOperatorActs, options?: RequestOptions], OperatorActPage, OperatorActPage["items"][number]>;
  /**
   * List the API keys of all members of an organization, newest first.
   *
   * Includes revoked keys, and keys of people who left.
   *
   * `GET /organizations/{organizationId}/api-keys`
   */
  readonly listOrganizationApiKeys: PagedCall<[params: { organizationId: string }, query?: ListApiKeys, options?: RequestOptions], OrganizationApiKeyPage, OrganizationApiKeyPage["items"][number]>;
  /**
   * List the organizations within reach of the caller, newest first.
   *
   * A key belongs to one organization, so its list has one entry; a person who signed in sees all that they belong to.
   *
   * `GET /organizations`
   */
  readonly listOrganizations: PagedCall<[query?: ListOrganizations, options?: RequestOptions], OrganizationPage, OrganizationPage["items"][number]>;
  /**
   * List the applications that act for the person who is signed in, newest grant first.
   *
   * `GET /grants`
   */
  readonly listOwnGrants: PagedCall<[query?: ListOwnGrants, options?: RequestOptions], ApplicationGrantPage, ApplicationGrantPage["items"][number]>;
  /**
   * List the sessions of the person who is signed in, newest first.
   *
   * Sessions that ended are not listed.
   *
   * `GET /auth/sessions`
   */
  readonly listOwnSessions: PagedCall<[query?: ListOwnSessions, options?: RequestOptions], SessionPage, SessionPage["items"][number]>;
  /**
   * List the personas of a project, newest first.
   *
   * Archived personas are not listed.
   *
   * `GET /projects/{projectId}/personas`
   */
  readonly listPersonas: PagedCall<[params: { projectId: string }, query?: ListPersonas, options?: RequestOptions], PersonaPage, PersonaPage["items"][number]>;
  /**
   * List the versions of a plugin, newest first.
   *
   * The newest 100; there are no further pages.
   *
   * `GET /projects/{projectId}/plugins/{pluginId}/versions`
   */
  readonly listPluginVersions: Call<[params: { projectId: string; pluginId: string }, options?: RequestOptions], PluginVersionPage>;
  /**
   * List who may enter a project, and with which role.
   *
   * Lists every person with access, including access by the role in the organization.
   *
   * `GET /projects/{projectId}/members`
   */
  readonly listProjectMembers: PagedCall<[params: { projectId: string }, query?: ListMembers, options?: RequestOptions], ProjectMemberPage, ProjectMemberPage["items"][number]>;
  /**
   * List the plugins of a project.
   *
   * All of them, by name.
   *
   * `GET /projects/{projectId}/plugins`
   */
  readonly listProjectPlugins: Call<[params: { projectId: string }, options?: RequestOptions], PluginPage>;
  /**
   * List the schedules of a project with their latest ticks, by the names of their suites.
   *
   * Includes schedules that are switched off. A tick says which run it started, or why it started none.
   *
   * `GET /projects/{projectId}/schedules`
   */
  readonly listProjectSchedules: PagedCall<[params: { projectId: string }, query?: ListProjectSchedules, options?: RequestOptions], ProjectSchedulePage, ProjectSchedulePage["items"][number]>;
  /**
   * List the saved servers of a project, with the state of each.
   *
   * `GET /projects/{projectId}/servers`
   */
  readonly listProjectServers: PagedCall<[params: { projectId: string }, query?: ListProjectServers, options?: RequestOptions], ProjectServerPage, ProjectServerPage["items"][number]>;
  /**
   * List the skills of a project and of its plugins.
   *
   * All of them, by name.
   *
   * `GET /projects/{projectId}/skills`
   */
  readonly listProjectSkills: Call<[params: { projectId: string }, options?: RequestOptions], SkillPage>;
  /**
   * List the projects that the caller may see, newest first.
   *
   * `GET /projects`
   */
  readonly listProjects: PagedCall<[query?: ListProjectsQuery, options?: RequestOptions], ProjectPage, ProjectPage["items"][number]>;
  /**
   * List one page of a server's prompts.
   *
   * Pages and cursors are the server's own. A server that does not declare the capability answers FEATURE_NOT_SUPPORTED. A server that is switched off answers CONFLICT. A `stdio` server needs a runner that allows it: FEATURE_NOT_SUPPORTED.
   *
   * `POST /projects/{projectId}/servers/{serverId}/prompts`
   */
  readonly listPrompts: PagedCall<[params: { projectId: string; serverId: string }, body?: ListPrimitivesRequest, options?: RequestOptions], PromptPage, PromptPage["items"][number]>;
  /**
   * List a project's readiness runs, newest first.
   *
   * `GET /projects/{projectId}/readiness-runs`
   */
  readonly listReadinessRuns: PagedCall<[params: { projectId: string }, query?: ListReadinessRuns, options?: RequestOptions], ReadinessRunPage, ReadinessRunPage["items"][number]>;
  /**
   * List the installed servers of a project, newest first.
   *
   * `GET /projects/{projectId}/registry/connections`
   */
  readonly listRegistryConnections: PagedCall<[params: { projectId: string }, query?: ListRegistryConnections, options?: RequestOptions], RegistryConnectionPage, RegistryConnectionPage["items"][number]>;
  /**
   * List the published servers that are known here.
   *
   * Asks no source: these are the servers that earlier searches found, by name, with the project's installs of them.
   *
   * `GET /projects/{projectId}/registry/servers`
   */
  readonly listRegistryServers: PagedCall<[params: { projectId: string }, query?: ListRegistryServers, options?: RequestOptions], RegistryServerPage, RegistryServerPage["items"][number]>;
  /**
   * List one page of a server's resource templates.
   *
   * Pages and cursors are the server's own. A server that does not declare the capability answers FEATURE_NOT_SUPPORTED. A server that is switched off answers CONFLICT. A `stdio` server needs a runner that allows it: FEATURE_NOT_SUPPORTED.
   *
   * `POST /projects/{projectId}/servers/{serverId}/resources/templates`
   */
  readonly listResourceTemplates: PagedCall<[params: { projectId: string; serverId: string }, body?: ListPrimitivesRequest, options?: RequestOptions], ResourceTemplatePage, ResourceTemplatePage["items"][number]>;
  /**
   * List one page of a server's resources.
   *
   * Pages and cursors are the server's own. A server that does not declare the capability answers FEATURE_NOT_SUPPORTED. A server that is switched off answers CONFLICT. A `stdio` server needs a runner that allows it: FEATURE_NOT_SUPPORTED.
   *
   * `POST /projects/{projectId}/servers/{serverId}/resources`
   */
  readonly listResources: PagedCall<[params: { projectId: string; serverId: string }, body?: ListPrimitivesRequest, options?: RequestOptions], ResourcePage, ResourcePage["items"][number]>;
  /**
   * List the tokens that runners outside of the installation work with, newest first.
   *
   * Includes revoked tokens. No list shows a token itself.
   *
   * `GET /organizations/{organizationId}/runner-tokens`
   */
  readonly listRunnerTokens: PagedCall<[params: { organizationId: string }, query?: ListRunnerTokens, options?: RequestOptions], RunnerTokenPage, RunnerTokenPage["items"][number]>;
  /**
   * List the runners that work for an organization, and the runs that wait for one.
   *
   * The runners of the installation and the runners of the organization that asked for trials within the last day. Runs and projects that the caller cannot see are left out of `waiting`.
   *
   * `GET /organizations/{organizationId}/runners`
   */
  readonly listRunners: Call<[params: { organizationId: string }, options?: RequestOptions], RunnerList>;
  /**
   * List the builds of a sandbox image, newest first.
   *
   * The last 50 builds; there are no further pages.
   *
   * `GET /projects/{projectId}/images/{imageId}/builds`
   */
  readonly listSandboxImageBuilds: PagedCall<[params: { projectId: string; imageId: string }, options?: RequestOptions], SandboxImageBuildPage, SandboxImageBuildPage["items"][number]>;
  /**
   * List the caller's own sandbox images and the promoted ones, newest first.
   *
   * All of them; there are no further pages.
   *
   * `GET /projects/{projectId}/images`
   */
  readonly listSandboxImages: PagedCall<[params: { projectId: string }, options?: RequestOptions], SandboxImagePage, SandboxImagePage["items"][number]>;
  /**
   * List the secrets of a project, newest first, without their values.
   *
   * `GET /projects/{projectId}/secrets`
   */
  readonly listSecrets: PagedCall<[params: { projectId: string }, query?: ListProjectSecrets, options?: RequestOptions], ProjectSecretPage, ProjectSecretPage["items"][number]>;
  /**
   * List the resources that results of tool calls link or embed, newest first.
   *
   * At most 500. Read from the results of the calls of the caller that are kept; the server is not asked. A list of the server need not have them.
   *
   * `GET /projects/{projectId}/servers/{serverId}/seen-resources`
   */
  readonly listSeenResources: Call<[params: { projectId: string; serverId: string }, options?: RequestOptions], SeenResources>;
  /**
   * List the values that results of tool calls have under the name of an argument, newest first.
   *
   * At most 100, for servers that complete nothing. Read from the results of the calls of the caller that are kept; the server is not asked. Names are compared without case, `_` and `-`.
   *
   * `GET /projects/{projectId}/servers/{serverId}/seen-values`
   */
  readonly listSeenValues: Call<[params: { projectId: string; serverId: string }, query: ListSeenValues, options?: RequestOptions], SeenValues>;
  /**
   * List the changes of a project's servers, newest first.
   *
   * A change of state or of first cause between two diagnoses, and a change of what a server offers.
   *
   * `GET /projects/{projectId}/server-changes`
   */
  readonly listServerChanges: PagedCall<[params: { projectId: string }, query?: ListServerChanges, options?: RequestOptions], ServerChangePage, ServerChangePage["items"][number]>;
  /**
   * Read the worst diagnosis of each server and day.
   *
   * `GET /projects/{projectId}/server-days`
   */
  readonly listServerDays: Call<[params: { projectId: string }, query?: ListServerDays, options?: RequestOptions], ServerDays>;
  /**
   * List the diagnoses of a server, newest first.
   *
   * What is kept of each report of the doctor; the last 200 of a server.
   *
   * `GET /projects/{projectId}/servers/{serverId}/diagnoses`
   */
  readonly listServerDiagnoses: PagedCall<[params: { projectId: string; serverId: string }, query?: ListServerDiagnoses, options?: RequestOptions], ServerDiagnosisPage, ServerDiagnosisPage["items"][number]>;
  /**
   * List the server groups of a project, newest first.
   *
   * Snapshots are not listed.
   *
   * `GET /projects/{projectId}/server-groups`
   */
  readonly listServerGroups: PagedCall<[params: { projectId: string }, query?: ListServerGroups, options?: RequestOptions], ServerGroupPage, ServerGroupPage["items"][number]>;
  /**
   * List the skills that a server offers.
   *
   * All of them at once, and the entries that were declined because they break the extension's rules. A server without the skills extension of MCP answers FEATURE_NOT_SUPPORTED; one that is switched off CONFLICT.
   *
   * `POST /projects/{projectId}/servers/{serverId}/skills`
   */
  readonly listServerSkills: Call<[params: { projectId: string; serverId: string }, options?: RequestOptions], ServerSkillCatalog>;
  /**
   * List the recorded surfaces of a server, newest first.
   *
   * Every reading of the whole server (export, diff, lint, doctor) is recorded. A row is a time in which the surface did not change; the newest 200 are kept.
   *
   * `GET /projects/{projectId}/servers/{serverId}/surfaces`
   */
  readonly listServerSurfaces: PagedCall<[params: { projectId: string; serverId: string }, query?: ListSurfaces, options?: RequestOptions], SurfacePage, SurfacePage["items"][number]>;
  /**
   * List the sessions of a project, the one that was active last first.
   *
   * Own sessions, shared ones and those of visitors of studies. With `scope` `transcripts` the query is looked for in what was said; such a page may have fewer sessions than `limit`, also none, and further ones follow as long as there is a `nextCursor`.
   *
   * `GET /projects/{projectId}/sessions`
   */
  readonly listSessions: PagedCall<[params: { projectId: string }, query?: ListSessions, options?: RequestOptions], SessionSummaryPage, SessionSummaryPage["items"][number]>;
  /**
   * List the work items of a service whose leases expired, or that no runner takes.
   *
   * An item that has waited for five minutes counts as stuck.
   *
   * `GET /operator/services/{service}/stuck-work`
   */
  readonly listStuckWork: Call<[params: { service: string }, options?: RequestOptions], StuckWorkList>;
  /**
   * List the studies of a project, newest first.
   *
   * `GET /projects/{projectId}/studies`
   */
  readonly listStudies: PagedCall<[params: { projectId: string }, query?: ListStudies, options?: RequestOptions], StudyPage, StudyPage["items"][number]>;
  /**
   * List the findings of a study, the one that was seen last first.
   *
   * A finding is a signal that at least 2 ended sessions of a week showed. Dismissed and resolved ones are listed, too.
   *
   * `GET /projects/{projectId}/studies/{studyId}/findings`
   */
  readonly listStudyFindings: PagedCall<[params: { projectId: string; studyId: string }, query?: ListStudyFindings, options?: RequestOptions], StudyFindingPage, StudyFindingPage["items"][number]>;
  /**
   * List the invited members of a study, newest first.
   *
   * For admins of the project, because the personal links are in it.
   *
   * `GET /projects/{projectId}/studies/{studyId}/members`
   */
  readonly listStudyMembers: PagedCall<[params: { projectId: string; studyId: string }, query?: ListStudyMembers, options?: RequestOptions], StudyMemberPage, StudyMemberPage["items"][number]>;
  /**
   * List the sessions of a study's visitors, newest first.
   *
   * Also of an unpublished study, until the retention of its sessions ends.
   *
   * `GET /projects/{projectId}/studies/{studyId}/sessions`
   */
  readonly listStudySessions: PagedCall<[params: { projectId: string; studyId: string }, query?: ListStudySessions, options?: RequestOptions], StudySessionPage, StudySessionPage["items"][number]>;
  /**
   * List the findings of a project's journeys, the one that was seen last first.
   *
   * A finding is a trouble that at least 2 sessions of a wave showed. It is computed by fixed rules without a model, once no run of the wave is under way. Dismissed and resolved ones are listed, too.
   *
   * `GET /projects/{projectId}/journey-findings`
   */
  readonly listSwarmFindings: PagedCall<[params: { projectId: string }, query?: ListSwarmFindings, options?: RequestOptions], SwarmFindingPage, SwarmFindingPage["items"][number]>;
  /**
   * List the swarms of a project, newest first.
   *
   * Archived swarms are not listed.
   *
   * `GET /projects/{projectId}/swarms`
   */
  readonly listSwarms: PagedCall<[params: { projectId: string }, query?: ListSwarms, options?: RequestOptions], SwarmPage, SwarmPage["items"][number]>;
  /**
   * List the tool calls that the caller made before, newest first.
   *
   * The caller's own calls of `callTool`. The newest 100 per person and server are kept, for at most 30 days.
   *
   * `GET /projects/{projectId}/servers/{serverId}/tool-calls`
   */
  readonly listToolCalls: PagedCall<[params: { projectId: string; serverId: string }, query?: ListToolCalls, options?: RequestOptions], ToolCallPage, ToolCallPage["items"][number]>;
  /**
   * Count which tools failed trials called in place of the expected ones.
   *
   * Of the last 10 runs with the server; at most 2,000 failed trials are looked at. Tools are compared by name.
   *
   * `GET /projects/{projectId}/servers/{serverId}/tool-confusions`
   */
  readonly listToolConfusions: Call<[params: { projectId: string; serverId: string }, options?: RequestOptions], ToolConfusions>;
  /**
   * List one page of a server's tools.
   *
   * Pages and cursors are the server's own. A server that does not declare the capability answers FEATURE_NOT_SUPPORTED. A server that is switched off answers CONFLICT. A `stdio` server needs a runner that allows it: FEATURE_NOT_SUPPORTED.
   *
   * `POST /projects/{projectId}/servers/{serverId}/tools`
   */
  readonly listTools: PagedCall<[params: { projectId: string; serverId: string }, body?: ListPrimitivesRequest, options?: RequestOptions], ToolPage, ToolPage["items"][number]>;
  /**
   * Add up what calls of models used and cost, by group.
   *
   * Members see the projects that they may see. A call whose runner vanished counts with the input that was reserved for it.
   *
   * `GET /organizations/{organizationId}/usage`
   */
  readonly listUsage: PagedCall<[params: { organizationId: string }, query?: ListUsageQuery, options?: RequestOptions], ModelUsagePage, ModelUsagePage["items"][number]>;
  /**
   * List the messages of the visitor's conversation, newest first.
   *
   * `GET /studies/{linkToken}/visit/messages`
   */
  readonly listVisitMessages: PagedCall<[params: { linkToken: string }, query?: ListVisitMessages, options?: RequestOptions], VisitMessagePage, VisitMessagePage["items"][number]>;
  /**
   * Give an ad-hoc environment a name, which makes it an ordinary one.
   *
   * A CONFLICT has the present revision in `details.currentRevision`.
   *
   * `POST /projects/{projectId}/environments/{environmentId}/name`
   */
  readonly nameEnvironment: Call<[params: { projectId: string; environmentId: string }, body: EnvironmentNameRequest, options?: RequestOptions], ProjectEnvironment>;
  /**
   * Write a note into the trace of a browser.
   *
   * Only the owner of the session drives its browser. At most 1,000 notes in a session.
   *
   * `POST /chat-sessions/{sessionId}/browser/note`
   */
  readonly noteInBrowser: Call<[params: { sessionId: string }, body: BrowserNoteRequest, options?: RequestOptions], BrowserReply>;
  /**
   * The page on which a person lets an application act for them.
   *
   * The authorization endpoint (OAuth 2.1): authorization code with PKCE, `S256` alone. A person who is not signed in signs in first. An unknown application or redirect address is told on the page; every other error goes to the redirect address. Answers carry `iss` (RFC 9207).
   *
   * `GET /oauth/authorize`
   */
  readonly openAuthorization: Call<[query?: AuthorizationQuery, options?: RequestOptions], string>;
  /**
   * Open the browser of a session, and wait until it is open.
   *
   * Only the owner of the session drives its browser. A browser that is open stays as it is, with its policy narrowed if the request has one. One that was closed is opened again: its profile is restored, its tabs are gone. The first request of a session fixes the grant and the profile: a later policy that would widen the grant is refused, and so is another `profileId`. When no runner has a free browser within five seconds, the request is RATE_LIMITED with `details.reason` BROWSER_CAPACITY and has changed nothing, so that it can be repeated as it was.
   *
   * `POST /chat-sessions/{sessionId}/browser/open`
   */
  readonly openBrowser: Call<[params: { sessionId: string }, body?: WantedBrowser, options?: RequestOptions], BrowserReply>;
  /**
   * The page on which a person consents to a connection.
   *
   * For a browser, without a key. Shows the client and the requested access; nothing happens until the person goes on.
   *
   * `GET /server-connections/{requestId}/handoff`
   */
  readonly openConnectionHandoff: Call<[params: { requestId: string }, options?: RequestOptions], string>;
  /**
   * The page on which a person enters the code of a device.
   *
   * Without a code it asks for one; with a code it asks whether to allow the application. 20 wrong codes in a quarter of an hour are accepted from a person.
   *
   * `GET /device`
   */
  readonly openDevice: Call<[query?: DeviceQuery, options?: RequestOptions], string>;
  /**
   * The page on which a person accepts an invitation.
   *
   * For a browser; it works without JavaScript, and shows and changes nothing before it is sent.
   *
   * `GET /auth/invitations/{token}`
   */
  readonly openInvitation: Call<[params: { token: string }, options?: RequestOptions], string>;
  /**
   * The page on which a person chooses the organization to act in.
   *
   * For a browser; it works without JavaScript. A person with one organization is led on to `returnTo`, and one without a session to the sign-in page.
   *
   * `GET /auth/organization`
   */
  readonly openOrganizationChoice: Call<[query?: SignInPage, options?: RequestOptions], string>;
  /**
   * The page on which a person chooses another password.
   *
   * For a browser; it works without JavaScript, and shows and changes nothing before it is sent.
   *
   * `GET /auth/password-resets/{token}`
   */
  readonly openPasswordReset: Call<[params: { token: string }, options?: RequestOptions], string>;
  /**
   * The page on which a person signs in.
   *
   * For a browser; it works without JavaScript. It leads to `returnTo` afterwards when that is a path of this origin, and to `/` otherwise.
   *
   * `GET /auth/sign-in`
   */
  readonly openSignIn: Call<[query?: SignInPage, options?: RequestOptions], string>;
  /**
   * Compute how many trials a comparison needs to find a drop of the pass rate.
   *
   * For one comparison of two runs of the same size; among many cases that are compared at once, a single one needs more. A drop from 0.95 by 0.25 takes 34 to 35 trials a side at a power of 0.8. A `drop` above `baselineRate` is a VALIDATION_ERROR.
   *
   * `GET /projects/{projectId}/eval-trial-plan`
   */
  readonly planEvalTrials: Call<[params: { projectId: string }, query: EvalTrialPlanQuery, options?: RequestOptions], EvalTrialPlan>;
  /**
   * Upload a file of results to a URL that was given for it.
   *
   * The URL is the credential; no key is needed. The same file may be sent again, another one is a CONFLICT.
   *
   * `POST /projects/{projectId}/eval-ingest/artifacts/{uploadToken}`
   */
  readonly postEvalIngestArtifact: Call<[params: { projectId: string; uploadToken: string }, bytes: Bytes, options?: RequestOptions], EvalIngestStoredArtifact>;
  /**
   * Read what an install from a directory would save, and where it would run.
   *
   * Makes every check of the install and saves nothing; a refusal is the one that the install would give.
   *
   * `POST /projects/{projectId}/registry/directory-installs/preview`
   */
  readonly previewDirectoryInstall: Call<[params: { projectId: string }, body: DirectoryInstallRequest, options?: RequestOptions], RegistryInstallPreview>;
  /**
   * Try assertions on a recorded iteration; nothing is stored.
   *
   * They are graded by the recorded transcript, so an assertion that needs evidence which was not captured is an `error`. Assertions about a live page cannot be replayed and always are.
   *
   * `POST /projects/{projectId}/eval-runs/{runId}/iterations/{iterationId}/preview-assertions`
   */
  readonly previewEvalAssertions: Call<[params: { projectId: string; runId: string; iterationId: string }, body: EvalAssertionPreviewRequest, options?: RequestOptions], EvalAssertionPreview>;
  /**
   * Try the assertions of a case on all of its trials in a run; nothing is stored.
   *
   * As of `preview-assertions` of one iteration. Recorded transcripts are graded; nothing is called. Assertions about a live page are an `error`.
   *
   * `POST /projects/{projectId}/eval-runs/{runId}/cases/{caseId}/preview-assertions`
   */
  readonly previewEvalCase: Call<[params: { projectId: string; runId: string; caseId: string }, body: EvalCasePreviewRequest, options?: RequestOptions], EvalCasePreview>;
  /**
   * See what a launch of a suite would do and cost at each target, and why it would be refused.
   *
   * Plans each target as a launch does and starts nothing; servers are not connected to, so an unreachable one is found by the launch alone. A refusal of the whole launch, such as targets of several kinds, is beside `targets`.
   *
   * `POST /projects/{projectId}/eval-suites/{suiteId}/launch-preview`
   */
  readonly previewEvalLaunch: Call<[params: { projectId: string; suiteId: string }, body?: EvalLaunchPreviewRequest, options?: RequestOptions], EvalLaunchPreview>;
  /**
   * See which cases a rerun of a run would try again.
   *
   * `GET /projects/{projectId}/eval-runs/{runId}/rerun-preview`
   */
  readonly previewEvalRerun: Call<[params: { projectId: string; runId: string }, query?: PreviewEvalRerun, options?: RequestOptions], EvalRerunPreview>;
  /**
   * Read what judging a run would send to a model and cost; no model is asked.
   *
   * `GET /projects/{projectId}/eval-runs/{runId}/judge/preview`
   */
  readonly previewEvalRunJudge: Call<[params: { projectId: string; runId: string }, query?: PreviewEvalRunJudge, options?: RequestOptions], EvalRunJudgePreview>;
  /**
   * Read when a schedule would run next and what that costs, as it is saved or with other settings.
   *
   * Nothing is stored. A suite without a schedule needs `intervalMinutes` or `cron`. Settings that could not be saved answer VALIDATION_ERROR, as their change does.
   *
   * `GET /projects/{projectId}/eval-suites/{suiteId}/schedule/preview`
   */
  readonly previewEvalSuiteSchedule: Call<[params: { projectId: string; suiteId: string }, query?: PreviewEvalSuiteSchedule, options?: RequestOptions], EvalSchedulePreview>;
  /**
   * Make a draft of a case from a recorded iteration.
   *
   * The draft has the prompts that were said, the calls that were made (as expectations after a prompt, as tool calls otherwise) and their results. It is put on an authoring job of the suite (the run's own unless `suiteId` names another), to be committed. What looks like a secret in arguments or in the reply is masked, and an issue blocks the draft until a person resolves it.
   *
   * `POST /projects/{projectId}/eval-runs/{runId}/iterations/{iterationId}/promote`
   */
  readonly promoteEvalIteration: Call<[params: { projectId: string; runId: string; iterationId: string }, body?: EvalIterationPromoteRequest, options?: RequestOptions], EvalIterationPromoted>;
  /**
   * Share a sandbox image with the project.
   *
   * For its owner. Where the installation has a builder, its content must have a build that is ready; elsewhere its newest build must not have failed (409). A promoted image stays as it is.
   *
   * `POST /projects/{projectId}/images/{imageId}/promote`
   */
  readonly promoteSandboxImage: Call<[params: { projectId: string; imageId: string }, options?: RequestOptions], SandboxImage>;
  /**
   * Publish an environment as a study, to which people talk by a link.
   *
   * An environment has one study: publishing it again answers that study unchanged. The environment must have a name and must be launchable (`resolve` tells why it is not). A study follows its environment: visitors who come later meet the environment as it is then.
   *
   * `PUT /projects/{projectId}/environments/{environmentId}/study`
   */
  readonly publishStudy: Call<[params: { projectId: string; environmentId: string }, body?: StudyPublishRequest, options?: RequestOptions], Study>;
  /**
   * Bring in a plugin, or a new version of the plugin of that name.
   *
   * The project may be `default`. The body is a zip with a manifest: `.claude-plugin/plugin.json`, `.codex-plugin/plugin.json` or `plugin.json`. The same content makes no second version: 200 with `created: false`. A zip with unsafe paths, links or too much content is refused with VALIDATION_ERROR, and `details.entry` names the entry; a bundle with other faults becomes a version that is `invalid`. Nothing of a bundle is started. A plugin with servers that are commands needs an admin of the organization: FORBIDDEN with the reason COMMANDS_NEED_ADMIN.
   *
   * `POST /projects/{projectId}/plugins`
   */
  readonly pushProjectPlugin: Call<[params: { projectId: string }, bytes: Bytes, options?: RequestOptions], PluginPushed>;
  /**
   * Bring in a skill, or a new version of the skill of that name.
   *
   * The project may be `default`. The body is a zip of the folder of one skill, with its SKILL.md. The same content makes no second version: 200 with `created: false`. A zip that is not taken is VALIDATION_ERROR, and `details.entry` names the entry. Nothing of it is started.
   *
   * `POST /projects/{projectId}/skills`
   */
  readonly pushProjectSkill: Call<[params: { projectId: string }, bytes: Bytes, options?: RequestOptions], SkillPushed>;
  /**
   * Upload a file of results to a URL that was given for it.
   *
   * The URL is the credential; no key is needed. The same file may be sent again, another one is a CONFLICT.
   *
   * `PUT /projects/{projectId}/eval-ingest/artifacts/{uploadToken}`
   */
  readonly putEvalIngestArtifact: Call<[params: { projectId: string; uploadToken: string }, bytes: Bytes, options?: RequestOptions], EvalIngestStoredArtifact>;
  /**
   * Read what a command saw.
   *
   * For everyone who may read the session.
   *
   * `POST /chat-sessions/{sessionId}/browser/artifact`
   */
  readonly readBrowserArtifact: Call<[params: { sessionId: string }, body: BrowserArtifactRequest, options?: RequestOptions], BrowserArtifact>;
  /**
   * Read what happened in the browser of a session.
   *
   * For everyone who may read the session. Observations are in the artifacts of their commands. Secrets in texts are masked.
   *
   * `POST /chat-sessions/{sessionId}/browser/trace`
   */
  readonly readBrowserTrace: Call<[params: { sessionId: string }, body?: BrowserTraceRequest, options?: RequestOptions], BrowserTrace>;
  /**
   * Read a resource of a server.
   *
   * Answers with the MCP result untouched. Closing the connection cancels the request on the server. A server that asks its client for input meanwhile is declined at once, unless `answers` has an answer. An error that the server answers has its JSON-RPC code in `details.rpcCode` and its own sentence, masked, in `details.serverMessage`: -32602 (an unknown name, arguments that it does not take) is VALIDATION_ERROR, -32002 (an unknown resource) NOT_FOUND, -32601 FEATURE_NOT_SUPPORTED, any other SERVER_UNREACHABLE. A server that is switched off answers CONFLICT. A `stdio` server needs a runner that allows it: FEATURE_NOT_SUPPORTED.
   *
   * `POST /projects/{projectId}/servers/{serverId}/resources/read`
   */
  readonly readResource: Call<[params: { projectId: string; serverId: string }, body: ReadResourceRequest, options?: RequestOptions], ResourceContents | CallReport>;
  /**
   * Read one file of a skill and verify it.
   *
   * The file must be in the skill's manifest. A skill that fails verification is answered with a `refusal` that says why, and must not be loaded. A server without the skills extension of MCP answers FEATURE_NOT_SUPPORTED; one that is switched off CONFLICT.
   *
   * `POST /projects/{projectId}/servers/{serverId}/skills/read-file`
   */
  readonly readServerSkillFile: Call<[params: { projectId: string; serverId: string }, body: ReadServerSkillFileRequest, options?: RequestOptions], ServerSkillFile>;
  /**
   * Let a study use another environment of the project.
   *
   * The environment must be launchable. The link stays as it is. Every visit ends at once: turns under way are cancelled, and visitors who are still admitted begin a new conversation.
   *
   * `POST /projects/{projectId}/studies/{studyId}/rebind`
   */
  readonly rebindStudy: Call<[params: { projectId: string; studyId: string }, body: StudyRebindRequest, options?: RequestOptions], StudyRebound>;
  /**
   * Register an application (RFC 7591).
   *
   * At most 20 an hour from an address, and 10,000 without a grant in an installation. A registration without a grant is deleted after a day, and one whose last grant was renewed 90 days ago. Errors have the form of RFC 7591, section 3.2.2.
   *
   * `POST /oauth/register`
   */
  readonly registerApplication: Call<[bytes: Bytes, options?: RequestOptions], Application>;
  /**
   * Grade a completed run again from its recorded trials.
   *
   * Grades, results, counts and the decision are replaced at once, or not at all; the earlier ones are kept. Trials of which nothing was recorded keep their results. The opinion of a gating judge stays. Assertions about a live page cannot be replayed. A run that did not complete answers 409.
   *
   * `POST /projects/{projectId}/eval-runs/{runId}/regrade`
   */
  readonly regradeEvalRun: Call<[params: { projectId: string; runId: string }, body?: EvalRunRegradeRequest, options?: RequestOptions], EvalRunRegraded>;
  /**
   * Release the amount that calls under way hold of a budget.
   *
   * Needs an owner or admin of the organization. Each of these calls is charged the input that it reserved, in all budgets that cover it, and corrected when its runner tells what it used. The reservations of a runner that vanished end by themselves within a minute.
   *
   * `POST /organizations/{organizationId}/budgets/{budgetId}/release`
   */
  readonly releaseBudget: Call<[params: { organizationId: string; budgetId: string }, options?: RequestOptions], Budget>;
  /**
   * Release the amount that calls under way hold of a budget.
   *
   * As `releaseBudget` does for an administrator of the organization; both logs have an entry of it.
   *
   * `POST /operator/held-budgets/{budgetId}/release`
   */
  readonly releaseHeldBudget: Call<[params: { budgetId: string }, options?: RequestOptions], HeldBudgetReleased>;
  /**
   * Remove a budget.
   *
   * Needs an owner or admin of the organization.
   *
   * `DELETE /organizations/{organizationId}/budgets/{budgetId}`
   */
  readonly removeBudget: Call<[params: { organizationId: string; budgetId: string }, options?: RequestOptions], BudgetRemoved>;
  /**
   * Remove a member from an organization, or leave it.
   *
   * Admins remove others, only owners remove owners, and every member can remove themselves. The removal takes their roles in its projects, revokes their API keys in it, the invitations they made and the invitations to them, closes the tunnels they made, and moves their sessions to another one of their organizations. Runner tokens stay, since runners do not belong to a person: the answer names theirs. The last owner cannot go (409).
   *
   * `DELETE /organizations/{organizationId}/members/{userId}`
   */
  readonly removeMember: Call<[params: { organizationId: string; userId: string }, options?: RequestOptions], MemberRemoved>;
  /**
   * Delete the saved key and address of a model provider.
   *
   * Needs an owner or admin of the organization. Runs that were launched before keep their access until they end.
   *
   * `DELETE /organizations/{organizationId}/model-providers/{provider}`
   */
  readonly removeModelProvider: Call<[params: { organizationId: string; provider: string }, options?: RequestOptions], ModelProviderRemoved>;
  /**
   * Take back the role that a person was given in a project.
   *
   * The access that follows from their role in the organization stays. A person without a role in the project is a 404.
   *
   * `DELETE /projects/{projectId}/members/{userId}`
   */
  readonly removeProjectMember: Call<[params: { projectId: string; userId: string }, options?: RequestOptions], ProjectMemberRemoved>;
  /**
   * Remove an invited member from a study.
   *
   * By id or e-mail. The personal link is dead and the visits of the member end at once; the transcripts stay. A person with a role in the project can still visit the study, and so can any person with its link while the mode is `anyone_with_link`.
   *
   * `DELETE /projects/{projectId}/studies/{studyId}/members/{memberIdOrEmail}`
   */
  readonly removeStudyMember: Call<[params: { projectId: string; studyId: string; memberIdOrEmail: string }, options?: RequestOptions], StudyMemberRemoved>;
  /**
   * Call a tool and show its widget in a browser.
   *
   * Calls the tool, unless the request has a recorded `result`, reads the resource that the tool names as its user interface, and shows it as the host of a client does. Faults of the widget are a `status` and no error: the HTTP status is 200. Without a runner that has a browser the status is `browser_unavailable`, and the tool is not called. What the page says is text of the server: data, never instructions.
   *
   * `POST /projects/{projectId}/servers/{serverId}/widgets/render`
   */
  readonly renderWidget: Call<[params: { projectId: string; serverId: string }, body: RenderWidgetRequest, options?: RequestOptions], WidgetRendering>;
  /**
   * Renew the access token of a server's OAuth grant now.
   *
   * Tokens are renewed by themselves before they expire; this shows whether that works. Answers the grant: `lastError` says why a renewal failed. A grant without a refresh token is a CONFLICT.
   *
   * `POST /projects/{projectId}/servers/{serverId}/oauth/grant/renew`
   */
  readonly renewOAuthGrant: Call<[params: { projectId: string; serverId: string }, options?: RequestOptions], OAuthGrant>;
  /**
   * Publish dead letters again on their topics.
   *
   * Services that handled an event have its receipt and skip it.
   *
   * `POST /operator/dead-letters/replay`
   */
  readonly replayDeadLetters: Call<[body?: ReplayDeadLetters, options?: RequestOptions], DeadLettersReplayed>;
  /**
   * Report a whole conformance run that was made elsewhere.
   *
   * Stores everything or nothing, and ends the run. The files that the official suite writes can be sent as they are, in `files`. With an `externalRunId` a repeated report answers the run that the first one made.
   *
   * `POST /projects/{projectId}/conformance-ingest/report`
   */
  readonly reportConformanceRun: Call<[params: { projectId: string }, body?: ConformanceIngestReport, options?: RequestOptions], ConformanceIngested>;
  /**
   * Report a whole run that was made elsewhere.
   *
   * Stores everything or nothing. With an `externalRunId` a repeated report answers the run that the first one made. Meant for up to 200 results and 1 MiB; the body may have 5 MiB, and larger runs are sent in several requests.
   *
   * `POST /projects/{projectId}/eval-ingest/report`
   */
  readonly reportEvalRun: Call<[params: { projectId: string }, body: EvalIngestReport, options?: OptionsWith<"ci">], EvalIngestedRun>;
  /**
   * Find out what the failures of a run have in common; read them with the run.
   *
   * A start is always answered `pending`; the run tells their status. Answers with the present status, and does nothing, while they are being made or when they are there already and `force` is not set. A model explains them where the suite has a judge's model or the operator named one; without it the findings can be read at once. A run that is not over is a CONFLICT with `details.reason` RUN_NOT_TERMINAL.
   *
   * `POST /projects/{projectId}/eval-runs/{runId}/insights`
   */
  readonly requestEvalRunInsights: Call<[params: { projectId: string; runId: string }, body?: EvalRunInsightsRequest, options?: RequestOptions], EvalRunInsightsRequested>;
  /**
   * Have a model judge whether a run's trials did what their cases want.
   *
   * Answers at once; read the run's `judges` for the progress. While the run is being judged, and when it was judged already, nothing new is started unless `force` is set. A run that is not over answers 409 with `details.reason` RUN_NOT_TERMINAL. Judging on request never changes a result.
   *
   * `POST /projects/{projectId}/eval-runs/{runId}/judge`
   */
  readonly requestEvalRunJudge: Call<[params: { projectId: string; runId: string }, body?: EvalRunJudgeRequest, options?: RequestOptions], EvalRunJudgeRequested>;
  /**
   * Have a model explain the findings of the newest week with ended sessions.
   *
   * Answers at once with the week; read its insights for the progress. A week that was not mined yet answers 409 with `details.reason` WINDOW_NOT_MINED. Insights that are there are not made again unless further sessions ended or `force` is set. Without a model the findings are told as the rules found them.
   *
   * `POST /projects/{projectId}/studies/{studyId}/insights`
   */
  readonly requestStudyInsights: Call<[params: { projectId: string; studyId: string }, body?: StudyInsightsRequest, options?: RequestOptions], StudyInsightsRequested>;
  /**
   * Find the troubles of a wave, and have a model explain them.
   *
   * Also of a wave that is under way: the insights then say of how many sessions they are. Of a wave that is over, the request waits until its findings are computed, at most 15 s, and is 503 UNAVAILABLE with `Retry-After` after that. Insights that are there are not made again unless a session of the wave changed since or `force` is set. Without a model the findings are told as the rules found them.
   *
   * `POST /projects/{projectId}/waves/{waveId}/insights`
   */
  readonly requestWaveInsights: Call<[params: { projectId: string; waveId: string }, body?: WaveInsightsRequest, options?: RequestOptions], WaveInsightsRequested>;
  /**
   * Run the cases again that failed, or that have no verdict.
   *
   * The suite is frozen as it is now; the servers, the model, the pass rate, the budget and the execution settings of the run stay as they were. Answers 409 with `details.reason` RERUN_SOURCE_NOT_TERMINAL while the run goes on, and RERUN_NOTHING_TO_RERUN when no case is left to try. For 24 hours a repeated request with an idempotency key answers the rerun that the first one made; with another body it is a CONFLICT with `details.reason` IDEMPOTENCY_CONFLICT.
   *
   * `POST /projects/{projectId}/eval-runs/{runId}/rerun`
   */
  readonly rerunEvalRun: Call<[params: { projectId: string; runId: string }, body: EvalRerunRequest, options?: OptionsWith<"ci" | "idempotencyKey" | "launcher">], EvalRerunCreated>;
  /**
   * Choose another password with a link.
   *
   * Ends every session of the person and starts no new session; their API keys stay. A link that was used or replaced, or is too old, is a 404.
   *
   * `POST /auth/password-resets/{token}/accept`
   */
  readonly resetPassword: Call<[params: { token: string }, body: PasswordResetRequest, options?: RequestOptions], PasswordReset>;
  /**
   * Read what a launch against an environment would use.
   *
   * The client and its settings, the model, the servers, the plugins and the skills, all as of one moment. Nothing is connected.
   *
   * An environment that cannot be launched answers CONFLICT with the cause in `details.code`:
   *
   * - `ENV_ARCHIVED`: The environment is archived: restore it, or choose another one.
   * - `ENV_CLIENT_MISSING`: The client of the environment was deleted: give the environment another client.
   * - `ENV_MODEL_REQUIRED`: Neither the environment nor its client names a model: set `modelId` in one of them.
   * - `ENV_SERVER_GROUP_MISSING`: The server group was deleted: set `serverAttachmentId` to another one, or to null.
   * - `ENV_NO_SERVERS`: The environment has no server: give it a server group, or give its client servers.
   * - `ENV_SERVER_DELETED`: A selected server was deleted: take it out of the server group or the client.
   * - `ENV_SERVER_DISABLED`: A selected server is switched off: switch it on, or take it out of the server group or the client.
   * - `ENV_SERVER_NAME_REPEATED`: Two servers of the environment have one name: rename the saved server, or take the plugin out.
   * - `ENV_PLUGIN_VERSION_MISSING`: A pinned plugin version was deleted: pin another one.
   * - `ENV_IMAGE_MISSING`: The sandbox image of the environment was deleted: set `sandboxImageId` to another one, or to null.
   * - `ENV_SKILL_MISSING`: A selected skill, or the version of it that is pinned, was deleted: select another one.
   * - `ENV_SECRET_MISSING`: A selected secret was deleted: select another one, or none.
   * - `ENV_SECRET_NOT_SELECTED`: A server of a plugin refers to secrets that the environment does not select: save secrets of these names, and add them to `secretSelection`.
   *
   * `GET /projects/{projectId}/environments/{environmentId}/resolve`
   */
  readonly resolveEnvironment: Call<[params: { projectId: string; environmentId: string }, options?: RequestOptions], ProjectEnvironmentResolved>;
  /**
   * Restore an archived environment.
   *
   * Refused when its name is taken now, or its client or server group was deleted: edit it first. Pinned plugin versions that were deleted are taken out, and named in `droppedPluginVersionIds`. A CONFLICT has the present revision in `details.currentRevision`.
   *
   * `POST /projects/{projectId}/environments/{environmentId}/restore`
   */
  readonly restoreEnvironment: Call<[params: { projectId: string; environmentId: string }, body: ProjectEnvironmentRevisionRequest, options?: RequestOptions], ProjectEnvironmentRestored>;
  /**
   * Restore an archived suite.
   *
   * Its schedule runs again from its next time on: ticks that came due meanwhile are not made up for. A suite that is not archived stays as it is.
   *
   * `POST /projects/{projectId}/eval-suites/{suiteId}/restore`
   */
  readonly restoreEvalSuite: Call<[params: { projectId: string; suiteId: string }, options?: RequestOptions], EvalSuiteDetail>;
  /**
   * Give a suite the name and settings of an earlier revision, as a new revision.
   *
   * Cases, runs and the schedule stay as they are. A server, environment or client of that revision that the project no longer has is refused. A suite that a file owns (`managedBy: ci`) answers CONFLICT with `details.reason` CI_OWNED_SUITE_READ_ONLY, unless `declaredSuiteId` is the id under which the file declares it.
   *
   * `POST /projects/{projectId}/eval-suites/{suiteId}/revisions/{revisionNumber}/restore`
   */
  readonly restoreEvalSuiteRevision: Call<[params: { projectId: string; suiteId: string; revisionNumber: string }, body?: EvalSuiteRestoreRequest, options?: OptionsWith<"declaredSuiteId">], EvalSuiteDetail>;
  /**
   * Validate the server of a connection once more.
   *
   * Only after a validation that failed with a `retryable` error; CONFLICT otherwise.
   *
   * `POST /server-connections/{requestId}/retry-validation`
   */
  readonly retryServerConnectionValidation: Call<[params: { requestId: string }, options?: RequestOptions], ServerConnection>;
  /**
   * Give a stuck work item all of its attempts again.
   *
   * `POST /operator/services/{service}/stuck-work/{workId}/retry`
   */
  readonly retryStuckWork: Call<[params: { service: string; workId: string }, options?: RequestOptions], StuckWorkChanged>;
  /**
   * Change, decide or resolve a draft; nothing is written to the suite.
   *
   * A resolved issue, an answered guess and an accepted addition no longer block the draft. A change of its `case` is checked again, and issues of changed steps are dropped; it cannot be combined with `resolutions` or `answers`, which name issues by their place. The use of tools in a changed step is not checked against the servers.
   *
   * `PATCH /projects/{projectId}/eval-suites/{suiteId}/authoring/{jobId}/drafts/{draftId}`
   */
  readonly reviewEvalCaseDraft: Call<[params: { projectId: string; suiteId: string; jobId: string; draftId: string }, body: EvalCaseDraftReviewRequest, options?: RequestOptions], EvalCaseDraft>;
  /**
   * Revoke an API key of one's own.
   *
   * It is refused within a second, and for good. Revoking it again answers the same.
   *
   * `DELETE /api-keys/{keyId}`
   */
  readonly revokeApiKey: Call<[params: { keyId: string }, options?: RequestOptions], ApiKeyRevoked>;
  /**
   * Take a waiver back.
   *
   * Taking it back twice answers `already_revoked`. It stays in the history.
   *
   * `DELETE /projects/{projectId}/eval-runs/{runId}/gate-waivers/{waiverId}`
   */
  readonly revokeEvalGateWaiver: Call<[params: { projectId: string; runId: string; waiverId: string }, options?: RequestOptions], EvalGateWaiverWritten>;
  /**
   * End what an application may do.
   *
   * Its tokens are refused within a second.
   *
   * `DELETE /grants/{grantId}`
   */
  readonly revokeGrant: Call<[params: { grantId: string }, options?: RequestOptions], GrantRevoked>;
  /**
   * Take an invitation back.
   *
   * A member cannot take back an invitation above their own role (403).
   *
   * `DELETE /organizations/{organizationId}/invitations/{invitationId}`
   */
  readonly revokeInvitation: Call<[params: { organizationId: string; invitationId: string }, options?: RequestOptions], InvitationRevoked>;
  /**
   * Revoke an API key of any member of an organization.
   *
   * It is refused within a second, and for good. Revoking it again answers the same.
   *
   * `DELETE /organizations/{organizationId}/api-keys/{keyId}`
   */
  readonly revokeOrganizationApiKey: Call<[params: { organizationId: string; keyId: string }, options?: RequestOptions], ApiKeyRevoked>;
  /**
   * Revoke a runner token.
   *
   * Needs an owner or admin of the organization who signed in. Its runners stop within seconds, and their work is handed to others.
   *
   * `DELETE /organizations/{organizationId}/runner-tokens/{tokenId}`
   */
  readonly revokeRunnerToken: Call<[params: { organizationId: string; tokenId: string }, options?: RequestOptions], RunnerTokenRevoked>;
  /**
   * End the grant of a token (RFC 7009).
   *
   * All tokens of the grant are refused within a second. An unknown token is answered in the same way.
   *
   * `POST /oauth/revoke`
   */
  readonly revokeToken: Call<[form: FormFields, options?: RequestOptions], TokenRevoked>;
  /**
   * Replace the link of a study.
   *
   * For admins of the project; other callers get NOT_FOUND. Every earlier link is dead at once, those of invitations too. Every visit ends at once: turns under way are cancelled, and visitors who are still admitted begin a new conversation.
   *
   * `POST /projects/{projectId}/studies/{studyId}/rotate-link`
   */
  readonly rotateStudyLink: Call<[params: { projectId: string; studyId: string }, options?: RequestOptions], StudyLinkRotated>;
  /**
   * Have a model answer a conversation, with operations of the project as its tools.
   *
   * The model is chosen by the operator (`AGENT_MODEL`), and the project pays for it. It reads projects, servers, suites and runs, diagnoses servers, and writes suites and cases, with the rights of the caller within this project. Actions that spend money or end something, such as starting a run, are proposed in `proposedActions` and not taken.
   *
   * At most 16 calls of the model and 90 s (504), and four turns of an organization at once (429). 422: the model is not available. 429: a budget is used up.
   *
   * What a failed turn created stays: `details.createdResources` of the error lists it. A repeated request with an idempotency key is answered what the first one was answered; with other messages it is a CONFLICT with `details.reason` IDEMPOTENCY_CONFLICT.
   *
   * `POST /projects/{projectId}/agent`
   */
  readonly runAgentTurn: Call<[params: { projectId: string }, body: AgentTurnRequest, options?: OptionsWith<"idempotencyKey">], AgentTurnResponse>;
  /**
   * Diagnose a server from the first connection to its lists.
   *
   * Answers with a report also when the server is down. A probe without the saved Authorization header comes first, because it shows whether the server asks for OAuth; if it does and no such header is saved, the diagnosis ends there. A list that a server does not declare is skipped and does not make the report `partial`. A check that has more to say than its status names the `cause`, explains it, and gives the next thing to try and the evidence. Where the address is wrong, at most two other addresses on the same origin are tried (`mcp`, `sse`, or the folder itself). Every step is bounded: connecting by 30 s or the server's `timeout` if that is longer, all lists together by 45 s. A server that is switched off can be diagnosed too. A `stdio` server needs a runner that allows it: FEATURE_NOT_SUPPORTED.
   *
   * `POST /projects/{projectId}/servers/{serverId}/doctor`
   */
  readonly runDoctor: Call<[params: { projectId: string; serverId: string }, options?: RequestOptions], DoctorReport>;
  /**
   * Rate an answer or the whole conversation.
   *
   * Replaces an earlier rating of the same.
   *
   * `PUT /studies/{linkToken}/visit/feedback`
   */
  readonly saveVisitFeedback: Call<[params: { linkToken: string }, body: VisitFeedback, options?: RequestOptions], VisitFeedbackSaved>;
  /**
   * Find objects of a project by name or id.
   *
   * Archived objects are not found by their names. A service that does not answer within two seconds is named.
   *
   * `GET /projects/{projectId}/search`
   */
  readonly searchProject: Call<[params: { projectId: string }, query: SearchProject, options?: RequestOptions], SearchResult>;
  /**
   * Send one command to the browser of a session, and wait for its outcome.
   *
   * Only the owner of the session drives its browser. One command at a time: another one meanwhile is a CONFLICT with COMMAND_IN_PROGRESS, or TURN_IN_PROGRESS while a turn uses the browser, and `details.retryAfterMs`. A command that fails is answered as well, with `status` and `error`. After an outcome that is `unknown`, commands other than `observe` are a CONFLICT with BROWSER_OUTCOME_UNKNOWN until an observation has succeeded. To a browser that is closed they are a CONFLICT with BROWSER_CLOSED and the reason of its end.
   *
   * `POST /chat-sessions/{sessionId}/browser/command`
   */
  readonly sendBrowserCommand: Call<[params: { sessionId: string }, body: BrowserCommandRequest, options?: RequestOptions], BrowserCommandReply>;
  /**
   * Ask a model that has the tools of servers, and wait for its answer.
   *
   * The first message begins a session and pins `modelId`, `environmentId`, `serverIds`, `systemPrompt`, `temperature` and `toolMode`; a later one that names one of them, even with an equal value, is refused with `details.reason` CONFIG_ON_CONTINUATION and `details.fields`. A session takes one turn at a time: another message meanwhile is a CONFLICT with TURN_IN_PROGRESS and `details.retryAfterMs`. A repeated request with its `idempotencyKey` waits for the same turn and returns its reply with `replay`; with another body it is a CONFLICT with IDEMPOTENCY_CONFLICT. A turn that fails is answered as well: `status` and `error` say so. A request that waits for longer than two minutes is answered 504 with `details.turnId`, and the turn goes on.
   *
   * `POST /chat-sessions/messages`
   */
  readonly sendChatMessage: Call<[body: ChatMessageRequest, options?: RequestOptions], ChatTurn>;
  /**
   * Send a message to the study.
   *
   * Answers once the turn has begun; the stream of events tells what happens in it. Needs an `Idempotency-Key`: a repeated request is answered the turn of the first one. A limit of the study is a 429 with `details.limit` and `details.resetsAt`, and no call was made.
   *
   * `POST /studies/{linkToken}/visit/messages`
   */
  readonly sendVisitMessage: Call<[params: { linkToken: string }, body: SendVisitMessage, options?: OptionsWith<"idempotencyKey">], VisitTurn>;
  /**
   * Set what models may cost for one scope and period.
   *
   * Needs an owner or admin of the organization. There is one budget per scope, period and unit; setting it again changes its limit. A new budget starts with the amount that its period has already spent. Every call reserves its highest possible cost and settles the amount that it used, so that calls at the same time exceed a limit by one call at most.
   *
   * `PUT /organizations/{organizationId}/budgets`
   */
  readonly setBudget: Call<[params: { organizationId: string }, body: BudgetRequest, options?: RequestOptions], Budget>;
  /**
   * Choose the servers of a client.
   *
   * `clientId` is the id or the name of a client. Case and invisible characters of a name do not count; a name that several clients have is a CONFLICT with their ids in `details.candidates`.
   *
   * `POST /projects/{projectId}/clients/{clientId}/servers`
   */
  readonly setClientServers: Call<[params: { projectId: string; clientId: string }, body: ClientServersRequest, options?: RequestOptions], ClientDetail>;
  /**
   * Set what the visitors of a study may do and spend.
   *
   * Replaces all limits: a limit that the body does not name is off, or refused where it is required. A message beyond a limit is refused before a model is called. Computers and harnesses are for other installations of this API: their fields are kept and answered, without an effect.
   *
   * `PUT /projects/{projectId}/studies/{studyId}/guest-execution`
   */
  readonly setGuestExecution: Call<[params: { projectId: string; studyId: string }, body: GuestExecution, options?: RequestOptions], StudyGuestExecutionSet>;
  /**
   * Save the key and address of a model provider.
   *
   * Needs an owner or admin of the organization. Replaces the saved entry; the key is kept encrypted and never returned.
   *
   * `PUT /organizations/{organizationId}/model-providers/{provider}`
   */
  readonly setModelProvider: Call<[params: { organizationId: string; provider: string }, body?: ModelProviderRequest, options?: RequestOptions], ModelProvider>;
  /**
   * Give a member of the organization a role in a project.
   *
   * The role adds to the access from the organization, and never takes from it. Only owners of the project make and unmake owners. A person who is not in the organization is a 404.
   *
   * `PUT /projects/{projectId}/members/{userId}`
   */
  readonly setProjectMember: Call<[params: { projectId: string; userId: string }, body: ProjectMemberSetRequest, options?: RequestOptions], ProjectMember>;
  /**
   * Keep facts about a submission with a server.
   *
   * Only its owner knows them: the privacy policy, a support contact, a test account. They are sent with each readiness run of the server. Replaces the facts of this directory; a fact that did not change keeps who stated it, and when.
   *
   * `PUT /projects/{projectId}/servers/{serverId}/readiness-facts`
   */
  readonly setReadinessFacts: Call<[params: { projectId: string; serverId: string }, body: SetReadinessFacts, options?: RequestOptions], KeptReadinessFacts>;
  /**
   * Sign in with a password.
   *
   * Sets the cookie `assay_session`, with a new token each time; the session that the browser had ends. An account that does not exist, one without a password and a wrong password are the same 401, after the same time. Refused, with 429 and `Retry-After`, are attempts beyond 30 a minute from an address, 10 in a quarter of an hour on an account from an address, and 100 on an account from any address (of IPv6, an address is a /64; of a /48 it is 120 and 30). Successful sign-ins do not count. No account is locked for good, and a few wrong passwords from elsewhere do not lock out its owner. A sign-in leaves the cookie `assay_device` for 180 days: further sign-ins of the same account from that browser have 10 attempts in a quarter of an hour of their own, however many attempts others make. When more passwords wait for their check than the installation can check soon, attempts are refused with 503 and `Retry-After`.
   *
   * `POST /auth/sign-in`
   */
  readonly signIn: Call<[body: SignInRequest, options?: RequestOptions], CurrentSession>;
  /**
   * Sign out.
   *
   * The session is refused within a second, wherever its token is used.
   *
   * `POST /auth/sign-out`
   */
  readonly signOut: Call<[options?: RequestOptions], SignedOut>;
  /**
   * Freeze a server group: make a copy that never changes.
   *
   * The `id` of the snapshot can be the `serverAttachmentId` of an environment, which a later edit of the group then leaves as it is. A revision of a group has one snapshot: asking again answers it with 200.
   *
   * `POST /projects/{projectId}/server-groups/{serverGroupId}/snapshot`
   */
  readonly snapshotServerGroup: Call<[params: { projectId: string; serverGroupId: string }, options?: RequestOptions], ServerGroup>;
  /**
   * Measure how well a model chooses tools of a server as it is offered more of them.
   *
   * Each trial is one call of the model with tools on offer; tools are never executed. The right tool is always among them, the others are tools of the server, of the project's other servers, and made-up ones, in this order of preference; a smaller offer is a part of a larger one, and the seed shuffles the order. The same tasks are tried at every size and with the old and the new descriptions, so that all differences are of pairs. Reads the server's declarations first. A repeated request with an idempotency key answers the lab of the first one; with another body it is a CONFLICT. At most 10 labs of a project are under way.
   *
   * `POST /projects/{projectId}/servers/{serverId}/catalogue-lab`
   */
  readonly startCatalogueLab: Call<[params: { projectId: string; serverId: string }, body: StartCatalogueLab, options?: OptionsWith<"idempotencyKey">], CatalogueLabStarted>;
  /**
   * Grade a server against the requirements of Anthropic's connectors directory.
   *
   * A runner gathers the evidence without calling a tool; poll the run for its grades. With an idempotency key a repeated request answers the run that the first one made, with `deduped`; with another body it is a CONFLICT with `details.reason` IDEMPOTENCY_CONFLICT. Directories list servers at an address: a `stdio` server is a VALIDATION_ERROR. A project may have 10 runs open at once.
   *
   * `POST /projects/{projectId}/servers/{serverId}/readiness-runs/claude`
   */
  readonly startClaudeReadinessRun: Call<[params: { projectId: string; serverId: string }, body?: ClaudeReadinessRunStart, options?: OptionsWith<"idempotencyKey">], ReadinessRunReceipt>;
  /**
   * Begin a conformance run that is made elsewhere, to send its results in several requests.
   *
   * With the `externalRunId` of an earlier start it answers that run, with `reused`. A run that is silent for 30 minutes fails as `abandoned`.
   *
   * `POST /projects/{projectId}/conformance-ingest/runs/start`
   */
  readonly startConformanceIngestRun: Call<[params: { projectId: string }, body?: ConformanceIngestStart, options?: RequestOptions], ConformanceIngested>;
  /**
   * Test a server with the protocol's official suite and scenarios of our own.
   *
   * A runner runs `@modelcontextprotocol/conformance` with the saved settings of the server, and calls the suite's own tools where the server has them; then it plays scenarios of our own, which any server can pass, also one that is started by a command. Poll the run for its outcome. A server behind OAuth without a grant is a VALIDATION_ERROR; one that is switched off is a CONFLICT. With an idempotency key a repeated request answers the run that the first one made, with `deduped`; with another body it is a CONFLICT with `details.reason` IDEMPOTENCY_CONFLICT. A project may have 10 runs open at once.
   *
   * `POST /projects/{projectId}/servers/{serverId}/conformance-runs`
   */
  readonly startConformanceRun: Call<[params: { projectId: string; serverId: string }, body?: ConformanceRunStart, options?: OptionsWith<"idempotencyKey">], ConformanceRunReceipt>;
  /**
   * Start a description experiment.
   *
   * Starting one that was started answers it as it is. One that was cancelled answers 409.
   *
   * `POST /projects/{projectId}/eval-description-experiments/{experimentId}/start`
   */
  readonly startDescriptionExperiment: Call<[params: { projectId: string; experimentId: string }, options?: RequestOptions], CatalogueLab>;
  /**
   * Begin a run that is made elsewhere, to send its results in several requests.
   *
   * With the `externalRunId` of an earlier start it answers that run, with `reused`. A run that is not finalized within 24 hours times out. Such runs do not count against the limit of concurrent runs.
   *
   * `POST /projects/{projectId}/eval-ingest/runs/start`
   */
  readonly startEvalIngestRun: Call<[params: { projectId: string }, body: EvalIngestStart, options?: OptionsWith<"ci">], EvalIngestedRun>;
  /**
   * Grade a server against the requirements of OpenAI's plugin directory.
   *
   * A runner gathers the evidence without calling a tool; poll the run for its grades. With an idempotency key a repeated request answers the run that the first one made, with `deduped`; with another body it is a CONFLICT with `details.reason` IDEMPOTENCY_CONFLICT. Directories list servers at an address: a `stdio` server is a VALIDATION_ERROR. A project may have 10 runs open at once.
   *
   * `POST /projects/{projectId}/servers/{serverId}/readiness-runs/openai`
   */
  readonly startOpenAIReadinessRun: Call<[params: { projectId: string; serverId: string }, body: OpenAIReadinessRunStart, options?: OptionsWith<"idempotencyKey">], ReadinessRunReceipt>;
  /**
   * Lead a browser to the OpenID provider that people sign in with.
   *
   * The way back is tied to this browser by a cookie and open for ten minutes. If the person cannot be led there, a page says why: 404 where the operator has set no provider up, 429 for too many attempts, 502 or 504 where the provider cannot be asked.
   *
   * `GET /auth/oidc/start`
   */
  readonly startSingleSignOn: Call<[query?: SingleSignOnStart, options?: RequestOptions], Redirect>;
  /**
   * Follow the turns of a chat session while they go on.
   *
   * Server-sent events, from the beginning of the latest turn, or after `Last-Event-ID`. Events are kept for ten minutes; the session itself has everything that was said.
   *
   * `GET /chat-sessions/{sessionId}/events`
   */
  readonly streamChatEvents: Follow<[params: { sessionId: string }, options?: OptionsWith<"lastEventId">], ChatEvents["events"][number]>;
  /**
   * Follow a run while it goes on.
   *
   * Server-sent events. A client that connects again with the id of its last event (`Last-Event-ID`) misses no event and gets none twice; after the `end` the answer is 204.
   *
   * `GET /projects/{projectId}/eval-runs/{runId}/events`
   */
  readonly streamEvalRunEvents: Follow<[params: { projectId: string; runId: string }, options?: OptionsWith<"lastEventId">], EvalRunEvents["events"][number]>;
  /**
   * Follow a journey run while it goes on.
   *
   * Server-sent events. An event says how its session or run is at that time, so changes that come soon after each other come as one. A client that connects again with the id of its last event (`Last-Event-ID`) misses nothing; after the `end` the answer is 204.
   *
   * `GET /projects/{projectId}/journey-runs/{runId}/events`
   */
  readonly streamJourneyRunEvents: Follow<[params: { projectId: string; runId: string }, options?: OptionsWith<"lastEventId">], JourneyRunEvents["events"][number]>;
  /**
   * Follow which parts of a project change.
   *
   * Server-sent events. An event says that parts of the project changed, by requests or by work that ended; read them again to learn what. A client that connects again with the id of its last event (`Last-Event-ID`) misses no change.
   *
   * `GET /projects/{projectId}/events`
   */
  readonly streamProjectEvents: Follow<[params: { projectId: string }, options?: OptionsWith<"lastEventId">], ProjectEvents["events"][number]>;
  /**
   * Follow the turns of the visit while they go on.
   *
   * Server-sent events, from the beginning of the latest turn, or after `Last-Event-ID`.
   *
   * `GET /studies/{linkToken}/visit/events`
   */
  readonly streamVisitEvents: Follow<[params: { linkToken: string }, options?: OptionsWith<"lastEventId">], VisitEvents["events"][number]>;
  /**
   * Allow or deny with the form of the consent page.
   *
   * Leads to the redirect address with `code`, or with `error`. A code is good for one use within a minute.
   *
   * `POST /oauth/authorize`
   */
  readonly submitAuthorization: Call<[form: FormFields, options?: RequestOptions], Redirect>;
  /**
   * Enter the code of a device, or allow or deny its application, with the forms of the page.
   *
   * `POST /device`
   */
  readonly submitDevice: Call<[form: FormFields, options?: RequestOptions], Redirect>;
  /**
   * Accept an invitation with the form of its page.
   *
   * As `POST /auth/invitations/{token}/accept`; leads on, or shows the page again with what was wrong.
   *
   * `POST /auth/invitations/{token}`
   */
  readonly submitInvitation: Call<[params: { token: string }, form: FormFields, options?: RequestOptions], Redirect>;
  /**
   * Act in another organization with the form of the page.
   *
   * As `PATCH /auth/session`; leads on, or shows the page again with what was wrong.
   *
   * `POST /auth/organization`
   */
  readonly submitOrganizationChoice: Call<[form: FormFields, options?: RequestOptions], Redirect>;
  /**
   * Choose another password with the form of the page.
   *
   * As `POST /auth/password-resets/{token}/accept`; leads to the page on which the person signs in, or shows this one again with what was wrong.
   *
   * `POST /auth/password-resets/{token}`
   */
  readonly submitPasswordReset: Call<[params: { token: string }, form: FormFields, options?: RequestOptions], Redirect>;
  /**
   * Sign in with the form of the page.
   *
   * As `POST /auth/sign-in`; leads on, or shows the page again with what was wrong.
   *
   * `POST /auth/sign-in/form`
   */
  readonly submitSignIn: Call<[form: FormFields, options?: RequestOptions], Redirect>;
  /**
   * Act in another organization from now on.
   *
   * An organization that the person does not belong to is a 404.
   *
   * `PATCH /auth/session`
   */
  readonly switchOrganization: Call<[body: SessionUpdateRequest, options?: RequestOptions], CurrentSession>;
  /**
   * Try a draft once: make its calls on the real servers, judge them, and keep the trial with the draft.
   *
   * No run is made, and no verdict counts the trial; the calls are among the calls of a person. A draft with prompts or clicks is a CONFLICT with `details.reason` DRAFT_NEEDS_RUN: only a run has a model and a browser.
   *
   * `POST /projects/{projectId}/eval-suites/{suiteId}/authoring/{jobId}/drafts/{draftId}/try`
   */
  readonly tryEvalCaseDraft: Call<[params: { projectId: string; suiteId: string; jobId: string; draftId: string }, body?: EvalCaseDraftTryRequest, options?: RequestOptions], EvalCaseDraft>;
  /**
   * Hold a gate against a suite's newest finished runs; nothing is stored.
   *
   * Without a `gate` the gate that the suite has is tried. Each run is compared with the baseline that its launch or the tried gate names, else with the completed run before it. Stored reports of gates stay as they are.
   *
   * `POST /projects/{projectId}/eval-suites/{suiteId}/gate-trial`
   */
  readonly tryEvalGate: Call<[params: { projectId: string; suiteId: string }, body?: EvalGateTrialRequest, options?: RequestOptions], EvalGateTrial>;
  /**
   * Take back that an item was dismissed.
   *
   * `POST /projects/{projectId}/attention/{itemId}/undismiss`
   */
  readonly undismissAttentionItem: Call<[params: { projectId: string; itemId: string }, options?: RequestOptions], AttentionDismissal>;
  /**
   * Take back that a finding was dismissed.
   *
   * `POST /projects/{projectId}/studies/{studyId}/findings/{findingId}/undismiss`
   */
  readonly undismissStudyFinding: Call<[params: { projectId: string; studyId: string; findingId: string }, options?: RequestOptions], StudyFindingDismissed>;
  /**
   * Take back that a finding of journeys was dismissed.
   *
   * `POST /projects/{projectId}/journey-findings/{findingId}/undismiss`
   */
  readonly undismissSwarmFinding: Call<[params: { projectId: string; findingId: string }, options?: RequestOptions], FindingDismissed>;
  /**
   * Delete the saved server of an install.
   *
   * `DELETE /projects/{projectId}/registry/installs/{registryServerId}`
   */
  readonly uninstallRegistryServer: Call<[params: { projectId: string; registryServerId: string }, options?: RequestOptions], RegistryUninstalled>;
  /**
   * Unpublish a study.
   *
   * Possible while the organization's user testing is switched off, too. The link is dead and every visit ends at once. The transcripts of its sessions stay readable under the id of the study, until their retention ends. An environment that has several studies needs `studyId`; the CONFLICT without it names them in `details.studies`.
   *
   * `DELETE /projects/{projectId}/environments/{environmentId}/study`
   */
  readonly unpublishStudy: Call<[params: { projectId: string; environmentId: string }, query?: UnpublishStudy, options?: RequestOptions], StudyDeleted>;
  /**
   * Rename, archive, pin or share a chat session.
   *
   * For its owner. An archived session takes no further message until it is active again.
   *
   * `PATCH /chat-sessions/{sessionId}`
   */
  readonly updateChatSession: Call<[params: { sessionId: string }, body?: ChatSessionUpdate, options?: RequestOptions], ChatSession>;
  /**
   * Rename a client or change its settings, unless they changed since you read them.
   *
   * `clientId` is the id or the name of a client. Case and invisible characters of a name do not count; a name that several clients have is a CONFLICT with their ids in `details.candidates`.
   *
   * `name` needs `expectedName`; `config` (all settings) or `set` (some settings) needs `expectedConfigId`. A request may have both, and is written as a whole or not at all.
   *
   * A change without an effect writes nothing: `versionId` and `updatedAt` stay as they are. Every other change of the settings makes a version; a rename makes none.
   *
   * `PATCH /projects/{projectId}/clients/{clientId}`
   */
  readonly updateClient: Call<[params: { projectId: string; clientId: string }, body?: ClientUpdateRequest, options?: RequestOptions], ClientDetail>;
  /**
   * Change an environment, unless it was changed since `expectedRevision`.
   *
   * A CONFLICT has the present revision in `details.currentRevision`. It names something to change. An edit without an effect keeps the revision. An archived environment can be edited, an ad-hoc one cannot.
   *
   * `PATCH /projects/{projectId}/environments/{environmentId}`
   */
  readonly updateEnvironment: Call<[params: { projectId: string; environmentId: string }, body: ProjectEnvironmentUpdateRequest, options?: RequestOptions], ProjectEnvironment>;
  /**
   * Change a case.
   *
   * Steps are replaced as a whole. A case of a single tool call does not become one with a prompt, nor the other way round. The origin of a case (`source`) does not change. A CONFLICT over an older `expectedRevision` has the present one in `details.currentRevision`, and in `details.changes` each revision since, newest first, at most 20: `revision`, `changed` (JSON Pointers), `changedAt`, and `changedBy` where a person made it.
   *
   * `PATCH /projects/{projectId}/eval-suites/{suiteId}/cases/{caseId}`
   */
  readonly updateEvalCase: Call<[params: { projectId: string; suiteId: string; caseId: string }, body?: EvalCaseUpdateRequest, options?: OptionsWith<"declaredSuiteId">], EvalCase>;
  /**
   * Change a suite.
   *
   * All of a request is written, or nothing. Match options, validity, judge and execution configuration are merged; checks are replaced. `repetitions` and `passThreshold` together switch the suite to per-case grading, which drops its accuracy; both null switch it back. A CONFLICT over an older revision has the present one in `details.currentRevisionNumber`, and the revisions since in `details.changes`. A suite that a file owns (`managedBy: ci`) answers CONFLICT with `details.reason` CI_OWNED_SUITE_READ_ONLY, unless `declaredSuiteId` is the id under which the file declares it.
   *
   * `PATCH /projects/{projectId}/eval-suites/{suiteId}`
   */
  readonly updateEvalSuite: Call<[params: { projectId: string; suiteId: string }, body?: EvalSuiteUpdateRequest, options?: OptionsWith<"declaredSuiteId">], EvalSuiteDetail>;
  /**
   * Let a suite run by itself, at an interval or by a cron expression.
   *
   * Either `intervalMinutes` or `cron` is needed to switch it on for the first time; of the two, the one that was set last counts. Switching it off keeps the settings, and takes no `environmentId`.
   *
   * Ticks that were missed while the platform was down are made up for by one run. If a tick cannot start a run, `statusReason` says why, and the next tick tries again.
   *
   * A suite that has no case, or no server that is still saved, cannot be switched on.
   *
   * `PATCH /projects/{projectId}/eval-suites/{suiteId}/schedule`
   */
  readonly updateEvalSuiteSchedule: Call<[params: { projectId: string; suiteId: string }, body: EvalSuiteScheduleRequest, options?: RequestOptions], EvalSuiteDetail>;
  /**
   * Edit a journey.
   *
   * `sessionsPerTarget` and `maxTurns` travel together. Runs that were launched keep the journey as it was.
   *
   * `PATCH /projects/{projectId}/journeys/{journeyId}`
   */
  readonly updateJourney: Call<[params: { projectId: string; journeyId: string }, body?: JourneyUpdateRequest, options?: RequestOptions], Journey>;
  /**
   * Rename an organization.
   *
   * `PATCH /organizations/{organizationId}`
   */
  readonly updateOrganization: Call<[params: { organizationId: string }, body: OrganizationUpdateRequest, options?: RequestOptions], Organization>;
  /**
   * Change the settings of an organization.
   *
   * An absent field stays as it is, and null restores the installation's own value. Two requests at the same time that change different fields both hold. A limit above the operator's maximum is refused (400); a limit whose maximum was lowered since counts as that maximum.
   *
   * `PATCH /organizations/{organizationId}/settings`
   */
  readonly updateOrganizationSettings: Call<[params: { organizationId: string }, body?: OrganizationSettingsRequest, options?: RequestOptions], OrganizationSettings>;
  /**
   * Edit a persona.
   *
   * Runs that were launched keep the persona as it was. Its `slug` stays. Empty `notes` remove them.
   *
   * `PATCH /projects/{projectId}/personas/{personaId}`
   */
  readonly updatePersona: Call<[params: { projectId: string; personaId: string }, body?: PersonaUpdateRequest, options?: RequestOptions], Persona>;
  /**
   * Edit a project.
   *
   * An absent field keeps its value; null clears a description or an icon.
   *
   * `PATCH /projects/{projectId}`
   */
  readonly updateProject: Call<[params: { projectId: string }, body?: ProjectUpdateRequest, options?: RequestOptions], Project>;
  /**
   * Edit a saved server.
   *
   * An absent field keeps its value and null clears it. Changing the transport drops the settings of the former one.
   *
   * `PATCH /projects/{projectId}/servers/{serverId}`
   */
  readonly updateProjectServer: Call<[params: { projectId: string; serverId: string }, body?: ProjectServerUpdateRequest, options?: RequestOptions], ProjectServer>;
  /**
   * Rename a sandbox image, or replace its blueprint.
   *
   * For its owner and, once it is promoted, for admins of the project. Builds stay as they are.
   *
   * `PATCH /projects/{projectId}/images/{imageId}`
   */
  readonly updateSandboxImage: Call<[params: { projectId: string; imageId: string }, body?: SandboxImageUpdateRequest, options?: RequestOptions], SandboxImage>;
  /**
   * Rotate, rename or describe a secret.
   *
   * An absent field keeps its value; null clears the description. Servers that use the secret send the new value from their next connection on; sessions with the old one are not asked again.
   *
   * `PATCH /projects/{projectId}/secrets/{secretId}`
   */
  readonly updateSecret: Call<[params: { projectId: string; secretId: string }, body?: SecretUpdateRequest, options?: RequestOptions], ProjectSecret>;
  /**
   * Change a server group, unless it was changed since `expectedRevision`.
   *
   * A CONFLICT has the present revision in `details.currentRevision`. It names something to change. An edit without an effect keeps the revision. A snapshot never changes.
   *
   * `PATCH /projects/{projectId}/server-groups/{serverGroupId}`
   */
  readonly updateServerGroup: Call<[params: { projectId: string; serverGroupId: string }, body: ServerGroupUpdateRequest, options?: RequestOptions], ServerGroup>;
  /**
   * Change a study's name and description, or its mode.
   *
   * `mode` travels alone. A mode that admits more people needs the admin role in the project. A mode that admits fewer people raises `accessVersion`. Every visit ends at once: turns under way are cancelled, and visitors who are still admitted begin a new conversation.
   *
   * `PATCH /projects/{projectId}/studies/{studyId}`
   */
  readonly updateStudy: Call<[params: { projectId: string; studyId: string }, body?: StudyUpdateRequest, options?: RequestOptions], StudyUpdated>;
  /**
   * Edit a swarm.
   *
   * `sessionsPerTarget` and `maxTurns` travel together. Runs that were launched keep their targets.
   *
   * `PATCH /projects/{projectId}/swarms/{swarmId}`
   */
  readonly updateSwarm: Call<[params: { projectId: string; swarmId: string }, body?: SwarmUpdateRequest, options?: RequestOptions], Swarm>;
  /**
   * Add results to a conformance run that was begun.
   *
   * A scenario that is there already is skipped; with other content it is a CONFLICT, and nothing of the request is stored. A run that is over takes no more: CONFLICT.
   *
   * `POST /projects/{projectId}/conformance-ingest/runs/reports`
   */
  readonly upsertConformanceIngestReport: Call<[params: { projectId: string }, body?: ConformanceIngestReports, options?: RequestOptions], ConformanceIngested>;
  /**
   * Invite a person to a study by e-mail.
   *
   * Inviting a person again changes nothing and answers the same member; with `sendInviteEmail` it mails the link again. Members visit the study while its mode is `invited_only` or wider. A study has at most 1,000 members.
   *
   * `PUT /projects/{projectId}/studies/{studyId}/members`
   */
  readonly upsertStudyMember: Call<[params: { projectId: string; studyId: string }, body: StudyMemberRequest, options?: RequestOptions], StudyMember>;
  /**
   * Start a computer from a sandbox image.
   *
   * This version has no computers: an image in sight answers FEATURE_NOT_SUPPORTED.
   *
   * `POST /projects/{projectId}/images/{imageId}/use`
   */
  readonly useSandboxImage: Call<[params: { projectId: string; imageId: string }, options?: RequestOptions], ComputerAttached>;
  /**
   * Check a blueprint without saving it.
   *
   * `POST /projects/{projectId}/images/validate`
   */
  readonly validateSandboxImageBlueprint: Call<[params: { projectId: string }, body: SandboxImageBlueprintValidateRequest, options?: RequestOptions], SandboxImageBlueprintValidateResult>;
  /**
   * Connect to a server and initialize a session.
   *
   * Failing to connect is an error, told apart by its code: SERVER_UNREACHABLE, TIMEOUT, OAUTH_REQUIRED, UNAUTHORIZED, FORBIDDEN; `details` says which step failed, `details.cause` why (a code of the doctor's checks) and `details.nextStep` what to try. Afterwards the server's lists are read in the background, for the history of its surface. A server that is switched off can be diagnosed too. A `stdio` server needs a runner that allows it: FEATURE_NOT_SUPPORTED.
   *
   * `POST /projects/{projectId}/servers/{serverId}/validate`
   */
  readonly validateServer: Call<[params: { projectId: string; serverId: string }, options?: RequestOptions], ValidateResult>;
  /**
   * Let a run pass in spite of its gate, for a while and for a reason.
   *
   * A run has one waiver in force at a time: a second is a CONFLICT whose body is the write result, with the waiver in force.
   *
   * `POST /projects/{projectId}/eval-runs/{runId}/gate-waivers`
   */
  readonly waiveEvalGate: Call<[params: { projectId: string; runId: string }, body: EvalGateWaiverRequest, options?: RequestOptions], EvalGateWaiverWritten>;
  /**
   * Walk the way of a client to its first call with a token, step by step.
   *
   * Asks for everything that a client asks for before a person signs in, and judges each step by its rule. Two addresses that have to be equal and differ stand side by side, and `clients` tells who connects nevertheless. With a grant the server is called with its token; no client is registered and no token is requested. A server that only a runner reaches is refused with FEATURE_NOT_SUPPORTED.
   *
   * `POST /projects/{projectId}/servers/{serverId}/oauth/walk`
   */
  readonly walkOAuth: Call<[params: { projectId: string; serverId: string }, body?: OAuthWalkRequest, options?: RequestOptions], OAuthWalk>;
}
