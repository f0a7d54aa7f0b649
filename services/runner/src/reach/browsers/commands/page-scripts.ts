/*
 * Functions that run in pages, as texts, because this process knows no DOM. A page can change the answers of these
 * functions, which gives it no more than it can show anyway.
 */

/** The text of an element as people see it. */
export const INNER_TEXT = '(element, max) => (element.innerText ?? element.textContent ?? "").slice(0, max)';

/** The markup of an element without what only machines read. */
export const CLEAN_MARKUP = `(element, max) => {
  const copy = element.cloneNode(true);
  for (const each of copy.querySelectorAll('script,style,noscript,template,link[rel=stylesheet],meta')) each.remove();
  for (const each of copy.querySelectorAll('svg,canvas')) each.replaceChildren();
  const comments = document.createTreeWalker(copy, NodeFilter.SHOW_COMMENT);
  const found = [];
  while (comments.nextNode()) found.push(comments.currentNode);
  for (const each of found) each.remove();
  for (const each of [copy, ...copy.querySelectorAll('*')])
    for (const { name, value } of [...each.attributes])
      if (name === 'style' || name.startsWith('on') || (name === 'value' && each.type === 'password')) each.removeAttribute(name);
      else if (value.length > 500) each.setAttribute(name, value.slice(0, 500) + '…');
  return copy.outerHTML.replace(/\\n\\s*\\n+/g, '\\n').slice(0, max);
}`;

/** The values and labels of the options of a select; null for any other element. */
export const OPTIONS = `(element) => element instanceof HTMLSelectElement
  ? [...element.options].slice(0, 1000).map((option) => ({ value: option.value, label: option.label.trim() }))
  : null`;

/**
 * Scrolls the nearest element that can be scrolled that way, from an element or from the middle of the view; by 4/5 of
 * what it shows without an amount.
 */
export const SCROLL_BY = `(element, { x, y, amount }) => {
  const root = document.scrollingElement ?? document.documentElement;
  const isScrollable = (each) => {
    const { overflowX, overflowY } = getComputedStyle(each);
    return x !== 0
      ? each.scrollWidth > each.clientWidth && /auto|scroll/.test(overflowX)
      : each.scrollHeight > each.clientHeight && /auto|scroll/.test(overflowY);
  };
  const start = element === document.documentElement ? document.elementFromPoint(innerWidth / 2, innerHeight / 2) : element;
  let target = start ?? root;
  while (target !== root && !isScrollable(target)) target = target.parentElement ?? target.getRootNode().host ?? root;
  const extent = x !== 0 ? target.clientWidth : target.clientHeight;
  const by = amount ?? Math.round(extent * 0.8);
  target.scrollBy({ left: x * by, top: y * by, behavior: 'instant' });
}`;

/** The first words of elements, to tell them apart. */
export const DESCRIBE = `(elements) => elements.slice(0, 10).map((element) => {
  const text = (element.innerText ?? element.textContent ?? '').trim().replace(/\\s+/g, ' ').slice(0, 40);
  return '<' + element.tagName.toLowerCase() + '> ' + (text || element.getAttribute('aria-label') || element.id || '');
})`;

/** The size of the view and of the whole page, in CSS pixels. */
export const PAGE_SIZE = `() => ({
  width: Math.max(innerWidth, document.documentElement.scrollWidth),
  height: Math.max(innerHeight, document.documentElement.scrollHeight, document.body?.scrollHeight ?? 0),
  viewportWidth: innerWidth,
  viewportHeight: innerHeight,
})`;
