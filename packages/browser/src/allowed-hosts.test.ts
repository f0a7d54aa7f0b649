import { hostFilter } from './allowed-hosts.ts';

test.each<[string[] | undefined, string, boolean]>([
  [undefined, 'http://anything.example/', true],
  [[], 'http://anything.example/', false],
  [['127.0.0.1'], 'http://127.0.0.1:8080/', true],
  [['127.0.0.1'], 'http://example.org/', false],
  [['example.org'], 'https://example.org./', true],
  [['*.example.org'], 'https://a.example.org/', true],
  [['*.example.org'], 'https://example.org/', false],
  [['example.org:8080'], 'http://example.org:8080/', true],
  [['example.org:8080'], 'http://example.org/', false],
  [['[::1]:80'], 'http://[::1]/', true],
  [['no host/'], 'http://example.org/', false],
])('the hosts %j allow %s: %s', (allowed, url, isAllowed) => expect(hostFilter(allowed)(new URL(url))).toBe(isAllowed));
