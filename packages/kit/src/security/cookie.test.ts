import { cookieHeader, cookieName } from './cookie.ts';

test('over https a cookie has the __Host- prefix and the attributes that it requires', () => {
  expect(cookieName('assay_session', 'https://assay.example/at/a/path')).toBe('__Host-assay_session');
  expect(cookieHeader('assay_session', 'x', 'Max-Age=1', 'https://assay.example/at/a/path')).toBe(
    '__Host-assay_session=x; Path=/; Max-Age=1; HttpOnly; SameSite=Lax; Secure',
  );
});

test('over http, where browsers take no such one, it goes by its own name', () => {
  expect(cookieHeader('assay_session', 'x', 'Max-Age=1', 'http://127.0.0.1:4000')).toBe(
    'assay_session=x; Path=/; Max-Age=1; HttpOnly; SameSite=Lax',
  );
});

test('one for a path alone goes by its own name, over https, too', () => {
  expect(cookieHeader('assay_connection', 'x', 'Max-Age=1', 'https://assay.example/at', '/at/api/v1')).toBe(
    'assay_connection=x; Path=/at/api/v1; Max-Age=1; HttpOnly; SameSite=Lax; Secure',
  );
});
