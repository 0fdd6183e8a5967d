import { describe, expect, it } from 'vitest';
import type { Entity, Topic } from '../../../shared/model/profile.ts';
import { detectEntities, detectTopics } from './detect-profiles.ts';
import { predictNext } from './predict-next.ts';

const topic = (slug: string, more: Partial<Topic> = {}): Topic => ({
  slug,
  label: slug,
  aliases: [],
  domain: 'd',
  facts: [],
  importance: 0.5,
  proficiency: 'unknown',
  conversations: [],
  mentions: 0,
  ...more,
});
const entity = (id: string, more: Partial<Entity> = {}): Entity => ({
  id,
  name: id,
  type: 'person',
  aliases: [],
  facts: [],
  sentiment: 0,
  importance: 0.5,
  mentions: 0,
  ...more,
});

describe('what a message is about', () => {
  it.each([
    ['田中', '田中さんは何が好きですか', true],
    ['김민수', '김민수는 왔다', true],
    ['สมชาย', 'พบสมชายเมื่อวาน', true],
    ['田', '田中が言った', false],
    ['Zoë'.normalize('NFD'), 'Zoë came', true],
    ['Zoë', 'Zoë came'.normalize('NFD'), true],
    ['Zoe', 'Zoë came'.normalize('NFD'), false],
  ])('entities: whether %s is named in "%s": %s', (name, message, isNamed) => {
    const found = detectEntities([entity('e', { name })], new Map(), message);
    expect(found.map(({ key }) => key)).toEqual(isNamed ? ['e'] : []);
  });

  it('topics: three by meaning from 0.35 on, and those of the conversation, each once with its higher confidence', () => {
    const link = (relevance: number) => [{ conversation_id: 'c', relevance }];
    const topics = [
      topic('a', { conversations: link(0.9) }),
      topic('b'),
      topic('c'),
      topic('d'),
      topic('e', { conversations: link(0.2) }),
      topic('f', { conversations: [{ conversation_id: 'other', relevance: 1 }] }),
    ];
    const scores = new Map([
      ['a', 0.5],
      ['b', 0.35],
      ['c', 0.349],
      ['d', 0.6],
    ]);
    expect(
      detectTopics(topics, scores, { message: '', conversationId: 'c' }).map(({ key, confidence, by }) => [
        key,
        confidence,
        by,
      ]),
    ).toEqual([
      ['a', 0.9, 'conversation'],
      ['d', 0.6, 'meaning'],
      ['b', 0.35, 'meaning'],
      ['e', 0.2, 'conversation'],
    ]);
    expect(detectTopics(topics, new Map(), { message: 'Z', conversationId: undefined })).toEqual([]);
  });

  it('topics by whole words of their label and aliases, which is certain', () => {
    const topics = [topic('ferries', { aliases: ['the boats'] }), topic('tides')];
    const found = detectTopics(topics, new Map(), {
      message: 'When do THE BOATS leave?',
      conversationId: 'c',
    });
    expect(found.map(({ key, confidence, by }) => [key, confidence, by])).toEqual([
      ['ferries', 1, 'mention'],
    ]);
  });

  it.each([
    ['Is Sarah there?', ['sarah']],
    ['is SARAH CHEN there', ['sarah', 'chen-family']],
    ['Sarahs book', []],
    ['my co-founder said so', ['sarah']],
    ['what about C++?', ['c']],
    ['nothing', []],
  ])('entities by whole words, whatever their case: %s', (message, found) => {
    const entities = [
      entity('sarah', { name: 'Sarah', aliases: ['my co-founder'] }),
      entity('chen-family', { name: 'Chen' }),
      entity('c', { name: 'C++' }),
      entity('odd', { name: '!!!' }),
    ];
    const detected = detectEntities(entities, new Map(), message);
    expect(detected.map(({ key }) => key).sort()).toEqual([...found].sort());
    expect(detected.every(({ confidence }) => confidence === 1)).toBe(true);
  });

  it('entities by meaning from 0.4 on; a mention is certain', () => {
    const scores = new Map([
      ['ann', 0.41],
      ['ben', 0.39],
      ['kim', 0.8],
    ]);
    const entities = [entity('ann'), entity('ben'), entity('kim')];
    expect(
      detectEntities(entities, scores, 'Ann?').map(({ key, confidence, by }) => [key, confidence, by]),
    ).toEqual([
      ['ann', 1, 'mention'],
      ['kim', 0.8, 'meaning'],
    ]);
  });
});

describe('a name is mentioned with the marks at its ends', () => {
  it.each([
    ['C++', 'I take vitamin C and lost my net', false],
    ['C++', 'written in C++, and in C++11', true],
    ['C++', 'written in C++11', false],
    ['.NET', 'I take vitamin C and lost my net', false],
    ['.NET', 'runs on .NET.', true],
    ['.NET', 'runs on ASP.NET', false],
    ['F#', 'press F to go on', false],
    ['F#', 'in F# (or f#)', true],
    ['@weft/core', 'the core of weft', false],
    ['@weft/core', 'npm i @weft/core', true],
    ['Acme Inc.', 'a letter of Acme Inc to us', true],
    ['"Quoted"', 'what is quoted here', true],
    ['log-in', 'the log in page', true],
    ['Ann Lee', 'ANN  LEE?', true],
    ['++', 'a ++ b', false],
  ])('%s in "%s": %s', (name, message, isFound) => {
    const found = detectEntities([entity('id', { name })], new Map(), message);
    expect(found.map(({ by }) => by)).toEqual(isFound ? ['mention'] : []);
    expect(
      detectTopics([topic('slug', { label: name })], new Map(), { message, conversationId: undefined }),
    ).toHaveLength(isFound ? 1 : 0);
  });
});

it('a conversation that is named twice is in sight once', () => {
  const now = '2026-11-21T10:00:00.000Z';
  const presence = { visibleConversationIds: ['a', 'a', 'b', 'a', 'c', 'd'], localHour: 9, now };
  expect(predictNext(presence, [], []).map(({ key, likelihood }) => [key, likelihood])).toEqual([
    ['a', 0.3],
    ['b', 0.3],
    ['c', 0.3],
  ]);
});

it('likelihoods of one thing add up, and only the best eight count', () => {
  const now = '2026-11-21T10:00:00.000Z';
  const recent = '2026-11-20T10:00:00.000Z';
  const topics = [
    topic('peak', { peak_hour: 9, importance: 1, last_at: recent }),
    topic('weak', { peak_hour: 9, importance: 0.39 }),
    topic('old', { last_at: '2026-11-19T09:59:59.000Z' }),
  ];
  const entities = Array.from({ length: 9 }, (_, at) =>
    entity(`e${at}`, { importance: 0.9, last_at: recent }),
  );
  const visibleConversationIds = ['a', 'v1', 'v2', 'v3', 'v4'];
  const found = predictNext(
    { activeConversationId: 'a', visibleConversationIds, localHour: 9, now },
    topics,
    entities,
  );
  expect(found.map(({ key, likelihood }) => [key, Math.round(likelihood * 100) / 100])).toEqual([
    ['a', 0.85],
    ['peak', 0.35],
    ['v1', 0.3],
    ['v2', 0.3],
    ['v3', 0.3],
    ['e0', 0.09],
    ['e1', 0.09],
    ['e2', 0.09],
  ]);
});
