import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RequestHandler } from 'express';

const fileOf = (module: string, file: string): string =>
  join(dirname(fileURLToPath(import.meta.resolve(`${module}/package.json`))), 'files', file);

const FONTS: Record<string, string> = {
  sans: fileOf('@fontsource-variable/ibm-plex-sans', 'ibm-plex-sans-latin-wght-normal.woff2'),
  mono: fileOf('@fontsource-variable/jetbrains-mono', 'jetbrains-mono-latin-wght-normal.woff2'),
};

/** The addresses of the fonts: below every folder, because a page does not know under which path it is served. */
export const PAGE_FONTS = /\/page-fonts\/(sans|mono)\.woff2$/;

/** Serves a font of the pages that are made by the server. */
export const sendPageFont: RequestHandler = (req, res) => {
  const [, name] = PAGE_FONTS.exec(req.path)!;
  res.setHeader('Cache-Control', 'public, max-age=604800').sendFile(FONTS[name!]!, { cacheControl: false });
};
