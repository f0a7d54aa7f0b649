import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, oneOf, open, page } from '../../schema.ts';
import { Prose } from '../../text.ts';
import { IdempotencyKey } from '../chat-sessions/messages.ts';
import { CommandObservation, CommandResult } from './browser-work.ts';
import { BrowserAgentCommand } from './command.ts';
import { BrowserPolicy, BrowserProfileId, FixedProfileId } from './policy.ts';
import { SessionBrowser } from './session-browser.ts';
import { StoredScreenshot } from './snapshot.ts';

const CommandId = Type.String({ pattern: '^[A-Za-z0-9_.:-]{1,128}$' });

export type CreateBrowser = Static<typeof CreateBrowser>;
export const CreateBrowser = closed(
  { projectId: Id, policy: BrowserPolicy, idempotencyKey: IdempotencyKey, profileId: FixedProfileId },
  { $id: 'BrowserCreation' },
);

export type SendBrowserCommand = Static<typeof SendBrowserCommand>;
export const SendBrowserCommand = closed(
  {
    command: BrowserAgentCommand,
    commandId: Type.Optional({
      ...CommandId,
      description:
        'A repeated request with it waits for the outcome of the first one, and returns it. Without it, each request is a new command.',
    }),
    tabId: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'The active tab when absent.' })),
  },
  { $id: 'BrowserCommandRequest' },
);

export type NoteInBrowser = Static<typeof NoteInBrowser>;
export const NoteInBrowser = closed(
  {
    text: Prose(4_096, { minLength: 1 }),
    commandId: Type.Optional({ ...CommandId, description: 'The command that the note is about.' }),
  },
  { $id: 'BrowserNoteRequest' },
);

export type ReadBrowserTrace = Static<typeof ReadBrowserTrace>;
export const ReadBrowserTrace = closed(
  {
    afterSeq: Type.Optional(Type.Integer({ minimum: 0, description: 'Only entries behind this one.' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: '50 when absent.' })),
  },
  { $id: 'BrowserTraceRequest' },
);

export const ReadBrowserArtifact = closed({ commandId: CommandId }, { $id: 'BrowserArtifactRequest' });

const CommandError = open({ code: Type.String(), message: Type.String() });
const changes = CommandResult.properties.changes;
const dialog = CommandResult.properties.dialog;

/** The state of a command: `unknown` when it may have been executed, and its outcome was lost. */
export type CommandStatus = Static<typeof CommandStatus>;
export const CommandStatus = oneOf(['running', 'ok', 'failed', 'unknown'], {
  description:
    '`failed`: it had no effect, or the one that `error` says. `unknown`: it may have been executed, and its outcome was lost; nothing but observations is accepted until one has succeeded.',
});

/** One entry of the trace of a browser. Texts are masked. */
export type BrowserEntry = Static<typeof BrowserEntry>;
export const BrowserEntry = open(
  {
    seq: Type.Integer({ minimum: 1 }),
    kind: oneOf(['opened', 'command', 'note', 'blocked', 'closed']),
    at: EpochMs(),
    commandId: Type.Optional(Type.String({ description: 'Of commands, and of notes about one.' })),
    command: Type.Optional(BrowserAgentCommand),
    tabId: Type.Optional(Type.String()),
    status: Type.Optional(CommandStatus),
    error: Type.Optional(CommandError),
    observed: Type.Optional(
      open(
        { mode: Type.String(), url: Type.String(), title: Type.Optional(Type.String()) },
        { description: 'The observation itself is in the artifact of the command.' },
      ),
    ),
    screenshots: Type.Optional(Type.Array(StoredScreenshot)),
    changes,
    dialog,
    durationMs: Type.Optional(Type.Number({ minimum: 0 })),
    text: Type.Optional(Type.String({ description: 'Of notes.' })),
    url: Type.Optional(Type.String({ description: 'Of a blocked request: without credentials, query and fragment.' })),
    reason: Type.Optional(Type.String({ description: 'Why a request was blocked, or why the browser was closed.' })),
  },
  { $id: 'BrowserEntry' },
);

const ofSession = {
  sessionId: Id,
  chatSessionId: Type.String({ description: 'The same as `sessionId`.' }),
  browser: SessionBrowser,
};

/** The browser of a session after a request, with the entries that the request added. */
export type BrowserReply = Static<typeof BrowserReply>;
export const BrowserReply = open(
  {
    ...ofSession,
    projectId: Id,
    entries: Type.Array(BrowserEntry),
    replay: Type.Optional(
      Type.Literal(true, { description: 'An earlier request with this idempotency key made the session.' }),
    ),
  },
  { $id: 'BrowserReply' },
);

/** The outcome of a command. */
export type BrowserCommandReply = Static<typeof BrowserCommandReply>;
export const BrowserCommandReply = open(
  {
    ...ofSession,
    commandId: Type.String(),
    status: oneOf(['ok', 'failed', 'unknown']),
    error: Type.Optional(CommandError),
    observation: Type.Optional(CommandObservation),
    screenshots: Type.Optional(Type.Array(StoredScreenshot)),
    changes,
    dialog,
    durationMs: Type.Optional(Type.Number({ minimum: 0 })),
    entries: Type.Array(BrowserEntry, { description: 'The entry of the command.' }),
    replay: Type.Optional(Type.Literal(true, { description: 'An earlier request with this `commandId` sent it.' })),
  },
  { $id: 'BrowserCommandReply' },
);

export type BrowserTrace = Static<typeof BrowserTrace>;
export const BrowserTrace = open(
  {
    ...ofSession,
    entries: Type.Array(BrowserEntry, { description: 'In the order in which they happened.' }),
    lastSeq: Type.Integer({ minimum: 0, description: 'Of the newest entry; 0 when there is none.' }),
    nextAfterSeq: Type.Optional(
      Type.Integer({ description: 'The `afterSeq` of the next page; absent on the last one.' }),
    ),
  },
  { $id: 'BrowserTrace' },
);

export type BrowserArtifact = Static<typeof BrowserArtifact>;
export const BrowserArtifact = open(
  {
    sessionId: Id,
    chatSessionId: ofSession.chatSessionId,
    commandId: Type.String(),
    entry: BrowserEntry,
    observation: Type.Optional(CommandObservation),
    screenshots: Type.Array(StoredScreenshot, { description: 'The images that are still kept.' }),
  },
  { $id: 'BrowserArtifact' },
);

export const BrowserImage = Type.String({ $id: 'BrowserImage', description: 'The image, in the type of its header.' });

export type BrowserProfile = Static<typeof BrowserProfile>;
export const BrowserProfile = open(
  {
    id: BrowserProfileId,
    bytes: Type.Integer({ minimum: 0, description: 'Of its sealed content.' }),
    updatedAt: EpochMs(),
  },
  { $id: 'BrowserProfile' },
);
export const BrowserProfiles = page(BrowserProfile, 'BrowserProfiles');
export const BrowserProfileDeleted = open(
  { id: BrowserProfileId, deleted: Type.Literal(true) },
  { $id: 'BrowserProfileDeleted' },
);
