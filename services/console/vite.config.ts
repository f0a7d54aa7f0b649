import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The platform that the development server asks. */
const platform = process.env['ASSAY_URL'] ?? 'http://127.0.0.1:4000';

/** The console as static files: relative addresses, so that it works under every path; the gateway fills in the nonce. */
export default defineConfig({
  plugins: [react()],
  base: './',
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: process.env['CONSOLE_OUT'] ?? 'dist',
    emptyOutDir: true,
    // Fonts and pictures stay files: the content security policy allows no data URLs.
    assetsInlineLimit: 0,
    target: 'es2023',
    modulePreload: { polyfill: false },
    // Of the libraries within: their licences ask for it.
    license: { fileName: 'licenses.json' },
    // Kilobytes before compression; `npm run bench console` judges the compressed sizes.
    chunkSizeWarningLimit: 750,
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/auth', '/oauth', '/docs', '/device'].map((path) => [
        path,
        // The platform takes writes from its own pages alone.
        { target: platform, changeOrigin: true, headers: { origin: new URL(platform).origin } },
      ]),
    ),
  },
});
