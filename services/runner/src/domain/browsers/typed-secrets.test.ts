import { MASK } from '@assay/contract/areas/servers/secret-values';
import { withoutTyped } from './typed-secrets.ts';

test.each<[string, unknown, string[], unknown]>([
  ['a long secret', { text: 'pw: correct horse' }, ['correct horse'], { text: `pw: ${MASK}` }],
  ['a long secret in an address', 'https://a/?p=correct%20horse', ['correct horse'], `https://a/?p=${MASK}`],
  ['a PIN within a text', ['PIN 1234!'], ['1234'], [`PIN ${MASK}!`]],
  ['a very short secret that is a whole value', { value: 'ab', text: 'about' }, ['ab'], { value: MASK, text: 'about' }],
  ['a secret within a longer one', 'hunter22', ['hunter', 'hunter22'], MASK],
  ['nothing', { n: 1 }, [], { n: 1 }],
])('%s is masked', (_what, document, secrets, masked) => expect(withoutTyped(document, secrets)).toEqual(masked));
