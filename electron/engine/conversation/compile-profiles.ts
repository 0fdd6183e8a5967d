import type { Entity, Fact, Topic } from '../../../shared/model/profile.ts';

/** What is known of a topic, as a section of a prompt; the surest facts first. */
export function compileTopic(topic: Topic): string {
  const { label, domain, parent, proficiency, summary = '', facts } = topic;
  const about = [domain, ...(parent === undefined ? [] : [`part of ${parent}`])].join(', ');
  const skill = proficiency === 'unknown' ? [] : [`The user's level: ${proficiency}.`];
  return [
    `## ${oneLine(label)} (${oneLine(about)})`,
    ...paragraph(summary),
    ...skill,
    ...factLines(facts),
  ].join('\n');
}

/** What is known of somebody or something. */
export function compileEntity({ name, type, relationship, aliases, facts }: Entity): string {
  const relation = relationship === undefined ? '' : `, ${oneLine(relationship)}`;
  const also = aliases.length === 0 ? [] : [`Also called ${aliases.map(oneLine).join(', ')}.`];
  return [`## ${oneLine(name)} (${type}${relation})`, ...also, ...factLines(facts)].join('\n');
}

const paragraph = (text: string): string[] =>
  text.trim() === '' ? [] : [text.trim().replace(/^#/gm, '\\#')];

const factLines = (facts: readonly Fact[]): string[] =>
  facts.toSorted((left, right) => right.confidence - left.confidence).map(({ text }) => `- ${oneLine(text)}`);

/** Nothing that is known may look like a section of its own. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
