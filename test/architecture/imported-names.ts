import { parseSync } from 'vite';
import { type Node, walk } from './parse-source.ts';

/** A name that a file takes out of a module, as the module calls it; `*` for all of it. */
export interface ImportedName {
  readonly module: string;
  readonly name: string;
}

/** The names that a file takes out of each module, types aside. */
export function importedNames(path: string, text: string): ImportedName[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`);
  return walk(program).flatMap(({ node }) => namesOf(node));
}

function namesOf(node: Node): ImportedName[] {
  if (node.importKind === 'type' || node.exportKind === 'type') return [];
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
      return specifiersOf(node).flatMap(specifier => nameOf(node, specifier));
    case 'ExportAllDeclaration':
    case 'ImportExpression':
      return allOf(textOf(node.source));
    case 'CallExpression':
      return isRequire(node.callee) ? allOf(textOf(argumentsOf(node)[0])) : [];
    default:
      return [];
  }
}

function nameOf(declaration: Node, specifier: Node): ImportedName[] {
  const module = textOf(declaration.source);
  if (module === undefined || specifier.importKind === 'type' || specifier.exportKind === 'type') return [];
  if (specifier.type === 'ImportDefaultSpecifier') return [{ module, name: 'default' }];
  const name = wordOf(
    specifier.imported ?? (specifier.type === 'ExportSpecifier' ? specifier.local : undefined),
  );
  return [{ module, name: name ?? '*' }];
}

const allOf = (module: string | undefined): ImportedName[] =>
  module === undefined ? [] : [{ module, name: '*' }];

/** `require(...)` and `process.getBuiltinModule(...)`. */
function isRequire(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  const name = callee.type === 'MemberExpression' ? wordOf(callee.property) : wordOf(callee);
  return name === 'require' || name === 'getBuiltinModule';
}

const specifiersOf = (node: Node): Node[] =>
  Array.isArray(node.specifiers) ? node.specifiers.filter(isNode) : [];
const argumentsOf = (node: Node): unknown[] => (Array.isArray(node.arguments) ? node.arguments : []);

/** The name of an identifier, or a text that stands for one. */
function wordOf(value: unknown): string | undefined {
  return isNode(value) && typeof value.name === 'string' ? value.name : textOf(value);
}

function textOf(value: unknown): string | undefined {
  return isNode(value) && typeof value.value === 'string' ? value.value : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
