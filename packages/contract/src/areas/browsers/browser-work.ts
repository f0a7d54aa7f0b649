import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { EpochMs, Id, oneOf, open } from '../../schema.ts';
import { BrowserAgentCommand } from './command.ts';
import { EffectivePolicy } from './policy.ts';
import { PageSnapshot } from './snapshot.ts';

/** The kind of the items that hold a browser open on a runner, and of the items that are commands to it. */
export const BROWSER_KIND = 'browser';
export const BROWSER_COMMAND_KIND = 'browser-command';

/** The input of a work item of kind `browser`: it lasts as long as the browser is open. Its id is the id of the live browser. */
export type BrowserTask = Static<typeof BrowserTask>;
export const BrowserTask = open({
  version: Type.Literal(1),
  sessionId: Id,
  policy: EffectivePolicy,
  /**
   * The profile to begin with, and to seal and send back at the end: base64 of the envelope around its cookies and storage,
   * empty for a new profile, and the context of the envelope, the old one and the new one.
   */
  profile: Type.Optional(open({ sealed: Type.String(), context: Type.String() })),
});

/** News of a live browser, the body of a LiveEvent: it is open; pages asked for what they may not have. */
export type BrowserEvent = Static<typeof BrowserEvent>;
export const BrowserEvent = Type.Union([
  open({ type: oneOf(['opened']) }),
  open({ type: oneOf(['blocked']), url: Type.String(), reason: Type.String() }),
]);

/** How a live browser ended: the output of its item. */
export type BrowserReport = Static<typeof BrowserReport>;
export const BrowserReport = open({
  version: Type.Literal(1),
  reason: oneOf(['closed', 'idle', 'lifetime', 'crashed', 'memory', 'cpu', 'frames', 'stopped']),
  /** Base64 of the envelope around the cookies and the storage, for the next browser with the profile. */
  profile: Type.Optional(Type.String()),
});

/** The input of a work item of kind `browser-command`. */
export type CommandTask = Static<typeof CommandTask>;
export const CommandTask = open({
  version: Type.Literal(1),
  liveId: Id,
  command: BrowserAgentCommand,
  /** The active tab when absent. */
  tabId: Type.Optional(Type.String()),
  /** The present policy: a later policy may have narrowed it. */
  policy: EffectivePolicy,
});

/** One tab of a browser. */
export type BrowserTab = Static<typeof BrowserTab>;
export const BrowserTab = open(
  { tabId: Type.String(), url: Type.String(), title: Type.String(), active: Type.Boolean() },
  { $id: 'BrowserTab' },
);

/** The observation of a command; images stand beside it in CommandOutput. */
export type CommandObservation = Static<typeof CommandObservation>;
export const CommandObservation = open(
  {
    mode: Type.String({ description: 'The mode of `observe`, or of `observeAfter`.' }),
    url: Type.String(),
    title: Type.Optional(Type.String()),
    snapshot: Type.Optional(PageSnapshot),
    text: Type.Optional(Type.String({ description: 'Of `text` and `dom`, clipped to 100,000 characters.' })),
    entries: Type.Optional(
      Type.Array(open({}), { description: 'Of `console`, `network`, `dialog` and `page_tools`: the newest 200.' }),
    ),
    truncated: Type.Optional(Type.Literal(true)),
  },
  { $id: 'BrowserObservation' },
);

/** How a command ended. */
export type CommandResult = Static<typeof CommandResult>;
export const CommandResult = open({
  version: Type.Literal(1),
  /** `gone`: this runner does not have the browser. */
  status: oneOf(['ok', 'failed', 'gone']),
  error: Type.Optional(open({ code: Type.String(), message: Type.String() })),
  observation: Type.Optional(CommandObservation),
  tabs: Type.Array(BrowserTab),
  /** Lines of the accessibility tree that the command added and removed, the first 50 of each. */
  changes: Type.Optional(open({ added: Type.Array(Type.String()), removed: Type.Array(Type.String()) })),
  dialog: Type.Optional(open({ type: Type.String(), message: Type.String() })),
  startedAt: EpochMs(),
  durationMs: Type.Number({ minimum: 0 }),
});
