/**
 * Ways for a page to reach another address, as code of the page. `to(way)` is the address that must not be reached,
 * `add(html)` adds to the page, and `own(path)` is a path of the page's own site.
 */
export const WAYS_OUT: Record<string, string> = {
  image: `new Image().src = to('image')`,
  script: `add('<script src="' + to('script') + '">'); const s = document.createElement('script'); s.src = to('script'); document.body.append(s)`,
  module: `import(to('module')).catch(() => {})`,
  modulePreload: `add('<link rel=modulepreload href="' + to('modulePreload') + '">')`,
  stylesheet: `add('<link rel=stylesheet href="' + to('stylesheet') + '">')`,
  cssImport: `add('<style>@import url(' + to('cssImport') + ');</style>')`,
  cssImage: `add('<div style="width:9px;height:9px;background:url(' + to('cssImage') + ')">')`,
  font: `new FontFace('f', 'url(' + to('font') + ')').load().catch(() => {})`,
  video: `add('<video preload=auto src="' + to('video') + '"></video>')`,
  svgImage: `add('<svg><image href="' + to('svgImage') + '"/></svg>')`,
  fetch: `fetch(to('fetch'), { mode: 'no-cors' }).catch(() => {})`,
  fetchKeepalive: `fetch(to('fetchKeepalive'), { mode: 'no-cors', keepalive: true, method: 'POST', body: 'x' }).catch(() => {})`,
  fetchWithCredentials: `fetch(to('fetchWithCredentials'), { mode: 'no-cors', credentials: 'include' }).catch(() => {})`,
  xhr: `const x = new XMLHttpRequest(); x.open('GET', to('xhr')); x.send()`,
  beacon: `navigator.sendBeacon(to('beacon'), 'x')`,
  eventSource: `new EventSource(to('eventSource'))`,
  webSocket: `new WebSocket(to('webSocket').replace('http', 'ws'))`,
  form: `add('<iframe name=t1></iframe><form id=f1 target=t1 action="' + to('form') + '"></form>'); document.getElementById('f1').submit()`,
  formPost: `add('<iframe name=t2></iframe><form id=f2 method=post target=t2 action="' + to('formPost') + '"></form>'); document.getElementById('f2').submit()`,
  frame: `add('<iframe src="' + to('frame') + '"></iframe>')`,
  frameRefresh: `const r = document.createElement('iframe'); r.srcdoc = '<meta http-equiv=refresh content="0;url=' + to('frameRefresh') + '">'; document.body.append(r)`,
  frameBlob: `const b = document.createElement('iframe'); b.src = URL.createObjectURL(new Blob(['<img src="' + to('frameBlob') + '">'], { type: 'text/html' })); document.body.append(b)`,
  object: `add('<object data="' + to('object') + '"></object>')`,
  embed: `add('<embed src="' + to('embed') + '">')`,
  prefetch: `add('<link rel=prefetch href="' + to('prefetch') + '">')`,
  preload: `add('<link rel=preload as=fetch crossorigin href="' + to('preload') + '">')`,
  redirect: `fetch(own('/redirect?' + encodeURIComponent(to('redirect')))).catch(() => {})`,
  redirectKeepingBody: `fetch(own('/redirect307?' + encodeURIComponent(to('redirectKeepingBody'))), { method: 'POST', body: 'x' }).catch(() => {})`,
  worker: `new Worker(URL.createObjectURL(new Blob(["fetch('" + to('worker') + "', { mode: 'no-cors' }).catch(() => {})"])))`,
  importScripts: `new Worker(URL.createObjectURL(new Blob(["importScripts('" + to('importScripts') + "')"])))`,
  sharedWorker: `new SharedWorker(URL.createObjectURL(new Blob(["fetch('" + to('sharedWorker') + "', { mode: 'no-cors' }).catch(() => {})"])))`,
  report: `add('<iframe src="' + own('/reporting?' + encodeURIComponent(to('report'))) + '"></iframe>')`,
  popup: `window.open(to('popup'))`,
  download: `add('<a id=d1 download href="' + to('download') + '">x</a>'); document.getElementById('d1').click()`,
};

/** Ways that Chromium itself refuses, or of which no request ever comes: nothing is blocked, and nothing is reached. */
export const CLOSED_WAYS: Record<string, string> = {
  preconnect: `add('<link rel=preconnect href="' + to('preconnect') + '">')`,
  dnsPrefetch: `add('<link rel=dns-prefetch href="//dns-prefetch.test">')`,
  speculation: `add('<script type=speculationrules>{"prefetch":[{"source":"list","urls":["' + to('speculation') + '"]}]}</script>')`,
  webTransport: `new WebTransport(to('webTransport').replace('http:', 'https:')).ready.catch(() => {})`,
  webRtcStun: `await gather([{ urls: 'stun:' + host }])`,
  webRtcTurn: `await gather([{ urls: ['turn:' + host, 'turn:' + host + '?transport=tcp', 'turns:' + host], username: 'u', credential: 'c' }])`,
  webRtcHost: `await gather([])`,
  serviceWorker: `await navigator.serviceWorker.register(own('/worker.js')).catch(() => {})`,
  file: `fetch('file:///etc/hostname').catch(() => {}); add('<iframe src="file:///etc/hostname"></iframe>'); location.assign('file:///etc/hostname')`,
  chrome: `add('<iframe src="chrome://version"></iframe>'); window.open('chrome://version')`,
  viewSource: `add('<iframe src="view-source:' + to('viewSource') + '"></iframe>')`,
  ftp: `add('<iframe src="' + to('ftp').replace('http', 'ftp') + '"></iframe>')`,
  data: `window.open('data:text/html,x')`,
  ping: `add('<a id=p1 ping="' + to('ping') + '" href="#x">x</a>'); document.getElementById('p1').click()`,
  manifest: `add('<link rel=manifest href="' + to('manifest') + '">')`,
};

/** The code of a page that takes the ways, and resolves when the ways that it waits for have been tried. */
export const tryWays = (ways: Record<string, string>, origin: string): string => `(async () => {
  const to = (way) => ${JSON.stringify(origin)} + '/' + way;
  const host = new URL(to('')).host;
  const own = (path) => location.origin + path;
  const add = (html) => document.body.insertAdjacentHTML('beforeend', html);
  const gather = async (iceServers) => {
    const peer = new RTCPeerConnection({ iceServers });
    peer.createDataChannel('x');
    const found = [];
    peer.onicecandidate = ({ candidate }) => candidate && found.push(candidate.candidate);
    await peer.setLocalDescription(await peer.createOffer());
    await new Promise((resolve) => {
      if (peer.iceGatheringState === 'complete') resolve();
      peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && resolve();
    });
    peer.close();
    return found;
  };
  const failed = [];
  ${Object.entries(ways)
    .map(
      ([name, code]) =>
        `await (async () => { ${code} })().catch((e) => failed.push(${JSON.stringify(name)} + ': ' + e));`,
    )
    .join('\n  ')}
  return failed;
})()`;
