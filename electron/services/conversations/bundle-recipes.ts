import type { AssembledContext, ContextItem } from '../../../shared/model/assembled-context.ts';
import { type AuthorityPolicy, dataSection, isBelow } from '../../../shared/model/authority.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { Entity, Fact, Topic } from '../../../shared/model/profile.ts';
import { profileLayers } from '../../../shared/model/profile-words.ts';
import { sections } from '../../../shared/model/section.ts';
import { dataText, trustOf } from '../../engine/assembly/judge-items.ts';
import { renderContext } from '../../engine/assembly/render-context.ts';
import { otherContentVersion } from '../../storage/database/content-version.ts';
import { sha256 } from '../../storage/files/read-text-file.ts';
import { assembleQuietly, type QuietNeeds } from '../project/assemble-quietly.ts';
import { type ItemPolicy, itemPolicyOf } from '../project/config.ts';
import { knownDefinitions } from '../project/known-definitions.ts';
import type { OpenProject } from '../project/project.ts';
import type { BundleRecipe } from './project-bundles.ts';

const fingerprint = (value: unknown): string => sha256(JSON.stringify(value)).slice(0, 16);

export const topicRecipe = (topic: Topic): BundleRecipe => ({
  type: 'topic',
  key: topic.slug,
  composition: [`topic:${topic.slug}@${fingerprint(topic)}`],
  priority: topic.importance,
  compile: () => compileTopic(topic),
});

export const entityRecipe = (entity: Entity): BundleRecipe => ({
  type: 'entity',
  key: entity.id,
  composition: [`entity:${entity.id}@${fingerprint(entity)}`],
  priority: entity.importance,
  compile: () => compileEntity(entity),
});

/** What L0 and L1 are made of: what the memories with their tag give, whatever is asked. */
export async function taggedRecipes(project: OpenProject, needs: QuietNeeds): Promise<BundleRecipe[]> {
  const { memories } = await knownDefinitions(project);
  const policy = await itemPolicyOf(project);
  // Memories read stores: whatever is written to those makes what was compiled old.
  const version = await project.content.read(otherContentVersion, 0);
  return profileLayers.map(({ type, tag }) => {
    const tagged = memories.filter(({ tags = [], status }) => tags.includes(tag) && status === 'active');
    return {
      type,
      key: '',
      composition:
        tagged.length === 0
          ? []
          : [
              ...tagged.map(memory => `memory:${memory.id}@${fingerprint(memory)}`),
              `content@${version}`,
              `authority@${fingerprint(policy.authority)}`,
            ],
      priority: 1,
      compile: () => runMemories(project, needs, tagged, policy),
    };
  });
}

async function runMemories(
  project: OpenProject,
  needs: QuietNeeds,
  memories: readonly PersistentMemory[],
  { redaction, authority }: ItemPolicy,
): Promise<string> {
  if (memories.length === 0) return '';
  const request = {
    scope_variables: {},
    explicit_memory: memories.map(({ id }) => id),
    rule_engine_ids: [],
  };
  const input = { engines: [], memories, request, redaction, authority: asConstraints(authority) };
  const assembled = await assembleQuietly(input, needs, project);
  return renderContext(withDataMarked(assembled, authority), { format: 'markdown' }).trim();
}

/** All of it stands in front of what is asked, as the constraints of a context do, and needs what those need. */
const asConstraints = ({ needs, below }: AuthorityPolicy): AuthorityPolicy => {
  const { constraints: least = 'imported' } = needs;
  const raised = sections
    .filter(section => section !== dataSection)
    .map(section => [section, isBelow(needs[section] ?? 'imported', least) ? least : needs[section]]);
  return { needs: { ...needs, ...Object.fromEntries(raised) }, below };
};

/** What a memory brings into the section of data itself is not lowered, so that it has no mark yet. */
function withDataMarked(assembled: AssembledContext, { needs, below }: AuthorityPolicy): AssembledContext {
  const items = assembled.context[dataSection] ?? [];
  const isLow = (item: ContextItem): boolean =>
    item.lowered_from === undefined && isBelow(trustOf(item), needs.constraints);
  const kept = below === 'data' ? items : items.filter(item => !isLow(item));
  const marked = kept.map(item => (isLow(item) ? { ...item, content: dataText(item) } : item));
  return { ...assembled, context: { ...assembled.context, [dataSection]: marked } };
}

/** What is known of a topic, as a section of a prompt; the surest facts first. */
function compileTopic(topic: Topic): string {
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
function compileEntity({ name, type, relationship, aliases, facts }: Entity): string {
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
