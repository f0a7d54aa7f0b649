import type { PageElement, PageSnapshot } from '@assay/contract/areas/browsers/snapshot';
import type { Locator, Page } from 'playwright-core';

const MAX_ELEMENTS = 500;
const MAX_TREE_CHARACTERS = 50_000;
const MAX_NAME = 200;
const MAX_FRAMES = 50;
const DEFAULT_TIMEOUT_MS = 5_000;
/** A shorter secret is masked only where it is a whole value: it would be found in ordinary words. */
const MIN_SECRET = 4;
export const MASK = '••••••';

/** A node of the accessibility tree as playwright writes it: static text, or an element with its states. */
export type AriaNode = string | AriaElement;
export interface AriaElement {
  role: string;
  name?: string;
  text?: string;
  ref?: string;
  children?: AriaNode[];
  [state: string]: unknown;
}

export interface SnapshotOptions {
  /** Only elements that can be acted on, and no tree of texts. */
  interactiveOnly?: boolean;
  /** Texts that are masked wherever they occur, beside the values of password inputs. */
  secrets?: readonly string[];
  /** 5,000 when absent. A page that is busy for longer has no snapshot. */
  timeoutMs?: number;
}

/** The roles of elements that people act on. */
const INTERACTIVE = new Set([
  'button',
  'checkbox',
  'combobox',
  'gridcell',
  'link',
  'listbox',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
  'treeitem',
]);

const INPUTS = new Set(['combobox', 'searchbox', 'slider', 'spinbutton', 'textbox']);

/**
 * The accessibility tree of a page or of one element, frames included. An element keeps its reference for as long as it
 * is on the page with its role and name; `page.getByRef(ref)` finds it after a snapshot. Values of password inputs are
 * masked.
 * @throws the error of playwright when the page does not answer within the time, or is closed.
 */
export async function takeSnapshot(root: Page | Locator, options: SnapshotOptions = {}): Promise<PageSnapshot> {
  const page = 'page' in root ? root.page() : root;
  const { timeoutMs: timeout = DEFAULT_TIMEOUT_MS } = options;
  if (page.frames().length > MAX_FRAMES)
    return {
      mode: 'a11y',
      tree: '',
      elements: [],
      truncated: true,
      capturedAt: Date.now(),
      note: `The page has more than ${MAX_FRAMES} frames, so it has no snapshot.`,
    };
  const [nodes, passwords] = await Promise.all([
    root.ariaSnapshotJSON({ mode: 'ai', timeout }) as Promise<AriaNode[]>,
    withinTime(passwordsOf(page), timeout),
  ]);
  return snapshotOf(nodes, [...(options.secrets ?? []), ...passwords], options.interactiveOnly);
}

/** The document for the nodes of an accessibility tree: within its limits, with the secrets masked. */
export function snapshotOf(
  nodes: readonly AriaNode[],
  secrets: readonly string[],
  interactiveOnly = false,
): PageSnapshot {
  const mask = masking(secrets);
  const lines: string[] = [];
  const elements: PageElement[] = [];
  let characters = 0;
  let isCut = false as boolean;
  const add = (line: string): boolean => {
    isCut ||= characters + line.length + 1 > MAX_TREE_CHARACTERS;
    if (isCut) return false;
    characters += line.length + 1;
    lines.push(line);
    return true;
  };
  const visit = (node: AriaNode, indent: string): void => {
    if (isCut) return;
    if (typeof node === 'string') return void (interactiveOnly || add(`${indent}- text: ${quoted(mask(node))}`));
    const isShown = !interactiveOnly || INTERACTIVE.has(node.role);
    if (isShown && !add(indent + lineOf(node, mask))) return;
    if (isShown && node.ref) {
      if (elements.length < MAX_ELEMENTS) elements.push(elementOf(node, node.ref, mask));
      else isCut = true;
    }
    for (const child of node.children ?? []) visit(child, isShown ? `${indent}  ` : indent);
  };
  for (const node of nodes) visit(node, '');
  return {
    mode: 'a11y',
    tree: lines.join('\n'),
    elements,
    ...(isCut && { truncated: true as const }),
    capturedAt: Date.now(),
  };
}

type Mask = (text: string) => string;

function lineOf(node: AriaElement, mask: Mask): string {
  const { role, name, text, ref, ...states } = node;
  const marks = Object.entries(states).flatMap(([key, value]) => {
    if (key === 'children' || key === 'box' || value === false || value === undefined) return [];
    return value === true
      ? [`[${key}]`]
      : [`[${key}=${clipped(mask(typeof value === 'string' ? value : JSON.stringify(value)))}]`];
  });
  const parts = [
    `- ${role}`,
    ...(name ? [JSON.stringify(clipped(mask(name)))] : []),
    ...marks,
    ...(ref ? [`[ref=${ref}]`] : []),
  ];
  return parts.join(' ') + (text === undefined ? '' : `: ${quoted(mask(text))}`);
}

function elementOf(node: AriaElement, ref: string, mask: Mask): PageElement {
  const { role, name = '', text, checked, disabled, selected, expanded, active } = node;
  const chosen = node.children?.find((child) => typeof child !== 'string' && child['selected'] === true);
  const value = INPUTS.has(role) ? (text ?? (chosen as AriaElement | undefined)?.name) : undefined;
  return {
    ref,
    role,
    name: clipped(mask(name)),
    ...(value !== undefined && { value: clipped(mask(value)) }),
    ...(typeof checked === 'boolean' && { checked }),
    ...(disabled === true && { disabled }),
    ...(typeof selected === 'boolean' && { selected }),
    ...(typeof expanded === 'boolean' && { expanded }),
    ...(active === true && { focused: true as const }),
  };
}

/** The values of the password inputs of a page, also in its frames and open shadow trees. */
async function passwordsOf(page: Page): Promise<string[]> {
  const found = await Promise.all(
    page.frames().map((frame) =>
      frame
        .locator('input[type=password]')
        .evaluateAll((inputs) => inputs.map((input) => (input as unknown as { value: string }).value))
        // The frame may have left in the meantime.
        .catch(() => []),
    ),
  );
  return found.flat();
}

function masking(secrets: readonly string[]): Mask {
  const [long, short] = [secrets.filter(({ length }) => length >= MIN_SECRET), new Set(secrets)];
  // A longer secret may contain a shorter one.
  const byLength = [...new Set(long)].toSorted((a, b) => b.length - a.length);
  return (text) => {
    if (text !== '' && short.has(text)) return MASK;
    return byLength.reduce((masked, secret) => masked.replaceAll(secret, MASK), text);
  };
}

function withinTime<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`The page did not answer within ${timeoutMs} ms.`)), timeoutMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const clipped = (text: string) => (text.length > MAX_NAME ? `${text.slice(0, MAX_NAME - 1).toWellFormed()}…` : text);
/** Always one line. */
const quoted = (text: string) => (/[\n\r]/.test(text) ? JSON.stringify(text) : text);
