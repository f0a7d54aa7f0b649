/** Switches of playwright's that open what is closed here. */
export const UNWANTED_DEFAULTS = ['--disable-popup-blocking', '--disable-ipc-flooding-protection'];

/**
 * The switches of Chromium beside those of playwright, which already turn off extensions, components, updates,
 * synchronization and background networking. Each context has a proxy of its own; a request of no context finds none.
 */
export const chromiumSwitches = (): string[] => [
  // Port 1 of this machine: nothing is there.
  '--proxy-server=http://127.0.0.1:1',
  '--proxy-bypass-list=<-loopback>',
  // Names are resolved behind the proxy only.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--dns-prefetch-disable',
  '--no-pings',
  '--disable-quic',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-domain-reliability',
  '--disable-client-side-phishing-detection',
  '--disable-speech-api',
  '--disable-notifications',
  '--disable-print-preview',
  '--mute-audio',
  '--disable-gpu',
  '--hide-scrollbars',
  '--no-experiments',
  // Tools that pages offer to agents. The last list of features is the one that counts, so playwright's own stand here, too.
  '--enable-features=WebMCP,CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies',
];
