/** Writes that are not made here, and why. */
export const NOT_MADE: Record<string, string> = {
  ...Object.fromEntries(
    ['dropDeadLetter', 'giveUpStuckWork', 'releaseHeldBudget', 'replayDeadLetters', 'retryStuckWork'].map((name) => [
      name,
      'of the operator, whose acts have a log of their own; operator.test.ts checks the entries',
    ]),
  ),
  runAgentTurn: 'no model of agent turns is hosted here; agent-turn.test.ts checks the entry',
  useSandboxImage: 'nothing runs in images, so that it is always refused',
  beginConnectionAuthorization:
    'public; it only leads a browser out, and connections.test.ts checks the entry of its result',
  putEvalIngestArtifact: 'public for every holder of the address; the entry of the address is checked',
  postEvalIngestArtifact: 'the same',
  ...Object.fromEntries(
    ['closeBrowser', 'createBrowser', 'deleteBrowserProfile', 'noteInBrowser', 'openBrowser', 'sendBrowserCommand'].map(
      (name) => [
        name,
        'needs a runner with a browser, which not every machine has; browsers.int.test.ts of environments checks the entries',
      ],
    ),
  ),
  ...Object.fromEntries(
    ['cancelVisitTurn', 'decideVisitCalls', 'saveVisitFeedback', 'sendVisitMessage'].map((name) => [
      name,
      'of a visitor, whose session is the record of what was done',
    ]),
  ),
  ...Object.fromEntries(
    ['beginVisit', 'endVisit'].map((name) => [
      name,
      'of a visitor; visits.int.test.ts of environments checks the entries',
    ]),
  ),
  ...Object.fromEntries(
    ['issueTokens', 'revokeGrant', 'revokeToken'].map((name) => [
      name,
      'needs a consent; the tests of grants in catalog check the entries',
    ]),
  ),
  ...Object.fromEntries(
    ['beginDeviceAuthorization', 'registerApplication', 'submitAuthorization', 'submitDevice'].map((name) => [
      name,
      'public, and gives no access before issueTokens, whose entry is checked',
    ]),
  ),
};
