import type { GeneratedSecret } from './generated-secrets.ts';
import type { SeededRandom } from './seeded-random.ts';

/** A text that holds a secret in disguise, and where all that tells it stands. */
export interface DisguisedSecret {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

type Disguise = (generated: GeneratedSecret, random: SeededRandom) => DisguisedSecret;

/** What a secret looks like when it was put into an address, a manifest, a narrow terminal, a chat, or another text. */
export const disguises = {
  plain: ({ text, secret }) => place(text, secret, one => one),
  'url-encoded': ({ text, secret }, random) => {
    const everything = (one: string) =>
      [...Buffer.from(one)].map(byte => `%${byte.toString(16).padStart(2, '0')}`).join('');
    const isWhole = random.between(0, 1) === 1;
    return place(text, secret, encodeURIComponent, isWhole ? everything : encodeURIComponent);
  },
  base64: (generated, random) =>
    inBase64(generated, random.pick(['base64', 'base64url']), random.between(0, 1) === 1),
  'split over lines': ({ text, secret }, random) => {
    const joint = random.pick(['\n', '\n    ', '\r\n', '\\\n', '\n\t']);
    return place(
      text,
      secret,
      one => one,
      one => insert(one, joint, one.length < 40 ? 1 : random.between(1, 3), random),
    );
  },
  'zero-width characters': ({ text, secret }, random) => {
    const invisible = random.pick(['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad']);
    return place(
      text,
      secret,
      one => one,
      one => insert(one, invisible, random.between(1, 4), random),
    );
  },
  'escaped or concatenated': ({ text, secret }, random) => {
    const hexadecimal = (character: string, length: number) =>
      character.charCodeAt(0).toString(16).padStart(length, '0');
    const some = (encode: (character: string) => string) => {
      const share = random.pick([4, 100]);
      return (one: string) =>
        [...one].map(character => (random.between(1, 100) <= share ? encode(character) : character)).join('');
    };
    const way = random.pick([
      some(character => `\\u${hexadecimal(character, 4)}`),
      some(character => `\\x${hexadecimal(character, 2)}`),
      some(character => `&#${character.charCodeAt(0)};`),
      some(character => `&#x${hexadecimal(character, 1)};`),
      (one: string) =>
        insert(
          one,
          random.pick(["' + '", '" + "', '" +\n    "', '"."', "'\n    '"]),
          random.between(1, 3),
          random,
        ),
    ]);
    return place(text, secret, one => one, way);
  },
} as const satisfies Readonly<Record<string, Disguise>>;

/** Changes the secret of a text in one way and what is around it in another. */
function place(
  text: string,
  secret: string,
  around: (part: string) => string,
  change: (secret: string) => string = around,
): DisguisedSecret {
  const at = text.indexOf(secret);
  const before = around(text.slice(0, at));
  const changed = change(secret);
  return {
    text: before + changed + around(text.slice(at + secret.length)),
    start: before.length,
    end: before.length + changed.length,
  };
}

function insert(text: string, piece: string, times: number, random: SeededRandom): string {
  const places = new Set(Array.from({ length: times }, () => random.between(1, text.length - 1)));
  return [...text].map((character, index) => (places.has(index) ? piece + character : character)).join('');
}

/** A field of a manifest whose value is the whole text, or lines of 76 characters as `base64` writes them. */
function inBase64(
  { text, secret }: GeneratedSecret,
  encoding: 'base64' | 'base64url',
  isWrapped: boolean,
): DisguisedSecret {
  const lead = 'config: ';
  const encoded = Buffer.from(text).toString(encoding);
  const at = text.indexOf(secret);
  const placeOf = (offset: number) =>
    lead.length + (isWrapped ? offset + Math.floor(Math.max(0, offset - 1) / 76) : offset);
  return {
    text: lead + (isWrapped ? (encoded.match(/.{1,76}/g) ?? []).join('\n') : encoded),
    start: placeOf(Math.floor((at * 4) / 3)),
    end: placeOf(Math.min(encoded.length, Math.ceil(((at + secret.length) * 4) / 3))),
  };
}
