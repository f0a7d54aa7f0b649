import { configFolder } from '../../src/platform/config-folder.ts';

test.each([
  ['linux', { HOME: '/home/ann' }, '/home/ann/.config/assay'],
  ['linux', { HOME: '/home/ann', XDG_CONFIG_HOME: '/etc/ann' }, '/etc/ann/assay'],
  ['linux', { HOME: '/home/ann', XDG_CONFIG_HOME: 'relative' }, '/home/ann/.config/assay'],
  ['darwin', { HOME: '/Users/ann' }, '/Users/ann/Library/Application Support/assay'],
  ['win32', { APPDATA: 'C:\\Users\\ann\\AppData\\Roaming' }, 'C:\\Users\\ann\\AppData\\Roaming\\assay'],
  ['win32', { USERPROFILE: 'C:\\Users\\ann' }, 'C:\\Users\\ann\\AppData\\Roaming\\assay'],
] as const)('the logins of %s with %j are in the folder for settings', (system, env, folder) => {
  expect(configFolder(env, system)).toBe(folder);
});
