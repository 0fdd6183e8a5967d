import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import type { Procedure } from '../../../shared/contract/procedure.ts';
import { createCredentials } from './credentials.ts';
import { createOpenApi } from './openapi.ts';
import { listRestRoutes, takesHash } from './rest-routes.ts';
import { createRoutes, studioPaths } from './routes.ts';

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly unknown[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}

interface Body {
  readonly content: { readonly 'application/json': { readonly schema: unknown } };
}

const document = JSON.parse(JSON.stringify(createOpenApi('1.2.3'))) as Document; // its shape is what is tested
const schemaOf = (body: Body | undefined) => body?.content['application/json'].schema;

it('is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  expect(await validator.validate({ ...structuredClone(document) })).toEqual({ valid: true });
  expect([document.openapi, validator.version]).toEqual(['3.1.1', '3.1']);
});

it.each([
  ['an operation without answers', { paths: { '/a': { get: { operationId: 'a', responses: 3 } } } }],
  ['no title', { info: { version: '1.2.3' } }],
])('the validator sees %s', async (_, part) => {
  expect(await new Validator().validate({ ...structuredClone(document), ...part })).toMatchObject({
    valid: false,
  });
});

it('lists every procedure, and every route that the server has', () => {
  const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method} ${path}`),
  );
  const options = { dispatch: neverAsked, credentials: createCredentials('x'), logFailure: neverAsked };
  const places = { cookieName: 'c', bundleDir: '', sdkDir: '', version: '1.2.3', mcp: neverAsked };
  const routes = createRoutes({ ...options, ...places })
    .routes.filter(({ path }) => ![...studioPaths, '/procedures/:name'].includes(path))
    // The protocol knows them of other servers; here they are refused.
    .filter(({ method, path }) => path !== '/mcp' || method === 'POST')
    .map(({ method, path }) => `${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`);
  const procedures = Object.keys(contract).map(name => `post /procedures/${name}`);
  expect(listed.toSorted()).toEqual(['get /events', ...routes, ...procedures].toSorted());
});

function neverAsked(): never {
  throw new Error('nothing is asked here');
}

it('names each operation once and leads every reference to something', () => {
  const ids = Object.values(document.paths).flatMap(methods =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  const text = JSON.stringify(document);
  const lost = [...text.matchAll(/"\$ref":"#\/([^"]*)"/g)].filter(([, address = '']) => {
    const found = address.split('/').reduce<unknown>((value, key) => Object(value)[key], document);
    return found === undefined;
  });
  expect([new Set(ids).size, lost]).toEqual([ids.length, []]);
});

it('tells bodies and answers as they are at each path', () => {
  const evaluate = document.paths['/context-rule-engine/{engine_id}/evaluate']?.post;
  const list = document.paths['/context-rule-engine']?.get;
  const duplicate = document.paths['/persistent-memory/types/{id}/duplicate']?.post;
  const required = document.paths['/context-assembly/required-variables']?.post;
  expect([
    schemaOf(evaluate?.requestBody),
    schemaOf(evaluate?.responses[200]),
    schemaOf(list?.responses[200]),
    schemaOf(duplicate?.requestBody),
    schemaOf(required?.requestBody),
  ]).toMatchObject([
    { $ref: '#/components/schemas/ContextRequest' },
    { $ref: '#/components/schemas/RuleEvaluation' },
    { type: 'array', items: { $ref: '#/components/schemas/ContextRuleEngine' } },
    { type: 'object', properties: { to: { type: 'string' } }, required: [] },
    { anyOf: [{ type: 'array' }, { type: 'object', required: ['memory_ids'] }] },
  ]);
});

it('offers the hash that a change expects wherever one is taken: as header, in the address and in a body', () => {
  const offering = (text: string) =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { parameters = [] }]) =>
        JSON.stringify(parameters).includes(text) ? [`${method} ${path}`] : [],
      ),
    );
  const routes = listRestRoutes()
    .filter(({ procedure }) => takesHash(procedure))
    .map(({ method, path }) => `${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`);
  const procedures = Object.entries<Procedure>(contract)
    .filter(([, procedure]) => takesHash(procedure))
    .map(([name]) => `post /procedures/${name}`);
  const all = [...routes, ...procedures].toSorted();
  expect([offering('IfMatch').toSorted(), offering('ExpectedHash').toSorted()]).toEqual([all, all]);
  expect(offering('"tools"')).toEqual(['post /mcp']);
  const update = document.paths['/context-rule-engine/{id}']?.put;
  expect(schemaOf(update?.requestBody)).toMatchObject({
    allOf: [{}, { properties: { expected_hash: { type: 'string' } } }],
  });
});
