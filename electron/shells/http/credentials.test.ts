import { describe, expect, it } from 'vitest';
import { chooseToken, createCredentials, createSecret } from './credentials.ts';

describe('credentials of one launch', () => {
  it('a secret has 256 bits and is never the same', () => {
    const secrets = Array.from({ length: 100 }, createSecret);
    expect([
      new Set(secrets).size,
      new Set(secrets.map(secret => Buffer.from(secret, 'base64url').length)),
    ]).toEqual([100, new Set([32])]);
  });

  it('of 200 tokens that are nearly right, none is accepted', () => {
    const token = createSecret();
    const { isToken } = createCredentials(token);
    const near = Array.from({ length: 195 }, (_, seed) => {
      const position = seed % token.length;
      const other = token.charCodeAt(position) ^ (1 << (seed % 3));
      return token.slice(0, position) + String.fromCharCode(other) + token.slice(position + 1);
    });
    const wrong = [...near, '', token.slice(1), `${token} `, token.toUpperCase(), createSecret()];
    expect([wrong.filter(isToken), isToken(token)]).toEqual([[], true]);
  });

  it('a code is exchanged once, and only for what it is', () => {
    const { issueCode, redeemCode, isSession, isToken } = createCredentials(createSecret());
    const [code, other] = [issueCode(), issueCode()];
    const session = redeemCode(code) ?? '';
    expect([
      isSession(session),
      redeemCode(code),
      redeemCode('nothing'),
      isSession(code),
      isToken(session),
      redeemCode(other) !== undefined,
    ]).toEqual([true, undefined, undefined, false, false, true]);
  });
});

describe('the token of a launch', () => {
  it('is new for each launch, or the one of the environment', () => {
    const given = 'x'.repeat(32);
    const made = [chooseToken({}), chooseToken({ WEFT_TOKEN: '' })];
    expect([new Set(made).size, chooseToken({ WEFT_TOKEN: given })]).toEqual([2, given]);
  });

  it.each(['short', 'with spaces in it, and long enough to be one', 'ä'.repeat(40)])('refuses %j', token => {
    expect(() => chooseToken({ WEFT_TOKEN: token })).toThrow(
      /WEFT_TOKEN must be at least 32 printable characters/,
    );
  });
});
