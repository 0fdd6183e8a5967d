import { describe, expect, it } from 'vitest';
import { fieldLabel, isKnownField, scopeOfField, suggestField } from './field-name.ts';

describe('known prefixes', () => {
  it.each([
    ['scope.agent.agent_type', true],
    ['addVar.__proto__', true],
    ['input.text', true],
    ['addVar.', false],
    ['scope', false],
    ['phase', false],
    ['addvar.phase', false],
    ['', false],
  ])('"%s" is known: %s', (field, known) => {
    expect(isKnownField(field)).toBe(known);
  });
});

describe('the quick fix is the prefixed name', () => {
  it.each([
    ['agent_type', 'scope.agent.agent_type'],
    ['agent.agent_type', 'scope.agent.agent_type'],
    ['phase', 'addVar.phase'],
    ['repo.name', 'addVar.repo.name'],
    ['text', 'input.text'],
    ['input', 'input.text'],
    ['scope_variables.agent.agent_type', 'scope.agent.agent_type'],
    ['additional_variables.phase', 'addVar.phase'],
    ['request.input.text', 'input.text'],
    ['AddVar.phase', 'addVar.phase'],
    ['constructor', 'addVar.constructor'],
    ['', 'addVar.name'],
    ['scope.', 'addVar.name'],
  ])('"%s" becomes "%s"', (field, suggestion) => {
    expect(suggestField(field)).toBe(suggestion);
    expect(isKnownField(suggestion)).toBe(true);
  });
});

it.each([
  ['scope.agent.agent_type', 'agent type'],
  ['addVar.phase', 'phase'],
  ['addVar.repo.name', 'name'],
  ['input.text', 'input text'],
  ['addVar._', '_'],
  ['phase', 'phase'],
])('the label of "%s" is "%s"', (field, label) => {
  expect(fieldLabel(field)).toBe(label);
});

it.each([
  ['scope.agent.agent_type', 'agent'],
  ['scope.galaxy.name', undefined],
  ['scope.agent', undefined],
  ['addVar.agent.x', undefined],
])('"%s" speaks of scope %s', (field, scope) => {
  expect(scopeOfField(field)).toBe(scope);
});
