import { NoInput, NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import {
  BrowserArtifact,
  BrowserCommandReply,
  BrowserImage,
  BrowserProfileDeleted,
  BrowserProfiles,
  BrowserReply,
  BrowserTrace,
  CreateBrowser,
  NoteInBrowser,
  ReadBrowserArtifact,
  ReadBrowserTrace,
  SendBrowserCommand,
} from './documents.ts';
import { WantedBrowser } from './policy.ts';

const browsers = { tag: 'Browsers of sessions', service: 'environments', access: 'key', status: 200 } as const;
const browserPath = '/chat-sessions/{sessionId}/browser';
const profiles = { ...browsers, access: 'member' } as const;
const profilePath = '/projects/{projectId}/browser-profiles';
/** How long a request waits for a browser that a runner opens, in milliseconds. */
const OPENING_MS = 45_000;
/** How long a request waits for the outcome of a command, in milliseconds. */
const COMMAND_MS = 90_000;
const DRIVES = 'Only the owner of the session drives its browser.';
const SEES = 'For everyone who may read the session.';
const CAPACITY =
  'When no runner has a free browser within five seconds, the request is RATE_LIMITED with `details.reason` BROWSER_CAPACITY and has changed nothing, so that it can be repeated as it was.';
const opens = { timeoutMs: OPENING_MS, reachesOut: true } as const;

export const createBrowser = operation({
  ...browsers,
  ...opens,
  method: 'POST',
  path: '/chat-sessions/browser',
  scope: 'launch',
  summary: 'Begin a session with a browser, and wait until it is open.',
  description: `The policy is the first grant: later requests narrow it, none widens it. A repeated request with its \`idempotencyKey\` is answered the same session. The first message with this \`sessionId\` makes it a chat session. ${CAPACITY}`,
  input: CreateBrowser,
  reply: BrowserReply,
  also: [404, 409, 422],
});

export const openBrowser = operation({
  ...browsers,
  ...opens,
  method: 'POST',
  path: `${browserPath}/open`,
  scope: 'launch',
  summary: 'Open the browser of a session, and wait until it is open.',
  description: `${DRIVES} A browser that is open stays as it is, with its policy narrowed if the request has one. One that was closed is opened again: its profile is restored, its tabs are gone. The first request of a session fixes the grant and the profile: a later policy that would widen the grant is refused, and so is another \`profileId\`. ${CAPACITY}`,
  input: WantedBrowser,
  bodyOptional: true,
  reply: BrowserReply,
  also: [409, 422],
});

export const sendBrowserCommand = operation({
  ...browsers,
  method: 'POST',
  path: `${browserPath}/command`,
  summary: 'Send one command to the browser of a session, and wait for its outcome.',
  description: `${DRIVES} One command at a time: another one meanwhile is a CONFLICT with COMMAND_IN_PROGRESS, or TURN_IN_PROGRESS while a turn uses the browser, and \`details.retryAfterMs\`. A command that fails is answered as well, with \`status\` and \`error\`. After an outcome that is \`unknown\`, commands other than \`observe\` are a CONFLICT with BROWSER_OUTCOME_UNKNOWN until an observation has succeeded. To a browser that is closed they are a CONFLICT with BROWSER_CLOSED and the reason of its end.`,
  input: SendBrowserCommand,
  reply: BrowserCommandReply,
  timeoutMs: COMMAND_MS,
  hasEffect: true,
  reachesOut: true,
  also: [403, 409],
});

export const noteInBrowser = operation({
  ...browsers,
  method: 'POST',
  path: `${browserPath}/note`,
  summary: 'Write a note into the trace of a browser.',
  description: `${DRIVES} At most 1,000 notes in a session.`,
  input: NoteInBrowser,
  reply: BrowserReply,
  also: [409],
});

export const readBrowserTrace = operation({
  ...browsers,
  method: 'POST',
  path: `${browserPath}/trace`,
  safe: true,
  summary: 'Read what happened in the browser of a session.',
  description: `${SEES} Observations are in the artifacts of their commands. Secrets in texts are masked.`,
  input: ReadBrowserTrace,
  bodyOptional: true,
  reply: BrowserTrace,
});

export const readBrowserArtifact = operation({
  ...browsers,
  method: 'POST',
  path: `${browserPath}/artifact`,
  safe: true,
  summary: 'Read what a command saw.',
  description: SEES,
  input: ReadBrowserArtifact,
  reply: BrowserArtifact,
});

export const closeBrowser = operation({
  ...browsers,
  method: 'POST',
  path: `${browserPath}/close`,
  summary: 'Close the browser of a session, and wait until its profile is kept.',
  description: `${DRIVES} A command that is under way ends as \`unknown\`. A browser that is closed stays so. The trace goes with the session.`,
  input: NoInput,
  bodyOptional: true,
  reply: BrowserReply,
  timeoutMs: OPENING_MS,
  also: [409],
});

export const getBrowserScreenshot = operation({
  ...browsers,
  method: 'GET',
  path: `${browserPath}/screenshots/{screenshotId}`,
  summary: 'Read a screenshot of the browser of a session.',
  description: `${SEES} Screenshots are kept for seven days.`,
  input: NoQuery,
  reply: BrowserImage,
  produces: 'image/png',
  alsoProduces: ['image/jpeg', 'image/webp'],
});

export const listBrowserProfiles = operation({
  ...profiles,
  method: 'GET',
  path: profilePath,
  summary: "List the caller's browser profiles in a project.",
  description: 'At most 100. What is in a profile is sealed and never shown.',
  input: NoQuery,
  reply: BrowserProfiles,
});

export const deleteBrowserProfile = operation({
  ...profiles,
  method: 'DELETE',
  path: `${profilePath}/{profileId}`,
  summary: 'Delete a browser profile with its cookies and storage.',
  description:
    'One that an open browser uses is refused (409) with `details.reason` BROWSER_PROFILE_IN_USE and the session.',
  input: NoInput,
  bodyOptional: true,
  reply: BrowserProfileDeleted,
});
