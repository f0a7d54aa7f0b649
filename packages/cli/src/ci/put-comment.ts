import type { CommentPlace } from './comment-place.ts';

/** GitHub and GitLab give at most this many comments a page. */
const PAGE = 100;
/** Comments of older pages are not searched. */
const MAX_PAGES = 30;

/**
 * Puts a text as the one comment with its mark: changes the comment that begins with the mark, or makes it. A comment of
 * another author with the same mark is left alone. A text that is too long is cut at the end of a line.
 */
export async function putComment(place: CommentPlace, mark: string, markdown: string): Promise<'created' | 'updated'> {
  const body = fitting(`${hiddenMark(mark)}\n`, markdown, place.maxChars);
  for (let page = 1; page <= MAX_PAGES; page++) {
    const comments = await place.list(page);
    for (const { id, body: old } of comments)
      if (old.startsWith(hiddenMark(mark)) && (await place.update(id, body))) return 'updated';
    if (comments.length < PAGE) break;
  }
  await place.create(body);
  return 'created';
}

/** The mark as a comment of HTML, which readers do not see. It has no `--`, which would end it. */
export const hiddenMark = (mark: string): string =>
  `<!-- assay ${encodeURIComponent(mark.toWellFormed()).replaceAll('-', '%2D')} -->`;

const CUT = '_Cut: the whole summary is with the build._\n\n';

function fitting(head: string, markdown: string, maxChars: number): string {
  if (head.length + markdown.length <= maxChars) return head + markdown;
  const room = markdown.slice(0, maxChars - head.length - CUT.length);
  return head + CUT + room.slice(0, Math.max(room.lastIndexOf('\n'), 0)).toWellFormed();
}
