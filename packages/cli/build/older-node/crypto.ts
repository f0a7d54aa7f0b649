import crypto, { type Argon2Parameters } from 'node:crypto';

// The names that our code imports; a further one is added here, when Node.js 20 has it.
export {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createSecretKey,
  hash,
  hkdfSync,
  pbkdf2Sync,
  randomBytes,
  randomInt,
  randomUUID,
  timingSafeEqual,
  X509Certificate,
} from 'node:crypto';

type Argon2 = (
  algorithm: 'argon2id',
  parameters: Argon2Parameters,
  done: (error: Error | null, tag: Buffer) => void,
) => void;

/** argon2id of WebAssembly, on Node.js before 24.7. */
async function compiledArgon2(parameters: Argon2Parameters): Promise<Buffer> {
  const { message, nonce, tagLength, memory, passes, parallelism } = parameters;
  const { argon2id } = await import('hash-wasm');
  const tag = await argon2id({
    password: message as string,
    salt: nonce as Buffer,
    hashLength: tagLength,
    memorySize: memory,
    iterations: passes,
    parallelism,
    outputType: 'binary',
  });
  return Buffer.from(tag);
}

const { argon2: ownArgon2 }: { argon2?: Argon2 } = crypto;

export const argon2: Argon2 =
  ownArgon2 ??
  ((_algorithm, parameters, done) => {
    compiledArgon2(parameters).then(
      (tag) => done(null, tag),
      (error: Error) => done(error, Buffer.alloc(0)),
    );
  });
