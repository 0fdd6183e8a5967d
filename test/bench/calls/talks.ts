import { longTalk, longTalkQuestions } from '../conversations/long-talk.ts';
import { manyTalks } from '../conversations/many-talks.ts';
import { readConversations } from '../recall/conversation.ts';
import { pipelineInput } from '../recall/plain-pipeline.ts';
import type { Trial } from './calls-bench.ts';

/** Questions over the first conversation that is there, by one memory; what is embedded is kept after the first round. */
export function recallTrial(data: string): Trial[] {
  const [conversation] = readConversations(data) ?? [];
  if (conversation === undefined) return [];
  const { turns, questions } = conversation;
  return [
    {
      name: 'recall',
      rounds: 5,
      calls: questions.length,
      warmUp: 2,
      async prepare({ call }) {
        await call('documents.import', { collection: 'conversation', files: [...turns] });
        await call('documents.embed', { collection: 'conversation' });
      },
      async ask({ call }, at) {
        const [question] = questions.slice(at);
        if (question === undefined) return;
        await call(
          'assembly.preview',
          pipelineInput({ params: { mode: 'hybrid', neighbours: 2 }, question, budget: 2000 }),
        );
      },
    },
  ];
}

/** 179 talks, imported into a project of their own each time, and what is derived of them. */
export function importTalksTrial(): Trial {
  const files = manyTalks();
  return {
    name: 'conversations-import',
    embedder: 'invented',
    rounds: 5,
    calls: 2,
    warmUp: 1,
    prepare: async () => {},
    between: (state, round) => state.open(`project-${round}`),
    async ask({ call }, at) {
      if (at === 0) await call('conversations.import', { files });
      else await call('conversations.derive', {});
    },
  };
}

/** Assemblies of a talk of 10,000 messages. */
export function conversationTrial(): Trial {
  return {
    name: 'conversations-assemble',
    rounds: 9,
    calls: longTalkQuestions.length,
    warmUp: 3,
    async prepare({ call }) {
      await call('conversations.import', { id: 'long', messages: longTalk(), embedder: 'none' });
    },
    async ask({ call }, at) {
      const user_message = longTalkQuestions[at] ?? '';
      await call('conversations.assemble', { conversation_id: 'long', user_message });
    },
  };
}
