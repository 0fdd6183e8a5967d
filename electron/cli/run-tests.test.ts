import { expect, it } from 'vitest';
import { toJunit } from './run-tests.ts';

it('writes tests and contracts so that any reader of XML takes them', () => {
  const expectation = { kind: 'fires' as const, rule: 'e/r' };
  const failed = { expectation, passed: false, expected: 'e/r fires', actual: 'it does not', mends: [] };
  const contract = { severity: 'error' as const, sentence: 'never m', reason: 'here it is' };
  const xml = toJunit({
    passed: 1,
    failed: 2,
    skipped: 0,
    problems: [],
    results: [
      { id: 'a', name: 'A & <b>', passed: true, expectations: [] },
      { id: 'b', name: 'bell \u0007', passed: false, expectations: [failed] },
      { id: 'c', name: 'C', passed: false, error: 'no "request"', expectations: [] },
    ],
    contracts: [
      { ...contract, id: 'p', name: 'P', answer: 'proved' },
      { ...contract, id: 'r', name: 'R', answer: 'refuted' },
      { ...contract, id: 'w', name: 'W', answer: 'refuted', severity: 'warning' },
    ],
  });
  expect(xml.split('\n')).toEqual([
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    '  <testsuite name="weft tests" tests="3" failures="1" errors="1" skipped="0">',
    '    <testcase classname="weft.tests" name="A &amp; &lt;b&gt;"/>',
    '    <testcase classname="weft.tests" name="bell [U+0007]"><failure message="expected that e/r fires, but it does not"/></testcase>',
    '    <testcase classname="weft.tests" name="C"><error message="no &quot;request&quot;"/></testcase>',
    '  </testsuite>',
    '  <testsuite name="weft contracts" tests="3" failures="1" errors="0" skipped="1">',
    '    <testcase classname="weft.contracts" name="P"/>',
    '    <testcase classname="weft.contracts" name="R"><failure message="never m: refuted, here it is"/></testcase>',
    '    <testcase classname="weft.contracts" name="W"><skipped message="never m: refuted, here it is"/></testcase>',
    '  </testsuite>',
    '</testsuites>',
    '',
  ]);
});

it('has an error for each file that cannot be read', () => {
  const problems = [
    { file: '.codebolt/contracts/c.json', line: 2, column: 3, reason: 'no "value"' },
    { file: '.codebolt/weft.json', reason: 'is a folder' },
  ];
  const xml = toJunit({ passed: 0, failed: 0, skipped: 0, results: [], contracts: [], problems });
  expect(xml.split('\n').slice(4, -2)).toEqual([
    '  <testsuite name="weft files" tests="2" failures="0" errors="2" skipped="0">',
    '    <testcase classname="weft.files" name=".codebolt/contracts/c.json"><error message="cannot be read: line 2, column 3: no &quot;value&quot;"/></testcase>',
    '    <testcase classname="weft.files" name=".codebolt/weft.json"><error message="cannot be read: is a folder"/></testcase>',
    '  </testsuite>',
  ]);
});
