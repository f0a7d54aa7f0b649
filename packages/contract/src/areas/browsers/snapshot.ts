import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { EpochMs, oneOf, open } from '../../schema.ts';

/** One element of a page that can be named in an act. */
export type PageElement = Static<typeof PageElement>;
export const PageElement = open(
  {
    ref: Type.String({ description: 'Names the element in acts, for as long as it is on the page.' }),
    role: Type.String(),
    name: Type.String({ description: 'Its accessible name; clipped to 200 characters.' }),
    value: Type.Optional(Type.String({ description: 'Of inputs; masked where a secret was typed.' })),
    checked: Type.Optional(Type.Boolean()),
    disabled: Type.Optional(Type.Literal(true)),
    selected: Type.Optional(Type.Boolean()),
    expanded: Type.Optional(Type.Boolean()),
    focused: Type.Optional(Type.Literal(true)),
  },
  { $id: 'BrowserPageElement' },
);

/** The content of a page for people who do not see it: its accessibility tree as text, and its elements. */
export type PageSnapshot = Static<typeof PageSnapshot>;
export const PageSnapshot = open(
  {
    mode: oneOf(['a11y']),
    tree: Type.String({ description: 'One line for each node, indented by depth: `- button "Buy" [ref=e3]`.' }),
    elements: Type.Array(PageElement),
    truncated: Type.Optional(Type.Literal(true, { description: 'The page has more than is shown.' })),
    capturedAt: EpochMs(),
    note: Type.Optional(Type.String({ description: 'For people: what the snapshot leaves out.' })),
  },
  { $id: 'BrowserPageSnapshot' },
);

/** A screenshot that is stored beside a document. */
export type StoredScreenshot = Static<typeof StoredScreenshot>;
export const StoredScreenshot = open(
  {
    id: Type.String(),
    url: Type.String({
      description: 'Path of the image on this installation; it needs the same access as its document.',
    }),
    mimeType: Type.String(),
    width: Type.Integer({ minimum: 0, description: 'In CSS pixels.' }),
    height: Type.Integer({ minimum: 0, description: 'In CSS pixels.' }),
    clipped: Type.Optional(Type.Literal(true, { description: 'The page is larger than the image.' })),
  },
  { $id: 'StoredScreenshot' },
);
