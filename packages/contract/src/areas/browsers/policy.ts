import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, oneOf, open } from '../../schema.ts';

/** The rights of the browser of a session. A later policy of the same session narrows the first one, never widens it. */
export type BrowserPolicy = Static<typeof BrowserPolicy>;
export const BrowserPolicy = closed(
  {
    mode: Type.Optional(
      oneOf(['read_only', 'interactive'], {
        description:
          '`read_only`: pages are opened, looked at, scrolled and hovered over; clicking, typing, pressing keys, dragging and selecting are refused. `interactive` when absent.',
      }),
    ),
    allowedHosts: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 253, pattern: '^(\\*\\.)?[A-Za-z0-9.:\\[\\]_-]+$' }), {
        minItems: 1,
        maxItems: 100,
        description:
          'Hosts that pages may ask, `example.org` or `*.example.org`, within the egress policy of the installation; all hosts when absent.',
      }),
    ),
    maxCommands: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, description: '200 when absent.' })),
    idleTimeoutMs: Type.Optional(
      Type.Integer({
        minimum: 10_000,
        maximum: 600_000,
        description: 'It closes after this time without use; 120,000 when absent.',
      }),
    ),
    lifetimeMs: Type.Optional(
      Type.Integer({
        minimum: 10_000,
        maximum: 3_600_000,
        description: 'It closes after this time in any case; 1,800,000 when absent.',
      }),
    ),
    screenshots: Type.Optional(Type.Boolean({ description: 'Whether screenshots may be taken; `true` when absent.' })),
  },
  { $id: 'BrowserPolicy' },
);

/** A policy with every default filled in, the first grant narrowed by later policies and by its session; `allowedHosts` is absent when every host is allowed, and empty when none is. */
export type EffectivePolicy = Static<typeof EffectivePolicy>;
export const EffectivePolicy = open(
  {
    mode: oneOf(['read_only', 'interactive']),
    allowedHosts: Type.Optional(Type.Array(Type.String())),
    maxCommands: Type.Integer(),
    idleTimeoutMs: Type.Integer(),
    lifetimeMs: Type.Integer(),
    screenshots: Type.Boolean(),
  },
  { $id: 'BrowserEffectivePolicy' },
);

/** Names the cookies and the storage that a browser begins with and leaves, for its owner in the project. */
export const BrowserProfileId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' });

/** The profile of a session's browser; its first request fixes it. */
export const FixedProfileId = Type.Optional({
  ...BrowserProfileId,
  description:
    'Cookies and storage to begin with and to keep at the end, of the caller in this project; made if there is none. The first request fixes it.',
});
/** A request for the browser of a session. */
export type WantedBrowser = Static<typeof WantedBrowser>;
export const WantedBrowser = closed(
  {
    policy: Type.Optional(BrowserPolicy),
    profileId: FixedProfileId,
  },
  { $id: 'WantedBrowser' },
);
