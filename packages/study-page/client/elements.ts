type Child = Node | string;
interface Properties {
  class?: string;
  id?: string;
  dir?: string;
  label?: string;
  type?: string;
  href?: string;
  role?: string;
  onClick?: () => void;
}

/** Makes an element. Texts become text nodes: nothing that a model or a server wrote is ever read as HTML. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { onClick, label, class: className, ...attributes }: Properties,
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (label) made.setAttribute('aria-label', label);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (onClick) made.addEventListener('click', onClick);
  made.append(...children);
  return made;
}

export const button = (text: Child, onClick: () => void, className = '', label = ''): HTMLButtonElement =>
  element('button', { type: 'button', class: className, onClick, ...(label && { label }) }, text);

/** A page with a heading, some paragraphs and what follows them. */
export const card = (title: string, paragraphs: string[], ...below: Child[]): HTMLElement =>
  element(
    'main',
    { class: 'still' },
    element(
      'div',
      { class: 'card' },
      element('h1', { dir: 'auto' }, title),
      ...paragraphs.filter((text) => text !== '').map((text) => element('p', { dir: 'auto' }, text)),
      ...below,
    ),
  );

const SVG = 'http://www.w3.org/2000/svg';

/** A thumb that points up; drawn, because not every machine has a font with one. */
export function thumb(): Node {
  const drawing = document.createElementNS(SVG, 'svg');
  drawing.setAttribute('viewBox', '0 0 24 24');
  drawing.setAttribute('aria-hidden', 'true');
  const path = drawing.appendChild(document.createElementNS(SVG, 'path'));
  path.setAttribute(
    'd',
    'M2 10h4v11H2zM8 10l4-8c1.7 0 2.8 1.2 2.6 2.9L14 9h5.5c1.4 0 2.4 1.3 2 2.7l-2 7.6c-.3 1-1.200 1.700-2.200 1.700H8z',
  );
  return drawing;
}

export const asText = (input: unknown): string => JSON.stringify(input, undefined, 2);
