import { posix } from 'node:path';
import { type Node, walk } from './parse-source.ts';

/** A file with its syntax tree. */
export interface ProgramText {
  readonly path: string;
  readonly text: string;
  readonly program: unknown;
}

/** A word that is shown as it stands in the code, with where that is. */
export interface ShownWord {
  readonly path: string;
  readonly line: number;
  readonly word: string;
}

/** A part of a syntax tree, and the file it stands in. */
interface Place {
  readonly node: Node;
  readonly file: Source;
}

interface Source {
  readonly path: string;
  readonly text: string;
  readonly nodes: readonly Node[];
  readonly parents: ReadonlyMap<Node, Node>;
  /** What a name is given, wherever in the file. */
  readonly bindings: ReadonlyMap<string, readonly Binding[]>;
}

/** A key, or all of them where it is known only as the program runs. */
type Key = string | undefined;

/** Where a name comes from, and the way from there to it: `['name']` of `const { name } = value`. */
interface Binding {
  readonly name: string;
  /** Of a parameter, its function, and the way begins with its number; of an import, where it is from. */
  readonly kind: 'value' | 'parameter' | 'import';
  readonly node: Node;
  readonly way: readonly Key[];
  /** The block or function in which it is known. */
  readonly scope: Node;
}

/** Attributes whose texts are shown. */
const shown =
  /^(?:aria-(?:label|description|roledescription|valuetext)|addLabel|caption|description|detail|heading|hint|label|message|note|placeholder|question|subtitle|summary|text|title|tooltip|word)$/;
/** What gives a text in the language of the page. */
const takers = /^(?:t|rich|say|nounOf|formatCounted|told|toldSentence|inSentence)$/;
/** Methods that give the same in another order or form, and those that give one or all of a list. */
const alike = /^(?:filter|toSorted|toReversed|slice|concat|trim|toLowerCase|toUpperCase|replace|replaceAll)$/;
const picking = /^(?:join|at|find)$/;

/**
 * Words that come to be shown: through names, tables, lists, what functions give back and what components are given.
 * What functions are called with is not followed, nor what is kept in a store: what is found is shown, and what is not
 * found may be.
 */
