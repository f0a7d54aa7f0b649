import type { Requirement } from './requirement.ts';
import { warn } from './requirement.ts';
import * as authorization from './authorization-judges.ts';
import * as reach from './reach-judges.ts';
import * as wide from './surface-wide-judges.ts';
import * as tools from './tool-judges.ts';
import * as widgets from './widget-judges.ts';

const POLICY = 'https://support.claude.com/en/articles/13145358-anthropic-software-directory-policy';
const GUIDE = 'https://claude.com/docs/connectors/building/submission';
const CRITERIA = 'https://claude.com/docs/connectors/building/review-criteria';
const SIGN_IN = 'https://claude.com/docs/connectors/building/authentication';
const BUILDING = 'https://claude.com/docs/connectors/building';
const FAQ = 'https://support.claude.com/en/articles/11596036-anthropic-connectors-directory-faq';
const AUTHORIZATION = 'https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization';
const APPS = 'https://modelcontextprotocol.io/extensions/apps/overview';

/** The requirements of Anthropic's connectors directory for remote servers. */
export const claudeRequirements: Requirement[] = [
  {
    id: 'claude.reachable',
    lane: 'runtime-compatibility',
    source: GUIDE,
    judge: reach.reachableServer,
    text: 'The server works: a client can open a session with it.',
  },
  {
    id: 'claude.https',
    lane: 'runtime-compatibility',
    source: GUIDE,
    judge: reach.httpsEndpoint,
    text: 'The endpoint is served over HTTPS.',
  },
  {
    id: 'claude.certificate',
    lane: 'runtime-compatibility',
    source: POLICY,
    judge: reach.validCertificate,
    text: 'Its certificate comes from a recognized authority and is valid.',
  },
  {
    id: 'claude.public-address',
    lane: 'runtime-compatibility',
    source: FAQ,
    judge: reach.publicAddress,
    text: 'It can be reached over the public internet, in production.',
  },
  {
    id: 'claude.transport',
    lane: 'runtime-compatibility',
    source: BUILDING,
    judge: reach.streamableHttp,
    text: 'It speaks Streamable HTTP; HTTP+SSE is on its way out.',
  },
  {
    id: 'claude.sign-in',
    lane: 'runtime-compatibility',
    source: SIGN_IN,
    judge: authorization.openOrOAuth,
    text: 'Where users have to sign in, they do so by OAuth 2.0, not with a fixed token.',
  },
  {
    id: 'claude.user-consent',
    lane: 'runtime-compatibility',
    source: SIGN_IN,
    judge: authorization.userConsent,
    text: 'Users sign in and consent themselves; a grant of the client alone is not enough.',
  },
  {
    id: 'claude.oauth-metadata',
    lane: 'runtime-compatibility',
    source: AUTHORIZATION,
    judge: authorization.oauthMetadata,
    text: 'The resource and its authorization server publish their metadata.',
  },
  {
    id: 'claude.oauth-registration',
    lane: 'runtime-compatibility',
    source: SIGN_IN,
    judge: authorization.clientRegistration,
    text: 'Clients can register themselves with the authorization server.',
  },
  {
    id: 'claude.oauth-pkce',
    lane: 'runtime-compatibility',
    source: AUTHORIZATION,
    judge: authorization.pkceSupport,
    text: 'Authorization codes are protected by PKCE with S256.',
  },
  {
    id: 'claude.lists',
    lane: 'runtime-compatibility',
    source: GUIDE,
    judge: reach.listsReadable,
    text: 'What the server declares, it serves.',
  },

  {
    id: 'claude.secret-in-address',
    lane: 'directory-policy',
    source: POLICY,
    judge: reach.noSecretInAddress,
    text: 'No credential stands in the address.',
  },
  {
    id: 'claude.secret-in-texts',
    lane: 'directory-policy',
    source: POLICY,
    judge: tools.noSecrets,
    text: 'No key stands in what the server declares.',
  },
  {
    id: 'claude.tool-titles',
    lane: 'directory-policy',
    source: POLICY,
    judge: tools.toolTitles,
    text: 'Every tool has a title for people.',
  },
  {
    id: 'claude.safety-hints',
    lane: 'directory-policy',
    source: POLICY,
    judge: tools.safetyHints,
    text: 'Every tool says by annotation whether it only reads or may destroy.',
  },
  {
    id: 'claude.honest-hints',
    lane: 'directory-policy',
    source: CRITERIA,
    judge: tools.honestHints,
    text: 'The annotations are true.',
  },
  {
    id: 'claude.tool-names',
    lane: 'directory-policy',
    source: POLICY,
    judge: tools.shortNames('fail'),
    text: 'Tool names have at most 64 characters.',
  },
  {
    id: 'claude.one-kind-of-method',
    lane: 'directory-policy',
    source: CRITERIA,
    judge: tools.oneKindOfMethod,
    text: 'No tool both reads and writes by a choice of HTTP method.',
  },
  {
    id: 'claude.descriptions',
    lane: 'directory-policy',
    source: POLICY,
    judge: tools.toolDescriptions,
    text: 'Every description says narrowly what its tool does, and when to use it.',
  },
  {
    id: 'claude.distinct-descriptions',
    lane: 'directory-policy',
    source: POLICY,
    judge: tools.distinctDescriptions,
    text: 'Descriptions tell tools apart.',
  },
  {
    id: 'claude.no-instructions',
    lane: 'directory-policy',
    source: POLICY,
    judge: tools.noInstructions,
    text: 'Descriptions hold no hidden or manipulative instructions for the model.',
  },
  {
    id: 'claude.no-promotion',
    lane: 'directory-policy',
    source: POLICY,
    judge: tools.noPromotion,
    text: 'Descriptions neither advertise nor disparage other software.',
  },
  {
    id: 'claude.no-transfers',
    lane: 'directory-policy',
    source: POLICY,
    judge: tools.noMoney,
    text: 'Software that moves money or assets is restricted.',
  },
  {
    id: 'claude.no-made-media',
    lane: 'directory-policy',
    source: POLICY,
    judge: wide.fromSubmitter(
      'What results hold was not observed.',
      'a statement that no images, video or audio are generated by AI, design tools aside',
    ),
    text: 'Software does not generate images, video or audio by AI, but for what serves design.',
  },
  {
    id: 'claude.no-advertising',
    lane: 'directory-policy',
    source: POLICY,
    judge: wide.fromSubmitter(
      'What results hold was not observed.',
      'a statement that results carry no advertisements or sponsored content',
    ),
    text: 'Software does not serve advertisements or sponsored content.',
  },
  {
    id: 'claude.no-memory',
    lane: 'directory-policy',
    source: POLICY,
    judge: wide.fromSubmitter(
      'What is asked of the model was seen in descriptions alone.',
      'a statement that no memory, chat history or uploaded files of the user are read',
    ),
    text: "Software does not draw on Claude's memory, chat history or the user's files.",
  },

  {
    id: 'claude.widgets',
    lane: 'optional-features',
    source: APPS,
    judge: widgets.widgetsServed([widgets.MCP_APP]),
    text: 'User interfaces of tools are MCP Apps resources that can be read.',
  },
  {
    id: 'claude.widget-policy',
    lane: 'optional-features',
    source: APPS,
    judge: widgets.widgetPolicy(warn),
    text: 'User interfaces name the domains that they talk to.',
  },
  {
    id: 'claude.unsupported',
    lane: 'optional-features',
    source: BUILDING,
    judge: wide.unsupportedFeatures,
    text: 'The server is useful without features that Claude leaves out.',
  },

  {
    id: 'claude.privacy-policy',
    lane: 'submission-artifacts',
    source: POLICY,
    judge: wide.fromSubmitter('A privacy policy is not part of MCP.', 'the address of the privacy policy'),
    text: 'A privacy policy says what is collected, used, kept and shared.',
  },
  {
    id: 'claude.support',
    lane: 'submission-artifacts',
    source: POLICY,
    judge: wide.fromSubmitter('A support contact is not part of MCP.', 'a support contact'),
    text: 'Users can reach support.',
  },
  {
    id: 'claude.documentation',
    lane: 'submission-artifacts',
    source: GUIDE,
    judge: wide.fromSubmitter(
      'The public documentation was not observed.',
      'the address of the documentation, with at least three examples of use',
    ),
    text: 'Public documentation explains the server, with working examples.',
  },
  {
    id: 'claude.test-account',
    lane: 'submission-artifacts',
    source: GUIDE,
    judge: wide.fromSubmitter(
      'Reviewers need an account, or to know that none is needed.',
      'a test account with sample data',
    ),
    text: 'Reviewers are given a test account with sample data.',
  },
  {
    id: 'claude.logo',
    lane: 'submission-artifacts',
    source: GUIDE,
    judge: wide.serverLogo,
    text: 'The listing has a logo.',
  },
  {
    id: 'claude.ownership',
    lane: 'submission-artifacts',
    source: POLICY,
    judge: wide.fromSubmitter(
      'Who owns the endpoint was not observed.',
      'proof that the submitter owns or controls the API behind the server',
    ),
    text: 'The submitter owns or controls the endpoints that the server uses.',
  },

  {
    id: 'claude.catalog-size',
    lane: 'experience-insights',
    source: BUILDING,
    judge: tools.catalogSize,
    text: 'The catalog is small enough to choose from.',
  },
  {
    id: 'claude.instructions',
    lane: 'experience-insights',
    source: BUILDING,
    judge: wide.instructionsLength,
    text: 'Instructions are short.',
  },
  {
    id: 'claude.result-size',
    lane: 'experience-insights',
    source: POLICY,
    judge: wide.fromSubmitter(
      'No tool is called by this check.',
      'results of real calls, such as the calls of an eval run',
    ),
    text: 'A result has no more than the task needs.',
  },
  {
    id: 'claude.errors',
    lane: 'experience-insights',
    source: POLICY,
    judge: wide.fromSubmitter(
      'No tool is called by this check.',
      'errors of real calls, such as the calls of an eval run',
    ),
    text: 'Errors say what to do about them.',
  },

  {
    id: 'claude.package',
    lane: 'plugin-package',
    source: GUIDE,
    judge: wide.noPackage,
    text: 'A remote server is submitted by its address.',
  },

  {
    id: 'claude.identity',
    lane: 'release-contract',
    source: GUIDE,
    judge: wide.introducesItself,
    text: 'The server tells its name and version.',
  },
  {
    id: 'claude.revision',
    lane: 'release-contract',
    source: BUILDING,
    judge: wide.currentRevision,
    text: 'The server speaks a revision of MCP that Claude supports.',
  },
  {
    id: 'claude.unique-names',
    lane: 'release-contract',
    source: GUIDE,
    judge: tools.uniqueNames,
    text: 'Tool names are unique.',
  },
  {
    id: 'claude.schemas',
    lane: 'release-contract',
    source: BUILDING,
    judge: tools.toolSchemas,
    text: 'Schemas of tools are in order.',
  },
];
