const values = new Set<string>();

/** Notes the value of a secret setting: the whole, each of several values between commas, and the password of a URL. */
export function noteSecret(value: string): void {
  for (const part of [value, ...value.split(',')]) {
    const text = part.trim();
    values.add(text);
    const password = URL.parse(text)?.password;
    if (password) values.add(password).add(decodedOr(password));
  }
}

/** The values of the secret settings that this process has read, to mask them where they must not appear. */
export const knownSecrets = (): Iterable<string> => values;

function decodedOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
