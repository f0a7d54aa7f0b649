import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { EpochMs, nullable, oneOf, open } from '../../schema.ts';
import { BrowserTab } from './browser-work.ts';
import { BrowserProfileId, EffectivePolicy } from './policy.ts';

/** The browser of a session, as replies show it. */
export type SessionBrowser = Static<typeof SessionBrowser>;
export const SessionBrowser = open(
  {
    status: oneOf(['opening', 'open', 'closing', 'closed']),
    policy: EffectivePolicy,
    profileId: Type.Optional(BrowserProfileId),
    readOnly: Type.Boolean({ description: 'The same as `policy.mode` being `read_only`.' }),
    tabs: Type.Array(BrowserTab, { description: 'As the last command left them.' }),
    commandCount: Type.Integer({ minimum: 0, description: 'Commands so far, of `policy.maxCommands`.' }),
    busyWith: Type.Optional(Type.String({ description: 'The command or the turn that uses it at the moment.' })),
    unknownCommandId: Type.Optional(
      Type.String({
        description: 'A command or a turn whose outcome is unknown: observe the page before another act.',
      }),
    ),
    openedAt: nullable(EpochMs()),
    lastUsedAt: EpochMs(),
    idleEndsAt: nullable(EpochMs('It closes then without further use; null unless it is open.')),
    lifetimeEndsAt: nullable(EpochMs('It closes then in any case; null unless it is open.')),
    endReason: Type.Optional(
      Type.String({
        description:
          'Why it is closed: `closed`, `idle`, `lifetime`, `crashed`, `memory`, `stopped`, `RUNNER_LOST`, `BROWSER_CAPACITY`, …',
      }),
    ),
  },
  { $id: 'SessionBrowser' },
);