export function shownWords(sources: readonly ProgramText[]): ShownWord[] {
  const files = new Map(sources.map(source => [source.path, readSource(source)]));
  const places = [...files.values()].flatMap(file => file.nodes.map(node => ({ node, file })));
  const elements = Map.groupBy(places, ({ node }) =>
    node.type === 'JSXOpeningElement' ? nameOf(node.name) : '',
  );
  /** What leads back to itself adds nothing. */
  const followed = new Map<Node, readonly Place[]>();
  const entered = new Set<Node>();

  const ends = new Map(
    places
      .flatMap(shownIn)
      .flatMap(follow)
      .map(end => [end.node, end.file]),
  );
  return [...ends].flatMap(([node, { path, text }]) => {
    const word = wordOf(node);
    return word === undefined ? [] : { path, line: text.slice(0, node.start).split('\n').length, word };
  });

  /** What an expression may come to. */
  function follow(place: Place): readonly Place[] {
    const known = followed.get(place.node);
    if (known !== undefined) return known;
    followed.set(place.node, []);
    const found = [...new Set(step(place))];
    followed.set(place.node, found);
    return found;
  }

  function followAll(file: Source, ...nodes: readonly unknown[]): readonly Place[] {
    return nodes.filter(isNode).flatMap(node => follow({ node, file }));
  }

  function step(place: Place): readonly Place[] {
    const { node, file } = place;
    switch (node.type) {
      case 'ConditionalExpression':
        return followAll(file, node.consequent, node.alternate);
      case 'LogicalExpression':
        return followAll(file, node.operator === '&&' ? undefined : node.left, node.right);
      case 'BinaryExpression':
        return node.operator === '+' ? followAll(file, node.left, node.right) : [];
      case 'TSSatisfiesExpression':
        return isTableOfTexts(node, file) ? [] : followAll(file, node.expression);
      case 'TSAsExpression':
      case 'TSNonNullExpression':
      case 'ParenthesizedExpression':
      case 'ChainExpression':
      case 'JSXExpressionContainer':
        return followAll(file, node.expression);
      case 'TemplateLiteral':
        return [place, ...followAll(file, ...listAt(node, 'expressions'))];
      case 'Identifier':
        return boundTo(nameOf(node), file, node);
      case 'MemberExpression':
        return followAll(file, node.object).flatMap(base => partsOf(base, keyOf(node, 'property')));
      case 'CallExpression':
        return comesOf(node, file);
      default:
        return [place];
    }
  }

  /** What lies in a table or list under a key. */
  function partsOf({ node, file }: Place, key: Key): readonly Place[] {
    if (entered.has(node)) return [];
    entered.add(node);
    const isTable = node.type === 'ObjectExpression';
    const parts = listAt(node, isTable ? 'properties' : 'elements');
    // Behind others that are spread in, nobody knows which is the second.
    const isAny = key === undefined || (!isTable && parts.some(part => part?.type === 'SpreadElement'));
    const found = parts.flatMap((part, at) => {
      if (part?.type === 'SpreadElement')
        return followAll(file, part.argument).flatMap(inner => partsOf(inner, key));
      const own = isTable ? nameOf(part.key) : String(at);
      return isAny || own === key ? followAll(file, isTable ? part.value : part) : [];
    });
    entered.delete(node);
    return found;
  }

  /** What a call comes to. */
  function comesOf({ callee, arguments: given }: Node, file: Source): readonly Place[] {
    const [first] = Array.isArray(given) ? given : [];
    if (!isNode(callee)) return [];
    if (callee.type === 'MemberExpression') return comesOfMethod(callee, first, file);
    if (takers.test(nameOf(callee))) return [];
    if (nameOf(callee) === 'useMemo') return followAll(file, first).flatMap(returnsOf);
    return followAll(file, callee).flatMap(returnsOf);
  }

  function comesOfMethod({ object, property }: Node, first: unknown, file: Source): readonly Place[] {
    const method = nameOf(property);
    if (alike.test(method)) return followAll(file, object);
    if (picking.test(method)) return followAll(file, object).flatMap(one => partsOf(one, undefined));
    if (!/^(?:map|flatMap)$/.test(method)) return [];
    const returned = followAll(file, first).flatMap(returnsOf);
    return method === 'flatMap'
      ? returned
      : returned.map(({ node, file: at }) => ({ node: listOf(node), file: at }));
  }

  /** What a function gives back. */
  function returnsOf({ node, file }: Place): readonly Place[] {
    if (!isFunction(node) || !isNode(node.body)) return [];
    if (node.body.type !== 'BlockStatement') return followAll(file, node.body);
    const returns = walk(node.body).filter(
      visit => visit.node.type === 'ReturnStatement' && functionAround(visit.node, file) === node,
    );
    return followAll(file, ...returns.map(visit => visit.node.argument));
  }

  /** What a name stands for there; without a place, for who imports it. */
  function boundTo(name: string, file: Source, at?: Node): readonly Place[] {
    const binding = bindingOf(file.bindings.get(name) ?? [], at);
    if (binding === undefined) return [];
    const { kind, node, way } = binding;
    if (kind === 'value') return along(way, followAll(file, node));
    if (kind === 'parameter') return givenTo(binding, file);
    const from = files.get(posix.join(posix.dirname(file.path), nameOf(node)));
    return from === undefined ? [] : boundTo(way[0] ?? name, from);
  }

  function along(way: readonly Key[], from: readonly Place[]): readonly Place[] {
    return way.reduce((found, key) => found.flatMap(one => partsOf(one, key)), from);
  }

  /** What a parameter is given: a prop of a component, or what a list has that is gone over. */
  function givenTo({ node, way: [at, ...way] }: Binding, file: Source): readonly Place[] {
    if (at !== '0') return [];
    const around = file.parents.get(node);
    const callee = around?.type === 'CallExpression' && isNode(around.callee) ? around.callee : undefined;
    if (callee?.type === 'MemberExpression')
      return /^(?:map|flatMap)$/.test(nameOf(callee.property))
        ? along([undefined, ...way], followAll(file, callee.object))
        : [];
    const name = nameOfFunction(node, file);
    if (!/^[A-Z]/.test(name)) return [];
    const [prop, ...rest] = way;
    const given = (elements.get(name) ?? []).flatMap(({ node: element, file: where }) => {
      const attributes = listAt(element, 'attributes').filter(one => nameOf(one.name) === prop);
      return followAll(where, ...attributes.map(({ value }) => value));
    });
    return along(rest, given);
  }
}

/** What is shown: children and attributes of elements, and what stands in the places of a text. */
function shownIn({ node, file }: Place): Place[] {
  return shownNodes(node)
    .filter(isNode)
    .map(one => ({ node: one, file }));
}

function shownNodes(node: Node): readonly unknown[] {
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment': {
      // What a person types elsewhere is the same in every language.
      const isCode = nameOf(Reflect.get(Object(node.openingElement), 'name')) === 'code';
      return isCode ? [] : listAt(node, 'children').filter(({ type }) => type === 'JSXExpressionContainer');
    }
    case 'JSXOpeningElement': {
      // That of a button to copy is copied.
      const isShown = (name: string) =>
        shown.test(name) && !(name === 'text' && nameOf(node.name) === 'CopyButton');
      return listAt(node, 'attributes').flatMap(one => (isShown(nameOf(one.name)) ? one.value : []));
    }
    case 'CallExpression':
      return /^(?:t|rich)$/.test(nameOf(node.callee))
        ? listAt(listAt(node, 'arguments')[1], 'properties').map(({ value }) => value)
        : [];
    default:
      return [];
  }
}

