import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { withoutParagraph, withoutTable, withParagraph, withTable } from './edit-text.ts';

const file = 'config.toml';
const table = { table: 'mcp_servers.weft', lines: ['command = "/n/node"', 'args = ["/w/cli.js", "mcp"]'] };
const add = (text: string) => withTable({ file, text }, table);
const take = (text: string) => withoutTable({ file, text }, table);

describe('a table of TOML', () => {
  it('comes to the end, whatever stands before it, and once', () => {
    const text = '# mine\nmodel = "x" # why\n\n[mcp_servers.other]\ncommand = "o"';
    const edited = add(text);
    expect(edited).toBe(`${text}\n\n[mcp_servers.weft]\ncommand = "/n/node"\nargs = ["/w/cli.js", "mcp"]\n`);
    expect(add(edited)).toBe(edited);
    expect(take(edited)).toBe(`${text}\n`);
    expect(take(add(''))).toBe('');
  });

  it('takes the place of an earlier one, and keeps what is said below it', () => {
    const text =
      '[mcp_servers.weft]\ncommand = "weft"\nargs = ["mcp"]\n\n# next\n[mcp_servers.weft.env]\nA = "1"\n\n[z]\nb = 1\n';
    const edited = add(text);
    expect(parse(edited)).toEqual({
      mcp_servers: { weft: { command: '/n/node', args: ['/w/cli.js', 'mcp'], env: { A: '1' } } },
      z: { b: 1 },
    });
    expect(parse(take(edited))).toEqual({ z: { b: 1 } });
    expect(edited).toContain('# next');
  });

  it.each([
    ['a = 1\nb = \n', 'config.toml:2:'],
    ['mcp_servers = { other = { command = "o" } }\n', 'config.toml:'],
    ['[mcp_servers.weft]\ncommand = "loom"\n', 'config.toml: [mcp_servers.weft] is there already'],
  ])('is refused where it cannot be: %j', (text, message) => {
    expect(() => add(text)).toThrow(message);
  });
});

describe('the paragraph', () => {
  it('comes behind what is there, and once', () => {
    const edited = withParagraph('# Rules\r\nBe brief.');
    expect(edited.startsWith('# Rules\r\nBe brief.\r\n\r\n<!-- weft:begin')).toBe(true);
    expect(edited.endsWith('<!-- weft:end -->\r\n')).toBe(true);
    expect(withParagraph(edited)).toBe(edited);
    expect(withoutParagraph(edited)).toBe('# Rules\r\nBe brief.\r\n');
    expect(withoutParagraph(withParagraph(''))).toBe('');
  });

  it('is renewed where it stands', () => {
    const old = 'a\n\n<!-- weft:begin -->\nold\n<!-- weft:end -->\nb\n';
    const edited = withParagraph(old);
    expect([edited.includes('old'), edited.startsWith('a\n\n<!--'), edited.endsWith('-->\nb\n')]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it.each([
    ['a begin without an end', '<!-- weft:begin (old) -->\nold text\n\n## Mine\n- keep this\n'],
    ['two of them', '<!-- weft:begin -->\n\n## Mine\n<!-- weft:begin -->\n- keep this\n'],
    ['an end without a begin', '<!-- weft:end -->\n\n## Mine\n- keep this\n'],
    ['a block of "weft render"', '<!-- weft:begin tide - written by x -->\ntide\n<!-- weft:end tide -->\n'],
    ['one that is open', '<!-- weft:begin tide - written by x -->\ntide\n<!-- weft:end -->\n'],
    ['an end before a begin', '<!-- weft:end -->\n## Mine\n<!-- weft:begin -->\n- keep this\n'],
  ])('leaves what the user wrote beside %s', (_, mine) => {
    const text = `# A\n\n${mine}`;
    const edited = withParagraph(text);
    expect(edited.startsWith(text)).toBe(true);
    expect(withParagraph(edited)).toBe(edited);
    expect(withoutParagraph(edited)).toBe(text);
    expect(withoutParagraph(text)).toBe(text);
  });

  it('states facts and no orders', () => {
    expect(withParagraph('')).not.toMatch(/\b(?:must|always|never|you should)\b/i);
  });
});
