import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { pageFiles } from './gen/page-files.ts';

/** A file that the page loads. */
export interface PageFile {
  mediaType: string;
  body: Buffer;
  gzipped: Buffer;
}

/** The page of a visitor: the same for every link, as it asks for its study by its own path. */
export interface StudyPage {
  html: string;
  /** The path under which its files are served; another one after every change of a file. */
  folder: string;
  files: Map<string, PageFile>;
}

/** Scripts, styles and requests of our own origin alone; no inline script or style, no frame, no form. */
export const STUDY_PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const VERSION_CHARS = 12;

/** The page with its files, compressed. */
export function studyPage(): StudyPage {
  const folder = `/study-page/${hash('sha256', JSON.stringify(pageFiles), 'hex').slice(0, VERSION_CHARS)}`;
  const files = new Map(Object.entries(pageFiles).map(([name, text]) => [name, fileOf(name, text)]));
  return { html: htmlOf(folder), folder, files };
}

function fileOf(name: string, text: string): PageFile {
  const body = Buffer.from(text);
  const mediaType = `${name.endsWith('.css') ? 'text/css' : 'text/javascript'}; charset=utf-8`;
  return { mediaType, body, gzipped: gzipSync(body, { level: 9 }) };
}

const htmlOf = (folder: string): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Study</title>
<link rel="stylesheet" href="${folder}/study-page.css">
<script type="module" src="${folder}/study-page.js"></script>
</head>
<body>
<div id="page"><noscript>This page needs JavaScript.</noscript></div>
</body>
</html>
`;
