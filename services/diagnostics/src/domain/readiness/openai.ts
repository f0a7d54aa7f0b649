import { fail, type Requirement } from './requirement.ts';
import * as authorization from './authorization-judges.ts';
import * as reach from './reach-judges.ts';
import * as wide from './surface-wide-judges.ts';
import * as tools from './tool-judges.ts';
import * as widgets from './widget-judges.ts';

const GUIDELINES = 'https://developers.openai.com/plugins/app-guidelines';
const SUBMISSION = 'https://developers.openai.com/plugins/deploy/submission';
const AUTH = 'https://developers.openai.com/plugins/build/auth';
const SERVER = 'https://developers.openai.com/plugins/build/mcp-server';
const SKILLS = 'https://developers.openai.com/plugins/build/skills';
const REFERENCE = 'https://developers.openai.com/plugins/reference';
const METADATA = 'https://developers.openai.com/apps-sdk/guides/optimize-metadata';

/** The requirements of OpenAI's plugin directory. */
export const openaiRequirements: Requirement[] = [
  {
    id: 'openai.reachable',
    lane: 'runtime-compatibility',
    source: SUBMISSION,
    judge: reach.reachableServer,
    text: 'The portal can connect to the server and scan it.',
  },
  {
    id: 'openai.https',
    lane: 'runtime-compatibility',
    source: SUBMISSION,
    judge: reach.httpsEndpoint,
    text: 'The endpoint is served over HTTPS.',
  },
  {
    id: 'openai.certificate',
    lane: 'runtime-compatibility',
    source: SUBMISSION,
    judge: reach.validCertificate,
    text: 'Its certificate is valid.',
  },
  {
    id: 'openai.public-address',
    lane: 'runtime-compatibility',
    source: SUBMISSION,
    judge: reach.publicAddress,
    text: 'It has a stable public domain, and is not a local or testing endpoint.',
  },
  {
    id: 'openai.transport',
    lane: 'runtime-compatibility',
    source: SERVER,
    judge: reach.streamableHttp,
    text: 'It speaks Streamable HTTP.',
  },
  {
    id: 'openai.sign-in',
    lane: 'runtime-compatibility',
    source: AUTH,
    judge: authorization.openOrOAuth,
    text: 'Where users have to sign in, they do so by OAuth 2.1.',
  },
  {
    id: 'openai.oauth-metadata',
    lane: 'runtime-compatibility',
    source: AUTH,
    judge: authorization.oauthMetadata,
    text: 'The resource and its authorization server publish their metadata.',
  },
  {
    id: 'openai.oauth-registration',
    lane: 'runtime-compatibility',
    source: AUTH,
    judge: authorization.clientRegistration,
    text: 'Clients can register themselves with the authorization server.',
  },
  {
    id: 'openai.oauth-pkce',
    lane: 'runtime-compatibility',
    source: AUTH,
    judge: authorization.pkceSupport,
    text: 'The authorization server announces PKCE with S256.',
  },
  {
    id: 'openai.lists',
    lane: 'runtime-compatibility',
    source: SUBMISSION,
    judge: reach.listsReadable,
    text: 'What the server declares, it serves.',
  },

  {
    id: 'openai.secret-in-address',
    lane: 'directory-policy',
    source: GUIDELINES,
    judge: reach.noSecretInAddress,
    text: 'No credential stands in the address.',
  },
  {
    id: 'openai.secret-in-texts',
    lane: 'directory-policy',
    source: GUIDELINES,
    judge: tools.noSecrets,
    text: 'No key stands in what the server declares.',
  },
  {
    id: 'openai.every-hint',
    lane: 'directory-policy',
    source: SUBMISSION,
    judge: tools.everyHint,
    text: 'Every tool sets readOnlyHint, destructiveHint and openWorldHint.',
  },
  {
    id: 'openai.honest-hints',
    lane: 'directory-policy',
    source: GUIDELINES,
    judge: tools.honestHints,
    text: 'The annotations are true.',
  },
  {
    id: 'openai.tool-names',
    lane: 'directory-policy',
    source: GUIDELINES,
    judge: tools.shortNames('warn'),
    text: 'Tool names are plain and short.',
  },
  {
    id: 'openai.descriptions',
    lane: 'directory-policy',
    source: GUIDELINES,
    judge: tools.toolDescriptions,
    text: 'Every description says truly what its tool does.',
  },
  {
    id: 'openai.distinct-descriptions',
    lane: 'directory-policy',
    source: METADATA,
    judge: tools.distinctDescriptions,
    text: 'Descriptions tell tools apart.',
  },
  {
    id: 'openai.no-instructions',
    lane: 'directory-policy',
    source: GUIDELINES,
    judge: tools.noInstructions,
    text: 'Descriptions neither steer the model away from others nor hide instructions.',
  },
  {
    id: 'openai.no-promotion',
    lane: 'directory-policy',
    source: GUIDELINES,
    judge: tools.noPromotion,
    text: 'Descriptions do not advertise.',
  },
  {
    id: 'openai.no-transfers',
    lane: 'directory-policy',
    source: GUIDELINES,
    judge: tools.noMoney,
    text: 'Apps that move money or sell digital goods are restricted.',
  },

  {
    id: 'openai.widgets',
    lane: 'optional-features',
    source: REFERENCE,
    judge: widgets.widgetsServed([widgets.MCP_APP, widgets.SKYBRIDGE]),
    text: 'Templates of user interfaces can be read and rendered.',
  },
  {
    id: 'openai.widget-policy',
    lane: 'optional-features',
    source: SUBMISSION,
    judge: widgets.widgetPolicy(fail),
    text: 'Templates have a content security policy with exact domains.',
  },
  {
    id: 'openai.widget-domain',
    lane: 'optional-features',
    source: REFERENCE,
    judge: widgets.widgetDomain,
    text: 'Templates have an origin of their own.',
  },
  {
    id: 'openai.structured-results',
    lane: 'optional-features',
    source: REFERENCE,
    judge: tools.outputSchemas,
    text: 'Tools answer with structured content that fits a declared schema.',
  },

  {
    id: 'openai.privacy-policy',
    lane: 'submission-artifacts',
    source: GUIDELINES,
    judge: wide.fromSubmitter('A privacy policy is not part of MCP.', 'the address of the privacy policy'),
    text: 'A published privacy policy says what is collected, why, and who receives it.',
  },
  {
    id: 'openai.terms',
    lane: 'submission-artifacts',
    source: SUBMISSION,
    judge: wide.fromSubmitter('Terms of service are not part of MCP.', 'the address of the terms of service'),
    text: 'Terms of service are published.',
  },
  {
    id: 'openai.support',
    lane: 'submission-artifacts',
    source: GUIDELINES,
    judge: wide.fromSubmitter('A support contact is not part of MCP.', 'a support contact'),
    text: 'Users can reach support.',
  },
  {
    id: 'openai.identity-verified',
    lane: 'submission-artifacts',
    source: SUBMISSION,
    judge: wide.fromSubmitter('The verification happens in the portal.', 'the verified developer or business identity'),
    text: "The publisher's identity is verified.",
  },
  {
    id: 'openai.domain-verified',
    lane: 'submission-artifacts',
    source: SUBMISSION,
    judge: wide.fromSubmitter('The portal gives out the challenge that proves it.', 'the verification of the domain'),
    text: "The domain of the server is proved to be the publisher's.",
  },
  {
    id: 'openai.demo-account',
    lane: 'submission-artifacts',
    source: GUIDELINES,
    judge: wide.fromSubmitter(
      'Reviewers need an account, or to know that none is needed.',
      'a demo account with sample data and without a second factor',
    ),
    text: 'Reviewers are given a demo account that needs no further steps.',
  },
  {
    id: 'openai.logo',
    lane: 'submission-artifacts',
    source: SUBMISSION,
    judge: wide.serverLogo,
    text: 'The listing has a logo.',
  },
  {
    id: 'openai.test-cases',
    lane: 'submission-artifacts',
    source: SUBMISSION,
    judge: wide.fromSubmitter(
      'Test cases are part of the submission.',
      'at least five positive and three negative test cases',
    ),
    text: 'Test cases show what the plugin does, and what it leaves alone.',
  },
  {
    id: 'openai.hint-reasons',
    lane: 'submission-artifacts',
    source: SUBMISSION,
    judge: wide.fromSubmitter(
      'Justifications are part of the submission.',
      "a justification of each tool's annotations",
    ),
    text: 'Each annotation is justified.',
  },

  {
    id: 'openai.catalog-size',
    lane: 'experience-insights',
    source: METADATA,
    judge: tools.catalogSize,
    text: 'The catalog is small enough to choose from.',
  },
  {
    id: 'openai.titles',
    lane: 'experience-insights',
    source: METADATA,
    judge: tools.toolTitles,
    text: 'Every tool has a title for people.',
  },
  {
    id: 'openai.instructions',
    lane: 'experience-insights',
    source: METADATA,
    judge: wide.instructionsBegin,
    text: 'The first 512 characters of the instructions stand alone.',
  },
  {
    id: 'openai.results',
    lane: 'experience-insights',
    source: GUIDELINES,
    judge: wide.fromSubmitter(
      'No tool is called by this check.',
      'results of real calls, such as the calls of an eval run',
    ),
    text: 'Results hold what the task needs, and nothing personal or internal beyond it.',
  },

  {
    id: 'openai.imported-skills',
    lane: 'plugin-package',
    source: SKILLS,
    judge: wide.importedSkills,
    text: 'Skills that are submitted with the server can be imported from it.',
  },

  {
    id: 'openai.identity',
    lane: 'release-contract',
    source: SERVER,
    judge: wide.introducesItself,
    text: 'The server tells its name and version.',
  },
  {
    id: 'openai.revision',
    lane: 'release-contract',
    source: SERVER,
    judge: wide.currentRevision,
    text: 'The server speaks a current revision of MCP.',
  },
  {
    id: 'openai.unique-names',
    lane: 'release-contract',
    source: GUIDELINES,
    judge: tools.uniqueNames,
    text: 'Tool names are unique.',
  },
  {
    id: 'openai.schemas',
    lane: 'release-contract',
    source: SERVER,
    judge: tools.toolSchemas,
    text: 'Schemas of tools are in order.',
  },
];
