import { createHash } from 'node:crypto';
import type { EvalRun } from '@assay/contract/areas/eval-runs/documents';
import { rateText } from '@assay/grading/words/values';
import { printElement } from '../reports/xml.ts';

/** The facts of a run that its badge shows. */
export type BadgeRun = Pick<EvalRun, 'verdict' | 'summary'>;

const LABEL = 'assay';
/** The average width of a character at 11 px; `textLength` fits the text to it. */
const CHAR_WIDTH = 6.4;
const PADDING = 6;
const HEIGHT = 20;
const TEXT = { '@fill': '#fff', '@font-family': 'Verdana,DejaVu Sans,sans-serif', '@font-size': 11, '@y': 14 };

const colours: Record<EvalRun['verdict'], string> = {
  passed: '#2e7d32',
  failed: '#c62828',
  inconclusive: '#6a3fa0',
  notEstablished: '#6a3fa0',
};

/** The badge of a suite as SVG; a suite without a completed run says so. */
export function badgeImage(run: BadgeRun | undefined): string {
  const message = messageOf(run);
  const [label, value] = [widthOf(LABEL), widthOf(message)];
  const text = (content: string, x: number, width: number) => ({
    ...TEXT,
    '@x': x + PADDING,
    '@textLength': width - 2 * PADDING,
    '#text': content,
  });
  return printElement('svg', {
    '@xmlns': 'http://www.w3.org/2000/svg',
    '@width': label + value,
    '@height': HEIGHT,
    '@role': 'img',
    '@aria-label': `${LABEL}: ${message}`,
    title: `${LABEL}: ${message}`,
    rect: [
      { '@width': label, '@height': HEIGHT, '@fill': '#444' },
      { '@x': label, '@width': value, '@height': HEIGHT, '@fill': run ? colours[run.verdict] : '#777' },
    ],
    text: [text(LABEL, 0, label), text(message, label, value)],
  });
}

function messageOf(run: BadgeRun | undefined): string {
  if (!run) return 'no run yet';
  const { verdict, summary } = run;
  if (verdict === 'notEstablished') return 'not established';
  return verdict === 'inconclusive' ? 'inconclusive' : `${verdict} ${rateText(summary.passRate)}`;
}

const widthOf = (text: string): number => Math.round(text.length * CHAR_WIDTH) + 2 * PADDING;

/** The entity tag of an image. */
export const etagOf = (image: string): string =>
  `"${createHash('sha256').update(image).digest('base64url').slice(0, 22)}"`;

/** Whether the header `If-None-Match` names the tag (RFC 9110, section 13.1.2: compared weakly). */
export const isMatched = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag);
