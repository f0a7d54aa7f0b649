/** The beginnings and ends that people add to a known password to make it long enough. */
const PADDING = /^[\d\W_]{1,16}|[\d\W_]{1,16}$/gu;

/**
 * Words and patterns at the top of published lists of stolen passwords, also repeated or with digits around them. The
 * least length of a password excludes most of those lists.
 */
const KNOWN_WORDS = new Set(
  `abc abcd abcdef abcdefgh abcdefghij abcdefghijkl abcdefghijklm access admin adminadmin administrator adminpassword
  asdf asdfgh asdfghjkl asdfghjklqwertyuiop assay assaypassword azerty azertyuiop baseball batman bonjour changeme
  changemenow changemeplease charlie computer daniel dragon football freedom google hello helloworld iloveyou
  iloveyouforever jennifer jesus jordan letmein letmeinnow letmeinplease liverpool login loveme lovely manchester master
  michael monkey mynoob mypassword mysecretpassword ninja opensesame owner password passwordpassword passw0rd p@ssw0rd
  p@ssword passphrase pokemon princess qazwsx qazwsxedc qazwsxedcrfv qwer qwert qwerty qwertyqwerty qwertyuiop
  qwertyuiopasdf qwertyuiopasdfghjkl qwertzuiop root rootpassword secret secretpassword shadow soccer starwars summer
  sunshine superman supersecret superuser system temppassword temporary test tester testing testpassword testtest
  thisisapassword trustno1 unknown user username verysecret welcome welcometo winter yourpassword zxcv zxcvbnm
  1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qaz2wsx3edc4rfv q1w2e3
  q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 a1b2c3 a1b2c3d4 a1b2c3d4e5f6`.split(/\s+/),
);
const SEQUENCES = ['0123456789', '9876543210', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm'];
/** Fewer different characters than this make no password, however often they are repeated. */
const MIN_DIFFERENT = 4;

/** Whether a password is one that attackers try first: a word of known lists, a sequence, or a repetition. */
export function isKnownPassword(password: string): boolean {
  const folded = password.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '');
  const unit = repeatedUnit(folded);
  const word = unit.replaceAll(PADDING, '');
  return (
    new Set(folded).size < MIN_DIFFERENT ||
    KNOWN_WORDS.has(unit) ||
    KNOWN_WORDS.has(word) ||
    KNOWN_WORDS.has(repeatedUnit(word)) ||
    SEQUENCES.some((sequence) => sequence.repeat(3).includes(unit))
  );
}

/** The shortest text whose repetition is this text. */
function repeatedUnit(text: string): string {
  const at = (text + text).indexOf(text, 1);
  return at > 0 && at < text.length ? text.slice(0, at) : text;
}
