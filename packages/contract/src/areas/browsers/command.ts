import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, needsOneOf, oneOf, variants } from '../../schema.ts';

const Selector = Type.String({ minLength: 1, maxLength: 4_096 });
const Ref = Type.String({ minLength: 1, maxLength: 64, description: 'From the newest snapshot of the page.' });

/** An element of the page: by its reference in the newest snapshot, by role and name, by CSS selector or by text; or a point. */
export type BrowserTarget = Static<typeof BrowserTarget>;
export const BrowserTarget = closed(
  {
    ref: Type.Optional(Ref),
    role: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    name: Type.Optional(Type.String({ maxLength: 1_000, description: 'The accessible name, with `role`.' })),
    selector: Type.Optional(Selector),
    text: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })),
    nth: Type.Optional(Type.Integer({ minimum: 0, description: 'Which of several, from 0.' })),
    x: Type.Optional(Type.Number({ minimum: 0, description: 'In CSS pixels of the viewport, with `y`.' })),
    y: Type.Optional(Type.Number({ minimum: 0 })),
  },
  {
    $id: 'BrowserTarget',
    examples: [{ role: 'button', name: 'Buy' }],
    ...needsOneOf(['ref', 'role', 'selector', 'text', 'x'], 'An element of the page, or a point.'),
  },
);

const observeAfter = Type.Optional(
  oneOf(['a11y', 'screenshot', 'none'], {
    description: 'What is observed once the page is quiet; `none` when absent.',
  }),
);

/** One command to a browser. */
export type BrowserAgentCommand = Static<typeof BrowserAgentCommand>;
export const BrowserAgentCommand = variants(
  'op',
  [
    closed({ op: Type.Literal('back'), observeAfter }),
    closed({ op: Type.Literal('forward'), observeAfter }),
    closed({ op: Type.Literal('reload'), observeAfter }),
    closed({
      op: Type.Literal('navigate'),
      url: Type.String({ minLength: 1, maxLength: 8_192, description: 'An http or https address.' }),
      newTab: Type.Optional(Type.Boolean()),
      observeAfter,
    }),
    closed({
      op: Type.Literal('observe'),
      mode: oneOf(['a11y', 'screenshot', 'text', 'dom', 'console', 'network', 'dialog', 'url', 'page_tools']),
      requestId: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 64,
          description: 'Of mode `network`: reads this request with its answer.',
        }),
      ),
      rootRef: Type.Optional(Ref),
      rootSelector: Type.Optional(Selector),
      filter: Type.Optional(oneOf(['interactive', 'all'], { description: 'Of mode `a11y`; `all` when absent.' })),
      fullPage: Type.Optional(
        Type.Boolean({ description: 'Of mode `screenshot`: at most 10,000 pixels of its height.' }),
      ),
    }),
    closed({
      op: Type.Literal('act'),
      verb: oneOf([
        'click',
        'type',
        'press',
        'scroll',
        'hover',
        'drag',
        'select',
        'close_tab',
        'activate_tab',
        'accept_dialog',
        'dismiss_dialog',
      ]),
      target: Type.Optional(BrowserTarget),
      /** Where `drag` drops. */
      to: Type.Optional(BrowserTarget),
      text: Type.Optional(
        Type.String({ maxLength: 5_000, description: 'Of `type`, and the answer of `accept_dialog` to a prompt.' }),
      ),
      secret: Type.Optional(Type.Boolean({ description: 'Of `type`: the text is masked wherever it is shown.' })),
      submit: Type.Optional(Type.Boolean({ description: 'Of `type`: presses Enter afterwards.' })),
      key: Type.Optional(
        Type.String({ minLength: 1, maxLength: 64, description: 'Of `press`: `Enter`, `Control+A`, …' }),
      ),
      clickType: Type.Optional(oneOf(['left', 'double', 'right'])),
      direction: Type.Optional(oneOf(['up', 'down', 'left', 'right'])),
      amount: Type.Optional(
        Type.Number({ exclusiveMinimum: 0, maximum: 100_000, description: 'Of `scroll`, in CSS pixels.' }),
      ),
      values: Type.Optional(
        Type.Array(Type.String({ maxLength: 1_000 }), {
          minItems: 1,
          maxItems: 100,
          description: 'Of `select`: values or labels of options.',
        }),
      ),
      observeAfter,
    }),
  ],
  { $id: 'BrowserAgentCommand' },
);
