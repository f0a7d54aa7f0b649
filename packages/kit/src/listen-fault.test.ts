import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { assertListenable, asListenFault, listenFault } from './listen-fault.ts';

const failed = (code: string) => Object.assign(new Error(code), { code });
const address = { host: '127.0.0.1', port: 4001, setting: 'RUNNER_PORT', hostSetting: 'HOST' };

test.each([
  ['EADDRINUSE', 'Port 4001 is taken by another program at 127.0.0.1. Stop it, or set RUNNER_PORT to a free port.'],
  ['EACCES', 'Port 4001 needs more rights than this user has. Set RUNNER_PORT to a port above 1023.'],
  ['EADDRNOTAVAIL', 'This machine has no address 127.0.0.1. Set HOST to an address of this machine.'],
  ['ENOTFOUND', 'The host 127.0.0.1 is not known. Set HOST to an address of this machine.'],
  ['EMFILE', undefined],
])('%s at an address names the setting', (code, sentence) => {
  expect(listenFault(failed(code), address)).toBe(sentence);
});

test('an error that is none of an address is returned as it is', () => {
  const bug = failed('EMFILE');
  expect(asListenFault(bug, address)).toBe(bug);
});

test('an address is looked at before it is listened at', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  await expect(assertListenable({ ...address, port })).rejects.toMatchObject({
    name: 'ConfigError',
    code: 'EADDRINUSE',
    faults: [expect.stringContaining(`Port ${port} is taken by another program at 127.0.0.1.`)],
  });
  taken.close();
  await once(taken, 'close');
  await expect(assertListenable({ ...address, port })).resolves.toBeUndefined();
  await expect(assertListenable({ ...address, host: 'no.such.invalid' })).rejects.toThrow(
    'no.such.invalid is not known',
  );
});