function wordOf(node: Node): string | undefined {
  const text =
    node.type === 'TemplateLiteral'
      ? listAt(node, 'quasis')
          .map(({ value }) => String(Reflect.get(Object(value), 'cooked')))
          .join('¶')
      : node.type === 'Literal' && typeof node.value === 'string'
        ? node.value
        : '';
  return /[a-z]{2}/i.test(text) ? text : undefined;
}

function readSource({ path, text, program }: ProgramText): Source {
  const visits = walk(program);
  const parents = new Map(visits.flatMap(({ node, parent }) => (parent ? [[node, parent] as const] : [])));
  const bindings = visits.flatMap(({ node }) =>
    bindingsOf(node).map(binding => ({ ...binding, scope: scopeOf(binding, node, parents) })),
  );
  return {
    path,
    text,
    nodes: visits.map(({ node }) => node),
    parents,
    bindings: Map.groupBy(bindings, ({ name }) => name),
  };
}

/** The innermost that is known at a place. */
function bindingOf(bindings: readonly Binding[], at?: Node): Binding | undefined {
  const known = bindings.filter(({ scope }) =>
    at === undefined ? scope.type === 'Program' : scope.start <= at.start && at.end <= scope.end,
  );
  return known.sort((left, right) => right.scope.start - left.scope.start)[0];
}

function scopeOf({ kind }: NewBinding, node: Node, parents: ReadonlyMap<Node, Node>): Node {
  if (kind === 'parameter') return node;
  let at = parents.get(node);
  while (at !== undefined && !/^(?:Program|BlockStatement|For.*Statement|SwitchStatement)$/.test(at.type))
    at = parents.get(at);
  return at ?? node;
}

type NewBinding = Omit<Binding, 'scope'>;

function bindingsOf(node: Node): NewBinding[] {
  const { init, source, id } = node;
  if (node.type === 'VariableDeclarator' && isNode(init))
    return namesIn(id, []).map(one => ({ ...one, kind: 'value', node: init }));
  if (node.type === 'ImportDeclaration' && isNode(source))
    return listAt(node, 'specifiers').map(({ local, imported }) => ({
      name: nameOf(local),
      kind: 'import',
      node: source,
      way: [nameOf(imported)],
    }));
  if (!isFunction(node)) return [];
  const parameters = listAt(node, 'params').flatMap((param, at) => namesIn(param, [String(at)]));
  return [
    ...parameters.map(one => ({ ...one, kind: 'parameter' as const, node })),
    ...(isNode(id) ? [{ name: nameOf(id), kind: 'value' as const, node, way: [] }] : []),
  ];
}

/** The names of a pattern, each with the way to it. */
function namesIn(pattern: unknown, way: readonly Key[]): Pick<Binding, 'name' | 'way'>[] {
  if (!isNode(pattern)) return [];
  switch (pattern.type) {
    case 'Identifier':
      return [{ name: nameOf(pattern), way }];
    case 'AssignmentPattern':
      return namesIn(pattern.left, way);
    case 'ObjectPattern':
      return listAt(pattern, 'properties').flatMap(part => namesIn(part.value, [...way, keyOf(part, 'key')]));
    case 'ArrayPattern':
      return listAt(pattern, 'elements').flatMap((part, at) => namesIn(part, [...way, String(at)]));
    default:
      return [];
  }
}

const isFunction = (node: Node): boolean => /Function/.test(node.type);

function functionAround(node: Node, { parents }: Source): Node | undefined {
  let at = parents.get(node);
  while (at !== undefined && !isFunction(at)) at = parents.get(at);
  return at;
}

/** Of `function Name`, `const Name = () => ...` and `const Name = memo(function ...)`; empty where it has none. */
function nameOfFunction(node: Node, { parents }: Source): string {
  if (isNode(node.id)) return nameOf(node.id);
  const around = parents.get(node);
  const declared = around?.type === 'CallExpression' ? parents.get(around) : around;
  return declared?.type === 'VariableDeclarator' ? nameOf(declared.id) : '';
}

/** `satisfies Record<Kind, Phrase>`: said where it is shown, by `t(words[kind])`. */
function isTableOfTexts({ typeAnnotation }: Node, { text }: Source): boolean {
  const { start, end } = Object(typeAnnotation);
  return /(?:Text|Phrase)s?\b/.test(text.slice(start, end));
}

/** Of `table.name`, `table['name']` and `{ name }`; of `table[name]` nobody knows. */
function keyOf(node: Node, at: 'property' | 'key'): Key {
  const key = Object(node[at]);
  if (node.computed !== true) return nameOf(key);
  return key.type === 'Literal' ? String(key.value) : undefined;
}

function nameOf(node: unknown): string {
  const { name, value } = Object(node);
  return typeof name === 'string' ? name : typeof value === 'string' ? value : '';
}

/** As if it stood in brackets. */
const listOf = (node: Node): Node => ({ ...node, type: 'ArrayExpression', elements: [node] });

function listAt(node: unknown, key: string): Node[] {
  const list: unknown = Reflect.get(Object(node), key);
  return Array.isArray(list) ? list : [];
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
